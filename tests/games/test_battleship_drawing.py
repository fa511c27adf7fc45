"""Two seas are drawn beside each other, and nothing of what hides in the other's."""

from __future__ import annotations

from p2pgame.engine import Chosen, Opened, Placed, advance
from p2pgame.games.battleship.battleship import Battle, Battleship, BattleshipOptions
from tests.games.drawn import draw, look, shown, styled

GAME = Battleship()
OPTIONS = BattleshipOptions(size=4, ships="3 2")
#: The fleets of both, and in which slots what lies.
FLEETS = ("a1 right a3 down", "d1 down a1 right")


def faces() -> dict[int, str]:
    state = GAME.setup(2, OPTIONS)
    seas = [GAME.placement(state, seat, text) for seat, text in enumerate(FLEETS)]
    return dict(enumerate([*seas[0], *seas[1]]))


def after(*shots: str) -> Battle:
    state = GAME.setup(2, OPTIONS)
    for _ in (0, 1):
        state = advance(GAME, state, Placed()).state
    for number, shot in enumerate(shots):
        state = advance(GAME, state, Chosen(number % 2, shot)).state
        opened = tuple(faces()[slot] for slot in state.opening)
        state = advance(GAME, state, Opened(opened)).state
    return state


def known(seat: int) -> dict[int, str]:
    half = len(faces()) // 2
    return {slot: face for slot, face in faces().items() if slot // half == seat}


def test_hits_misses_sunk_ships_and_those_afloat_are_drawn() -> None:
    state = after("a1", "a1", "b1", "d4", "c3")
    drawing = draw("battleship", state, look(0, 60, 14), known(0))
    assert shown(drawing) == OWN
    assert styled(drawing, "bad") == ["A"]
    assert styled(drawing, "good") == ["▒B▒", "▒B▒"]
    assert styled(drawing, "last-move") == ["[○]"]


def test_a_spectator_sees_only_what_is_opened() -> None:
    state = after("a1", "a1", "b1", "d4", "c3")
    drawing = draw("battleship", state, look(None, 30, 9))
    assert shown(drawing) == SPECTATED


def test_who_places_is_told() -> None:
    state = GAME.setup(2, OPTIONS)
    drawing = draw("battleship", state, look(0, 60, 14))
    assert styled(drawing, "to-move") == ["▸", "Ann", "placing"]


def test_the_largest_seas_are_beside_each_other_in_sixty_cells() -> None:
    state = GAME.setup(2, BattleshipOptions(size=12, ships="2"))
    rows = shown(draw("battleship", state, look(0, 60, 20))).splitlines()
    assert rows[2].count("─a─b─c─d─e─f─g─h─i─j─k─l╮") == 2


OWN = """
  Ann (you)                  ▸ Ben              shooting
  ╭─a──b──c──d─╮               ╭─a──b──c──d─╮
1 │ A  a  a  · │             1 │▒B▒▒B▒ ·  · │
2 │ ·  ·  ·  · │             2 │ ·  ·  ·  · │
3 │ b  ·  ·  · │             3 │ ·  · [○] · │
4 │ b  ·  ·  ○ │             4 │ ·  ·  ·  · │
  ╰────────────╯               ╰────────────╯
afloat A3 B2                 afloat A3
                             sunk B
"""
SPECTATED = """
  Ann           ▸ Ben
  ╭─a─b─c─d╮      ╭─a─b─c─d╮
1 │ A · · ·│    1 │▒B▒B · ·│
2 │ · · · ·│    2 │ · · · ·│
3 │ · · · ·│    3 │ · ·>○ ·│
4 │ · · · ○│    4 │ · · · ·│
  ╰────────╯      ╰────────╯
afloat A3 B2    afloat A3
                sunk B
"""
