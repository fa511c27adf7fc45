"""A front end that reads nothing makes nobody wait who only answers it."""

from __future__ import annotations

import trio
import trio.lowlevel

from p2pgame.web.frame_writer import REPLIES_LIMIT, FrameWriter


class Stuck:
    """A front end that reads when it is let."""

    def __init__(self) -> None:
        self.read: list[str] = []
        self.may_read, self.has_read = trio.Event(), trio.Event()

    async def write(self, text: str) -> None:
        await self.may_read.wait()
        self.read.append(text)
        if len(self.read) > REPLIES_LIMIT:
            self.has_read.set()


async def test_what_is_sent_waits_and_what_answers_does_not() -> None:
    front, running = Stuck(), trio.CancelScope()
    writer = FrameWriter(front.write, running)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(writer.run)
        await writer.send("told")
        with trio.move_on_after(0.01) as waiting:
            await writer.send("told later")
        assert waiting.cancelled_caught
        answers = [f"answer {number}" for number in range(REPLIES_LIMIT)]
        for text in answers:
            writer.reply(text)
        assert not running.cancel_called
        front.may_read.set()
        with trio.fail_after(5):
            await front.has_read.wait()
        assert front.read == ["told", *answers]
        nursery.cancel_scope.cancel()


async def test_who_asks_and_asks_and_reads_nothing_is_hung_up_on() -> None:
    front, running = Stuck(), trio.CancelScope()
    writer = FrameWriter(front.write, running)
    with running:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(writer.run)
            while True:
                writer.reply("answer")
                await trio.lowlevel.checkpoint()
    assert running.cancelled_caught
    with trio.fail_after(5):
        await writer.send("nobody hears this, and it does not wait")
