"""A whole game from its entries, folded as docs/wire.md says.

Part of the second reader: it shares no code with the program.  Rules are
generators that yield a state and its turn and are sent the turn's event; they
are written once more for the second reader, too.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from tests import wire_proofs as proofs
from tests.wire_proofs import Card, Element
from tests.wire_reader import (
    Entry,
    admit,
    can_be_sealed_to,
    check_signature,
    delivered,
    hash_of,
    read_payload,
)
from tests.wire_values import Value, need, write_msgpack


@dataclass(frozen=True)
class Choose:
    player: int
    is_legal: Callable[[str], bool]


@dataclass(frozen=True)
class Together:
    choices: tuple[Choose, ...]


@dataclass(frozen=True)
class Roll:
    sides: int
    dice: int


@dataclass(frozen=True)
class Shuffle:
    faces: tuple[str, ...]
    players: tuple[int, ...]


@dataclass(frozen=True)
class Deal:
    """To whom each slot is dealt."""

    owners: Mapping[int, int]


@dataclass(frozen=True)
class Open:
    slots: tuple[int, ...]


@dataclass(frozen=True)
class Over:
    payoffs: tuple[int, ...]


Turn: TypeAlias = Choose | Together | Roll | Shuffle | Deal | Open | Over
Event: TypeAlias = list[str] | list[int]
Rules: TypeAlias = Generator[tuple[list[Value], Turn], Event, None]


@dataclass
class Deck:
    faces: tuple[str, ...]
    players: tuple[int, ...]
    cards: list[Card]
    identity: bytes
    tokens: dict[int, dict[int, Element]]


@dataclass(frozen=True)
class Game:
    """What a reader makes of a complete game."""

    name: str
    players: tuple[str, ...]
    epoch: bytes
    boxes: tuple[bytes, ...]
    turns: tuple[bytes, ...]
    opened: tuple[tuple[str, ...], ...]
    payoffs: tuple[int, ...]


@dataclass(frozen=True)
class Offer:
    """The opener's genesis: its id, its fields, and the authors in seat order."""

    id: bytes
    fields: list[Value]
    authors: tuple[bytes, ...]


class Table:
    """The entries of one table, sorted by what they say."""

    def __init__(self, table: bytes, entries: Sequence[Entry]) -> None:
        self.entries = {entry.id: entry for entry in entries}
        self.names: dict[bytes, str] = {}
        self.offer: Offer | None = None
        self.answers: dict[tuple[bytes, int, bytes], tuple[bytes, bytes]] = {}
        self.ends: dict[bytes, tuple[Entry, tuple[Value, ...]]] = {}
        self._table = table
        self._accepted: set[bytes] = set()
        for entry in delivered(entries):
            need(entry.sequence > 0 or self._is_hello(entry), "no hello")
            if entry.author not in self.ends:
                self._take(entry, read_payload(entry.payload))

    @property
    def start(self) -> Offer:
        """What is played, if everybody has accepted it."""
        need(self.offer is not None, "nothing is offered")
        assert self.offer is not None
        need({*self.offer.authors} == self._accepted, "not accepted by all")
        return self.offer

    def _is_hello(self, entry: Entry) -> bool:
        match read_payload(entry.payload):
            case ["hello", str(name), bytes(identity), bytes(proof), bytes(box)]:
                admit(entry.author)
                admit(identity)
                can_be_sealed_to(box)
                content = self._table + entry.author
                check_signature(identity, b"p2pgame author 1", content, proof)
                self.names[entry.id] = name
                return True
        return False

    def _take(self, entry: Entry, payload: list[Value]) -> None:
        offer = self.offer
        match payload:
            case ["genesis", *_] if offer is None and entry.author == self._table:
                self.offer = self._read_offer(entry, payload)
            case ["accept", bytes(id)] if offer is not None and id == offer.id:
                if entry.author in offer.authors and id in self.past([entry]):
                    self._accepted.add(entry.author)
            case ["answer", bytes(turn), int(number), bytes(message)]:
                place = turn, number, entry.author
                self.answers.setdefault(place, (entry.id, message))
            case ["end", *end]:
                self.ends[entry.author] = entry, tuple(end)

    def _read_offer(self, entry: Entry, payload: list[Value]) -> Offer:
        hellos, boxes, past = payload[5], payload[7], self.past([entry])
        assert isinstance(hellos, list)
        assert isinstance(boxes, list)
        known = [id for id in hellos if id in self.names and id in past]
        authors = [self.entries[id].author for id in known if isinstance(id, bytes)]
        need(len(hellos) == len({*authors}) == len(boxes), "seats and boxes")
        need(authors[0] == self._table, "the first seat")
        return Offer(entry.id, payload, tuple(authors))

    def past(self, entries: Sequence[Entry]) -> set[bytes]:
        """Return the ids of entries, and of all that they build on."""
        past: set[bytes] = set()
        todo = [entry.id for entry in entries]
        while todo:
            id = todo.pop()
            if id not in past:
                past.add(id)
                todo += self.entries[id].named
        return past


class Player:
    """Plays a game by itself, from its start to its end, checking everything."""

    def __init__(self, table: Table) -> None:
        self._offer = table.start
        self._table = table
        self._authors = self._offer.authors
        self._seats = tuple(range(len(self._authors)))
        self._shares: dict[int, Element] = {}
        self._deck: Deck | None = None
        self._used: list[bytes] = []
        self.turn = hash_of("p2pgame start", self._offer.id)
        self.opened: list[tuple[str, ...]] = []

    def play(self, rules: Rules) -> Game:
        """Return what happened, if all of it holds."""
        turns = [self.turn]
        state, turn = next(rules)
        while not isinstance(turn, Over):
            self._used = []
            state, turn = rules.send(self._answer(turn))
            digest = hash_of("p2pgame state", write_msgpack(state))
            self.turn = hash_of(
                "p2pgame turn", self.turn + b"".join(self._used) + digest
            )
            turns.append(self.turn)
        digest = hash_of("p2pgame state", write_msgpack(state))
        self._check_ends((self.turn, digest))
        return self._report(turns, turn.payoffs)

    def _check_ends(self, expected: tuple[Value, ...]) -> None:
        table = self._table
        ends = [table.ends.get(author) for author in self._authors]
        need(None not in ends, "an end is not signed")
        signed = [end for end in ends if end is not None]
        need(all(end == expected for _, end in signed), "another end")
        past = table.past([entry for entry, _ in signed])
        need(past == table.entries.keys(), "more than the past of the ends")
        authors = {entry.author for entry in table.entries.values()}
        need(authors == {*self._authors}, "entries of others")

    def _report(self, turns: Sequence[bytes], payoffs: tuple[int, ...]) -> Game:
        match self._offer.fields:
            case [_, str(name), _, _, _, list(hellos), bytes(epoch), list(boxes)]:
                names = [self._table.names[id] for id in hellos if type(id) is bytes]
                return Game(
                    name,
                    tuple(names),
                    epoch,
                    tuple(box for box in boxes if isinstance(box, bytes)),
                    tuple(turns),
                    tuple(self.opened),
                    payoffs,
                )
        raise AssertionError

    def _hear(self, number: int, seats: Sequence[int]) -> dict[int, bytes]:
        """Return the messages of a round by seat, ascending."""
        heard = {}
        for seat in sorted(seats):
            place = self.turn, number, self._authors[seat]
            answer = self._table.answers.get(place)
            need(answer is not None, f"player {seat} has not answered")
            assert answer is not None
            id, heard[seat] = answer
            self._used.append(id)
        return heard

    def _answer(self, turn: Turn) -> Event:
        match turn:
            case Choose(player):
                return [_move(turn, self._hear(0, [player])[player])]
            case Together(choices):
                choosers = [choice.player for choice in choices]
                moves = self._sealed(self.turn, choosers)
                return [_move(choice, moves[choice.player]) for choice in choices]
            case Roll(sides, dice):
                flip = proofs.flip_of(self.turn)
                throws = self._sealed(flip, self._seats)
                return proofs.dice(flip, [*throws.values()], sides, dice)
            case Shuffle():
                self._shuffle(turn)
                return []
            case Deal(owners):
                self._publish({s: {p} for s, p in owners.items()})
                return []
            case Open(slots):
                return self._open(slots)
            case Over():
                raise AssertionError

    def _sealed(self, context: bytes, choosers: Sequence[int]) -> dict[int, bytes]:
        occasion = proofs.sealed_occasion(context, choosers)
        seals, openings = self._hear(0, choosers), self._hear(1, choosers)
        return {
            seat: proofs.open_seal(seals[seat], occasion, seat, opening)
            for seat, opening in openings.items()
        }

    def _shuffle(self, turn: Shuffle) -> None:
        first = 0
        if not self._shares:
            for seat, message in self._hear(0, self._seats).items():
                share, _ = proofs.check_share(message, self.turn, self._seats, seat)
                self._shares[seat] = share
            proofs.check_unrelated([*self._shares.values()])
            first = 1
        shares = [self._shares[player] for player in turn.players]
        key = proofs.total(shares)
        need(key != proofs.IDENTITY, "shares that cancel out")
        cards, identity = proofs.start_deck(turn.faces, turn.players, shares, self.turn)
        for number, player in enumerate(turn.players, first):
            message = self._hear(number, [player])[player]
            cards, identity = proofs.check_shuffle(
                message, cards, key, identity, player
            )
        self._deck = Deck(turn.faces, turn.players, cards, identity, {})

    def _publish(self, owners: Mapping[int, set[int]]) -> None:
        """Hear tokens for each slot from all of the deck but its owners."""
        deck = self._deck
        assert deck is not None
        owed = {
            player: [
                slot
                for slot in sorted(owners)
                if player not in owners[slot] | deck.tokens.get(slot, {}).keys()
            ]
            for player in sorted(deck.players)
        }
        heard = [player for player, slots in owed.items() if slots]
        if not heard:
            return
        number = 0
        if len(deck.players) > 2:
            words = self._hear(0, deck.players)
            need(not any(words.values()), "an agreement is empty")
            number = 1
        for player, message in self._hear(number, heard).items():
            slots = owed[player]
            tokens, _ = proofs.check_tokens(
                message,
                [deck.cards[slot] for slot in slots],
                self._shares[player],
                proofs.occasion_of_tokens(self.turn, deck.identity, player, slots),
            )
            for slot, token in zip(slots, tokens, strict=True):
                deck.tokens.setdefault(slot, {})[player] = token

    def _open(self, slots: tuple[int, ...]) -> list[str]:
        self._publish({slot: set() for slot in slots})
        deck = self._deck
        assert deck is not None
        faces = []
        for slot in slots:
            tokens = deck.tokens[slot]
            need(tokens.keys() == {*deck.players}, "a token is missing")
            card = deck.cards[slot]
            faces.append(proofs.face_of(card, [*tokens.values()], deck.faces))
        self.opened.append(tuple(faces))
        return faces


def _move(choice: Choose, message: bytes) -> str:
    need(1 <= len(message) <= 256, "length")
    need(all(0x20 <= byte <= 0x7E for byte in message), "a move")
    move = message.decode("ascii")
    need(choice.is_legal(move), "an illegal move")
    return move


def kuhn() -> Rules:
    """Kuhn poker, as the page tells it."""
    actions: list[Value] = []
    yield [False, False, [], []], Shuffle(("J", "Q", "K"), (0, 1))
    yield [True, False, [], []], Deal({0: 0, 1: 1})
    ended = (["check", "check"], ["bet", "call"], ["check", "bet", "call"])
    while actions not in ended and actions[-1:] != ["fold"]:
        moves = ("fold", "call") if actions[-1:] == ["bet"] else ("check", "bet")
        turn = Choose(len(actions) % 2, moves.__contains__)
        actions = [*actions, *(yield [True, True, actions, []], turn)]
    opened: list[Value] = []
    winner, stake = len(actions) % 2, 1
    if actions[-1] != "fold":
        opened = [*(yield [True, True, actions, []], Open((0, 1)))]
        winner = int("JQK".index(str(opened[1])) > "JQK".index(str(opened[0])))
        stake = 1 if actions == ["check", "check"] else 2
    payoffs = (stake, -stake) if winner == 0 else (-stake, stake)
    yield [True, True, actions, opened], Over(payoffs)


def tictactoe() -> Rules:
    """Tic-tac-toe, as the page tells it."""
    lines = ("123", "456", "789", "147", "258", "369", "159", "357")
    cells, won = ["."] * 9, False
    while "." in cells and not won:
        player = (9 - cells.count(".")) % 2
        free = tuple(str(n) for n, mark in enumerate(cells, 1) if mark == ".")
        event = yield marks(cells), Choose(player, free.__contains__)
        cells[int(event[0]) - 1] = "XO"[player]
        won = any({cells[int(n) - 1] for n in line} == {"XO"[player]} for line in lines)
    payoffs = ((1, -1) if player == 0 else (-1, 1)) if won else (0, 0)
    yield marks(cells), Over(payoffs)


def marks(cells: list[str]) -> list[Value]:
    """Return the state of these cells: a number for each player's."""
    return [sum(1 << n for n, own in enumerate(cells) if own == mark) for mark in "XO"]
