"""A declared game makes checks that its author cannot forget."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import pytest
from msgspec.structs import replace

from p2pgame.engine import (
    Choose,
    Chosen,
    ChosenTogether,
    Expired,
    IllegalMove,
    Opened,
    Options,
    Over,
    RulesError,
    Shuffled,
    Step,
    Timer,
    Together,
    Turn,
    advance,
    by_score,
    digest,
    plain,
    start,
    view,
    winners,
)
from p2pgame.engine.state import encode
from p2pgame.playtest import POINTS, Case, Point
from p2pgame.tabletop.declared import DeclaredGame
from p2pgame.tabletop.moves import FixUp, MoveType, unchanged
from p2pgame.tabletop.phases import Phase, Rulebook
from tests.english import english, refusing
from tests.tabletop.diary import Diary, move, once
from tests.tabletop.pairs import FACES, Grid, Pairs

GAME = Pairs()


def after(*moves: str, seats: int = 2) -> Grid:
    """Return the state after these moves, with the cards in their first order."""
    state = advance(GAME, start(GAME, seats, Options()).state, Shuffled()).state
    for made in moves:
        state = step(state, made).state
    return state


def step(state: Grid, made: str) -> Step[Grid]:
    done = advance(GAME, state, Chosen(state.player, made))
    if done.state.opening:
        (slot,) = done.state.opening
        done = advance(GAME, done.state, Opened((FACES[slot],)))
    return done


def refusal(state: Grid, player: int, made: str) -> tuple[str, str]:
    reason = GAME.why_illegal(state, player, made)
    assert reason is not None
    with pytest.raises(IllegalMove) as caught:
        advance(GAME, state, Chosen(player, made))
    assert (caught.value.code, english(caught.value)) == (
        reason.code,
        english(reason.message),
    )
    return reason.code, english(reason.message)


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize("seats", [2, 4])
def test_a_game_of_declared_moves_keeps_every_promise(point: Point, seats: int) -> None:
    for seed in range(3):
        point(Case(GAME, seats, seed=seed))


@pytest.mark.row("B19")
def test_a_timer_makes_its_move_once() -> None:
    waiting = after("reveal 0", "reveal 2")
    assert GAME.turn(waiting) == Choose(0, ("hide cards",), Timer(3, "hide cards"))
    hidden = advance(GAME, waiting, Expired(0)).state
    assert hidden.shown == ()
    assert hidden.player == 1
    for player in (0, 1):
        with refusing(IllegalMove, match="no timer of player"):
            advance(GAME, hidden, Expired(player))


@pytest.mark.row("B19")
def test_a_timer_is_cancelled_by_the_move_made_in_time() -> None:
    hidden = step(after("reveal 0", "reveal 2"), "hide cards").state
    with refusing(IllegalMove, match="no timer"):
        advance(GAME, hidden, Expired(0))


@pytest.mark.row("B19")
def test_a_timer_survives_a_restart() -> None:
    waiting = after("reveal 0", "reveal 2")
    read = msgspec.msgpack.decode(encode(waiting), type=Grid)
    assert GAME.turn(read) == GAME.turn(waiting)
    assert advance(GAME, read, Expired(0)) == advance(GAME, waiting, Expired(0))


@pytest.mark.row("B20")
def test_only_a_rule_has_a_timer_and_leads_where_the_move_by_hand_does() -> None:
    waiting = after("reveal 0", "reveal 2")
    assert advance(GAME, waiting, Expired(0)) == step(waiting, "hide cards")
    for state in (after(), after("reveal 0"), after("reveal 0", "reveal 1")):
        turn = GAME.turn(state)
        assert isinstance(turn, Choose)
        assert turn.timer is None


@pytest.mark.row("B26", "B39")
def test_only_the_current_player_moves_and_a_spectator_never() -> None:
    state = after("reveal 0")
    assert state.player == 0
    assert refusal(state, 1, "reveal 1")[0] == "not-your-turn"
    assert refusal(state, -1, "reveal 1")[0] == "not-your-turn"
    assert view(GAME, state, 0, {}).choice is not None
    assert view(GAME, state, 1, {}).choice is None
    assert view(GAME, state, None, {}).choice is None


@pytest.mark.row("B28")
def test_a_move_that_fails_while_it_is_applied_leaves_nothing_behind() -> None:
    class Fragile(Notes):
        def rulebook(self) -> Rulebook[Diary]:
            return Rulebook(anytime=[MoveType(fail, "Fails."), once("tidy")])

    def fail(state: Diary, player: int, number: int) -> Diary:
        replace(state, lines=("half", "done"))
        raise IllegalMove("too-late", plain("the other half cannot be done"))

    game = Fragile()
    state = start(game, 1, Options()).state
    was = digest(state)
    with refusing(IllegalMove, match="other half"):
        advance(game, state, Chosen(0, "fail"))
    assert digest(state) == was
    assert game.why_illegal(state, 0, "fail") is None


@pytest.mark.row("B18", "B29")
def test_an_invalid_state_is_found_after_a_move_a_fix_up_or_the_setup() -> None:
    class Broken(Pairs):
        def begin(self, seats: int, options: Options) -> Grid:
            return replace(super().begin(seats, options), player=seats)

    with pytest.raises(RulesError, match="pairs: there is no player 2"):
        start(Broken(), 2, Options())

    class Strays(Pairs):
        def rulebook(self) -> Rulebook[Grid]:
            return Rulebook(anytime=[MoveType(stray, "Strays."), FixUp(stray_on)])

    def stray(state: Grid, player: int, number: int) -> Grid:
        return replace(state, player=9)

    def stray_on(state: Grid) -> Grid | None:
        return replace(state, player=7) if state.shown else None

    state = after()
    was = digest(state)
    with pytest.raises(RulesError, match="no player 9"):
        advance(Strays(), state, Chosen(0, "stray"))
    with pytest.raises(RulesError, match="no player 7"):
        advance(Strays(), replace(state, opening=(0,)), Opened(("ant",)))
    assert digest(state) == was


@pytest.mark.row("B30")
def test_moves_proposed_at_once_are_judged_one_after_the_other() -> None:
    state = after("reveal 0")
    first, second = Chosen(0, "reveal 2"), Chosen(0, "reveal 3")
    between = advance(GAME, state, first).state
    with pytest.raises(IllegalMove):
        advance(GAME, between, second)
    opened = advance(GAME, between, Opened(("bee",))).state
    with refusing(IllegalMove, match="no cards left to reveal"):
        advance(GAME, opened, second)


@pytest.mark.row("B35")
def test_fix_ups_without_an_end_are_stopped_and_named() -> None:
    class Restless(Notes):
        def rulebook(self) -> Rulebook[Diary]:
            fidget: FixUp[Diary] = FixUp(unchanged, "fidget")
            return Rulebook(anytime=[fidget])

    for _ in range(2):
        with pytest.raises(RulesError, match=r"notes does not settle: .*fidget"):
            start(Restless(), 1, Options())


@pytest.mark.row("B36", "B37")
def test_everything_that_follows_a_move_is_one_chain_of_visible_steps() -> None:
    opened = advance(GAME, after("reveal 0"), Chosen(0, "reveal 1")).state
    done = advance(GAME, opened, Opened(("ant",)))
    (kept, kept_state), (finished, finished_state) = done.fix_ups
    assert (english(kept), english(finished)) == ("keep pair", "finish turn")
    assert (kept_state.scores, kept_state.player) == ((1, 0), 0)
    assert (finished_state.scores, finished_state.player) == ((1, 0), 1)
    assert done.state == finished_state
    assert GAME.fix_up(done.state) is None


@pytest.mark.row("B40")
def test_why_a_turn_is_not_over_is_said_in_a_whole_sentence() -> None:
    code, text = refusal(after("reveal 0"), 0, "finish turn")
    assert code == "not-proposable"
    assert "the turn is not over because they still have cards left to reveal" in text
    _, text = refusal(after("reveal 0", "reveal 2"), 0, "finish turn")
    assert "the turn is not over because there are cards to hide" in text


class Notes(DeclaredGame[Diary, Options]):
    """A game for one player whose author offers wrong moves."""

    name = "notes"
    version = 1
    seats = range(1, 2)
    options = Options

    def rulebook(self) -> Rulebook[Diary]:
        return Rulebook(
            Phase("morning", [move("rise"), once("noon", "day")], ordered=True),
            Phase("day", [move("work")]),
        )

    def begin(self, seats: int, options: Options) -> Diary:
        return Diary()

    def next_turn(self, state: Diary) -> Turn:
        return Choose(0, ("rise", "work", "sleep"))

    def show(self, state: Diary, faces: Mapping[int, str]) -> str:
        return " ".join(state.lines)


@pytest.mark.row("B38")
def test_phase_and_order_are_checked_against_any_offers_of_the_author() -> None:
    game = Notes()
    state = start(game, 1, Options()).state
    assert game.turn(state) == Choose(0, ("rise",))
    with refusing(IllegalMove, match="'work' is for the phase day"):
        advance(game, state, Chosen(0, "work"))
    day = advance(game, state, Chosen(0, "rise")).state
    assert day.lines == ("rise", "noon")
    assert game.turn(day) == Choose(0, ("work",))
    with refusing(IllegalMove, match="'rise' is for the phase morning"):
        advance(game, day, Chosen(0, "rise"))
    with refusing(IllegalMove, match="no move of this game"):
        advance(game, day, Chosen(0, "sleep"))


@pytest.mark.row("B38")
def test_moves_made_together_are_checked_as_well() -> None:
    class Duet(Notes):
        seats = range(2, 3)

        def next_turn(self, state: Diary) -> Turn:
            return Together((Choose(0, ("sleep",)), Choose(1, ())))

    game = Duet()
    state = start(game, 2, Options()).state
    assert game.turn(state) == Together((Choose(0, ("rise",)), Choose(1, ("rise",))))
    with refusing(IllegalMove, match="no move of this game"):
        advance(game, state, ChosenTogether(("sleep", "rise")))


def test_a_move_is_told_as_it_is_described() -> None:
    assert english(GAME.tell(after(), Chosen(0, "reveal 3"))) == "player 0 turns up 3"
    assert (
        english(GAME.tell(after(), Chosen(1, "hide cards"))) == "player 1: hide cards"
    )
    assert GAME.tell(after(), Shuffled()) is None


def test_a_rulebook_is_checked_when_its_game_is_made() -> None:
    class Twice(Notes):
        def rulebook(self) -> Rulebook[Diary]:
            return Rulebook(anytime=[move("rise"), move("rise")])

    with pytest.raises(RulesError, match="'rise'"):
        Twice()


@pytest.mark.row("B23", "B24", "B25", "G25")
def test_the_highest_score_wins_alone_together_or_not_at_all() -> None:
    moves = [f"reveal {slot}" for slot in range(len(FACES))]
    end = after(*moves)
    assert end.scores == (2, 1)
    over = GAME.turn(end)
    assert over == by_score((2, 1)) == Over((1, -1))
    assert winners(by_score((2, 1))) == (0,)
    together = GAME.turn(after(*moves, seats=4))
    assert isinstance(together, Over)
    assert winners(together) == (0, 1, 2)
    assert winners(by_score((3, 3))) == ()
    for event in (Chosen(0, "reveal 0"), Chosen(1, "hide cards"), Shuffled()):
        with refusing(IllegalMove, match="the game is over"):
            advance(GAME, end, event)
