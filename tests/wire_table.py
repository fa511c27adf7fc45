"""A whole game from its entries, folded as docs/wire.md says.

Part of the second reader: it shares no code with the program.  Rules are
generators that yield a state and its turn and are sent the turn's event; they
are written once more for the second reader, too.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from tests import wire_absence as absence
from tests import wire_group as group
from tests import wire_proofs as proofs
from tests import wire_sealed
from tests import wire_shares as shares
from tests import wire_shuffles as shuffles
from tests.wire_absence import Absences, Crowd, Gone
from tests.wire_classic import Classic
from tests.wire_group import Card, Element
from tests.wire_motions import Spoken, Told, levels_of
from tests.wire_reader import (
    MOTION,
    Entry,
    admit,
    can_be_sealed_to,
    check_signature,
    delivered,
    hash_of,
    invited,
    read_payload,
)
from tests.wire_values import Bytes, Value, need, write_msgpack


@dataclass(frozen=True)
class Choose:
    """``default`` is the move that may be made for somebody who is silent."""

    player: int
    is_legal: Callable[[str], bool]
    default: str | None = None


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


@dataclass(frozen=True)
class Motion:
    """What all agreed to, in a move's place."""

    words: str


class SeatGone(list[int]):
    """The event that a seat, its only item, has gone."""


Turn: TypeAlias = Choose | Together | Roll | Shuffle | Deal | Open | Over
Event: TypeAlias = list[str] | list[int]
Rules: TypeAlias = Generator[tuple[list[Value], Turn], Event, None]


#: What is said before the game.
EARLY = ("hello", "genesis", "accept")


@dataclass
class Deck:
    faces: tuple[str, ...]
    players: tuple[int, ...]
    cards: list[Card]
    identity: bytes
    tokens: dict[int, dict[int, Element]]

    def origin(self, slot: int) -> bytes:
        return self.identity + group.le64(slot)


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

    @property
    def quorum(self) -> int:
        quorum, seats = self.fields[8], len(self.authors)
        assert isinstance(quorum, int)
        need(quorum == 0 or seats // 2 < quorum < seats, "a quorum")
        return quorum


class Table:
    """The entries of one table, sorted by what they say.

    Without the ``joining`` key, which no file holds, nobody's invite can be checked.
    """

    def __init__(
        self, table: bytes, entries: Sequence[Entry], joining: bytes | None = None
    ) -> None:
        self.entries = {entry.id: entry for entry in entries}
        self.names: dict[bytes, str] = {}
        self.offer: Offer | None = None
        self.answers: dict[tuple[bytes, int, bytes], tuple[bytes, bytes]] = {}
        self.ends: dict[bytes, tuple[Entry, tuple[Value, ...]]] = {}
        self.absences = Absences()
        self.spoken = Spoken()
        self._table = table
        self._joining = joining
        self._accepted: set[bytes] = set()
        for entry in delivered(entries):
            need(entry.sequence > 0 or self._is_hello(entry), "no hello")
            payload = read_payload(entry.payload)
            if entry.author not in self.ends:
                self._take(entry, payload)
            self._note_absence(entry, payload)

    @property
    def start(self) -> Offer:
        """What is played, if everybody has accepted it."""
        need(self.offer is not None, "nothing is offered")
        assert self.offer is not None
        need({*self.offer.authors} == self._accepted, "not accepted by all")
        return self.offer

    def _is_hello(self, entry: Entry) -> bool:
        match read_payload(entry.payload):
            case ["hello", str(name), bytes(id), bytes(proof), bytes(box), bytes(mac)]:
                admit(entry.author)
                admit(id)
                can_be_sealed_to(box)
                content = self._table + entry.author
                check_signature(id, b"p2pgame author 1", content, proof)
                if self._joining is not None:
                    said = content + id + box
                    need(invited(self._joining, said) == mac, "no invite")
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
            case [kind, *_] if kind not in EARLY and entry.author in self.absences.left:
                pass
            case ["assent", bytes(turn), str(motion)]:
                self.spoken.assents.setdefault((turn, motion, entry.author), entry.id)
            case ["checkpoint", bytes(turn), bytes(state)]:
                self.spoken.checkpoints.append((entry.author, turn, state))
            case ["answer", bytes(turn), int(number), bytes(message)]:
                place = turn, number, entry.author
                self.answers.setdefault(place, (entry.id, message))
                self.absences.note_word((turn, number), entry.author, entry.id)
            case ["end", bytes(turn), state]:
                self.ends[entry.author] = entry, (turn, state)
                self.absences.note_word((turn, 0), entry.author, entry.id)

    def _note_absence(self, entry: Entry, payload: list[Value]) -> None:
        author = entry.author
        match payload:
            case ["without", bytes(turn), int(number), list(seats)]:
                numbers = [seat for seat in seats if isinstance(seat, int)]
                spot = turn, number
                self.absences.note_without(spot, author, numbers, entry.id)
            case ["leave"] if author not in self.ends:
                self.absences.left.setdefault(author, entry.id)

    def _read_offer(self, entry: Entry, payload: list[Value]) -> Offer:
        hellos, boxes, past = payload[5], payload[7], self.past([entry])
        assert isinstance(hellos, list)
        assert isinstance(boxes, list)
        known = [id for id in hellos if id in self.names and id in past]
        authors = [self.entries[id].author for id in known if isinstance(id, bytes)]
        need(len(hellos) == len({*authors}) == len(boxes), "seats and boxes")
        need(self._table in authors, "the opener's seat")
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
        self._quorum = self._offer.quorum
        self._absence = self._offer.fields[12]
        self._default: str | None = None
        self._crowd = Crowd(
            self._authors,
            self._quorum,
            table.absences,
            lambda id: table.past([table.entries[id]]),
            {*self._seats},
        )
        self._shares: dict[int, Element] = {}
        self._share_keys: dict[tuple[int, int], Element] = {}
        self._deck: Deck | None = None
        self._classic: Classic | None = None
        if (kind := self._offer.fields[10]) != "masked":
            self._classic = Classic(self._hear, proved=kind == "proved")
        self._used: list[bytes] = []
        self._lost: list[int] = []
        self._reached: dict[bytes, tuple[bytes, set[bytes]]] = {}
        self.turn = hash_of("p2pgame start", self._offer.id)
        self.opened: list[tuple[str, ...]] = []

    def play(
        self,
        rules: Rules,
        *,
        goes_on: bool = True,
        draws: bool = False,
        again: Callable[[], Rules] | None = None,
    ) -> Game:
        """Return what happened, if all of it holds.

        ``goes_on`` says whether the rules go on without somebody, ``draws`` whether
        they know draws by agreement; ``again`` begins them anew.
        """
        told: Told[tuple[list[Value], Turn], Event] = Told(rules, again)
        turns = [self.turn]
        state, turn = told.begin()
        while not isinstance(turn, Over):
            self._reach(state)
            self._used, self._lost = [], []
            self._default = turn.default if isinstance(turn, Choose) else None
            try:
                event = self._answer(turn)
                if isinstance(event, Motion):
                    if levels_of(event.words):
                        state, turn = told.take_back(levels_of(event.words))
                    else:
                        need(draws, "no draws")
                        turn = Over((0,) * len(self._seats))
                elif isinstance(turn, Together) and self._lost and goes_on:
                    state, turn = self._leave_first(told, state, turn, event)
                elif not (isinstance(turn, Together) and self._lost):
                    state, turn = told.tell(event, final=not isinstance(turn, Choose))
                digest = hash_of("p2pgame state", write_msgpack(state))
                used = b"".join(self._used)
                self.turn = hash_of("p2pgame turn", self.turn + used + digest)
            except Gone as dropped:
                if dropped.default is not None:
                    state, turn = told.tell([dropped.default], final=False)
                    digest = hash_of("p2pgame state", write_msgpack(state))
                    (seat,), number = dropped.seats, dropped.round
                    self.turn = absence.default(self.turn, number, seat, digest)
                else:
                    self.turn = absence.gone(self.turn, dropped.round, dropped.seats)
                    if dropped.forfeits or not self._are_enough:
                        turn = self._forfeited()
            for seat in self._lost:
                if not goes_on:
                    turn = self._forfeited()
                elif not isinstance(turn, Over):
                    state, turn = told.tell(SeatGone([seat]), final=True)
            turns.append(self.turn)
        if self._classic is not None and self._classic.owes_audit:
            self._used = []
            self._classic.audit(0)
            self.turn = hash_of("p2pgame audited", self.turn + b"".join(self._used))
            turns.append(self.turn)
        digest = hash_of("p2pgame state", write_msgpack(state))
        self._reach(state)
        self.check_checkpoints()
        self._check_ends((self.turn, digest))
        return self._report(turns, turn.payoffs)

    def check_checkpoints(self) -> None:
        """Check those of the turns that have been reached by now."""
        self._table.spoken.check(self._reached)

    def _reach(self, state: list[Value]) -> None:
        digest = hash_of("p2pgame state", write_msgpack(state))
        here = {self._authors[seat] for seat in self._crowd.here}
        self._reached[self.turn] = digest, here

    def _choice(self, turn: Choose) -> Event | Motion:
        """Return the player's move, or to what all have agreed instead."""
        message = self._hear(0, [turn.player])[turn.player]
        words = message.decode("ascii", "replace")
        if MOTION.fullmatch(words) is None or turn.is_legal(words):
            return [_move(turn, message)]
        left = self._table.absences.left
        asked = {
            self._authors[seat]: left.get(self._authors[seat])
            for seat in self._crowd.here - {turn.player}
        }
        past = self._table.past([self._table.entries[self._used[-1]]])
        self._table.spoken.check_agreed(self.turn, words, past, asked)
        return Motion(words)

    def _leave_first(
        self,
        told: Told[tuple[list[Value], Turn], Event],
        state: list[Value],
        turn: Together,
        event: Event,
    ) -> tuple[list[Value], Turn]:
        """Return what follows a turn of several of whom some have gone meanwhile.

        The rules hear of that first; what the others said stands if they, and
        nobody else, are still asked, and may say it.
        """
        after: Turn = turn
        stay = [c.player for c in turn.choices if c.player not in self._lost]
        for seat in self._lost:
            if not isinstance(after, Over):
                state, after = told.tell(SeatGone([seat]), final=True)
        self._lost = []
        if isinstance(after, Together) and [c.player for c in after.choices] == stay:
            pairs = zip(after.choices, event, strict=True)
            if all(choice.is_legal(str(move)) for choice, move in pairs):
                return told.tell(event, final=True)
        return state, after

    @property
    def _are_enough(self) -> bool:
        """Whether those who are here can go on without the others."""
        shared = bool(self._share_keys) or not self._shares
        return 0 < self._quorum <= len(self._crowd.here) and shared

    def _forfeited(self) -> Over:
        """Return the end of a game that those who are here have won."""
        here = len(self._crowd.here)
        gone = len(self._seats) - here
        won = tuple(gone if seat in self._crowd.here else -here for seat in self._seats)
        return Over(won)

    def _check_ends(self, expected: tuple[Value, ...]) -> None:
        table, here = self._table, self._crowd.here
        lost = absence.NOBODY
        while gone := self._crowd.gone((self.turn, 0), here, lost):
            here -= gone
            lost |= gone
        authors = [self._authors[seat] for seat in here]
        need({*authors} <= table.ends.keys(), "an end is not signed")
        signed = [table.ends[author] for author in authors]
        need(all(end == expected for _, end in signed), "another end")
        last = [entry for entry, _ in signed]
        if lost:
            for author in authors:
                withouts = table.absences.withouts[self.turn, 0][author]
                id = next(id for seats, id in withouts if seats == lost)
                last.append(table.entries[id])
        need(table.past(last) == table.entries.keys(), "more than the past of the ends")
        writers = {entry.author for entry in table.entries.values()}
        need(writers == {*self._authors}, "entries of others")

    def _report(self, turns: Sequence[bytes], payoffs: tuple[int, ...]) -> Game:
        match self._offer.fields:
            case [_, str(name), _, _, _, list(hellos), bytes(epoch), list(boxes), *_]:
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

    def _hear(
        self, number: int, seats: Iterable[int], *, spare: bool = False
    ) -> dict[int, bytes]:
        """Return the messages of a round by seat, ascending.

        Whoever has gone from a round that is ``spare`` has none.
        """
        awaited, heard, lost = {*seats}, {}, absence.NOBODY
        while gone := self._crowd.gone((self.turn, number), awaited, lost):
            silent = self._crowd.silent((self.turn, number), gone, lost)
            if silent and self._absence == "default" and self._default is not None:
                raise Gone(number, gone, self._default)
            self._crowd.here -= gone
            self._lost += sorted(gone)
            forfeits = bool(silent) and self._absence == "forfeit"
            if forfeits or not (spare and self._are_enough):
                raise Gone(number, gone, forfeits=forfeits)
            self._used.append(absence.lost(number, gone))
            awaited -= gone
            lost |= gone
        for seat in sorted(awaited):
            place = self.turn, number, self._authors[seat]
            answer = self._table.answers.get(place)
            need(answer is not None, f"player {seat} has not answered")
            assert answer is not None
            id, heard[seat] = answer
            self._used.append(id)
        return heard

    def _answer(self, turn: Turn) -> Event | Motion:
        if self._classic is not None:
            event = self._answer_classic(turn, self._classic)
            if event is not None:
                return event
        match turn:
            case Choose():
                return self._choice(turn)
            case Together(choices):
                choosers = [choice.player for choice in choices]
                spare = self._quorum > 0
                moves = self._sealed(self.turn, choosers, spare=spare)
                return [
                    _move(choice, moves[choice.player])
                    for choice in choices
                    if choice.player in moves
                ]
            case Roll(sides, dice):
                return wire_sealed.dice(self._seed(), sides, dice)
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

    def _answer_classic(self, turn: Turn, classic: Classic) -> Event | None:
        """Return the event of a turn about cards that are not masked."""
        match turn:
            case Shuffle(faces, players):
                classic.shuffle(self.turn, players, faces)
                return []
            case Deal(owners):
                classic.deal(owners)
                return []
            case Open(slots):
                self.opened.append(tuple(classic.open_slots(slots)))
                return [*self.opened[-1]]
        return None

    def _sealed(
        self, context: bytes, choosers: Sequence[int], *, spare: bool = False
    ) -> dict[int, bytes]:
        occasion = wire_sealed.sealed_occasion(context, choosers)
        seals = self._hear(0, choosers, spare=spare)
        openings = self._hear(1, seals, spare=spare)
        return {
            seat: wire_sealed.open_seal(seals[seat], occasion, seat, opening)
            for seat, opening in openings.items()
        }

    def _seed(self) -> bytes:
        """Return the seed of a roll."""
        here = sorted(self._crowd.here)
        if not self._quorum:
            flip = wire_sealed.flip_of(self.turn)
            return wire_sealed.seed_of(flip, [*self._sealed(flip, here).values()])
        first = self._make_keys()
        keys = {seat: self._shares[seat] for seat in self._shares if seat in here}
        said = [*self._hear(first, here).values()]
        dealt, hidden = shares.check_dealings(self.turn, keys, self._quorum, said)
        shown = self._hear(first + 1, here, spare=len(here) > self._quorum)
        return shares.show_seed(dealt, hidden, keys, self._quorum, shown)

    def _make_keys(self) -> int:
        """Hear everybody's keys, once; return how many rounds that took."""
        if self._shares:
            return 0
        seats, keys = sorted(self._crowd.here), {}
        for seat, message in self._hear(0, seats).items():
            keys[seat], _ = proofs.check_share(message, self.turn, seats, seat)
        proofs.check_unrelated([*keys.values()])
        rounds, share_keys = 1, {}
        if 0 < self._quorum < len(seats):
            for owner, dealing in self._hear(1, seats).items():
                A, _, _ = shares.check_dealing(
                    dealing, self.turn, keys, self._quorum, owner
                )
                for holder in seats:
                    share_keys[owner, holder] = shares.share_key(A, holder)
            need(not any(self._hear(2, seats).values()), "a complaint")
            rounds = 3
        self._shares, self._share_keys = keys, share_keys
        return rounds

    def _shuffle(self, turn: Shuffle) -> None:
        first = self._make_keys()
        players = tuple(seat for seat in turn.players if seat in self._crowd.here)
        held = [self._shares[player] for player in players]
        key = group.total(held)
        need(key != group.IDENTITY, "shares that cancel out")
        cards, identity = shuffles.start_deck(turn.faces, players, held, self.turn)
        for number, player in enumerate(players, first):
            message = self._hear(number, [player])[player]
            cards, identity = shuffles.check_shuffle(
                message, cards, key, identity, player
            )
        self._deck = Deck(turn.faces, players, cards, identity, {})

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
        owed = {player: slots for player, slots in owed.items() if slots}
        if not owed:
            return
        agreeing = {*deck.players, *(self._shares if self._share_keys else ())}
        agreeing &= self._crowd.here
        number = 0
        if len(agreeing) > 2:
            words = self._hear(0, agreeing, spare=True)
            need(not any(words.values()), "an agreement is empty")
            number = 1
        speaking = owed.keys() & self._crowd.here
        if speaking:
            for player, message in self._hear(number, speaking, spare=True).items():
                self._note(player, self._tokens(message, player, owed[player], player))
            number += 1
        self._stand_in(number, owed, agreeing & self._crowd.here)

    def _stand_in(
        self, number: int, owed: Mapping[int, list[int]], holders: set[int]
    ) -> None:
        """Hear what stands in for the tokens of those who have gone."""
        missing = {owner: owed[owner] for owner in owed.keys() - self._crowd.here}
        if not missing:
            return
        parts: dict[int, dict[int, dict[int, Element]]] = {}
        for holder, message in self._hear(number, holders, spare=True).items():
            fields = Bytes(message)
            for owner, slots in sorted(missing.items()):
                part = fields.take(32 * len(slots) + 96)
                made = self._tokens(part, holder, slots, owner)
                parts.setdefault(owner, {})[holder] = made
            fields.end()
        for owner, by_holder in parts.items():
            some = sorted(by_holder)[-self._quorum :]
            need(len(some) == self._quorum, "too few to stand in")
            tokens = {
                slot: shares.stand_in({h: by_holder[h][slot] for h in some})
                for slot in missing[owner]
            }
            self._note(owner, tokens)

    def _tokens(
        self, message: bytes, seat: int, slots: Sequence[int], owner: int
    ) -> dict[int, Element]:
        """Return the tokens of ``owner`` that ``seat`` made, by slot."""
        deck = self._deck
        assert deck is not None
        key = self._shares[seat] if seat == owner else self._share_keys[owner, seat]
        origins = [deck.origin(slot) for slot in slots]
        tokens, _ = proofs.check_tokens(
            message,
            [deck.cards[slot] for slot in slots],
            key,
            proofs.occasion_of_tokens(self.turn, seat, owner, slots, origins),
        )
        return dict(zip(slots, tokens, strict=True))

    def _note(self, owner: int, tokens: Mapping[int, Element]) -> None:
        deck = self._deck
        assert deck is not None
        for slot, token in tokens.items():
            deck.tokens.setdefault(slot, {})[owner] = token

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
