"""Writes a relay's page of metrics, for its operator; it tells nothing about any peer.

Source: the Prometheus text format, 0.0.4.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import fields
from itertools import accumulate
from pathlib import Path

from p2pgame.relay.counts import Counts
from p2pgame.relay.health import BOUNDS, TROUBLES, Health, Latency

_NAME = "p2pgame_relay_"


def page(counts: Counts, health: Health) -> str:
    """Return all metrics as a page."""
    return "\n".join([*_counts(counts), *_store(health), *_memory()]) + "\n"


def _counts(counts: Counts) -> Iterator[str]:
    for name in (one.name for one in fields(counts)):
        value = getattr(counts, name)
        now = name.removesuffix("_now")
        if isinstance(value, int):
            gauge = now != name
            yield from _one(now if gauge else f"{name}_total", value, is_gauge=gauge)
    yield from _by("refused_total", "reason", counts.refused)


def _store(health: Health) -> Iterator[str]:
    yield from _latency("store_seconds", health.latency)
    yield from _by("store_errors_total", "kind", health.errors)
    troubles = {word: int(word in health.troubles) for word in TROUBLES}
    yield from _by("store_trouble", "kind", troubles, is_gauge=True)
    yield from _by("store_bytes", "kind", health.sizes, is_gauge=True)
    yield from _one("store_evicted_topics_total", health.evicted_topics)
    yield from _one("store_evicted_bytes_total", health.evicted_bytes)
    yield from _one("store_begun_anew_total", health.begun_anew)


def _memory() -> Iterator[str]:
    size = resident()
    if size is not None:
        yield from _one("memory_bytes", size, is_gauge=True)


def resident() -> int | None:
    """Return the bytes of memory that this process holds, or None where unknown."""
    if sys.platform == "linux":
        with suppress(OSError, ValueError, IndexError):
            import resource

            words = Path("/proc/self/statm").read_text().split()
            return int(words[1]) * resource.getpagesize()
    return None


def _one(name: str, value: int, *, is_gauge: bool = False) -> Iterator[str]:
    yield f"# TYPE {_NAME}{name} {'gauge' if is_gauge else 'counter'}"
    yield f"{_NAME}{name} {value}"


def _by(
    name: str, label: str, values: Mapping[str, int], *, is_gauge: bool = False
) -> Iterator[str]:
    yield f"# TYPE {_NAME}{name} {'gauge' if is_gauge else 'counter'}"
    for word, value in sorted(values.items()):
        yield f'{_NAME}{name}{{{label}="{word}"}} {value}'


def _latency(name: str, latency: Latency) -> Iterator[str]:
    yield f"# TYPE {_NAME}{name} histogram"
    ends = [*(f"{bound:g}" for bound in BOUNDS), "+Inf"]
    sums = list(accumulate(latency.counts))
    for end, count in zip(ends, sums, strict=True):
        yield f'{_NAME}{name}_bucket{{le="{end}"}} {count}'
    yield f"{_NAME}{name}_sum {latency.total:.6f}"
    yield f"{_NAME}{name}_count {sums[-1]}"
