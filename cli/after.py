"""What a seat does once its game is over: until the others have the end, and longer.

Whoever opened the table may play again at another one.  Its program says where, and
the others' programs, which have stayed for that, go there by themselves.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import trio

from p2pgame.session.lobby.events import Rematch, Said

from . import leaving, reading
from .leaving import Left
from .links import Links
from .screen import Screen
from .sitting import Sitting

#: Seconds between two looks at who has fetched the end.
LOOK_EVERY = 0.02
#: Seconds that a guest stays when its host is gone, or its line is.
STAYS_ALONE = 2.0
#: Seconds that it stays where only a relay could tell it where to go.
STAYS_AT_RELAY = 120.0
#: Seconds in which the others hear where to play again.
CALL_WITHIN = 5.0


async def stay(sitting: Sitting, others: int | None, seconds: float) -> bool:
    """Wait until as many others have all that we have; return whether they do.

    None: it is our host who should have it.
    """
    screen = sitting.seat.screen
    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(leaving.heed_signals)
            with screen, trio.move_on_after(seconds):
                while not _have(sitting, others):
                    screen.working("waiting until the others have the end, too")
                    await trio.sleep(LOOK_EVERY)
            nursery.cancel_scope.cancel()
    except* Left:
        pass  # what there was to play for is done
    return _have(sitting, others)


def _have(sitting: Sitting, others: int | None) -> bool:
    """Return whether so many have all that we have, or a relay keeps it for them."""
    play, fetched = sitting.table.play, sitting.peer.fetched
    enough = fetched.by_opener if others is None else len(fetched) >= others
    if others is not None and play is not None and play.start.watchable:
        enough &= fetched.by_all  # at a line may be somebody who only looks on
    return enough or fetched.at_topic


async def call(sitting: Sitting, table: bytes, secret: bytes) -> None:
    """Tell the others who are there at which table we play again."""
    sitting.peer.fetched.clear()
    await sitting.peer.rematch(table, secret)
    near = max(sitting.links.dialled, sitting.links.found)
    await stay(sitting, min(sitting.others, near), CALL_WITHIN)
    await sitting.peer.flush()


async def linger(sitting: Sitting) -> Rematch | None:
    """Stay until the host says where to play again, or has gone.

    Whoever is told to end does not play again.
    """
    heard: list[Rematch] = []
    screen = sitting.seat.screen
    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(leaving.heed_signals)
            with screen:
                sitting.overhear(nursery)
                nursery.start_soon(_hear, sitting, heard, nursery.cancel_scope)
                await wait_alone(sitting.links, screen)
            nursery.cancel_scope.cancel()
    except* Left:
        pass
    sitting.tell_unshown()
    return heard[0] if heard else None


async def wait_alone(links: Links, screen: Screen) -> None:
    """Wait until nobody is left who could say where to play again."""
    begun = alone = trio.current_time()
    while trio.current_time() - alone < STAYS_ALONE:
        if links.dialled or links.found:
            alone = trio.current_time()
        elif links.at_relays:
            alone = max(alone, begun + STAYS_AT_RELAY - STAYS_ALONE)
        screen.working("waiting whether the host plays again; Ctrl-C ends")
        await trio.sleep(LOOK_EVERY)


async def attend(sitting: Sitting, ask: Callable[[], Awaitable[str]]) -> str | None:
    """Return what the person answers; None: it has left.

    Meanwhile the others may talk, and fetch the end.
    """
    answers: list[str] = []
    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(leaving.heed_signals)
            with sitting.seat.screen:
                sitting.overhear(nursery)
                nursery.start_soon(_hear, sitting, [], nursery.cancel_scope)
                answers.append(await ask())
            nursery.cancel_scope.cancel()
    except* Left:
        pass
    except* EOFError:
        pass  # no more is typed here
    sitting.tell_unshown()
    return answers[0] if answers else None


async def _hear(
    sitting: Sitting, heard: list[Rematch], waiting: trio.CancelScope
) -> None:
    """Hear where to play again, and what is said until then."""
    async for event in sitting.peer.events:
        match event:
            case Said():
                sitting.tell_aside(event)
                sitting.tell_unshown(trio.current_time())
            case Rematch():
                heard.append(event)
                waiting.cancel()


async def tell_verified(sitting: Sitting, path: Path) -> None:
    """Check a transcript aside, while others come to the next table."""
    report = await trio.to_thread.run_sync(reading.report, path)
    sitting.say(reading.verified(report))
    sitting.say(f"The transcript is in {path}.")
