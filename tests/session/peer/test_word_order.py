"""No word goes where the one before it has not gone, or its author may fall silent.

If the earlier one is lost with its author's disk, while somebody holds the later one,
the author can't sign anything more: another word in that place would be a fork.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

from p2pgame.log import Entry
from p2pgame.session.peer.frame_sender import LOBBY
from p2pgame.session.peer.runner import Peer
from p2pgame.transport import frames
from p2pgame.transport.envelope import Envelope
from p2pgame.transport.frames import Have
from p2pgame.transport.link import Link
from p2pgame.transport.memory import memory_pair
from tests.session.peers import EPOCH_KEY, Hall
from tests.session.places import HOP, Place, Reading, messages, player
from tests.session.tables import me
from tests.session.wholes import wholes


async def playing(nursery: trio.Nursery, folder: Path) -> list[Peer]:
    """Return two peers that have played a while on a line, with no topic."""
    peers = [player(folder, seat) for seat in range(2)]
    for peer in peers:
        await peer.start()
    Hall(nursery, peers).join(0, 1)
    await trio.sleep(5)
    return peers


async def heard(link: Link) -> list[bytes]:
    """Return all frames that have come by a link."""
    come = list[bytes]()
    with trio.move_on_after(1):
        while True:
            come.append(await link.receive())
    return come


def nothing() -> bytes:
    """Return what somebody says that has nothing yet."""
    have = frames.encode(Have(()))
    return Envelope({LOBBY: EPOCH_KEY}).seal(have, os.urandom, epoch=LOBBY)


def own(sealed: Iterable[bytes], peer: Peer) -> list[int]:
    """Return the places in its feed of a peer's words in some frames, as they come."""
    raws = [raw for one in messages(sealed, peer) for raw in wholes(one, peer.table)]
    entries = map(Entry.read, raws)
    return [one.sequence for one in entries if one.author == me(0).key.public]


def whole(said: Sequence[int], peer: Peer) -> bool:
    """Return whether these are all of a peer's words, in order."""
    return [*said] == [*range(len(peer.table.history.feeds[me(0).key.public]))]


async def test_on_a_new_link_news_waits_for_what_the_other_side_has(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    async with trio.open_nursery() as nursery:
        peer, _ = await playing(nursery, tmp_path)
        ours, theirs = memory_pair()
        nursery.start_soon(peer.attach, ours)
        await peer.chat("one")
        await peer.chat("two")
        assert {type(one) for one in messages(await heard(theirs), peer)} == {Have}
        await theirs.send(nothing())
        said = own(await heard(theirs), peer)
        assert whole(said, peer)
        await peer.chat("three")
        said += own(await heard(theirs), peer)
        assert whole(said, peer)
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize("later", [HOP / 3, 2 * HOP])
async def test_at_a_topic_news_goes_behind_what_is_lacking_of_our_own(
    tmp_path: Path, autojump_clock: MockClock, *, later: float
) -> None:
    """Before its backlog has come, and in the pause after that."""
    place = Place()
    async with trio.open_nursery() as nursery:
        peer, _ = await playing(nursery, tmp_path)
        place.kept.append(nothing())  # so that there is a backlog
        nursery.start_soon(Reading(peer, place).run)
        await trio.sleep(later)
        await peer.chat("new")
        await trio.sleep(10)
        assert whole(own(place.kept, peer), peer)
        nursery.cancel_scope.cancel()
