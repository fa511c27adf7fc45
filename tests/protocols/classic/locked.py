"""Commutative decks to test with, and tables that shuffle, deal, open and audit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TypeVar

import pytest

from p2pgame.protocols.arithmetic.errors import InvalidOpening
from p2pgame.protocols.arithmetic.group import Element, Scalar
from p2pgame.protocols.classic import laps
from p2pgame.protocols.classic.commutative import audit, deal, open_cards, shuffle
from p2pgame.protocols.classic.commutative_deck import CommutativeDeck, Secrets
from p2pgame.protocols.rounds import Inbox, Protocol
from tests.protocols.table import Entropy, Seat, Table, Tamper

R = TypeVar("R")

FACES = ("A♠", "K♠", "Q♠", "J♠")
PACK = tuple(rank + suit for suit in "♠♥♦♣" for rank in "23456789TJQKA")
PLAYERS = (0, 1, 2)

#: Three who play, one who has no part in the deck, and one who looks on.
SEATS: list[Seat] = [0, 1, 2, 3, None]

Cards = tuple[Element, ...]
Mine = tuple[CommutativeDeck, Secrets | None]
Dealt = tuple[CommutativeDeck, dict[int, str]]
Opening = tuple[CommutativeDeck, tuple[str, ...]]

#: What was said at a table, by player and round.
Said = Mapping[tuple[int, int], bytes]

#: Stands in for :func:`laps.mix`, or for :func:`laps.change_locks`.
Mix = Callable[[Cards, Scalar, tuple[int, ...]], Cards]
ChangeLocks = Callable[[Cards, Scalar, tuple[Scalar, ...]], Cards]


@dataclass(frozen=True)
class Cheat:
    """A player who runs the program with these two functions changed."""

    player: int
    mix: Mix = laps.mix
    change_locks: ChangeLocks = laps.change_locks

    def run(self, protocol: Protocol[R]) -> Protocol[R]:
        inbox: Inbox | None = None
        while True:
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(laps, "mix", self.mix)
                patch.setattr(laps, "change_locks", self.change_locks)
                try:
                    now = next(protocol) if inbox is None else protocol.send(inbox)
                except StopIteration as stop:
                    result: R = stop.value
                    return result
            inbox = yield now


@dataclass(frozen=True)
class Game:
    """A shuffled deck, and the secrets of all seats."""

    deck: CommutativeDeck
    secrets: Mapping[Seat, Secrets | None]

    def now(self, deck: CommutativeDeck) -> Game:
        return Game(deck, self.secrets)

    def dealing(self, hands: Mapping[int, int]) -> Table[Dealt]:
        return Table(
            self.secrets, lambda me, _: deal(me, self.deck, hands, self.secrets[me])
        )

    def opening(self, *slots: int) -> Table[Opening]:
        return Table(
            self.secrets,
            lambda me, _: open_cards(me, self.deck, slots, self.secrets[me]),
        )

    def auditing(self, gone: frozenset[int] = frozenset()) -> Table[tuple[str, ...]]:
        return Table(
            self.secrets,
            lambda me, _: audit(me, self.deck, self.secrets[me], gone=gone),
        )

    def dealt(self, hands: Mapping[int, int]) -> Game:
        return self.now(self.dealing(hands).play()[None][0])

    def opened(self, *slots: int) -> Game:
        return self.now(self.opening(*slots).play()[None][0])

    @property
    def faces(self) -> tuple[str, ...]:
        """The faces by slot, as only all keys together can show them."""
        keys = {
            secrets.seed.player: secrets.keys
            for secrets in self.secrets.values()
            if secrets is not None
        }
        return tuple(
            self.deck.unlock(slot, {player: keys[player][slot] for player in keys})
            for slot in range(len(self.deck.cards))
        )


def shuffling(
    players: tuple[int, ...] = PLAYERS,
    faces: tuple[str, ...] = FACES,
    context: bytes = b"hand 1",
    *,
    proved: bool = False,
    cheat: Cheat | None = None,
) -> Table[Mine]:
    def protocol(me: Seat, entropy: Entropy) -> Protocol[Mine]:
        honest = shuffle(me, players, faces, context, entropy, proved=proved)
        return cheat.run(honest) if cheat and cheat.player == me else honest

    return Table(SEATS if max(players) < 3 else [*range(5), None], protocol)


def play(table: Table[Mine], tamper: Tamper = lambda *said: said[2]) -> Game:
    """Play a table that shuffles to its end, and return what everybody has then."""
    results = table.play(tamper=tamper)
    assert table.errors == {}
    return Game(results[None][0], {seat: mine for seat, (_, mine) in results.items()})


@cache
def shuffled(
    players: tuple[int, ...] = PLAYERS,
    faces: tuple[str, ...] = FACES,
    context: bytes = b"hand 1",
    *,
    proved: bool = False,
) -> tuple[Game, Said]:
    """Return an honest deck with everybody's secrets, and what was said for it."""
    table = shuffling(players, faces, context, proved=proved)
    return play(table), table.said


def refuse(
    table: Table[R],
    culprit: int | None,
    tamper: Tamper = lambda *said: said[2],
) -> None:
    """Check that everybody names ``culprit`` and nobody gets a result."""
    assert table.play(tamper=tamper) == {}
    assert table.blamed == dict.fromkeys(table.runs, culprit)


def convict(game: Game, culprit: int) -> None:
    """Check that an audit names ``culprit`` to everybody."""
    table = game.auditing()
    refuse(table, culprit)
    assert {type(error) for error in table.errors.values()} == {InvalidOpening}


def parts(data: bytes) -> list[bytes]:
    return [data[i : i + 32] for i in range(0, len(data), 32)]


def with_part(data: bytes, place: int, part: bytes) -> bytes:
    said = parts(data)
    said[place] = part
    return b"".join(said)
