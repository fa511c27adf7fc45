"""What each shipped game does with hidden things, and which decks can do it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import chain

import pytest

from p2pgame.client.errors import InvalidRequest
from p2pgame.client.meeting.offering import offer_of
from p2pgame.client.requests import Host
from p2pgame.engine import Deal, Open, Place, Prove, Reshuffle, Roll, Shuffle, Turn
from p2pgame.games.registry import GAMES, KNOWN
from p2pgame.playtest import Playout, play
from p2pgame.session.lobby.terms import why_no_deck
from tests.games.cases import cases

HIDING = (Shuffle, Reshuffle, Deal, Open, Place, Prove)
#: All that a deck which is not masked can do.
DEALING = {Shuffle, Deal, Open}


#: It only deals, and its version 1 does not say so: another version may.
SILENT = {"memory"}


@cache
def games() -> dict[str, list[Playout]]:
    """Return some random games, by their names."""
    found: dict[str, list[Playout]] = {}
    for case in cases():
        if case.seed == 0:
            found.setdefault(case.game.name, []).append(case.playout)
    return found


def kinds(name: str) -> set[type[Turn]]:
    """Return the kinds of a game's turns about hidden things."""
    return {
        type(turn)
        for played in games()[name]
        for turn in played.turns
        if isinstance(turn, HIDING) or (isinstance(turn, Roll) and turn.hands)
    }


@pytest.mark.parametrize("name", GAMES)
def test_a_game_has_other_decks_if_it_has_cards_and_only_deals_them(name: str) -> None:
    """One that hides nothing has no use for a deck, and is played as it always is."""
    only_deals = bool(kinds(name)) and kinds(name) <= DEALING and name not in SILENT
    assert GAMES[name].only_deals == only_deals
    for deck in ("commutative", "proved"):
        wrong = why_no_deck(deck, GAMES[name], 0)
        assert (wrong is None) == only_deals
        request = Host(game=name, deck=deck)
        if only_deals:
            assert offer_of(request).deck == deck
        else:
            with pytest.raises(InvalidRequest, match=r"unlike .*: take masked"):
                offer_of(request)
    assert why_no_deck("masked", GAMES[name], 2) is None


def test_games_that_hide_nothing_have_no_other_deck() -> None:
    nothing = {name for name in GAMES if not kinds(name)}
    assert {"tictactoe", "chess", "checkers", "pig"} <= nothing
    assert all(not GAMES[name].only_deals for name in nothing)


def alone(played: Playout) -> Iterator[tuple[Turn, int, list[Turn]]]:
    """Yield what one player alone mixes at a table of several, and what follows."""
    turns = played.turns if played.seats > 1 else ()
    for n, turn in enumerate(turns):
        if isinstance(turn, Shuffle | Reshuffle) and len(turn.players) == 1:
            rest: list[Turn] = []
            for later in turns[n + 1 :]:
                if isinstance(later, Shuffle):
                    break
                rest.append(later)
            yield turn, turn.players[0], rest


def test_a_deck_that_one_player_alone_shuffles_is_dealt_to_no_other() -> None:
    """It chooses the order: so nothing of such a deck is opened, or is another's.

    In version 1 of hold'em a player whom all have left goes on alone.
    """
    found, first = 0, KNOWN["holdem", 1]
    left = play(first, 4, first.options(hands=0, stack=60, ante=2), 0)
    for turn, player, rest in chain.from_iterable(
        alone(played) for some in (*games().values(), [left]) for played in some
    ):
        if isinstance(turn, Shuffle):
            found += 1
            for later in rest:
                assert not isinstance(later, Open), (turn, later)
                if isinstance(later, Deal):
                    assert {seat for seat, _ in later.hands} <= {player}
    assert found, "no game has had a player who was left alone"


def test_only_cards_that_are_passed_on_are_mixed_by_one_player_alone() -> None:
    """Their giver knows them; the random games check that they were dealt to it."""
    mixing = {
        name
        for name, some in games().items()
        for played in some
        for turn, _, _ in alone(played)
        if isinstance(turn, Reshuffle)
    }
    assert mixing == {"hearts"}
