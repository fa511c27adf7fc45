"""Who has the end is counted once, however many links there are."""

from __future__ import annotations

import os

import trio

from p2pgame.session import Table
from p2pgame.session.peer.delivery_tracker import DeliveryTracker
from p2pgame.session.peer.outbound import Outbound
from p2pgame.session.peer.peer_connection import PeerConnection
from p2pgame.transport.envelope import Envelope
from p2pgame.transport.memory import memory_pair
from p2pgame.transport.outbox import Outbox
from tests.session.peers import EPOCH_KEY
from tests.session.tables import TABLE, known, me

BEN, CLEO = b"b" * 32, b"c" * 32


def delivery(*authors: bytes | None) -> DeliveryTracker:
    """Return what is noted if all links, of these authors, say they have the end."""
    table = Table(TABLE, known(), me(1))
    outbound = Outbound(table, Envelope({0: EPOCH_KEY}), os.urandom)
    for author in authors:
        outbound.connections.append(
            PeerConnection(Outbox(memory_pair()[0]), author=author)
        )
    found = DeliveryTracker(table, outbound)
    found.note()
    return found


async def test_one_player_at_two_links_counts_once() -> None:
    await trio.lowlevel.checkpoint()
    assert len(delivery(None, BEN)) == len(delivery(BEN, BEN)) == 1
    assert len(delivery(None, None, BEN)) == len(delivery(None, BEN, CLEO)) == 2
    assert len(delivery()) == 0


async def test_another_guest_is_not_the_host() -> None:
    await trio.lowlevel.checkpoint()
    assert not delivery(BEN, CLEO).by_opener
    assert delivery(BEN, TABLE).by_opener
    assert delivery(BEN, None).by_opener
