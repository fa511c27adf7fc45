"""A whole game from its entries, folded as docs/wire.md says.

Part of the second reader: it shares no code with the program.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from tests import wire_absence as absence
from tests import wire_sealed
from tests import wire_shares as shares
from tests.wire_absence import Crowd, Gone
from tests.wire_classic import Classic
from tests.wire_ends import Game, check_ends, report
from tests.wire_keys import Keys
from tests.wire_masked import Masked
from tests.wire_proposals import Told, levels_of
from tests.wire_reader import PROPOSAL, hash_of
from tests.wire_table import Table
from tests.wire_trace import Trace
from tests.wire_turns import (
    Choose,
    Deal,
    Event,
    Open,
    Over,
    Place,
    Roll,
    Rules,
    SeatGone,
    Shuffle,
    Together,
    Turn,
)
from tests.wire_values import Value, need, write_msgpack


@dataclass(frozen=True)
class Proposal:
    """What all agreed to, in a move's place."""

    words: str


class Player:
    """Plays a game by itself, from its start to its end, checking everything."""

    def __init__(self, table: Table) -> None:
        self._offer = table.start
        self._table = table
        self._authors = self._offer.authors
        self._seats = tuple(range(len(self._authors)))
        self._quorum = self._offer.quorum
        self._absence = self._offer.fields[13]
        self._default: str | None = None
        self._crowd = Crowd(
            self._authors,
            self._quorum,
            table.absences,
            lambda id: table.past([table.entries[id]]),
            {*self._seats},
        )
        self._keys = Keys(self._hear, self._crowd)
        self._masked = Masked(self._hear, self._crowd, self._keys)
        self._classic: Classic | None = None
        self._kind = self._offer.fields[11]
        if self._kind != "masked":
            self._classic = Classic(
                self._hear, lambda: self._crowd.here, proved=self._kind == "proved"
            )
        self._used: list[bytes] = []
        self._lost: list[int] = []
        self._reached: dict[bytes, tuple[bytes, set[bytes]]] = {}
        self.turn = hash_of("p2pgame start", self._offer.id)
        self.opened: list[tuple[str, ...]] = []
        self.trace = Trace()

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
        self._begin_trace(state)
        while not isinstance(turn, Over):
            self._reach(state)
            self._used, self._lost = [], []
            self._default = turn.default if isinstance(turn, Choose) else None
            try:
                event = self._answer(turn)
                if isinstance(event, Proposal):
                    if levels := levels_of(event.words):
                        state, turn = self._take_back(told, levels)
                    else:
                        need(draws, "no draws")
                        turn = self._drawn()
                elif isinstance(turn, Together) and self._lost and goes_on:
                    state, turn = self._leave_first(told, state, turn, event)
                elif not (isinstance(turn, Together) and self._lost):
                    self._trace_event(turn, event)
                    state, turn = told.tell(event, final=not isinstance(turn, Choose))
                digest = hash_of("p2pgame state", write_msgpack(state))
                how, led = "turn", list[bytes | int]([*self._used, digest])
                used = b"".join(self._used)
                self.turn = hash_of("p2pgame turn", self.turn + used + digest)
            except Gone as dropped:
                if dropped.default is not None:
                    self._trace_event(turn, [dropped.default])
                    state, turn = told.tell([dropped.default], final=False)
                    digest = hash_of("p2pgame state", write_msgpack(state))
                    (seat,), number = dropped.seats, dropped.round
                    how, led = "default", [number, seat, digest]
                    self.turn = absence.default(self.turn, number, seat, digest)
                else:
                    how, led = "dropped", [dropped.round, *sorted(dropped.seats)]
                    self.turn = absence.gone(self.turn, dropped.round, dropped.seats)
                    if dropped.forfeits or not self._are_enough:
                        turn = self._forfeited()
            for seat in self._lost:
                self.trace.event("seated", [seat, "gone"])
                if not goes_on:
                    turn = self._forfeited()
                elif not isinstance(turn, Over):
                    state, turn = told.tell(SeatGone([seat]), final=True)
            self.trace.turn(self.turn, state, how, led)
            turns.append(self.turn)
        return self._end(state, turn, turns)

    def _end(self, state: list[Value], turn: Over, turns: list[bytes]) -> Game:
        classic = self._classic
        while classic is not None and classic.owes_audit:
            self._reach(state)
            self._used, self._lost = [], []
            try:
                classic.audit(0)
                how, led = "audited", list[bytes | int](self._used)
                self.turn = hash_of("p2pgame audited", self.turn + b"".join(self._used))
            except Gone as dropped:
                how, led = "dropped", [dropped.round, *sorted(dropped.seats)]
                self.turn = absence.gone(self.turn, dropped.round, dropped.seats)
                turn = self._forfeited()
            for seat in self._lost:
                self.trace.event("seated", [seat, "gone"])
            self.trace.turn(self.turn, state, how, led)
            turns.append(self.turn)
        digest = hash_of("p2pgame state", write_msgpack(state))
        self._reach(state)
        self.check_checkpoints()
        check_ends(self._table, self._crowd, self.turn, digest)
        self.trace.over(turn.payoffs, [] if classic is None else classic.unaudited)
        return report(
            *(self._table, turns, self.opened, turn.payoffs, self.trace.lines)
        )

    def _take_back(
        self, told: Told[tuple[list[Value], Turn], Event], levels: int
    ) -> tuple[list[Value], Turn]:
        self.trace.event("taken-back", [levels])
        return told.take_back(levels)

    def _drawn(self) -> Over:
        self.trace.event("drawn", [])
        return Over((0,) * len(self._seats))

    def _begin_trace(self, state: list[Value]) -> None:
        offer, seats = self._offer, len(self._seats)
        terms = (*offer.named, seats, self._kind, self._quorum, self._absence)
        self.trace.start(self._table.id, offer.id, *terms)
        self.trace.turn(self.turn, state, "start", [offer.id])

    def _trace_event(self, turn: Turn, event: Event) -> None:
        self.trace.answered(turn, event)
        deck = self._masked if self._classic is None else self._classic
        self.trace.laid(deck.laid)

    def check_checkpoints(self) -> None:
        """Check those of the turns that have been reached by now."""
        self._table.spoken.check(self._reached)

    def _reach(self, state: list[Value]) -> None:
        digest = hash_of("p2pgame state", write_msgpack(state))
        here = {self._authors[seat] for seat in self._crowd.here}
        self._reached[self.turn] = digest, here

    def _choice(self, turn: Choose) -> Event | Proposal:
        """Return the player's move, or to what all have agreed instead."""
        message = self._hear(0, [turn.player])[turn.player]
        words = message.decode("ascii", "replace")
        if PROPOSAL.fullmatch(words) is None or turn.is_legal(words):
            return [_move(turn, message)]
        left = self._table.absences.left
        asked = {
            self._authors[seat]: left.get(self._authors[seat])
            for seat in self._crowd.here - {turn.player}
        }
        past = self._table.past([self._table.entries[self._used[-1]]])
        self._table.spoken.check_agreed(self.turn, words, past, asked)
        return Proposal(words)

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
            self.trace.event("seated", [seat, "gone"])
            if not isinstance(after, Over):
                state, after = told.tell(SeatGone([seat]), final=True)
        self._lost = []
        if isinstance(after, Together) and [c.player for c in after.choices] == stay:
            pairs = zip(after.choices, event, strict=True)
            if all(choice.is_legal(str(move)) for choice, move in pairs):
                self.trace.answered(after, event)
                return told.tell(event, final=True)
        return state, after

    @property
    def _are_enough(self) -> bool:
        """Whether those who are here can go on without the others."""
        enough = 0 < self._quorum <= len(self._crowd.here)
        return enough and self._keys.can_lose_some

    def _forfeited(self) -> Over:
        """Return the end of a game that those who are here have won."""
        here = len(self._crowd.here)
        gone = len(self._seats) - here
        won = tuple(gone if seat in self._crowd.here else -here for seat in self._seats)
        return Over(won)

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

    def _answer(self, turn: Turn) -> Event | Proposal:
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
            case Shuffle(faces, players):
                self._masked.shuffle(self.turn, players, faces)
                return []
            case Deal(owners):
                self._masked.deal(self.turn, owners)
                return []
            case Open(slots):
                self.opened.append(tuple(self._masked.open_slots(self.turn, slots)))
                return [*self.opened[-1]]
            case Place(player, slots, faces):
                self._masked.place(self.turn, player, slots, faces)
                return []
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
        first = self._keys.make(self.turn)
        keys = {s: key for s, key in self._keys.shares.items() if s in here}
        said = [*self._hear(first, here).values()]
        dealt, hidden = shares.check_dealings(self.turn, keys, self._quorum, said)
        shown = self._hear(first + 1, here, spare=len(here) > self._quorum)
        return shares.show_seed(dealt, hidden, keys, self._quorum, shown)


def _move(choice: Choose, message: bytes) -> str:
    need(1 <= len(message) <= 256, "length")
    need(all(0x20 <= byte <= 0x7E for byte in message), "a move")
    move = message.decode("ascii")
    need(choice.is_legal(move), "an illegal move")
    return move
