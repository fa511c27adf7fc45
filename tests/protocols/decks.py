"""Decks to test with, and tables that shuffle, deal from and open them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TypeVar

from protocols.deck import Deck, deal, open_cards, shuffle
from protocols.group import G, Scalar
from protocols.keys import Keys
from protocols.rounds import Protocol, Run
from tests.protocols.table import Entropy, Seat, Table, Tamper, prg

R = TypeVar("R")

SECRETS = {player: Scalar(10**60 + player) for player in range(5)}
KEYS = Keys({player: secret * G for player, secret in SECRETS.items()})
FACES = ("A♠", "K♠", "Q♠", "J♠")
PLAYERS = (0, 1, 2)

#: Three who play, one who has a key but is out of the game, and one who looks on.
SEATS: list[Seat] = [0, 1, 2, 3, None]

#: What was said at a table, by player and round.
Said = Mapping[tuple[int, int], bytes]
Dealt = tuple[Deck, dict[int, str]]
Opening = tuple[Deck, tuple[str, ...]]


def secret(me: Seat) -> Scalar | None:
    return None if me is None else SECRETS[me]


def shuffling(
    players: tuple[int, ...] = PLAYERS,
    faces: tuple[str, ...] = FACES,
    context: bytes = b"hand 1",
) -> Table[Deck]:
    def protocol(me: Seat, entropy: Entropy) -> Protocol[Deck]:
        return shuffle(me, players, KEYS, faces, context, entropy)

    return Table(SEATS, protocol)


def dealing(
    deck: Deck, hands: Mapping[int, int], context: bytes = b"deal 1"
) -> Table[Dealt]:
    def protocol(me: Seat, entropy: Entropy) -> Protocol[Dealt]:
        return deal(me, deck, hands, secret(me), context, entropy)

    return Table(SEATS, protocol)


def opening(
    deck: Deck, slots: tuple[int, ...], context: bytes = b"open 1"
) -> Table[Opening]:
    def protocol(me: Seat, entropy: Entropy) -> Protocol[Opening]:
        return open_cards(me, deck, slots, secret(me), context, entropy)

    return Table(SEATS, protocol)


@cache
def shuffled(
    players: tuple[int, ...] = PLAYERS,
    faces: tuple[str, ...] = FACES,
    context: bytes = b"hand 1",
) -> tuple[Deck, Said]:
    """Return an honest deck, and what was said for it."""
    table = shuffling(players, faces, context)
    return table.play()[None], table.said


def faces_of(deck: Deck) -> tuple[str, ...]:
    """Return the faces by slot, as only all secrets together can see them."""
    slots = tuple(range(len(deck.cards)))
    return opening(deck, slots).play()[None][1]


def turn(me: int, heard: Sequence[bytes], seed: str) -> bytes:
    """Return the shuffle of ``me`` after it has ``heard`` those before it."""
    run = Run(shuffle(me, PLAYERS, KEYS, FACES, b"hand 1", prg(seed)))
    said = run.step()
    for player, message in enumerate(heard):
        run.receive(player, player, message)
        said = run.step()
    assert said is not None
    return said


def refuse(table: Table[R], tamper: Tamper, culprit: int) -> None:
    """Check that everybody names ``culprit`` and nobody gets a result."""
    assert table.play(tamper=tamper) == {}
    assert table.blamed == dict.fromkeys(SEATS, culprit)
