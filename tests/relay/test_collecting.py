"""Garbage is collected in small steps, and none is kept for ever."""

from __future__ import annotations

import gc
from weakref import ref

import trio
from trio.testing import MockClock

from p2pgame.relay.collecting import (
    ENDED_LIMIT,
    EVERY,
    MORE,
    OFTEN,
    SECOND,
    SOON,
    collect,
)


class Cycle:
    """Something that only the collector can free."""

    def __init__(self) -> None:
        self.me = self


async def test_what_has_lived_long_is_freed_after_many_have_ended(
    autojump_clock: MockClock,
) -> None:
    ended = 0
    async with trio.open_nursery() as nursery:
        nursery.start_soon(collect, lambda: ended)
        await trio.sleep(EVERY / 2)
        assert not gc.isenabled()
        old = Cycle()
        gone = ref(old)
        await trio.sleep(EVERY)
        del old
        young = ref(Cycle())
        assert young() is not None
        await trio.sleep(EVERY)
        assert young() is None
        assert gone() is not None
        ended = ENDED_LIMIT
        await trio.sleep(EVERY)
        assert gone() is None
        nursery.cancel_scope.cancel()
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0


async def test_many_that_end_are_freed_sooner(autojump_clock: MockClock) -> None:
    ended = 0
    async with trio.open_nursery() as nursery:
        nursery.start_soon(collect, lambda: ended)
        await trio.sleep(SECOND / 2)
        young = ref(Cycle())
        await trio.sleep(2 * SECOND)
        assert young() is not None
        ended = SOON
        await trio.sleep(2 * SECOND)
        assert young() is None
        young = ref(Cycle())
        await trio.sleep(2 * SECOND)
        assert young() is not None
        nursery.cancel_scope.cancel()


async def test_much_that_is_new_is_looked_at_at_once(
    autojump_clock: MockClock,
) -> None:
    """So that there is never more than a moment's work."""
    async with trio.open_nursery() as nursery:
        nursery.start_soon(collect, lambda: 0)
        await trio.sleep(5 * OFTEN)
        frozen, young = gc.get_freeze_count(), ref(Cycle())
        many = [[number] for number in range(MORE)]
        await trio.sleep(2 * OFTEN)
        assert young() is None
        # Of what was frozen before, some may have been let go meanwhile.
        assert gc.get_freeze_count() >= frozen + len(many) // 2
        nursery.cancel_scope.cancel()
