"""Commutative decks, checked by docs/wire.md alone.

Part of the second reader: it shares no code with the program.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import shake_256
from itertools import count

from tests.wire_group import (
    ORDER,
    Element,
    G,
    Scalar,
    Transcript,
    bases,
    combine,
    element,
    le64,
    read_element,
    read_scalar,
    scalars,
)
from tests.wire_shuffles import check_content
from tests.wire_values import Bytes, need

#: Gives the messages of a round of some seats.
Hear = Callable[[int, Iterable[int]], dict[int, bytes]]
Cards = list[Element]


@dataclass(frozen=True)
class Turn:
    """What one player made of the cards in one lap."""

    seat: int
    before: Cards
    identity_before: bytes
    after: Cards
    more: Cards
    identity: bytes


@dataclass
class Deck:
    faces: tuple[str, ...]
    players: tuple[int, ...]
    first: list[Turn] = field(default_factory=list)
    second: list[Turn] = field(default_factory=list)
    keys: dict[int, dict[int, int]] = field(default_factory=dict)
    shown: dict[int, str] = field(default_factory=dict)


class Classic:
    """The decks of a game whose deck is not masked."""

    def __init__(
        self, hear: Hear, here: Callable[[], set[int]], *, proved: bool
    ) -> None:
        self._hear, self._here, self._proved = hear, here, proved
        self._deck: Deck | None = None
        self._unaudited: set[int] = set()

    @property
    def owes_audit(self) -> bool:
        return not self._here().isdisjoint(self._open_to_audit)

    @property
    def unaudited(self) -> list[int]:
        """Whose turns no audit has shown, in any deck, when none is due."""
        return sorted(self._unaudited | self._open_to_audit)

    @property
    def _open_to_audit(self) -> set[int]:
        deck = self._deck
        return set() if deck is None or self._proved else {*deck.players}

    @property
    def laid(self) -> tuple[bytes, Sequence[int]] | None:
        """By what the deck is named, and its slots."""
        deck = self._deck
        if deck is None:
            return None
        return deck.second[-1].identity, range(len(deck.faces))

    def shuffle(
        self, context: bytes, players: tuple[int, ...], faces: tuple[str, ...]
    ) -> None:
        number = self.audit(0) if self.owes_audit else 0
        need(2 <= len(faces) <= 512, "a deck of another size")
        deck, cards = Deck(faces, players), elements(faces)
        identity = start_hash(context, players, cards, proved=self._proved)
        for seat in players:
            said = self._hear(number, [seat])[seat]
            turn = read_first(said, seat, cards, identity, proved=self._proved)
            deck.first.append(turn)
            cards, identity, number = turn.after, turn.identity, number + 1
        for first in deck.first:
            said = self._hear(number, [first.seat])[first.seat]
            turn = read_second(said, first, cards, identity)
            deck.second.append(turn)
            cards, identity, number = turn.after, turn.identity, number + 1
        self._deck = deck

    def deal(self, owners: Mapping[int, int]) -> None:
        number = self._publish({slot: {seat} for slot, seat in owners.items()})
        if not self._proved:
            words = self._hear(number, {*owners.values()})
            need({*words.values()} <= {b"", b"audit"}, "no word after a deal")
            if any(words.values()):
                self.audit(number + 1)
                need(False, "an audit without a reason")

    def open_slots(self, slots: Sequence[int]) -> list[str]:
        number, deck = self._publish({slot: set() for slot in slots}), self._deck
        assert deck is not None
        names = dict(zip(elements(deck.faces), deck.faces, strict=True))
        for slot in slots:
            product = 1
            for key in deck.keys[slot].values():
                product = product * key % ORDER
            card = pow(product, -1, ORDER) * deck.second[-1].after[slot]
            if card not in names:
                self.audit(number)
            need(card in names, "no card of the deck")
            deck.shown[slot] = names[card]
        need(not Counter(deck.shown.values()) - Counter(deck.faces), "one too many")
        return [deck.shown[slot] for slot in slots]

    def audit(self, number: int) -> int:
        """Work out again all turns of those who are here.

        Return the number of the round after it.
        """
        deck, here = self._deck, self._here()
        assert deck is not None
        number = self._agree(number)
        seeds = self._hear(number, here.intersection(deck.players))
        self._unaudited |= {*deck.players} - here
        self._deck = None
        for first, second in zip(deck.first, deck.second, strict=True):
            if first.seat not in seeds:
                continue
            seed = seeds[first.seat]
            need(len(seed) == 32, "a seed")
            s, order = mixing(seed, first)
            need([s * first.before[i] for i in order] == first.after, "the first lap")
            keys = keys_of(seed, second)
            off = pow(s, -1, ORDER)
            made = [k * off * P for k, P in zip(keys, second.before, strict=True)]
            need(made == second.after, "the second lap")
            need([k * G for k in keys] == second.more, "the locks")
        return number + 1

    def _agree(self, number: int) -> int:
        crowd = self._here()
        if len(crowd) < 3:
            return number
        words = self._hear(number, crowd)
        need(not any(words.values()), "an agreement is empty")
        return number + 1

    def _publish(self, owners: Mapping[int, set[int]]) -> int:
        """Hear keys for each slot from all but its owners."""
        deck = self._deck
        assert deck is not None
        owed = {
            seat: [
                slot
                for slot in sorted(owners)
                if seat not in owners[slot] | deck.keys.get(slot, {}).keys()
            ]
            for seat in deck.players
        }
        owed = {seat: slots for seat, slots in owed.items() if slots}
        if not owed:
            return 0
        number = self._agree(0)
        locks = {turn.seat: turn.more for turn in deck.second}
        for seat, said in self._hear(number, owed).items():
            fields = Bytes(said)
            for slot in owed[seat]:
                key = read_scalar(fields.take(32))
                need(key * G == locks[seat][slot], "a key does not fit")
                deck.keys.setdefault(slot, {})[seat] = key
            fields.end()
        return number + 1


def elements(faces: Sequence[str]) -> Cards:
    """Return an element for each card, of which equal faces have different ones."""
    made, seen = [], Counter[str]()
    for face in faces:
        copy = seen[face].to_bytes(4, "little")
        made.append(element(b"copy of a face", copy + face.encode()))
        seen[face] += 1
    return made


def start_hash(
    context: bytes, players: Sequence[int], cards: Cards, *, proved: bool
) -> bytes:
    transcript = Transcript("commutative deck")
    transcript.append("occasion", context, players, int(proved))
    transcript.append("faces", *cards)
    return transcript.hash("identity")


def read_first(
    message: bytes, seat: int, before: Cards, identity: bytes, *, proved: bool
) -> Turn:
    fields = Bytes(message)
    after = _cards(fields, len(before))
    more = []
    if proved:
        more = [read_element(fields.take(32))]
        transcript = _lap("first", identity, seat)
        _check_same_scalar(fields, before, after, more[0], transcript)
    fields.end()
    return _turn(seat, before, identity, after, more)


def read_second(message: bytes, first: Turn, before: Cards, identity: bytes) -> Turn:
    fields, seat = Bytes(message), first.seat
    after = _cards(fields, len(before))
    locks = [read_element(fields.take(32)) for _ in before]
    for S in first.more:
        transcript = _lap("second", identity, seat)
        _check_relock(fields, (S, before, after, locks), transcript)
    fields.end()
    return _turn(seat, before, identity, after, locks)


def mixing(seed: bytes, turn: Turn) -> tuple[int, list[int]]:
    """Return the secret and the order of a turn in the first lap."""
    draws = _draws("first", seed, turn)
    s = _number(next(draws)(64)) % ORDER
    order = [*range(len(turn.before))]
    for i in range(len(order) - 1, 0, -1):
        bits = i.bit_length()
        drawn = (_number(draw(-(-bits // 8))) % (1 << bits) for draw in draws)
        j = next(number for number in drawn if number <= i)
        order[i], order[j] = order[j], order[i]
    return s, order


def keys_of(seed: bytes, turn: Turn) -> list[int]:
    draws = _draws("second", seed, turn)
    pairs = zip(turn.before, draws, strict=False)
    return [_number(draw(64)) % ORDER for _, draw in pairs]


def _draws(lap: str, seed: bytes, turn: Turn) -> Iterator[Callable[[int], bytes]]:
    transcript = Transcript("commutative secrets")
    transcript.append("turn", lap.encode(), seed, turn.identity_before, turn.seat)
    root = transcript.hash("identity")
    for i in count():
        yield shake_256(root + le64(i)).digest


def _number(data: bytes) -> int:
    return int.from_bytes(data, "little")


def _cards(fields: Bytes, n: int) -> Cards:
    cards = [read_element(fields.take(32)) for _ in range(n)]
    need(len({*cards}) == n, "a card twice")
    return cards


def _turn(seat: int, before: Cards, identity: bytes, after: Cards, more: Cards) -> Turn:
    transcript = Transcript("commutative stage")
    transcript.append("turn", identity, seat, after, more)
    return Turn(seat, before, identity, after, more, transcript.hash("identity"))


def _lap(lap: str, identity: bytes, seat: int) -> Transcript:
    transcript = Transcript("commutative lap")
    transcript.append("place", lap.encode(), identity, seat)
    return transcript


def _check_same_scalar(
    proof: Bytes, P: Cards, Q: Cards, S: Element, transcript: Transcript
) -> None:
    n, H = len(P), bases(len(P))
    c, c_d, E_d, S_d = (read_element(proof.take(32)) for _ in range(4))
    *f, z = (read_scalar(proof.take(32)) for _ in range(n + 1))
    transcript.append("same scalar statement", [G, *H], S, P, Q)
    transcript.append("same scalar order", c)
    t = transcript.challenge("same scalar t")
    transcript.append("same scalar commitments", c_d, E_d, S_d)
    e = transcript.challenge("same scalar e")
    transcript.append("same scalar responses", scalars(f), Scalar(z))
    lam = transcript.challenge("same scalar lambda")
    powers = [pow(t, i, ORDER) for i in range(1, n + 1)]
    need(combine(f, Q) - z * combine(powers, P) == E_d, "equation (4)")
    need(z * G - e * S == S_d, "equation (5)")
    m = [(lam * i + e * t_i) % ORDER for i, t_i in enumerate(powers, 1)]
    C = lam * c + c_d + combine(f, H)
    terms = scalars([lam, 1, *f]), [c, c_d, *H]
    transcript.append("known content statement", scalars(m), *terms)
    check_content(proof, m, C, transcript)


def _check_relock(
    proof: Bytes,
    statement: tuple[Element, Cards, Cards, Cards],
    transcript: Transcript,
) -> None:
    S, P, Q, K = statement
    c, z, *z_keys = (read_scalar(proof.take(32)) for _ in range(len(P) + 2))
    transcript.append("relock statement", G, *statement)
    opened = [z_i * G + c * K_i for z_i, K_i in zip(z_keys, K, strict=True)]
    cards = zip(z_keys, P, Q, strict=True)
    differences = [z * Q_i - z_i * P_i for z_i, P_i, Q_i in cards]
    transcript.append("relock commitment", z * G + c * S, opened, differences)
    need(transcript.challenge("relock challenge") == c, "new locks")
