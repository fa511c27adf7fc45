"""Strangers in a crowd keep no guest out of a table, and no player who comes back."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import trio

import p2pgame
from p2pgame.client.events import AnyEvent, Finished, Happened
from p2pgame.client.seat.seat import Seat
from p2pgame.transport import first_frame
from p2pgame.transport.finding import chain
from p2pgame.transport.finding.invite import Invite
from p2pgame.transport.websocket import Address
from tests.client.test_seats import host, play, world
from tests.transport.crowds import crowd

#: Seconds for a guest to sit down and move, be away, come back and play to the end,
#: beside a crowd in the same process.
SOON = 20.0


def place(seat: Seat) -> tuple[Invite, Address]:
    """Return the invite of a host, and where that listens."""
    assert seat.invite is not None
    invite = Invite.parse(seat.invite)
    at = urlsplit(f"//{invite.addresses[0]}")
    assert at.hostname is not None
    assert at.port is not None
    return invite, (at.hostname, at.port)


def watching(invite: Invite) -> Callable[[], str]:
    """Return how somebody calls who has the watch link."""
    key = chain.watching_key(invite.watch_secret)
    return lambda: first_frame.path_for(key, invite.table, os.urandom)


def nobody(invite: Invite) -> Callable[[], str]:
    """Return how somebody calls who has no key at all."""
    return lambda: first_frame.path_for(os.urandom(32), invite.table, os.urandom)


@pytest.mark.attack(33)
@pytest.mark.parametrize("calling", [watching, nobody])
async def test_a_crowd_keeps_out_neither_a_guest_nor_who_comes_back(
    calling: Callable[[Invite], Callable[[], str]], tmp_path: Path
) -> None:
    """It holds a watch link, or nothing; all come from one address, and come again."""
    heard: list[AnyEvent] = []
    with trio.fail_after(SOON):
        async with host("tictactoe", tmp_path / "ann") as ann:
            invite, address = place(ann)
            async with (
                crowd(address, calling(invite)) as strangers,
                trio.open_nursery() as nursery,
            ):
                nursery.start_soon(play, ann)
                home = world(tmp_path / "ben")
                async with p2pgame.join(invite.encode(), name="Ben", world=home) as ben:
                    await play(ben, lambda event: isinstance(event, Happened))
                async with p2pgame.resume(world=home) as ben:
                    heard = await play(ben)
                nursery.cancel_scope.cancel()  # the host would stay for a while
    assert heard[-1] == Finished()
    assert strangers.calls >= 70
