"""This module checks a player's moves, and tells a game of evicted players.

A player may make the game's own moves, say ``undo``, or agree to a proposal
(:mod:`.proposals`).

``undo`` takes one's own last move back, if only one's own moves follow it. A game's
own move of that name takes precedence.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from p2pgame.engine import (
    AnyGame,
    Choose,
    Chosen,
    ChosenTogether,
    Event,
    Over,
    Place,
    Reason,
    RulesError,
    Seated,
    Tick,
    Ticked,
    Together,
    Turn,
    forfeited,
    losing,
    message_of,
    play,
)
from p2pgame.engine.offers import choice_of
from p2pgame.engine.turns import MOVE_LIMIT, NO_ORDER, is_move, is_offered
from p2pgame.engine.undo.takeback import Undone
from p2pgame.engine.undo.timeline import Timeline
from p2pgame.engine.views import Faces

from ..lobby.events import Drawn, TakenBack
from . import proposals
from .dealer import Mine

UNDO = "undo"


def why_illegal(line: Timeline[Any, Any], player: int, move: str) -> Reason | None:
    """Return why the rules do not allow this move now, or None.

    Of a proposal it is another question whether all have agreed to it.
    """
    if move == UNDO and not _offers(line.turn, player):
        return line.why_not_undo(player)
    turn = line.turn
    if proposals.is_proposal(turn, move):
        return proposals.why_impossible(line, turn, move)
    if not is_move(move):
        return Reason.of("no-move", "move-too-long", limit=MOVE_LIMIT)
    return play.why_illegal(line.game, line.state, turn, player, move)


def why_not(
    line: Timeline[Any, Any], player: int, move: str, faces: Faces
) -> Reason | None:
    """Return why our own player, who knows ``faces``, may not say this now, or None.

    Checks more than the others can: a move must be fair, and a hidden placement
    allowed.
    """
    game, state, turn = line.game, line.state, line.turn
    if isinstance(turn, Place) and turn.player == player:
        try:
            placed = game.placement(state, player, move)
        except ValueError as error:
            return Reason("misplaced", message_of(error))
        if len(placed) != len(turn.slots) or not {*turn.faces}.issuperset(placed):
            raise RulesError(f"{game.name} reads {move!r} as what may not be placed")
        return game.why_misplaced(state, player, placed)
    if isinstance(turn, Tick) and move == NO_ORDER:
        return None
    choice = choice_of(turn, player)
    if choice is not None and is_offered(move, choice.moves):
        reason = None  # should the rules refuse it, everybody is to see that they do
    else:
        reason = why_illegal(line, player, move)
    if reason is None and (move != UNDO or _offers(turn, player)):
        return game.why_unfair(state, player, move, faces)
    if reason is not None and choice is not None:
        return game.explain(state, player, move, faces) or reason
    return reason


def to_say(line: Timeline[Any, Any], player: int | None, move: str | None) -> Mine:
    """Return our player's move, or the faces that it places."""
    if isinstance(line.turn, Place) and player is not None and move is not None:
        return Mine(placed=line.game.placement(line.state, player, move))
    return Mine(move)


def absent_move(line: Timeline[Any, Any], player: int) -> str | None:
    """Return the move made for a player that is silent in its turn, or None.

    Where that player alone chooses, it is the move of the turn's timer, or else the
    game's move for a player that does not answer.
    """
    match line.turn:
        case Choose(asked, offers, timer) if asked == player:
            move = line.game.absent_move(line.state, player)
            move = move if timer is None else timer.move
            if move is not None and not is_offered(move, offers):
                said = f"makes the move {move!r} for player {player}, and offers it not"
                raise RulesError(f"{line.game.name} {said}")
            return move
    return None


def meant(turn: Turn, event: Event) -> Event | Undone | TakenBack | Drawn:
    """Return the event or agreement that an answer to ``turn`` stands for."""
    match event:
        case Chosen(player, move) if move == UNDO and not _offers(turn, player):
            return Undone(player, 1)
        case Chosen(_, move) if proposals.is_proposal(turn, move):
            return proposals.meaning(move)
    return event


def follow(
    line: Timeline[Any, Any], happened: Event | Undone | TakenBack
) -> Timeline[Any, Any]:
    """Return the game after what has happened."""
    if isinstance(happened, TakenBack):
        return proposals.taken_back(line, happened)
    return line.advance(happened)


def _offers(turn: Turn, player: int) -> bool:
    choice = choice_of(turn, player)
    return choice is not None and UNDO in choice.moves


def after_losing(
    line: Timeline[Any, Any], before: Turn, event: Event, lost: Collection[int]
) -> Event | None:
    """Return the part of ``event`` that stands after the ``lost`` players are out.

    ``event`` answered ``before``. Sealed moves stand if the same players, without
    the lost, are still asked, and may still make them.
    """
    match before, event, line.turn:
        case Together(asked), ChosenTogether(moves), Together(choices):
            stay = [one.player for one in asked if one.player not in lost]
            if stay != [choice.player for choice in choices]:
                return None
            pairs = zip(stay, moves, strict=True)
            legal = all(why_illegal(line, *pair) is None for pair in pairs)
            return event if legal else None
        case Tick(), Ticked(orders), Tick(players):
            legal = all(why_illegal(line, *order) is None for order in orders)
            return event if legal and not {*players}.intersection(lost) else None
    return None


def told(line: Timeline[Any, Any], seat: int) -> Timeline[Any, Any] | None:
    """Tell the game that ``seat`` is evicted; return None if it cannot go on."""
    if isinstance(line.turn, Over):
        return line  # it has ended meanwhile: its end stands
    if line.game.why_not_seated(line.state, seat, "gone") is not None:
        return None
    return line.advance(Seated(seat, "gone"))


def all_told(
    line: Timeline[Any, Any], seats: Iterable[int]
) -> Timeline[Any, Any] | None:
    """Tell the game of evicted seats; return None unless it is over by that."""
    for seat in seats:
        after = told(line, seat)
        if after is None:
            return None
        line = after
    return line if isinstance(line.turn, Over) else None


def end_by(
    line: Timeline[Any, Any], seat: int, move: str | None, checked: Any = None
) -> Over | None:
    """Return how a game ends if a seat makes this move now, or leaves it for None.

    None: it goes on.  ``checked`` is as for :func:`forfeit`.
    """
    if move is None:
        after = told(line, seat)
        if after is None or (checked is not None and isinstance(after.turn, Over)):
            return forfeit(line, {seat}, end=after, checked=checked)
        end = after.turn
    elif isinstance(line.turn, Choose) and why_illegal(line, seat, move) is None:
        end = line.advance(Chosen(seat, move)).turn
    else:
        return None
    return end if isinstance(end, Over) else None


def forfeit(
    line: Timeline[Any, Any],
    gone: Collection[int],
    *,
    end: Timeline[Any, Any] | None = None,
    checked: Any = None,
) -> Over:
    """Return the end of a game that cannot go on without the evicted players.

    Its rules may have come to a result already, if an audit loses a player; or they
    come to ``end`` by what they are told, which nobody can audit.  ``checked`` is the
    state up to which all decks were checked, if that is another.
    """
    game, seats = line.game, line.seats
    teams = game.teams(seats, line.options)
    lost = losing(gone, teams)
    turn = (end or line).turn
    least = turn.payoffs if isinstance(turn, Over) else ()
    now = _settled(game, line.state, lost, seats)
    settled = now if checked is None else _settled(game, checked, lost, seats)
    return forfeited(seats, gone, teams, least, now, settled=settled)


def _settled(
    game: AnyGame, state: Any, lost: frozenset[int], seats: int
) -> tuple[int, ...]:
    """Return what the rules say that each seat has won or lost so far; none: nothing.

    Raises:
      RulesError: They say it of another number of seats.
    """
    settled = game.settled(state, lost) if len(lost) < seats else None
    if settled is not None and len(settled) != seats:
        raise RulesError(f"{game.name} settles {len(settled)} seats of {seats}")
    return settled or ()
