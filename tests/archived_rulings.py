"""Decides for players so that what is rare, or ruled otherwise by now, comes about.

:mod:`tests.archiving` writes transcripts of such games, and
``tests/games/test_old_rulings.py`` compares what each version makes of them.
"""

from __future__ import annotations

from random import Random

from p2pgame.engine import Amount
from p2pgame.session.lobby.events import AnyView
from tests.session.tables import Decide, any_offer

#: The chips of a big blind that can't be posted in full, and of a short all-in.
SHORT_BLIND, SHORT_RAISE = 4, 13


def short_blind(view: AnyView) -> str:
    """Raise a blind of 10, of which 4 are there, to 15 (Robert's Rules: to 20)."""
    first = not view.state.board and max(view.state.bets) == 5
    return _wanted(view, "raise 15" if first else "call", "check", "show", "fold")


def short_all_in(view: AnyView) -> str:
    """Have seat 2 limp, and raise again over an all-in of 13 (TDA 47: call or fold)."""
    state, price = view.state, max(view.state.bets)
    if state.board:
        return _wanted(view, "check", "show", "fold")
    assert view.choice is not None
    player = view.choice.player
    if price == SHORT_RAISE:
        return ("fold", "call", "raise 23")[player]
    if state.stacks[player] == SHORT_RAISE:
        return f"raise {SHORT_RAISE}"
    return _wanted(view, "call" if price == 10 else "fold", "check")


def capturing(seed: int) -> Decide:
    """Take what can be taken, and resign once the other side can't mate."""
    chance = Random(seed)
    anything = any_offer(chance)

    def decide(view: AnyView) -> str:
        import chess

        board = chess.Board(view.state.fen)
        if board.has_insufficient_material(not board.turn):
            return "resign"
        moves = [*board.legal_moves]
        takes = [move for move in moves if board.is_capture(move)]
        return chance.choice(takes or moves).uci() if moves else anything(view)

    return decide


def reshuffling(view: AnyView) -> str:
    """Empty the stock twice: four cards are in the discards, and then two.

    Afterwards play the cards that were shuffled again, if they fit.
    """
    state = view.whole
    assert view.choice is not None
    moves = tuple(move for move in view.choice.moves if isinstance(move, str))
    plays = [move for move in moves if move.startswith("play ")]
    again = state.fresh - len(state.deck)
    wanted = {0: 4, 3: 2}.get(again)
    if not plays or (wanted is not None and len(state.discards) >= wanted):
        plays = [move for move in moves if move in ("draw", *moves[-1:])]
    return plays[-1]


def _wanted(view: AnyView, *words: str) -> str:
    """Return the first of these moves that is on offer."""
    assert view.choice is not None
    for word in words:
        for offer in view.choice.moves:
            verb, _, number = word.partition(" ")
            if isinstance(offer, Amount) and offer.verb == verb:
                if offer.low <= int(number) <= offer.high:
                    return word
            elif offer == word:
                return word
    raise AssertionError(f"none of {words} in {view.choice.moves}")
