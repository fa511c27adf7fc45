"""What is posted to a connection comes whole and in order, whoever else writes."""

from __future__ import annotations

import gc
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from random import Random, SystemRandom
from select import select

import pytest
import trio
from trio.testing import wait_all_tasks_blocked

from p2pgame.transport.fair_queue import FairQueue, RoundRobin
from p2pgame.transport.wire import Wire
from p2pgame.transport.writer import Writer, WriteScheduler, build
from tests.transport.pairs import PATIENCE

#: What somebody else writes, as a library does that answers pings.
OTHER = bytes(150_000)


class Wrapped(trio.abc.Stream):
    """A stream that is no socket's own, as one by TLS."""

    def __init__(self, inner: trio.SocketStream) -> None:
        self._inner = inner

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        await self._inner.send_all(data)

    async def wait_send_all_might_not_block(self) -> None:
        await self._inner.wait_send_all_might_not_block()

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        return bytes(await self._inner.receive_some(max_bytes))

    async def aclose(self) -> None:
        await self._inner.aclose()


class Ends:
    """A writer, its wire, and who reads what it writes."""

    def __init__(
        self, wire: Wire, scheduler: WriteScheduler, far: trio.SocketStream
    ) -> None:
        self.wire = wire
        self.scheduler = scheduler
        self.writer = Writer(wire, scheduler)
        self._far = far
        self._data = b""

    async def run(self) -> None:
        with suppress(trio.ClosedResourceError):
            await self.writer.run()

    async def hear(self) -> bytes:
        """Return the next frame's message."""
        head = await self._take(2)
        size = head[1]
        if size == 126:
            size = int.from_bytes(await self._take(2))
        elif size == 127:
            size = int.from_bytes(await self._take(8))
        return await self._take(size)

    @property
    def has_come(self) -> bool:
        """Whether anything is there to be heard."""
        return bool(select([self._far.socket.fileno()], [], [], 0)[0])

    async def _take(self, size: int) -> bytes:
        with trio.fail_after(PATIENCE):
            while len(self._data) < size:
                data = await self._far.receive_some()
                assert data, "the connection has ended"
                self._data += data
        taken, self._data = self._data[:size], self._data[size:]
        return taken


@asynccontextmanager
async def ends(
    *, is_plain: bool = True, scheduler: WriteScheduler | None = None
) -> AsyncIterator[Ends]:
    here, there = (trio.SocketStream(s) for s in trio.socket.socketpair())
    stream: trio.abc.Stream = here if is_plain else Wrapped(here)
    wire = Wire(stream, here.socket, is_client=False)
    async with there, here, trio.open_nursery() as nursery:
        if scheduler is None:
            scheduler = WriteScheduler()
            nursery.start_soon(scheduler.run)
        both = Ends(wire, scheduler, there)
        nursery.start_soon(both.run, name="the writer")
        await wait_all_tasks_blocked()
        yield both
        nursery.cancel_scope.cancel()


class Steps(trio.abc.Instrument):
    """Counts how often the writer's task is woken."""

    def __init__(self) -> None:
        self.count = 0

    def before_task_step(self, task: trio.lowlevel.Task) -> None:
        self.count += task.name == "the writer"


@pytest.mark.parametrize("is_plain", [True, False])
async def test_all_comes_in_order_and_nothing_into_the_midst_of_it(
    is_plain: bool,
) -> None:
    """The kernel takes parts only, for it is filled by both."""
    seed = SystemRandom().randrange(2**32)
    print(f"seed {seed}")
    chance = Random(seed)
    others, heard = 0, list[bytes]()
    messages = [chance.randbytes(chance.choice((3, 300, 200_000))) for _ in range(200)]
    async with ends(is_plain=is_plain) as both, trio.open_nursery() as nursery:

        async def post() -> None:
            for message in messages:
                enough = chance.choice((0, 0, 300_000))
                while both.writer.size > enough:
                    await trio.lowlevel.checkpoint()
                both.writer.post(build(message))

        async def interrupt() -> None:
            nonlocal others
            while True:
                await both.wire.send_all(build(OTHER))
                others += 1
                for _ in range(chance.randrange(20)):
                    await trio.lowlevel.checkpoint()

        nursery.start_soon(post)
        nursery.start_soon(interrupt)
        while len(heard) < len(messages):
            message = await both.hear()
            if message != OTHER:
                heard.append(message)
        assert heard == messages
        assert others > 0
        nursery.cancel_scope.cancel()


async def test_what_the_kernel_takes_at_once_wakes_no_task() -> None:
    async with ends() as both:
        steps = Steps()
        trio.lowlevel.add_instrument(steps)
        for message in (b"one", b"two"):
            both.writer.post(build(message))
        assert [await both.hear(), await both.hear()] == [b"one", b"two"]
        assert both.writer.size == 0 == steps.count
        both.writer.post(build(bytes(2**22)))
        assert await both.hear() == bytes(2**22)
        assert steps.count > 0
        trio.lowlevel.remove_instrument(steps)


@pytest.mark.attack(33)
@pytest.mark.parametrize("is_plain", [True, False])
async def test_what_is_new_does_not_wait_for_more_of_what_is_old(
    is_plain: bool,
) -> None:
    async with ends(is_plain=is_plain) as both:
        asked, may_answer = trio.Event(), trio.Event()

        async def refill() -> bool:
            asked.set()
            await may_answer.wait()
            both.writer.post(build(b"old"))
            return False

        both.writer.ask(refill)
        await asked.wait()
        for new in (b"new", bytes(2**22)):
            both.writer.post(build(new))
            assert await both.hear() == new
        may_answer.set()
        assert await both.hear() == b"old"


async def test_a_connection_that_is_gone_takes_nobody_with_it() -> None:
    async with ends() as one, ends(scheduler=one.scheduler) as other:
        one.wire.close()
        one.writer.post(build(b"lost"))
        other.writer.post(build(b"heard"))
        assert await other.hear() == b"heard"


@pytest.mark.attack(33)
async def test_little_mail_does_not_wait_for_a_crowd_that_has_much() -> None:
    async with AsyncExitStack() as stack:
        light = await stack.enter_async_context(ends())
        nursery = await stack.enter_async_context(trio.open_nursery())
        round_robin = RoundRobin()
        nursery.start_soon(round_robin.run)
        crowd, fair_queue = list[Ends](), FairQueue(round_robin)
        for _ in range(40):
            one = await stack.enter_async_context(ends(scheduler=light.scheduler))
            one.wire.fair_queue = fair_queue
            crowd.append(one)
        for one in crowd:
            one.writer.post(build(bytes(100_000)))
        light.writer.post(build(b"light"))
        assert await light.hear() == b"light"
        assert sum(one.has_come for one in crowd) < 10
        for one in crowd:
            assert await one.hear() == bytes(100_000)
        nursery.cancel_scope.cancel()


@pytest.mark.attack(33)
async def test_a_crowd_with_a_little_mail_each_takes_turns_with_others() -> None:
    """A table that speaks while sixty of one address hear something waits for few."""
    async with AsyncExitStack() as stack:
        light = await stack.enter_async_context(ends())
        crowd, fair_queue = list[Ends](), FairQueue(RoundRobin())
        for _ in range(40):
            one = await stack.enter_async_context(ends(scheduler=light.scheduler))
            one.wire.fair_queue = fair_queue
            crowd.append(one)
        for one in crowd:
            one.writer.post(build(b"first"))
        light.writer.post(build(b"light"))
        while not light.has_come:
            await trio.lowlevel.checkpoint()
        assert 0 < sum(one.has_come for one in crowd) < 20
        # What comes while one waits for its turn goes with it.
        for one in crowd:
            one.writer.post(build(b"second"))
        for one in crowd:
            assert [await one.hear(), await one.hear()] == [b"first", b"second"]


async def break_while_asked() -> None:
    """Write to a connection that has gone while its writer asks for more."""
    here, there = (trio.SocketStream(s) for s in trio.socket.socketpair())
    writer = Writer(Wire(here, here.socket, is_client=False), WriteScheduler())
    is_asked = trio.Event()

    async def refill() -> bool:
        is_asked.set()
        await trio.sleep_forever()
        return True

    async def go() -> None:
        await is_asked.wait()
        await there.aclose()
        writer.post(build(OTHER))

    writer.ask(refill)
    async with here, trio.open_nursery() as nursery:
        nursery.start_soon(go)
        try:
            with trio.fail_after(PATIENCE):
                await writer.run()
        except* trio.BrokenResourceError:
            pass


async def test_a_connection_that_breaks_while_more_is_asked_for_is_no_garbage() -> None:
    gc.collect()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        await break_while_asked()
        gc.collect()
        left = [one for one in gc.garbage if isinstance(one, Writer)]
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()
    assert left == []
