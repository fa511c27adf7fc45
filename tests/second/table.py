"""Steps 7 to 11: one turn after the other, until the game is over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from . import absence, moves, sealed, turns
from .absence import Absence, Gone
from .cards import Laid
from .errors import Refused, Unfinished, blaming
from .feeds import Speech
from .graph import Graph
from .hashes import personal
from .hearing import Dropped, Hearing
from .lobby import Offer
from .room import Cards
from .series import Series
from .states import digest
from .trace import Trace
from .turns import Choose, Event, Over, Rules

S = TypeVar("S")


class Table(Generic[S]):
    """A game in progress: its state, its turn, and who is there."""

    def __init__(
        self, offer: Offer, graph: Graph, speeches: Sequence[Speech], rules: Rules[S],
        trace: Trace,
    ) -> None:  # fmt: skip
        self.offer, self.graph, self.rules, self.trace = offer, graph, rules, trace
        self.speeches = speeches
        self.absence = Absence(speeches, graph, offer.quorum)
        self.there = frozenset(range(len(offer.players)))
        self.cards = Cards(offer.deck, offer.quorum)
        self.timeline = moves.Timeline()
        self.payoffs: tuple[int, ...] | None = None
        self._after: bytes | None = None
        self.series = Series()
        start = rules.start(len(offer.players), offer.payload.fields["options"])  # type: ignore[arg-type]
        assert start is not None, "asked before"
        self.state: S = start
        self.turn = personal("p2pgame start", offer.entry.id)
        self.turns = {self.turn}

    @property
    def players(self) -> tuple[bytes, ...]:
        """The authors, by seat."""
        return self.offer.players

    @property
    def digest(self) -> bytes:
        return digest(self.rules.fields(self.state))

    def forfeits(self, left: int, gone: Gone) -> bool:
        """Say whether the game is over without a set, when so many are left."""
        silent = self.offer.absence == "forfeit" and bool(gone.silent)
        enough = 0 < self.offer.quorum <= left
        return silent or not enough or not self.cards.can_lose

    def play(self) -> None:
        """Play turns until the game is over.

        Raises:
          Unfinished: An answer is missing.
          Refused: A player's answer is at fault.
        """
        while self.payoffs is None:
            asked = self.rules.turn(self.state)
            if isinstance(asked, Over):
                self.payoffs = asked.payoffs
            else:
                check_checkpoints(self)
                self._play(asked)
        while self.cards.owes_audit(self.there):
            check_checkpoints(self)
            self._audit()

    def _enter(self, label: str, *parts: bytes | int) -> None:
        state = self.digest
        self.turns.add(self.turn)
        self.trace.turn(self.turn, state, label, *parts)

    def _play(self, asked: turns.Turn) -> None:
        horizon = asked.horizon if isinstance(asked, turns.Tick) else 0
        contexts = self.series.reach(self.turn, horizon, self.speeches)
        hearing = Hearing(self.turn, self, contexts=contexts)
        try:
            self._answer(hearing, asked)
        except Dropped as dropped:
            self._drop(hearing, asked, dropped)
        except Unfinished:
            self.there = self.there.difference(hearing.lost)
            raise

    def _answer(self, hearing: Hearing, asked: turns.Turn) -> None:
        match asked:
            case Choose():
                self._choose(hearing, asked)
            case turns.Together() | turns.Tick():
                self._sealed(hearing, asked)
            case _:
                event, laid = self.cards.hear(hearing, asked)
                self._apply(hearing, event, laid)
        self._next(hearing)

    def _next(self, hearing: Hearing) -> None:
        """Enter the turn that follows, after the rules are told who has gone."""
        after = self.digest if self._after is None else self._after
        self._after = None
        parts = (*hearing.used, after)
        self.turn = personal("p2pgame turn", b"".join((self.turn, *parts)))
        self._enter("turn", *parts)

    def _apply(self, hearing: Hearing, event: Event, laid: Sequence[Laid] = ()) -> None:
        before = self.state
        try:
            self.state = self.rules.apply(before, event)
        except Refused as refused:
            if refused.culprit is None and hearing.answers:
                refused.culprit = hearing.answers[-1].author
            raise
        self.timeline.steps.append(moves.Step(before, event))
        self.trace.event(event, laid)
        if event.kind == "shuffled" and self.cards.lacks_audit:
            self.cards.since = before
        if hearing.lost:
            self._after = self.digest
            self._tell(hearing.lost)

    def _choose(self, hearing: Hearing, asked: Choose) -> None:
        for seat, answer in hearing.hear([asked.player]).items():
            with blaming(answer.author):
                move = moves.text(answer.message)
                if moves.is_offered(asked, move):
                    self._apply(hearing, Event("chosen", (seat, move)))
                elif move == "undo" and self.timeline.can_undo(seat):
                    self.state = self.timeline.back(1)  # type: ignore[assignment]
                    self.trace.event(Event("undone", (seat, 1)))
                else:
                    self._propose(hearing, asked, move)

    def _propose(self, hearing: Hearing, asked: Choose, move: str) -> None:
        """Do what all have agreed to, if this move is such a thing."""
        answer = hearing.answers[-1]
        verb, _, count = move.partition(" ")
        levels = int(count) if verb == "takeback" and count.isdecimal() else 0
        possible = (
            (move == "draw" and self.rules.may_draw(self.state))
            or (move == "last round" and self.rules.closing(self.state) is not None)
            or (move == f"takeback {levels}" and self.timeline.can_take_back(levels))
        )
        if not possible or not moves.is_agreed(hearing, answer, move, self.graph):
            moves.legal(asked, move)
        if levels:
            self.state = self.timeline.back(levels)  # type: ignore[assignment]
            self.trace.event(Event("taken-back", (levels,)))
        elif move == "draw":
            self.payoffs = (0,) * len(self.players)
            self.trace.event(Event("drawn"))
        else:
            before = self.state
            closing = self.rules.closing(before)
            self.state = before if closing is None else closing
            self.timeline.steps.append(moves.Step(before, Event("closing")))
            self.trace.event(Event("closing"))

    def _sealed(self, hearing: Hearing, asked: turns.Together | turns.Tick) -> None:
        ticks = isinstance(asked, turns.Tick)
        choices = {choice.player: choice for choice in asked.choices}
        loses = self.offer.quorum > 0
        opened = sealed.hear(hearing, list(choices), self.turn, loses, 1024)
        made = {}
        for seat, word in opened.items():
            with blaming(self.players[seat]):
                if not word and ticks:
                    continue
                move = moves.text(word)
                if seat not in hearing.contexts:
                    made[seat] = moves.legal(choices[seat], move)
                elif moves.is_offered(choices[seat], move):
                    made[seat] = move
        if hearing.lost and not self._stands(hearing, asked, made):
            return
        if ticks:
            values = tuple((seat, made[seat]) for seat in sorted(made))
            event = Event("ticked", values)
        else:
            event = Event("together", tuple(made[s] for s in choices if s in made))
        lost, hearing.lost = hearing.lost, []
        self._apply(hearing, event)
        hearing.lost = lost

    def _stands(
        self, hearing: Hearing, asked: turns.Together | turns.Tick, made: dict[int, str]
    ) -> bool:
        """Tell the rules who has gone, and say whether the event still stands."""
        self._tell(hearing.lost)
        if self.payoffs is not None:
            return False
        again = self.rules.turn(self.state)
        if not isinstance(again, turns.Together | turns.Tick):
            return False
        now = {choice.player: choice for choice in again.choices}
        before = {choice.player for choice in asked.choices}.difference(hearing.lost)
        if type(again) is not type(asked) or now.keys() & {*hearing.lost}:
            return False
        if isinstance(asked, turns.Together) and now.keys() != before:
            return False
        return all(s in now and moves.is_offered(now[s], m) for s, m in made.items())

    def _tell(
        self, lost: Sequence[int], goes_on: bool = True, end: S | None = None
    ) -> None:
        """Tell the rules who has gone; they may refuse to go on."""
        self.there = self.there.difference(lost)
        for seat in lost:
            before, event = self.state, Event("seated", (seat, "gone"))
            after = self.rules.without(before, seat) if goes_on else None
            self.trace.event(event)
            if after is None:
                goes_on = False
                continue
            self.state = after
            self.timeline.steps.append(moves.Step(before, event))
        if not goes_on:
            self._forfeit(end)

    def _forfeit(self, end: S | None = None) -> None:
        """End the game: those who have gone and their teams have lost.

        The rules come to this end once they are told, which nobody can audit.
        """
        seats = range(len(self.players))
        gone = [seat for seat in seats if seat not in self.there]
        teams = (self.rules.team(self.state, seat) for seat in gone)
        losers = frozenset().union(*teams)
        others = len(seats) - len(losers)
        base = payoffs = [0 for _ in seats]
        if not others:
            self.payoffs = tuple(payoffs)
            return
        due = [[-others for _ in seats]]
        over = self.rules.turn(self.state if end is None else end)
        if isinstance(over, Over):  # or an audit has lost somebody
            due.append([*over.payoffs])
        settled = self.rules.settled(self.state, losers)
        if settled is not None:
            due.append([*settled])
            since = self.state if self.cards.since is None else self.cards.since
            base = payoffs = [*(self.rules.settled(since, losers) or ())]
        for seat in losers:
            more = base[seat] - min(each[seat] for each in due)
            part = max(0, (more + others - 1) // others)
            payoffs = [p if s in losers else p + part for s, p in enumerate(payoffs)]
            payoffs[seat] -= part * others
        self.payoffs = tuple(payoffs)

    def _end_without(self, lost: Sequence[int]) -> S | None:
        """Return the end that the rules come to once they are told of the lost."""
        state: S | None = self.state
        for seat in lost:
            if state is not None and not isinstance(self.rules.turn(state), Over):
                state = self.rules.without(state, seat)
        over = state is not None and isinstance(self.rules.turn(state), Over)
        return state if over else None

    def _drop(self, hearing: Hearing, asked: turns.Turn, dropped: Dropped) -> None:
        if self.offer.absence == "default" and isinstance(asked, Choose):
            move = self.rules.default(self.state, asked)
            legal = move is not None and moves.is_offered(asked, move)
            if dropped.gone.silent and move is not None and legal:
                self._default(hearing, asked.player, dropped.round, move)
                return
        parts = (dropped.round, *dropped.seats)
        self.series = Series()
        if not self.cards.lacks_audit:
            self.cards.since = None
        lost, goes_on, end = [*hearing.lost, *dropped.seats], not dropped.forfeits, None
        silent = self.offer.absence == "forfeit" and bool(dropped.gone.silent)
        if not goes_on and not silent:
            end = self._end_without(lost)
            goes_on = end is not None and self.offer.deck != "commutative"
        self._tell(lost, goes_on, end)
        self.turn = absence.dropped(self.turn, dropped.round, dropped.seats)
        self._enter("dropped", *parts)

    def _default(self, hearing: Hearing, seat: int, round_: int, move: str) -> None:
        self.series = Series()
        self._apply(hearing, Event("chosen", (seat, move)))
        self.turn = absence.default(self.turn, round_, seat, self.digest)
        self._enter("default", round_, seat, self.digest)

    def _audit(self) -> None:
        hearing = Hearing(self.turn, self)
        try:
            self.cards.audit(hearing)
        except Dropped as dropped:
            self._drop(hearing, Over(()), dropped)
            return
        used = b"".join(hearing.used)
        self.turn = personal("p2pgame audited", self.turn + used)
        self._enter("audited", *hearing.used)


def check_checkpoints(table: Table[S]) -> None:
    """Refuse a checkpoint of this turn with another state, by a player there."""
    for seat in sorted(table.there):
        with blaming(table.players[seat]):
            table.speeches[seat].check(table.turn, table.digest)
