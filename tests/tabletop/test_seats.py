"""Players join, sit out, leave, are eliminated, and wait for company."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from p2pgame.engine import (
    Choose,
    Chosen,
    Event,
    Game,
    IllegalMove,
    Message,
    Options,
    Over,
    Reason,
    Roll,
    Rolled,
    Seated,
    State,
    Status,
    Turn,
    advance,
    plain,
    start,
    why_refused,
)
from p2pgame.playtest import POINTS, Case, Point
from p2pgame.tabletop.components import changed_at
from p2pgame.tabletop.rounds import Round
from p2pgame.tabletop.seats import (
    Seats,
    seats_taken,
    why_not_gone,
    why_not_now,
    why_too_few,
)
from tests.english import english, refusing, worded

LIVES = 2


class Circle(State, frozen=True):
    """Everybody rolls once a round; the lowest lose a life, and are out without any."""

    seats: Seats
    lives: tuple[int, ...]
    colours: tuple[str, ...]
    round: Round = Round(())
    rolled: tuple[int, ...] = ()
    rolling: bool = False


class LowestLoses(Game[Circle, Options]):
    name = "lowest"
    version = 1
    seats = range(2, 6)
    options = Options

    def setup(self, seats: int, options: Options) -> Circle:
        colours = ("red", "blue", "green", "white", "black")[:seats]
        return Circle(seats_taken(seats, seats), (LIVES,) * seats, colours)

    def turn(self, state: Circle) -> Turn:
        if state.rolling:
            return Roll(6)
        if not state.round.over:
            return Choose(state.round.player, ("roll",))
        some = [n for n, status in enumerate(state.seats.status) if status != "gone"]
        if len(some) <= 1:
            alive = range(len(state.lives))
            last = len(alive) - len(some)
            return Over(tuple(last if n in some else -len(some) for n in alive))
        present = state.seats.present or some
        if why_too_few(state.seats, 2):
            return Choose(present[0], ("give up",))
        return Choose(present[0], ("begin", "give up"))

    def apply(self, state: Circle, event: Event) -> Circle:
        match event:
            case Chosen(_, "begin"):
                count = len(state.lives)
                round = Round(state.seats.present)
                return replace(state, round=round, rolled=(-1,) * count)
            case Chosen(player, "give up"):
                return gone(state, (player,))
            case Chosen():
                return replace(state, rolling=True)
            case Rolled((value,)):
                rolled = changed_at(state.rolled, state.round.player, value)
                round = state.round.through()
                return replace(state, rolling=False, rolled=rolled, round=round)
            case Seated(player, status):
                rolling = state.rolling and player != state.round.player
                left = state if status == "in" else stopped(state, player)
                seats = left.seats.changed(player, status)
                return replace(left, seats=seats, rolling=rolling)
        raise AssertionError(event)

    def fix_up(self, state: Circle) -> tuple[Message, Circle] | None:
        if not state.rolled or not state.round.over:
            return None
        values = {n: v for n, v in enumerate(state.rolled) if v >= 0}
        low = [n for n, value in values.items() if value == min(values.values())]
        low = low if len(values) > 1 and len(low) < len(values) else []
        lives = tuple(left - (n in low) for n, left in enumerate(state.lives))
        out = tuple(n for n in low if lives[n] == 0)
        return plain("the round ends"), gone(
            replace(state, lives=lives, rolled=()), out
        )

    def why_not_seated(
        self, state: Circle, player: int, status: Status
    ) -> Reason | None:
        between = state.round.over and not state.rolling
        return why_not_now(state.seats, player, status, between_rounds=between)

    def show(self, state: Circle, faces: Mapping[int, str]) -> str:
        return " ".join(
            f"{c}: {n}" for c, n in zip(state.colours, state.lives, strict=True)
        )


def stopped(state: Circle, player: int) -> Circle:
    rolled = changed_at(state.rolled, player, -1) if state.rolled else ()
    return replace(state, round=state.round.without([player]), rolled=rolled)


def gone(state: Circle, players: tuple[int, ...]) -> Circle:
    for player in players:
        state = replace(state, seats=state.seats.changed(player, "gone"))
    return state


GAME = LowestLoses()


def after(*events: Event, seats: int = 3) -> Circle:
    state = start(GAME, seats, Options()).state
    for event in events:
        state = advance(GAME, state, event).state
    return state


@pytest.mark.parametrize("point", POINTS)
def test_a_game_with_seats_that_change_keeps_every_promise(point: Point) -> None:
    for seed in range(6):
        point(Case(GAME, 4, seed=seed))


@pytest.mark.row("B73")
def test_a_player_who_sits_out_is_not_asked_and_joins_the_next_round() -> None:
    state = after(Seated(1, "out"), Chosen(0, "begin"))
    assert state.round.queue == (0, 2)
    with refusing(IllegalMove, match="wait until this round has ended"):
        advance(GAME, state, Seated(1, "in"))
    ended = after(
        *(Seated(1, "out"), Chosen(0, "begin")),
        *(Chosen(0, "roll"), Rolled((3,)), Chosen(2, "roll"), Rolled((1,))),
        *(Seated(1, "in"), Chosen(0, "begin")),
    )
    assert ended.round.queue == (0, 1, 2)
    assert ended.lives == (2, 2, 1)


@pytest.mark.row("B73")
def test_a_player_may_leave_in_the_middle_of_a_round_for_good() -> None:
    state = after(
        Chosen(0, "begin"), Chosen(0, "roll"), Rolled((3,)), Seated(1, "gone")
    )
    assert state.round.queue == (2,)
    for status in ("in", "out"):
        with refusing(IllegalMove, match="out of this game for good"):
            advance(GAME, state, Seated(1, status))


@pytest.mark.row("B73")
def test_the_table_waits_until_there_are_enough_players() -> None:
    waiting = after(Seated(1, "out"), Seated(2, "out"))
    assert GAME.turn(waiting) == Choose(0, ("give up",))
    assert worded(why_too_few(waiting.seats, 2)) == (
        "too-few-players",
        "the table waits for one more player",
    )
    assert worded(why_too_few(waiting.seats, 3)) == (
        "too-few-players",
        "the table waits for 2 more players",
    )
    enough = advance(GAME, waiting, Seated(2, "in")).state
    assert why_too_few(enough.seats, 2) is None
    assert GAME.turn(enough) == Choose(0, ("begin", "give up"))


@pytest.mark.row("B73")
def test_an_eliminated_player_plays_no_more() -> None:
    lost: list[Event] = [
        *(Chosen(0, "begin"), Chosen(0, "roll"), Rolled((0,))),
        *(Chosen(1, "roll"), Rolled((5,)), Chosen(2, "roll"), Rolled((5,))),
    ]
    state = after(*lost, *lost)
    assert state.seats.status == ("gone", "in", "in")
    assert GAME.turn(state) == Choose(1, ("begin", "give up"))
    assert GAME.turn(advance(GAME, state, Seated(1, "gone")).state) == Over((-1, -1, 2))


@pytest.mark.row("B73")
def test_an_empty_seat_is_taken_or_closed_but_never_left() -> None:
    seats = seats_taken(2, 4)
    assert seats.present == (0, 1)
    assert why_not_now(seats, 2, "in", between_rounds=True) is None
    for status in ("out", "gone"):
        reason = why_not_now(seats, 2, status, between_rounds=True)
        assert reason is not None
        assert reason.code == "empty-seat"
    assert seats.changed(2, "in").present == (0, 1, 2)
    closed = seats.changed(3, "gone")
    reason = why_not_now(closed, 3, "in", between_rounds=True)
    assert reason is not None
    assert reason.code == "gone"


@pytest.mark.parametrize("player", [-1, 3, 10**6])
def test_a_seat_that_is_not_there_is_refused(player: int) -> None:
    for status in ("in", "out", "gone"):
        reason = why_refused(GAME, after(), Seated(player, status))
        assert reason is not None
        assert reason.code == "no-such-seat"


def test_nothing_changes_twice() -> None:
    reason = why_refused(GAME, after(), Seated(0, "in"))
    assert worded(reason) == ("no-change", "player 0 is in already")


@pytest.mark.row("B75")
def test_common_parts_fit_into_any_state() -> None:
    state = after(Chosen(0, "begin"))
    assert state.round.player == 0
    assert state.seats.present == (0, 1, 2)
    assert state.colours[state.round.player] == "red"


def test_where_seats_are_fixed_one_can_only_leave_for_good() -> None:
    assert why_not_gone((0, 2), 2, "gone") is None
    for player, status in ((1, "gone"), (2, "in"), (2, "out"), (-1, "gone")):
        reason = why_not_gone((0, 2), player, status)  # type: ignore[arg-type]
        assert reason is not None
        assert reason.code == "fixed-seats"
        assert f"player {player} can only leave for good" in english(reason.message)
