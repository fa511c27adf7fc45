"""All that a player has sent to a listener is recorded, and sent once more.

The recorder stands between two real programs, so it has each byte: first frames, also
those that never reached their listener, and all that was said behind one.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
import trio

import p2pgame
from p2pgame.client.events import AnyEvent, Finished, Happened, Verified
from p2pgame.transport.websocket import Address
from tests.client.test_crowded_host import place
from tests.client.test_seats import host, join, only, play, world, written
from tests.transport.pairs import PATIENCE
from tests.transport.strangers import read_head, send_in_vain

HUNG_UP = trio.BrokenResourceError, trio.ClosedResourceError
#: What ends the request in which a first frame travels.
END = b"\r\n\r\n"


class Recorder:
    """Stands before a listener; keeps what comes by each connection."""

    def __init__(self, target: Address) -> None:
        self._target = target
        self.heard: list[bytes] = []
        self._more = trio.Event()

    async def meet(self, near: trio.SocketStream) -> None:
        """Record one connection, and pass it on while the listener is there."""
        with suppress(OSError, *HUNG_UP):
            async with near:
                number = len(self.heard)
                self.heard.append(bytes(await near.receive_some()))
                self._more.set()
                self._more = trio.Event()
                async with await trio.open_tcp_stream(*self._target) as far:
                    await far.send_all(self.heard[number])
                    async with trio.open_nursery() as both:
                        both.start_soon(self._pass_on, far, near, None, both)
                        await self._pass_on(near, far, number, both)

    async def _pass_on(
        self,
        source: trio.SocketStream,
        to: trio.SocketStream,
        number: int | None,
        both: trio.Nursery,
    ) -> None:
        with suppress(*HUNG_UP):
            async for data in source:
                if number is not None:
                    self.heard[number] += data
                await to.send_all(data)
        both.cancel_scope.cancel()

    async def until(self, count: int) -> None:
        """Wait for so many connections."""
        with trio.fail_after(PATIENCE):
            while len(self.heard) < count:
                await self._more.wait()


async def repeat(
    address: Address,
    head: bytes,
    rest: bytes,
    *,
    task_status: trio.TaskStatus[bytes] = trio.TASK_STATUS_IGNORED,
) -> None:
    """Say a head, and the rest if that opens a link; stay there.

    Starts with the answer's status.
    """
    async with await trio.open_tcp_stream(*address) as stream:
        await stream.send_all(head)
        answer = await read_head(stream)
        if answer.startswith(b"HTTP/1.1 101 "):
            await send_in_vain(stream, rest)
        task_status.started(answer.split()[1])
        with suppress(*HUNG_UP):
            while await stream.receive_some():
                pass


@pytest.mark.attack(7)
@pytest.mark.attack(35)
async def test_all_that_a_player_has_sent_changes_nothing_when_it_is_sent_again(
    tmp_path: Path,
) -> None:
    """To its listener, to another table's, and to the one that was started again.

    That one admits each first frame that it never had, once, as the player's; what
    follows is known.  The player itself is there again, and plays to the end.
    """
    ben: list[AnyEvent] = []
    async with trio.open_nursery() as nursery:
        async with host("tictactoe", tmp_path / "ann") as ann:
            invite, address = place(ann)
            recorder = Recorder(address)
            (way,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
            nursery.start_soon(trio.serve_listeners, recorder.meet, [way])
            by_way = "{}:{}".format(*way.socket.getsockname()[:2])
            tapped = replace(invite, addresses=(by_way,)).encode()
            nursery.start_soon(join, tapped, tmp_path / "ben", ben)
            await play(ann, lambda event: isinstance(event, Happened))
            head, end, rest = recorder.heard[0].partition(END)
            known = head + end
            assert await nursery.start(repeat, address, known, rest) == b"403"
            async with host("kuhn", tmp_path / "zoe") as zoe:
                other = place(zoe)[1]
                assert await nursery.start(repeat, other, known, rest) == b"403"
        await recorder.until(len(recorder.heard) + 2)
        heads = [one.partition(END)[0] + END for one in recorder.heard]
        async with p2pgame.resume(world=world(tmp_path / "ann")) as ann:
            while ann.invite is None:
                await ann.__anext__()
            with trio.fail_after(PATIENCE):
                for one in heads:  # the seats' keys are known after a moment
                    while await nursery.start(repeat, address, one, rest) != b"101":  # noqa: ASYNC110
                        await trio.sleep(0.01)
            for one in heads:
                assert await nursery.start(repeat, address, one, rest) == b"403"
            after = await play(ann)
            while not ben or ben[-1] != Finished():  # noqa: ASYNC110 (it looks on)
                await trio.sleep(0.01)
        nursery.cancel_scope.cancel()
    assert only(Verified, after).payoffs == only(Verified, ben).payoffs
    assert written(after) == written(ben)
