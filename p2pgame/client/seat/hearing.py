"""Hears what a table reports to its player, and reports it to the front end."""

from __future__ import annotations

from collections.abc import Sequence

import trio

from p2pgame.engine import Message
from p2pgame.engine.guarded import failures
from p2pgame.session import Start
from p2pgame.session.entries.shown import shown_name
from p2pgame.session.lobby.events import (
    Apart,
    Asked,
    Happened,
    Joined,
    Overtaken,
    PlayedAgain,
    Started,
    TableEvent,
)
from p2pgame.session.peer.runner import Peer

from ..events import Arrived, Notice
from ..front_end import FrontEnd
from ..telling.past_lines import PastLines
from ..telling.phrases import seats_named
from ..telling.story import Story
from ..telling.trust import TableTerms
from ..whose_rules import by_rules_of
from ..words import reason
from .fork_news import ForkNews
from .plans.plan_commands import PlanCommands
from .plans.plan_file import PlanFile
from .plans.planning import Planning
from .seat_acts import SeatActs
from .turns import Turns


class Hearing:
    """The events of one table, as the player called ``name`` hears them.

    ``forks`` are told as they come to light, and of players as they come.  What the
    player prepares is kept in ``plan``, and done by ``acts``.
    """

    def __init__(
        self,
        peer: Peer,
        front: FrontEnd,
        name: str,
        forks: ForkNews,
        acts: SeatActs,
        plan: PlanFile,
    ) -> None:
        self._peer, self._front, self._name = peer, front, name
        self.forks = forks
        self.acts, self._plan = acts, plan
        self._turns: Turns | None = None
        self._planning: Planning | None = None
        self._expects_itself = True
        self._gone: frozenset[int] = frozenset()
        self._leaving: frozenset[int] = frozenset()
        self._is_late = False
        self._told_failures = 0
        #: What is told of the game, once it has begun.
        self.story: Story | None = None
        #: Set once the game has begun.
        self.begun = trio.Event()

    @property
    def names(self) -> Sequence[str]:
        """The players' names, by seat."""
        return () if self.story is None else self.story.names

    def sum_up(
        self, told: Sequence[TableEvent], nursery: trio.Nursery, *, has_left: bool
    ) -> None:
        """Report how things are, instead of what an earlier run has reported.

        ``has_left``: the player has given its seat up.
        """
        past = PastLines()
        happened: Happened | None = None
        for event in told:
            if isinstance(event, Started):
                self._begin(event.start, event.seat, again=True)
            elif self.story is not None:
                self.story.recall(event, past)
                happened = event if isinstance(event, Happened) else happened
        if happened is not None and self.story is not None:
            self._expects_itself = False
            lines = past.lines()
            moves = [line.message for line in lines if line.kind == "move"]
            last = moves[-1] if moves else None
            self.story.resume(last, happened.view, lines, has_left=has_left)
            if self._planning is not None:
                self._planning.see(happened.view)
                self._planning.restore(nursery)

    def hear(self, event: TableEvent, nursery: trio.Nursery) -> None:
        """Report an event; turns are kept open in ``nursery``."""
        match event:
            case Apart(text):
                self._front.tell(Notice(reason(text)))
            case Joined(name):
                self._greet(name)
                self.forks.warn()
            case Started(start, seat):
                self._begin(start, seat)
                if self._planning is not None:  # an earlier run may have kept a plan
                    self._planning.restore(nursery)
            case Happened():
                self._withdraw()
                self.tell(event)
                assert self._turns is not None
                self._turns.settled(event)
                if self._planning is not None:
                    self._planning.happened(event.view, nursery)
                    self._look_ahead(nursery)
                self._ask_elsewhere()
            case Asked():
                assert self._turns is not None
                assert self._planning is not None
                self._is_late = False
                self._turns.opened(event)
                self._planning.asked(event, self._turns.begin(), nursery)
            case PlayedAgain(ticks):
                self._tell_late(ticks)
            case Overtaken():
                self._withdraw()
                self.tell(event)
                assert self.story is not None
                self._front.record = self.story.record
                if self._planning is not None:
                    self._planning.overtaken(nursery)
            case _:
                self.tell(event)
        self._tell_failures()

    def _tell_failures(self) -> None:
        """Say once of each call by which the rules should show the game, that it fails.

        Whatever failed before is told at the next event.
        """
        if self.story is None:
            return
        for what in failures(self.story.game)[self._told_failures :]:
            self._told_failures += 1
            said, game = Message.of("rules-show-failed", what=what), self.story.game
            self._front.tell(Notice(by_rules_of(game.name, game.rules, said)))

    def _tell_late(self, ticks: int) -> None:
        """Say once that orders came late, until the ticks have caught up.

        A single tick is played again whenever somebody gives an order at all.
        """
        if ticks == 1:
            return
        if not self._is_late:
            self._front.tell(Notice(Message.of("ticks-again", ticks=ticks)))
        self._is_late = True

    def _look_ahead(self, nursery: trio.Nursery) -> None:
        """Ask again for a tick to come, for the table has changed."""
        assert self._turns is not None
        assert self._planning is not None
        asked = self._turns.look_again()
        if asked is not None:
            self._planning.asked(asked, self._turns.begin(), nursery)

    def _ask_elsewhere(self) -> None:
        """Say once of each player that was evicted: ask it by another way.

        Who forks can make two sides believe that the other is silent. Whoever controls
        all paths between the programs does not control the players' own.
        """
        play = self._peer.table.play
        if play is None or self.story is None:
            return
        gone = play.absences.evicted - play.absences.left
        fresh, self._gone = gone - self._gone, gone
        trust = TableTerms.of_start(play.start).trust(play.start.game)
        if fresh and trust.forkers and self.story.narrator.seat not in gone:
            asked = seats_named(sorted(fresh))
            self._front.tell(Notice(Message.of("gone-ask", players=asked)))

    def tell_leavers(self) -> None:
        """Say once of each other player that it leaves, unless the game waits for it.

        The game goes on with it until then, and says then that it has gone.
        """
        play = self._peer.table.play
        if play is None or self.story is None or play.over:
            return
        out = play.absences.evicted | frozenset(play.waiting_for) | {play.seat}
        fresh = play.absences.left - out - self._leaving
        self._leaving |= fresh
        for seat in sorted(fresh):
            count = len(play.start.players)
            self._front.tell(Notice(Message.by("leaves-soon", seat, players=count)))

    def tell(self, event: TableEvent) -> None:
        """Report what an event tells of the game, once it has begun."""
        if self.story is not None:
            self.story.hear(event, trio.current_time())

    def _begin(self, start: Start, seat: int | None, *, again: bool = False) -> None:
        self.begun.set()
        self.forks.warn()
        table = self._peer.table.id
        self.story = Story(self._front, table, start, seat)
        self._front.record = self.story.record
        narrator = self.story.narrator
        self._turns = turns = Turns(self._peer, self._front, narrator)
        if seat is not None:
            own = self._peer, self._front, turns, narrator, self._plan
            self._planning = Planning(start, *own)
            self.acts.begin(PlanCommands(self._planning))
        self.story.begin(again=again)

    def _withdraw(self) -> None:
        if self._turns is not None:
            self._turns.withdraw()

    def _greet(self, name: str) -> None:
        """Report an arrival; of ourselves we hear first, and others may be let in."""
        if any(player.name == name for player in self._peer.status.knocking):
            return
        if self._expects_itself and name == shown_name(self._name):
            self._expects_itself = False
        else:
            self._front.tell(Arrived(name))
