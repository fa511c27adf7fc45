"""This module tries a game's first calls: all that is asked until a player has moved.

It plays as a table does, with every seat's view, its drawing and its hints.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from p2pgame.engine import (
    Amount,
    AnyGame,
    Choose,
    Chosen,
    ChosenTogether,
    Event,
    Look,
    Offer,
    Options,
    Over,
    Place,
    RulesError,
    State,
    Tick,
    Ticked,
    Together,
    Turn,
    advance,
    start,
    view,
)
from p2pgame.engine.guarded import guarded, misgiven
from p2pgame.engine.play import why_not
from p2pgame.engine.soundness import turn_of

from .dealer import Dealer, Secrets, Untrue

#: The most turns before a player has to move, and the most seats and moves looked at.
TURNS, SEATS, MOVES = 64, 12, 12
#: How the table is drawn.
_ROOM = 80, 24


def try_out(game: AnyGame, seats: int, options: Options) -> None:
    """Begin one game, and make the first move of whoever is asked.

    Nothing happens where the options do not suit so many seats.

    Raises:
      RulesError: The rules fail, or what presents them does.
    """
    game = guarded(game, is_strict=True)
    if why_not(game, seats, options) is not None:
        return
    game.teams(seats, options)
    game.buy_in(options)
    dealer, secrets = Dealer(game, "trial"), Secrets.of(seats)
    state, is_decided = start(game, seats, options).state, False
    for _ in range(TURNS):
        turn = _turn(game, state, seats)
        _look(game, seats, state, turn, secrets)
        if is_decided or isinstance(turn, Over):
            return
        event = _decided(game, state, turn, secrets)
        is_decided = event is not None
        if event is None:
            try:
                event, secrets = dealer.answer(state, turn, secrets)
            except Untrue:
                return
            except RulesError as error:
                raise _of_turn(game, error) from None
        game.tell(state, event)
        state = advance(game, state, event, turn).state


def _turn(game: AnyGame, state: State, seats: int) -> Turn:
    try:
        return turn_of(game, state, seats)
    except RulesError as error:
        raise _of_turn(game, error) from None


def _of_turn(game: AnyGame, error: RulesError) -> RulesError:
    is_exact = re.match(rf"{game.name} fails in \w+, line ", f"{error}")
    return error if is_exact else misgiven(game, "turn", error)


def _look(
    game: AnyGame, seats: int, state: State, turn: Turn, secrets: Secrets
) -> None:
    """Ask all that a table asks of a state, before anybody moves."""
    game.kept(state)
    game.next_first(state)
    game.last_round(state)
    game.why_no_draw(state)
    names = tuple(f"Player {seat + 1}" for seat in range(seats))
    for seat in (None, *range(min(seats, SEATS))):
        known = {} if seat is None else secrets.known_to(seat)
        seen = view(game, state, seat, known, turn)
        _ = seen.text, seen.hand, seen.scores, seen.phase, seen.roles, seen.zones
        game.in_sentences(seen.state, seen.faces, seat)
        game.draw(seen.state, seen.faces, Look(seat, names, *_ROOM, str))
        game.seen(state, seat)
        if seen.choice is not None and not isinstance(turn, Place):
            _ask(game, state, seen.choice, seen.faces)


def _ask(game: AnyGame, state: State, choice: Choose, faces: Mapping[int, str]) -> None:
    """Ask what a player's own program asks when it is the player's turn."""
    player = choice.player
    game.absent_move(state, player)
    game.explain(state, player, "", faces)
    for offer in choice.moves[:MOVES]:
        game.hint(state, player, offer, faces)
        move = _text(offer)
        game.why_illegal(state, player, move)
        game.why_unfair(state, player, move, faces)


def _decided(game: AnyGame, state: State, turn: Turn, secrets: Secrets) -> Event | None:
    """Return the first fair moves of those who are asked; None: nobody is."""
    match turn:
        case Choose():
            return Chosen(turn.player, _first(game, state, turn, turn, secrets))
        case Together(choices):
            moves = (_first(game, state, turn, one, secrets) for one in choices)
            return ChosenTogether(tuple(moves))
        case Tick():
            return Ticked(())
    return None


def _first(
    game: AnyGame, state: State, turn: Turn, choice: Choose, secrets: Secrets
) -> str:
    known = secrets.known_to(choice.player)
    fair = view(game, state, choice.player, known, turn).choice
    if fair is None or not fair.moves:
        where = f"leaves player {choice.player} no fair move"
        raise RulesError(f"{game.name} {where} in {turn}"[:400])
    return _text(fair.moves[0])


def _text(offer: Offer) -> str:
    return f"{offer.verb} {offer.low}" if isinstance(offer, Amount) else offer
