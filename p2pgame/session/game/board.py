"""This module applies events to a game's state and reports them to people.

:mod:`.play` decides when an event happens; this module applies it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from p2pgame.engine import (
    ChosenTogether,
    ContradictoryRules,
    Deal,
    Event,
    Over,
    Place,
    Reason,
    Reshuffle,
    RulesError,
    Seated,
    Shuffle,
    Ticked,
    Turn,
    digest,
    drawn,
    learn,
    view,
)
from p2pgame.engine.offers import choice_of
from p2pgame.engine.turns import only_deals, players_in
from p2pgame.engine.undo.timeline import Timeline
from p2pgame.engine.views import Faces

from ..entries.payloads import MASKED, PROVED
from ..lobby import events
from ..lobby.lobby import Start
from . import moves, proposals
from .dealer import Mine

Emit = Callable[[events.TableEvent], None]
P = ParamSpec("P")
R = TypeVar("R")


def _by_rules(
    method: Callable[Concatenate[Board, P], R],
) -> Callable[Concatenate[Board, P], R]:
    """Make a method that asks the rules blame them for whatever they raise.

    It calls them only with what has been checked: a refusal contradicts them, too.
    """

    @wraps(method)
    def asked(board: Board, /, *args: P.args, **kwargs: P.kwargs) -> R:
        with blaming_rules(board):
            return method(board, *args, **kwargs)
        raise AssertionError

    return asked


@contextmanager
def blaming_rules(board: Board) -> Iterator[None]:
    """Blame the rules for whatever they raise meanwhile.

    Raises:
      RulesError: They do.
    """
    try:
        yield
    except (RulesError, MemoryError):
        raise  # no memory is left: that is the machine's fault
    except Exception as error:
        where = f"turn {board.turns + 1} ({type(board.turn).__name__})"
        raise RulesError.within(board.game, where, error) from error


class Board:
    """One peer's copy of the game; ``seat`` None: a spectator's.

    Raises:
      RulesError: From each method, and the rules are at fault.
    """

    def __init__(self, start: Start, seat: int | None, emit: Emit) -> None:
        self.game = start.game.name
        self._deck = start.deck
        self._seat = seat
        self._emit = emit
        self._faces: Faces = {}
        self._forfeit: Over | None = None
        self._drawn: Over | None = None
        #: The state before the last deck, if only an audit can still check that.
        self.unchecked_since: Any = None
        #: Evicted seats of which the game has not been told yet.
        self._untold: list[int] = []
        self._line = Timeline.begin(start.game, len(start.players), start.options)
        #: Whether the rules have turned out to be at fault: nothing more is done.
        self.is_broken = False
        #: How many turns have happened here, those that tell of a departure included.
        self.turns = 0
        self.turn: Turn = self._line.turn

    @property
    def is_forfeited(self) -> bool:
        """Return whether evicted players have forfeited the game."""
        return self._forfeit is not None

    @property
    def line(self) -> Timeline[Any, Any]:
        """The game so far."""
        return self._line

    @property
    @_by_rules
    def view(self) -> events.AnyView:
        return view(
            self._line.game, self._line.state, self._seat, self._faces, self.turn
        )

    @property
    def known(self) -> Faces:
        """The faces that this seat knows, those that are hidden again included."""
        return self._faces

    @property
    @_by_rules
    def digest(self) -> bytes:
        return digest(self._line.state)

    def at_fault(self, what: str) -> RulesError:
        """Return that the rules are at fault, as this is so of the current turn."""
        where = f"turn {self.turns + 1} ({type(self.turn).__name__})"
        return RulesError(f"{self.game} has {where}, which {what}")

    def check_turn(self, evicted: Container[int]) -> None:
        """Refuse a turn that asks one of the ``evicted``, or what a deck cannot do.

        Raises:
          RulesError: It does; of those who shuffle or are dealt to some may have gone.
        """
        if self._deck != MASKED and not only_deals(self.turn):
            raise self.at_fault(f"the {self._deck} deck cannot do")
        if isinstance(self.turn, Shuffle | Reshuffle | Deal):
            return
        gone = [player for player in players_in(self.turn) if player in evicted]
        if gone:
            raise self.at_fault(f"asks player {gone[0]}, who has gone")

    def is_proposal(self, words: str) -> bool:
        """Return whether this asks for what all must agree to, and no move does."""
        return proposals.is_proposal(self.turn, words)

    @_by_rules
    def why_impossible(self, proposal: str) -> Reason | None:
        """Return why all together could not do this now, or None."""
        return proposals.why_impossible(self._line, self.turn, proposal)

    @_by_rules
    def why_illegal(self, player: int, move: str) -> Reason | None:
        """Return why the rules do not allow this move now, or None."""
        return moves.why_illegal(self._line, player, move)

    @_by_rules
    def check_noted(self, player: int | None, move: str) -> None:
        """Refuse to say a move that an earlier run has noted, and the rules refuse now.

        Raises:
          ContradictoryRules: They do, and have allowed it then.
        """
        if player is None or choice_of(self.turn, player) is None:
            return
        reason = (
            None if isinstance(self.turn, Place) else self.why_illegal(player, move)
        )
        if reason is not None:
            raise ContradictoryRules(
                f"the rules of {self.game} contradict themselves: they refuse the move"
                f" {move[:40]!r}, which they allowed before: {reason.message}"
            )

    @_by_rules
    def why_not(self, player: int, move: str) -> Reason | None:
        """Return why our own player may not say this now, or None."""
        if isinstance(self.turn, Over):
            return Reason.of("over", "game-over")
        if self.is_proposal(move):
            return self.why_impossible(move)
        return moves.why_not(self._line, player, move, self.view.faces)

    @_by_rules
    def to_say(self, player: int | None, move: str | None) -> Mine:
        """Return our player's move, or the faces that it places."""
        return moves.to_say(self._line, player, move)

    @_by_rules
    def end_by(self, seat: int, move: str | None) -> Over | None:
        """Return how the game ends if a seat makes this move, or leaves, for None.

        None: it goes on.
        """
        return moves.end_by(self._line, seat, move, self.unchecked_since)

    @_by_rules
    def absent_move(self, player: int) -> str | None:
        """Return the move made for a player that is silent in this turn, or None."""
        return moves.absent_move(self._line, player)

    @_by_rules
    def settle(self, event: Event, dealt: Faces) -> None:
        """Apply the event that answers this turn; ``dealt`` are faces that we learn."""
        turn, happened = self.turn, moves.meant(self.turn, event)
        before = self._line
        if isinstance(turn, Shuffle) and self._deck not in (MASKED, PROVED):
            self.unchecked_since = before.state
        if isinstance(happened, events.Drawn):
            self._drawn = drawn(before.seats)
        else:
            self._line = moves.follow(before, happened).forget()
        self._faces = learn(self._faces, turn, event, dealt)
        self.turns += 1
        self.turn = self._now
        followed = self._line.step.fix_ups if self._line.length > before.length else ()
        self._emit(events.Happened(turn, happened, followed, self.view))

    @property
    def _now(self) -> Turn:
        return self._forfeit or self._drawn or self._line.turn

    def evict(self, seats: Collection[int]) -> None:
        """Note evicted seats; :meth:`tell_evicted` tells the game of them."""
        self._untold += sorted(seats)

    @_by_rules
    def stands(self, event: Event, evicted: Collection[int]) -> Event | None:
        """Return the part of an answer to this turn that stands.

        A player that vanishes while others open has no move, and gains nothing: the
        game is told of it first.
        """
        if not self._untold or not isinstance(event, ChosenTogether | Ticked):
            return event
        before, lost = self.turn, [*self._untold]
        self.tell_evicted(evicted)
        if self._forfeit is not None:
            return None
        return moves.after_losing(self._line, before, event, lost)

    @_by_rules
    def tell_evicted(self, evicted: Collection[int]) -> None:
        """Tell the game of evicted seats, one by one; forfeit it if it can't go on.

        ``evicted`` are all players evicted by now.
        """
        untold, self._untold = self._untold, []
        for seat in untold:
            turn, before = self.turn, self._line
            line = None if self._forfeit else moves.told(before, seat)
            if self._drawn is not None:
                line = before  # it has ended: its end stands
            if line is None and self._forfeit is None:
                self._forfeit = moves.forfeit(
                    before, evicted, checked=self.unchecked_since
                )
            self._line = line or before
            self.turns += 1
            self.turn = self._now
            followed = () if self._line is before else self._line.step.fix_ups
            event = Seated(seat, "gone")
            self._emit(events.Happened(turn, event, followed, self.view))

    @_by_rules
    def end_without(self, evicted: Collection[int], *, by_rules: bool) -> None:
        """Let the next :meth:`tell_evicted` end the game, which ``evicted`` leave.

        They have forfeited it, unless ``by_rules`` and these come to an end once they
        are told, as where all but one have folded.  Of an unproved deck it is
        forfeited even then, since nobody can audit who is gone: whoever loses more
        by the rules pays that, and nobody else wins or loses by that deck.
        """
        by_rules = by_rules and self._drawn is None
        end = moves.all_told(self._line, self._untold) if by_rules else None
        if end is None or self._deck not in (MASKED, PROVED):
            self._forfeit = moves.forfeit(
                self._line, evicted, end=end, checked=self.unchecked_since
            )
