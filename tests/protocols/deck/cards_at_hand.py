"""Cards to test with, and tables that shuffle, deal, open, place and mix them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TypeVar

from p2pgame.protocols.arithmetic.group import G, Scalar
from p2pgame.protocols.deck.cards import Cards, Secrets
from p2pgame.protocols.deck.claims import claim
from p2pgame.protocols.deck.dealing import NOBODY, deal, open_cards, reshuffle, shuffle
from p2pgame.protocols.deck.placing import place, roll
from p2pgame.protocols.rounds import Protocol, Run
from p2pgame.protocols.threshold.keys import Keys
from p2pgame.protocols.threshold.sharing import share
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
Dealt = tuple[Cards, dict[int, str]]
Opening = tuple[Cards, tuple[str, ...]]
Play = Callable[[Seat, Entropy], Protocol[R]]

#: The keys of all with a seat.
EMPTY = Cards(Keys({seat: KEYS.shares[seat] for seat in range(4)}))


@cache
def shared(n: int, threshold: int) -> tuple[Cards, Mapping[int, Mapping[int, Scalar]]]:
    """Return a table of n players who share their secrets, and what each holds."""
    keys = Keys({player: KEYS.shares[player] for player in range(n)})

    def protocol(me: Seat, entropy: Entropy) -> Protocol[object]:
        mine = None if me is None else SECRETS[me]
        return share(me, range(n), keys, threshold, mine, b"keys", entropy)

    results = Table([*range(n), None], protocol).play()
    sharing, held = {}, {}
    for seat, result in results.items():
        assert isinstance(result, tuple)
        sharing[seat], held[seat] = result
    return Cards(keys, sharing[None]), {player: held[player] for player in range(n)}


def secrets(me: Seat, cards: Cards = EMPTY) -> Secrets | None:
    """Return what ``me`` alone knows at this table."""
    if me is None:
        return None
    if cards.sharing is None:
        return Secrets(SECRETS[me])
    _, held = shared(len(cards.keys.shares), cards.sharing.threshold)
    return Secrets(SECRETS[me], held[me])


def seats(cards: Cards) -> list[Seat]:
    return SEATS if cards.sharing is None else [*cards.sharing.players, None]


def shuffling(
    players: tuple[int, ...] = PLAYERS,
    faces: tuple[str, ...] = FACES,
    context: bytes = b"hand 1",
    cards: Cards = EMPTY,
) -> Table[Cards]:
    def protocol(me: Seat, entropy: Entropy) -> Protocol[Cards]:
        return shuffle(me, players, cards, faces, context, entropy)

    return Table(seats(cards), protocol)


def mixing(
    cards: Cards,
    slots: tuple[int, ...],
    first: int = 10,
    players: tuple[int, ...] = PLAYERS,
    context: bytes = b"mix 1",
) -> Table[Cards]:
    def protocol(me: Seat, entropy: Entropy) -> Protocol[Cards]:
        return reshuffle(me, players, cards, slots, first, context, entropy)

    return Table(seats(cards), protocol)


def dealing(
    cards: Cards,
    hands: Mapping[int, int],
    context: bytes = b"deal 1",
    gone: frozenset[int] = NOBODY,
) -> Table[Dealt]:
    def protocol(me: Seat, entropy: Entropy) -> Protocol[Dealt]:
        mine = secrets(me, cards)
        return deal(me, cards, hands, mine, context, entropy, gone)

    return Table([seat for seat in seats(cards) if seat not in gone], protocol)


def opening(
    cards: Cards,
    slots: tuple[int, ...],
    context: bytes = b"open 1",
    gone: frozenset[int] = NOBODY,
) -> Table[Opening]:
    def protocol(me: Seat, entropy: Entropy) -> Protocol[Opening]:
        mine = secrets(me, cards)
        return open_cards(me, cards, slots, mine, context, entropy, gone)

    return Table([seat for seat in seats(cards) if seat not in gone], protocol)


def placing(
    player: int,
    slots: tuple[int, ...],
    faces: tuple[str, ...],
    chosen: tuple[str, ...],
    context: bytes = b"place 1",
    cards: Cards = EMPTY,
) -> Table[Dealt]:
    def protocol(me: Seat, entropy: Entropy) -> Protocol[Dealt]:
        what = chosen if me == player else None
        mine = secrets(me, cards)
        return place(me, player, cards, slots, faces, what, mine, context, entropy)

    return Table(seats(cards), protocol)


def rolling(
    hands: Mapping[int, tuple[int, ...]],
    sides: int,
    context: bytes = b"roll 1",
    cards: Cards = EMPTY,
    seed: str = "table",
) -> Table[Cards]:
    def protocol(me: Seat, entropy: Entropy) -> Protocol[Cards]:
        return roll(me, cards, hands, sides, secrets(me, cards), context, entropy)

    return Table(seats(cards), protocol, seed)


def claiming(
    player: int,
    cards: Cards,
    slots: tuple[int, ...],
    allowed: frozenset[str],
    context: bytes = b"claim 1",
) -> Table[None]:
    def protocol(me: Seat, entropy: Entropy) -> Protocol[None]:
        mine = secrets(me, cards)
        return claim(me, player, cards, slots, allowed, mine, context, entropy)

    return Table(seats(cards), protocol)


@cache
def shuffled(
    players: tuple[int, ...] = PLAYERS,
    faces: tuple[str, ...] = FACES,
    context: bytes = b"hand 1",
) -> tuple[Cards, Said]:
    """Return an honest deck, and what was said for it."""
    table = shuffling(players, faces, context)
    return table.play()[None], table.said


def faces_of(cards: Cards) -> tuple[str, ...]:
    """Return the faces by rising slot, as only all secrets together can see them."""
    slots = sorted(cards.slots)
    seen = []
    for card in cards.on(slots):
        tokens = {p: SECRETS[p] * card.masked.C1 for p in card.players}
        seen.append(card.face or card.read(tokens))
    return tuple(seen)


def turn(me: int, heard: Sequence[bytes], seed: str) -> bytes:
    """Return the shuffle of ``me`` after it has ``heard`` those before it."""
    run = Run(shuffle(me, PLAYERS, EMPTY, FACES, b"hand 1", prg(seed)))
    said = run.step()
    for player, message in enumerate(heard):
        run.receive(player, player, message)
        said = run.step()
    assert said is not None
    return said


def refuse(table: Table[R], tamper: Tamper, culprit: int) -> None:
    """Check that everybody names ``culprit`` and nobody gets a result."""
    assert table.play(tamper=tamper) == {}
    assert table.blamed == dict.fromkeys(table.runs, culprit)


def refuse_the_word_of(table: Table[R], cheat: int, protocol: Protocol[R]) -> None:
    """Check that all others name ``cheat``, who runs a ``protocol`` of its own."""
    table.runs[cheat] = Run(protocol)
    results = table.play(busy=True)
    assert not results.keys() - {cheat}
    blamed = {seat: table.blamed.get(seat) for seat in table.runs if seat != cheat}
    assert blamed == dict.fromkeys(blamed, cheat)
