"""Counts what a relay does, for its operator; tells nothing about any peer."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, fields


@dataclass(slots=True)
class Current:
    """How things are now; such names end in ``_now``."""

    connections_now: int = 0
    topics_now: int = 0
    rendezvous_now: int = 0
    #: Bytes that are held for connections: the limit ``memory`` is theirs.
    held_bytes_now: int = 0


@dataclass(slots=True)
class Counts(Current):
    """Totals since the start, beside the current values."""

    arrived: int = 0
    turned_away: int = 0
    #: Admitted connections that have ended, even during the handshake.
    ended: int = 0
    published: int = 0
    published_bytes: int = 0
    #: Of these, frames that were handed on and could not be kept.
    not_kept: int = 0
    delivered: int = 0
    delivered_old: int = 0
    cut_slow: int = 0
    cut_silent: int = 0
    cut_idle: int = 0
    #: Connections whose message did not end, and those that held most of too much.
    cut_unfinished: int = 0
    cut_memory: int = 0
    #: Connections that ended by an error of the program.
    faults: int = 0
    refused: Counter[str] = field(default_factory=Counter)

    def page(self) -> str:
        """Return the counts as a page of metrics.

        Source: the Prometheus text format, 0.0.4.
        """
        lines = []
        for name in (one.name for one in fields(self)):
            value = getattr(self, name)
            if isinstance(value, int):
                metric, kind = _metric(name)
                lines += [f"# TYPE {metric} {kind}", f"{metric} {value}"]
        lines.append("# TYPE p2pgame_relay_refused_total counter")
        for reason, count in sorted(self.refused.items()):
            lines.append(f'p2pgame_relay_refused_total{{reason="{reason}"}} {count}')
        return "\n".join(lines) + "\n"


def _metric(name: str) -> tuple[str, str]:
    now = name.removesuffix("_now")
    if now != name:
        return f"p2pgame_relay_{now}", "gauge"
    return f"p2pgame_relay_{name}_total", "counter"
