"""A machine put back to any earlier state: it never answers twice with one nonce.

Two answers to two challenges with one nonce give the secret away.  So every game
is started again from each part of its log, with the same seeds, while the others
conspire and go on differently; every nonce drawn in any of these lives is noted,
with the history it was drawn in and the challenges that followed.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from p2pgame.engine import AnyGame
from p2pgame.log import Entry
from p2pgame.protocols.arithmetic.group import Entropy, Scalar
from p2pgame.protocols.arithmetic.transcript import Item, Transcript
from p2pgame.session import Me, Offer, Table
from p2pgame.session.entries import payloads
from p2pgame.session.entries.notes import Note
from p2pgame.session.entries.payloads import Answer
from p2pgame.transport.envelope import Envelope
from tests.session.draw import Draw
from tests.session.secrets import Secretive
from tests.session.tables import TABLE, Net, known, me

VICTIM = 1


@dataclass(frozen=True, slots=True, repr=False)
class Otherwise(Me):
    """The same player with other luck: it says other things with the same keys."""

    luck: bytes = b""

    def entropy(self, turn: bytes) -> Entropy:
        return Me.entropy(self, turn + self.luck)


class Ledger:
    """Every nonce that was drawn, where, and which challenges it then answered."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.drawn: dict[int, set[bytes]] = {}
        self.challenges: dict[tuple[int, int], set[int]] = {}
        self._of: dict[int, tuple[Transcript, list[int], list[int]]] = {}
        draw, challenge = Transcript.nonces, Transcript.challenge
        ledger = self

        def nonces(
            self: Transcript, secret: Item, entropy: Entropy
        ) -> Iterator[Scalar]:
            state = self._hash.digest()
            _, mine, _ = ledger._of.setdefault(id(self), (self, [], []))
            for scalar in draw(self, secret, entropy):
                ledger.drawn.setdefault(scalar.value, set()).add(state)
                mine.append(scalar.value)
                yield scalar

        def answered(self: Transcript, label: bytes) -> Scalar:
            scalar = challenge(self, label)
            if id(self) in ledger._of:
                _, mine, asked = ledger._of[id(self)]
                for nonce in mine:
                    spot = nonce, len(asked)
                    ledger.challenges.setdefault(spot, set()).add(scalar.value)
                asked.append(scalar.value)
            return scalar

        monkeypatch.setattr(Transcript, "nonces", nonces)
        monkeypatch.setattr(Transcript, "challenge", answered)

    def check(self) -> None:
        for histories in self.drawn.values():
            assert len(histories) == 1, "one nonce in two histories"
        for asked in self.challenges.values():
            assert len(asked) == 1, "one nonce for two challenges"


def restarted(game: AnyGame, whole: Net, length: int, quorum: int) -> Net:
    """Return tables that remember so many entries; all but the victim have changed."""
    net = Net(game, 3, quorum=quorum)
    offer = Offer(game, game.options(), 3, quorum)
    luck = length.to_bytes(4)
    for seat in range(3):
        player = me(seat)
        if seat != VICTIM:
            secrets = player.identity, player.seed, player.joining
            player = Otherwise(player.name, *secrets, luck=luck)
        table = Table(TABLE, known(game), player, offer if seat == 0 else None)
        for by, data in whole.notes:
            note = Note.read(data)
            if by == seat and note is not None:
                table.remember(note)
        for _, raw in whole.said[:length]:
            table.receive(raw)
        net.tables[seat] = table
    return net


def answers(net: Net) -> dict[tuple[bytes, int], bytes]:
    """Return what the victim said, by turn and round."""
    said = {}
    for seat, raw in net.said:
        word = payloads.decode(Entry.read(raw).payload)
        if seat == VICTIM and isinstance(word, Answer):
            said[word.turn, word.round] = word.message
    return said


@pytest.mark.attack(40)
@pytest.mark.parametrize(
    ("game", "quorum", "step"),
    [(Draw(), 0, 2), (Secretive(), 2, 12)],
    ids=["draw", "all"],
)
def test_no_nonce_is_used_twice_from_whatever_state_a_player_goes_on(
    game: AnyGame, quorum: int, step: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = Ledger(monkeypatch)
    whole = Net(game, 3, quorum=quorum)
    whole.play()
    assert all(table.complete for table in whole.tables)
    first, changed = answers(whole), 0
    for length in range(0, len(whole.said), step):
        net = restarted(game, whole, length, quorum)
        net.play()
        # Whoever had sealed something can no longer open it; the victim can.
        assert me(VICTIM).key.public not in net.tables[0].cheats
        again = answers(net)
        changed += any(first.get(spot, word) != word for spot, word in again.items())
    assert changed, "the victim never said anything else in one place"
    assert len(ledger.drawn) > 100
    ledger.check()


@pytest.mark.attack(40)
def test_a_frame_sealed_again_has_another_nonce() -> None:
    """Drawn, not counted: a counter would come back with an old backup."""
    envelope = Envelope({0: b"k" * 32})
    frames = {envelope.seal(b"same", os.urandom) for _ in range(2_000)}
    assert len({frame[5:29] for frame in frames}) == 2_000
