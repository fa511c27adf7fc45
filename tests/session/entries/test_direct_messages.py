"""Only its addressee can open a direct message."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
import trio
import trio.testing

from p2pgame.log import AuthorKey
from p2pgame.session.entries.direct_messages import DirectMessages, SignalKey
from p2pgame.transport import frames
from p2pgame.transport.envelope import Envelope
from p2pgame.transport.link import InvalidFrame
from p2pgame.transport.memory import memory_pair
from tests.session.peers import EPOCH_KEY
from tests.session.places import Place, Reading, player

TABLE = bytes(range(32))
KEYS = [AuthorKey(bytes([number]) * 32) for number in range(1, 5)]


def ends(number: int, *others: int, table: bytes = TABLE) -> DirectMessages:
    made = DirectMessages(KEYS[number], table)
    for other in others:
        made.admit(KEYS[other].public)
    return made


def told(by: DirectMessages, *to: int) -> list[bytes]:
    return by.seal([KEYS[each].public for each in to], b"here I am", os.urandom)


def test_only_the_one_who_is_told_can_open_a_direct_message() -> None:
    ann, ben, cleo = ends(0, 1, 2), ends(1, 0, 2), ends(2, 0, 1)
    (to_ben,) = told(ann, 1)
    assert ben.open(to_ben) == b"here I am"
    for other in (cleo, ends(3, 0, 1, 2), ends(1, 0, table=bytes(32))):
        with pytest.raises(InvalidFrame):
            other.open(to_ben)
    for epoch in (0, 1):
        with pytest.raises(InvalidFrame):
            Envelope({epoch: EPOCH_KEY}).open(to_ben)


def test_each_is_told_apart_and_nobody_who_is_not_at_the_table() -> None:
    ann, ben = ends(0, 1, 2), ends(1, 0)
    assert len({*told(ann, 1, 2, 3)}) == 2
    assert KEYS[0].public not in b"".join(told(ann, 1, 2))
    ann.dismiss(KEYS[1].public)
    assert told(ann, 1) == []
    with pytest.raises(InvalidFrame):
        ann.open(*told(ben, 0))


def test_the_longest_signal_fits_a_direct_message() -> None:
    (sealed,) = ends(0, 1).seal([KEYS[1].public], bytes(300), os.urandom)
    assert frames.Whisper(sealed).sealed == sealed


def test_a_signature_is_for_one_table_and_author() -> None:
    mine = SignalKey(KEYS[0], TABLE)
    signature = mine.sign(b"here")
    mine.verify(mine.author, b"here", signature)
    for voice, author, content in (
        (SignalKey(KEYS[0], bytes(32)), mine.author, b"here"),
        (mine, KEYS[1].public, b"here"),
        (mine, mine.author, b"there"),
        (mine, b"", b"here"),
    ):
        with pytest.raises(InvalidFrame):
            voice.verify(author, content, signature)


async def test_direct_messages_go_by_topics_alone_and_old_ones_are_known_for_old(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    ann, ben, cleo, late = (player(tmp_path, seat, 4) for seat in range(4))
    heard: dict[int, list[tuple[bytes, bool]]] = {1: [], 2: [], 3: []}
    for seat, peer in ((1, ben), (2, cleo), (3, late)):
        peer.hears.direct = lambda sealed, is_fresh, seat=seat: heard[seat].append(
            (sealed, is_fresh)
        )
    place, word = Place(), os.urandom(256)
    async with trio.open_nursery() as nursery:
        for peer in (ann, ben, cleo, late):
            await peer.start()
        for peer in (ann, ben):
            nursery.start_soon(Reading(peer, place).run)
        for peer, link in zip((ann, cleo), memory_pair(), strict=True):
            nursery.start_soon(peer.attach, link)
        await trio.sleep(2)
        ann.send_direct([word])
        await trio.sleep(2)
        nursery.start_soon(Reading(late, place).run)
        await trio.sleep(2)
        assert heard == {1: [(word, True)], 2: [], 3: [(word, False)]}
        nursery.cancel_scope.cancel()
    for peer in (ann, ben, cleo, late):
        peer.close()
