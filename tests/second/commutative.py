"""Step 10, commutative decks: laps of locks, and the keys that open them.

Each player multiplies and mixes all cards in a first lap, and locks each by itself in
a second one. A proved deck shows each lap; the other shows all of them in an audit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from . import reveal
from .cards import Laid
from .errors import blaming, demand
from .group import Element, G, Reader, combine, element, inverse
from .hearing import Hearing
from .proofs import Item, Transcript, proved
from .shuffle import KnownContent, bases, known, powers, scalars
from .turns import Shuffle

LAPS = (b"first", b"second")


@dataclass(frozen=True, slots=True)
class Lap:
    """One player's turn in a lap, as an audit works it out again."""

    lap: bytes
    seat: int
    identity: bytes
    before: Sequence[Element]
    after: Sequence[Element]
    locks: Sequence[Element]


@dataclass(slots=True)
class Deck:
    players: tuple[int, ...]
    proved: bool
    faces: dict[Element, str]
    cards: Sequence[Element]
    identity: bytes
    laps: list[Lap] = field(default_factory=list)
    locks: dict[int, Sequence[Element]] = field(default_factory=dict)
    keys: dict[int, dict[int, int]] = field(default_factory=dict)
    opened: dict[Element, int] = field(default_factory=dict)

    def missing(self, slot: int) -> list[int]:
        return [p for p in self.players if p not in self.keys.get(slot, {})]

    def open(self, slot: int) -> str | None:
        """Return the face on a slot of which all keys are known, if it has one.

        A card that lies open on another slot, too, has none.
        """
        product = 1
        for key in self.keys[slot].values():
            product *= key
        opened = inverse(product) * self.cards[slot]
        if self.opened.setdefault(opened, slot) != slot:
            return None
        return self.faces.get(opened)


def start(turn: Shuffle, context: bytes, is_proved: bool) -> Deck:
    """Return the deck before its first lap."""
    faces, copies = {}, Counter[str]()
    for name in turn.faces:
        copy = copies[name].to_bytes(4, "little")
        faces[element("copy of a face", copy + name.encode())] = name
        copies[name] += 1
    t = Transcript("commutative deck")
    t.append("occasion", context, turn.players, int(is_proved))
    identity = t.append("faces", *faces).identity()
    return Deck(turn.players, is_proved, faces, list(faces), identity)


def shuffled(hearing: Hearing, turn: Shuffle, is_proved: bool) -> tuple[Deck, Laid]:
    """Hear both laps of a Shuffle."""
    deck = start(turn, hearing.turn, is_proved)
    factors: dict[int, Element] = {}
    for lap in LAPS:
        for seat in turn.players:
            for said in hearing.hear([seat]).values():
                with blaming(said.author):
                    _turn(deck, lap, seat, factors, said.message)
    return deck, Laid(deck.identity, tuple(range(len(deck.cards))))


def _turn(
    deck: Deck, lap: bytes, seat: int, factors: dict[int, Element], message: bytes
) -> None:
    n, first = len(deck.cards), lap == LAPS[0]
    sizes = {(True, False): n, (True, True): 4 * n + 10}
    sizes |= {(False, False): 2 * n, (False, True): 3 * n + 2}
    reader = Reader(message, sizes[first, deck.proved])
    Q = reader.elements(n)
    demand(len({*Q}) == n, "a card is there twice", "encoding")
    locks = [] if first else reader.elements(n)
    more: list[Element] = locks
    if deck.proved:
        t = Transcript("commutative lap").append("place", lap, deck.identity, seat)
        if first:
            factors[seat] = check_first(t, deck.cards, Q, reader)
            more = [factors[seat]]
        else:
            check_second(t, factors[seat], deck.cards, Q, locks, reader)
    deck.laps.append(Lap(lap, seat, deck.identity, deck.cards, Q, locks))
    t = Transcript("commutative stage").append("turn", deck.identity, seat, Q, more)
    deck.identity, deck.cards = t.identity(), Q
    if not first:
        deck.locks[seat] = locks


def check_first(
    t: Transcript, P: Sequence[Element], Q: Sequence[Element], reader: Reader
) -> Element:
    """Return ``S`` of a lap that multiplies all cards by its scalar, and mixes them."""
    n = len(P)
    S, c, c_d, E_d, S_d = reader.elements(5)
    f, z = reader.scalars(n), reader.scalar()
    inner = KnownContent.read(reader, n)
    statement: list[Item] = [(G, *bases(n)), S, P, Q]
    t.append("same scalar statement", *statement).append("same scalar order", c)
    ti = powers(t.challenge("same scalar t"), n)
    e = t.append("same scalar commitments", c_d, E_d, S_d).challenge("same scalar e")
    t.append("same scalar responses", scalars(f), scalars([z])[0])
    lam = t.challenge("same scalar lambda")
    m = [lam * i + e * v for i, v in enumerate(ti, 1)]
    C = lam * c + c_d + combine(f, bases(n))
    proved(combine(f, Q) - z * combine(ti, P) == E_d, "cards are no multiples")
    proved(z * G - e * S == S_d, "a factor is not proved")
    known(t, m, lam, f, c, c_d)
    inner.check(t, m, C)
    return S


def check_second(
    t: Transcript, S: Element, P: Sequence[Element], Q: Sequence[Element],
    K: Sequence[Element], reader: Reader,
) -> None:  # fmt: skip
    """Check that a lap takes off the factor behind S and locks each card."""
    c, z, zi = reader.scalar(), reader.scalar(), reader.scalars(len(P))
    t.append("relock statement", G, S, P, Q, K)
    commitments = [z_i * G + c * lock for z_i, lock in zip(zi, K, strict=True)]
    rest = [z * q - z_i * p for z_i, p, q in zip(zi, P, Q, strict=True)]
    t.append("relock commitment", z * G + c * S, commitments, rest)
    proved(t.challenge("relock challenge") == c, "locks are not proved")


def keys(hearing: Hearing, deck: Deck, wanted: Mapping[int, int | None]) -> None:
    """Hear the keys that are owed for slots, each but for the seat it is dealt to."""
    owed: dict[int, list[int]] = {}
    for slot in sorted(wanted):
        for seat in deck.missing(slot):
            if seat != wanted[slot]:
                owed.setdefault(seat, []).append(slot)
    if not owed:
        return
    reveal.agree(hearing, loses=False)
    for seat, said in hearing.hear(owed).items():
        with blaming(said.author):
            shown = Reader(said.message, len(owed[seat])).scalars(len(owed[seat]))
            for slot, key in zip(owed[seat], shown, strict=True):
                fits = key * G == deck.locks[seat][slot]
                demand(fits, "a key opens no lock", "opening")
                deck.keys.setdefault(slot, {})[seat] = key


def callers(hearing: Hearing, dealt: Mapping[int, int]) -> list[int]:
    """Hear which seats say that they were dealt no card of the deck."""
    calling = []
    for seat, said in hearing.hear({*dealt.values()}).items():
        with blaming(said.author):
            form = said.message in (b"", b"audit")
            demand(form, "a complaint has a wrong form", "encoding")
        if said.message:
            calling.append(seat)
    return calling
