"""Folds what is said in the game, from its first entry to the signed end.

Entries of the game may arrive before it has started here; they count when it has.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import islice

from p2pgame.engine import RulesError
from p2pgame.engine.rechecked import heard, recheck
from p2pgame.log import Entry, History
from p2pgame.transport.wire_version import TIMED

from ..entries import payloads
from ..entries.identity import Me
from ..entries.notes import Note
from ..entries.payloads import (
    Accept,
    Chat,
    Genesis,
    Hello,
    Leave,
    Nudge,
    Said,
    Successor,
)
from ..game.play import Play
from ..lobby.events import Completed, Overtaken, TableEvent
from ..lobby.lobby import Clock, Player, Start
from ..lobby.record import Record
from .talk import Talk
from .verdicts import Verdicts


class GamePhase:
    """A peer's copy of the game at a table; ``me`` is None for a spectator.

    ``play`` is None before the game has started.  The game is ``complete`` when all
    who are there have signed the same end.
    """

    def __init__(
        self,
        me: Me | None,
        history: History,
        talk: Talk,
        verdicts: Verdicts,
        emit: Callable[[TableEvent], None],
    ) -> None:
        self.play: Play | None = None
        self.complete = False
        self.history = history
        self.record = Record(history.scratch)
        self.talk = talk
        self.verdicts = verdicts
        self._me = me
        self._emit = emit
        self._notes: dict[bytes, str] = {}
        verdicts.confirmed = partial(self._confirmed, blames=True)

    def remember(self, note: Note) -> None:
        """Take in a note of an earlier run, before the entries it goes with."""
        self._notes[note.turn] = note.move

    def begin(self, start: Start) -> None:
        """Play the game from its start, with all that has been said in it."""
        start = replace(start, game=heard(start.game))
        with self.by_rules():
            self.play = Play(start, self._me, self._emit, self._notes, self.history)
        self.talk.begin(start)
        self._tell_again()

    def _tell_again(self) -> None:
        """Hand the game all that has been said in it, old entries read from disk."""
        said = islice(self.record.said, len(self.record.said))
        wanted = next(said, None)
        for place, entry in self.history.delivered() if wanted is not None else ():
            if place == wanted:
                wanted = next(said, None)
                word = payloads.decode(entry.payload)
                assert not isinstance(word, Hello | Genesis | Accept)
                self._hand(entry, word, self.history.clock(entry.id))

    @contextmanager
    def by_rules(self) -> Iterator[None]:
        """Stop the game if the rules, which are asked meanwhile, are at fault."""
        try:
            yield
        except RulesError as error:
            turns = 0
            if self.play is not None:
                self.play.board.is_broken = True
                turns = self.play.board.turns
            self.verdicts.blame_rules(error, turns)

    def _confirmed(self, *, blames: bool) -> bool:
        """Ask the rules again; return whether they do not contradict themselves."""
        is_same = False
        with self.by_rules():
            if self.play is not None:
                recheck(self.play.start.game, blames=blames)
            is_same = True
        return is_same

    def _hand(self, entry: Entry, said: Said, clock: Clock) -> None:
        with self.by_rules():
            if self.play is not None:
                self.play.receive(entry, said, clock)

    def receive(self, entry: Entry, said: Said, clock: Clock) -> None:
        """Take in what is said in the game, which may not have started here."""
        if isinstance(said, Chat | Nudge | Successor | Leave):
            signed = self.record.has_signed(entry.author)
            self.talk.receive(entry, said, signed=signed)
        self.record.take(entry, said, self.history.place(entry))
        if self.play is not None:
            self._hand(entry, said, clock)
            if self.play.absences.overtaken:
                self._emit(Overtaken())
                self.verdicts.take_back()
                self.begin(self.play.start)
        self.check_end()

    def judge_played(self) -> bool:
        """Judge what can be when all is played that is here; return if that stops it.

        Call this while nothing has stopped the game.
        """
        if self.play is not None:
            limit = self.play.absences.passed_rounds.oldest or self.play.id
            reached = self.play.side_messages.checkpoints.reached
            self.verdicts.allowances.settle(lambda one: reached.is_before(one, limit))
            if not self.history.is_partial:  # else it may still come to more turns
                self.verdicts.check_played(self.play.has_come_to, self._is_done)
                self._judge_ends(self.play)
        return self.verdicts.stopped is not None

    def _judge_ends(self, play: Play) -> None:
        """Accuse who is there and has signed an end, while the game is not over.

        While others may yet evict a seat from this round, those who know more than we
        may be at the end.
        """
        waiting = play.round_id, play.awaited, play.seat
        is_open = play.absences.may_yet_decide(*waiting)
        if play.start.wire < TIMED or play.over or is_open:
            return
        wrong = self.record.why_wrong(None, (one.author for one in self.staying))
        if wrong is not None:
            self.verdicts.accuse(wrong)

    def _is_done(self, author: bytes) -> bool:
        return author in self.record.left or self.record.has_signed(author)

    @property
    def staying(self) -> tuple[Player, ...]:
        """The players who have not been evicted; nobody before the game."""
        if self.play is None:
            return ()
        players = self.play.start.players
        return tuple(players[seat] for seat in sorted(self.play.present))

    def check_end(self) -> None:
        """Compare the states and ends that players signed with ours."""
        if self.play is None or self.complete or self.verdicts.has_ended:
            return
        wrong = self.play.side_messages.checkpoints.wrong
        if wrong is None and self.play.over:
            staying = (player.author for player in self.staying)
            wrong = self.record.why_wrong(self.play.end, staying)
        if wrong is not None:
            self.verdicts.accuse(wrong)
        elif self.play.over and not self.record.unsigned(self.staying):
            if not self._confirmed(blames=False):
                return
            self.complete = True
            self.verdicts.complete()
            self._emit(Completed())
            self.talk.complete()

    def recorded(self, seats: Collection[bytes]) -> dict[bytes, int]:
        """Return how many entries of each author a transcript holds, from the first.

        ``seats`` are the players' authors.
        """
        feeds = self.history.feeds
        counts = {author: len(feed) for author, feed in feeds.items()}
        if self.complete and self.play is not None:
            staying = [player.author for player in self.staying]
            last = self.record.last(staying, self.play.absences.closing)
            clocks = [self.history.clock(entry.id) for entry in last]
            counts = {
                author: 1 + max(clock.get(author, -1) for clock in clocks)
                for author in counts
            }
        authors = seats or feeds.keys()
        return {author: counts[author] for author in counts if author in authors}
