"""docs/wire.md is enough for links, too: the second reader opens real frames."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import trio

from p2pgame.games.duel.kuhn import KuhnPoker
from p2pgame.log import Store
from p2pgame.session import Offer, Table
from p2pgame.session.peer.runner import Peer
from p2pgame.transport.envelope import Envelope
from p2pgame.transport.memory import memory_pair
from tests import wire_briefs, wire_invite
from tests import wire_reader as reader
from tests.session.peers import Hall
from tests.session.tables import TABLE, known, me
from tests.transport.tapped import Tapped
from tests.wire_samples import INVITE, read
from tests.wire_values import Bytes


async def sat(folder: Path) -> tuple[list[list[bytes]], bytes]:
    """Let two peers play; return the frames of each, and the transcript."""
    game, frames = KuhnPoker(), [list[bytes](), list[bytes]()]
    peers = []
    for seat in range(2):
        offer = Offer(game, game.options(), 2) if seat == 0 else None
        table = Table(TABLE, known(game), me(seat), offer)
        store = Store.create(folder / f"seat{seat}" / "log")
        peers.append(Peer(table, store, Envelope({0: INVITE.epoch_key})))
    async with trio.open_nursery() as nursery:
        hall = Hall(nursery, peers)
        await hall.start()
        for peer, link, sent in zip(peers, memory_pair(), frames, strict=True):
            nursery.start_soon(peer.attach, Tapped(link, sent))
        await hall.finished()
        for peer in peers:
            await peer.flush()
        nursery.cancel_scope.cancel()
    for peer in peers:
        peer.close()
    return frames, peers[0].table.transcript()


def kind_of(raw: bytes) -> str:
    kind = reader.read_payload(reader.read_entry(raw).payload)[0]
    assert isinstance(kind, str)
    return kind


async def test_real_frames_open_as_the_page_says(tmp_path: Path) -> None:
    frames, data = await sat(tmp_path)
    invite = wire_invite.read_invite(INVITE.encode())
    game = read(data, "kuhn")
    epoch_key = reader.open_box(game.boxes[1], me(1).box_secret)
    kinds: dict[int, set[str]] = {0: set(), 1: set()}
    wholes = wire_briefs.Wholes()
    keys = {0: invite.key, 1: epoch_key}
    said = [message(frame, keys) for sent in frames for frame in sent]
    wholes.read(plaintext for _, plaintext in said)
    for epoch, plaintext in said:
        kinds[epoch] |= kinds_in(plaintext)
    assert kinds == {0: {"have", "hello", "genesis"}, 1: {"accept", "answer", "end"}}
    assert wholes.raws == {*raws_of(data)}
    assert 7 in {plaintext[0] for _, plaintext in said}


def kinds_in(plaintext: bytes) -> set[str]:
    if plaintext[0] == 7:
        kind = reader.read_payload(wire_briefs.read_brief(plaintext).payload)[0]
        return {kind} if isinstance(kind, str) else set()
    said = reader.read_message(plaintext)
    return {kind_of(raw) for raw in said if isinstance(raw, bytes)} or {"have"}


def message(frame: bytes, keys: Mapping[int, bytes]) -> tuple[int, bytes]:
    opened = reader.open_frame(frame, keys)
    assert opened is not None
    return opened


def raws_of(data: bytes) -> list[bytes]:
    fields = Bytes(data[len(reader.TITLE) + 32 + 35 : -32])  # behind table and part
    return [fields.take(fields.number(4)) for _ in range(fields.number(4))]


async def test_a_have_comes_first_and_names_real_entries(tmp_path: Path) -> None:
    frames, data = await sat(tmp_path)
    key = wire_invite.read_invite(INVITE.encode()).key
    known = {entry.id: entry for entry in reader.read_file(data)[1]}
    for sent in frames:
        plaintexts = [reader.open_frame(frame, {0: key}) for frame in sent]
        assert plaintexts[0] is not None
        reader.read_heads(plaintexts[0][1])
        for opened in plaintexts:
            if opened is not None and opened[1][0] == 1:
                for author, sequence, id in reader.read_heads(opened[1]):
                    assert (known[id].author, known[id].sequence) == (author, sequence)
