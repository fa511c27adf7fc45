"""Keeps what a relay holds for all connections within its limit.

Each connection is within limits of its own, and so is each network.  But a thousand
connections that hold a megabyte each, of peers that read nothing or finish no message,
take a gigabyte.  So when the limit for all is passed, some are disconnected at once:

1. those that hold most, by steps of a message's size;
2. of equals, those whose network holds most;
3. whoever has shown the relay's token after all others.

An honest peer comes back, and goes on where it was.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Protocol

import trio

from p2pgame.relay.prefixes import Prefix
from p2pgame.transport.held import Held, Total
from p2pgame.transport.relay.protocol import MESSAGE_LIMIT

#: The share of the limit that is left in use.
LEFT = 0.9


class Holder(Protocol):
    """A connection, as far as its memory goes."""

    @property
    def held(self) -> Held: ...
    @property
    def prefix(self) -> Prefix: ...
    @property
    def has_token(self) -> bool: ...

    def cut(self, *, is_spared: bool = False) -> None: ...


async def keep_within(total: Total, holders: Callable[[], Iterable[Holder]]) -> None:
    """Disconnect holders whenever the total is above its limit, until cancelled."""
    while True:
        await total.spent.wait()
        total.spent = trio.Event()
        if total.held > total.limit:
            for holder in in_order(holders()):
                holder.cut(is_spared=True)
                if total.held <= total.limit * LEFT:
                    break


def in_order(holders: Iterable[Holder]) -> list[Holder]:
    """Return holders, those first that are disconnected first."""
    everybody = [holder for holder in holders if holder.held.size]
    of_network: Counter[Prefix] = Counter()
    for holder in everybody:
        of_network[holder.prefix] += holder.held.size

    def weight(holder: Holder) -> tuple[bool, int, int, int]:
        steps = holder.held.size // MESSAGE_LIMIT
        return (
            not holder.has_token,
            steps,
            of_network[holder.prefix],
            holder.held.size,
        )

    return sorted(everybody, key=weight, reverse=True)
