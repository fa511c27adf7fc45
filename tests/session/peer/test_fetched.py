"""Who has the end is counted once, however many links there are."""

from __future__ import annotations

import os

import trio

from p2pgame.session import Table
from p2pgame.session.peer.fetched import Fetched
from p2pgame.session.peer.neighbour import Neighbour
from p2pgame.session.peer.post import Post
from p2pgame.transport.envelope import Envelope
from p2pgame.transport.memory import memory_pair
from p2pgame.transport.outbox import Outbox
from tests.session.peers import EPOCH_KEY
from tests.session.tables import TABLE, known, me

BEN, CLEO = b"b" * 32, b"c" * 32


def fetched(*authors: bytes | None) -> Fetched:
    """Return what is noted if all links, of these authors, say they have the end."""
    table = Table(TABLE, known(), me(1))
    post = Post(table, Envelope({0: EPOCH_KEY}), os.urandom)
    for author in authors:
        post.neighbours.append(Neighbour(Outbox(memory_pair()[0]), author=author))
    found = Fetched(table, post)
    found.note()
    return found


async def test_one_player_at_two_links_counts_once() -> None:
    await trio.lowlevel.checkpoint()
    assert len(fetched(None, BEN)) == len(fetched(BEN, BEN)) == 1
    assert len(fetched(None, None, BEN)) == len(fetched(None, BEN, CLEO)) == 2
    assert len(fetched()) == 0


async def test_another_guest_is_not_the_host() -> None:
    await trio.lowlevel.checkpoint()
    assert not fetched(BEN, CLEO).by_opener
    assert fetched(BEN, TABLE).by_opener
    assert fetched(BEN, None).by_opener
