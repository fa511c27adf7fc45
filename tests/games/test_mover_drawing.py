"""The plane is drawn with everybody on it, however far apart they are."""

from __future__ import annotations

from p2pgame.engine import Ticked, advance
from p2pgame.games.mover.mover import Mover, MoverOptions
from p2pgame.games.mover.plane import Plane
from tests.games.drawn import draw, look, shown, styled

GAME = Mover()


def after(ticks: int, *orders: tuple[int, str], seats: int = 3) -> Plane:
    state = GAME.setup(seats, MoverOptions(ticks=60, field=0))
    for tick in range(ticks):
        state = advance(GAME, state, Ticked(() if tick else orders)).state
    return state


def test_everybody_is_on_the_map_with_the_way_ahead() -> None:
    state = after(3, (0, "u 5"), (1, "h 3"))
    assert shown(draw("mover", state, look(1, 60, 14))) == MAP


def test_arrows_are_keys_where_there_are_no_signs() -> None:
    text = shown(draw("mover", after(3, (0, "u 5")), look(1, 60, 14, symbols=False)))
    assert "(3, 3) u 2" in text


def test_the_scale_grows_as_players_go_apart() -> None:
    near, far = after(3, (0, "u 5")), after(50, (0, "l 100"), (1, "h 100"))
    assert "one sign" not in shown(draw("mover", near, look(0, 60, 14)))
    text = shown(draw("mover", far, look(0, 60, 14)))
    assert "one sign is 10 steps" in text
    assert "│   1 · · · · + · · · · 0   │" in text.replace("∙", " ")


def test_several_on_one_place_have_one_sign_and_the_looker_has_its_own() -> None:
    state = after(1, (0, "k 1"), (1, "k 1"), (2, "h 1"))
    assert "*" in shown(draw("mover", state, look(None, 60, 14)))
    assert "*" not in shown(draw("mover", state, look(0, 60, 14)))


def test_a_thousand_players_are_listed_as_far_as_there_is_room() -> None:
    state = after(1, (7, "k 1"), seats=1000)
    text = shown(draw("mover", state, look(900, 60, 14)))
    assert text.index("player 900") < text.index("player 7")
    assert "and 991 more" in text


def test_the_first_row_says_what_to_do_and_who_wins() -> None:
    drawing = draw("mover", after(0), look(0, 60, 14))
    assert "nobody wins" in shown(drawing).splitlines()[1]
    assert styled(drawing, "to-move") == ["tick 0 of 60"]
    over = draw("mover", after(60), look(0, 60, 14))
    assert "nobody has won" in shown(over).splitlines()[1]
    assert not styled(over, "to-move")


MAP = """
tick 3 of 60 · Walk by orders such as u 10; nobody wins.
╭───────────────────────────╮  1 Ben (you)           (-3, 0)
│             ·         ∙   │  0 Ann              (3, 3) ↗ 2
│             ·       ∙     │  2 Cleo               no order
│             ·     0       │
│             ·             │
│             ·             │
│ · · · 1 · · + · · · · · · │
│             ·             │
│             ·             │
│             ·             │
│             ·             │  y k u
│             ·             │  h · l
╰───────────────────────────╯  b j n
"""


def field(*ticks: dict[int, str], side: int = 7) -> Plane:
    state = GAME.setup(3, MoverOptions(ticks=60, field=side))
    for orders in ticks:
        state = advance(GAME, state, Ticked((*orders.items(),))).state
    return state


def test_a_field_shows_who_owns_what_and_who_is_coming() -> None:
    state = field({0: "l 5", 1: "h 1"}, {1: "k 2"}, {2: "j 1"})
    assert shown(draw("mover", state, look(1, 60, 14))) == FIELD


def test_a_field_without_room_is_drawn_around_the_one_who_looks() -> None:
    state = field({0: "l 1"}, side=51)
    text = shown(draw("mover", state, look(0, 60, 14)))
    row = next(row for row in text.splitlines() if "0•" in row)
    assert row.startswith("│ · · · · · · · 0•· · · · · ·")


def test_several_on_a_place_of_the_field_have_one_sign() -> None:
    state = field({0: "k 1", 1: "k 1"})
    assert "* " in shown(draw("mover", state, look(2, 60, 14)))
    assert "0•" in shown(draw("mover", state, look(0, 60, 14)))
    assert "0." in shown(draw("mover", state, look(0, 60, 14, symbols=False)))


def test_the_end_of_a_field_says_who_has_won() -> None:
    text = shown(draw("mover", field(*[{}] * 60), look(0, 60, 14)))
    assert "over: who owns most has won" in text


FIELD = """
tick 3 of 60 · Own the most places at the end.
╭────────────────╮  1 Ben (you)                     3 places
│ · · · · · · ·  │  0 Ann                       3 places → 2
│ · · 1•· · · ·  │  2 Cleo                           1 place
│ · · 1 · · · ·  │
│ ·∙·∙1 · 0 0 0→ │
│ · · · 2•· · ·  │
│ · · · · · · ·  │  y k u
│ · · · · · · ·  │  h · l
╰────────────────╯  b j n
"""
