"""A game that says nothing of its table has a scene of its zones, fields and words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import pytest

from p2pgame.client.words import say, slot_moves
from p2pgame.engine import Choose, Game, Look, Options, Policy, State, Turn, Zone, view
from p2pgame.engine.events import Event
from p2pgame.engine.scene import Chips, Graph, Grid, Pick, Scene, Spread, Stack
from p2pgame.scene import drawn, sentences, standard

NAMES = ("Ann", "Bob")


class Told(State, frozen=True):
    text: str = ""
    zones: tuple[Zone, ...] = ()
    moves: tuple[str, ...] = ("wait",)


class Any2(Game[Told, Options]):
    name, version, seats, options = "any", 1, range(2, 3), Options
    move_help = MappingProxyType({"bid NUMBER": "Bid so much."})

    def setup(self, seats: int, options: Options) -> Told:
        return Told()

    def turn(self, state: Told) -> Turn:
        return Choose(0, state.moves)

    def apply(self, state: Told, event: Event) -> Told:
        return state

    def zones(self, state: Told) -> tuple[Zone, ...]:
        return state.zones

    def show(self, state: Told, faces: Mapping[int, str]) -> str:
        return state.text


def scene(
    text: str = "",
    zones: Sequence[Zone] = (),
    moves: Sequence[str] = ("wait",),
    faces: Mapping[int, str] | None = None,
    **fields: Any,
) -> Scene:
    state = Told(text, tuple(zones), tuple(moves))
    seen = view(Any2(), state, 0, faces or {})
    return standard(seen, fields, slot_moves(Any2(), moves))


def shown(made: Scene, width: int = 60, height: int = 20) -> str:
    look = Look(0, NAMES, width, height, lambda message: say(message, NAMES))
    drawing = drawn(made, look)
    assert drawing is not None
    return "\n".join("".join(span.text for span in row).rstrip() for row in drawing)


def grid_of(made: Scene) -> list[Grid]:
    return [part for part in made.parts if isinstance(part, Grid)]


def rows(grid: Grid) -> list[str]:
    signs = [cell.piece.sign if cell.piece else "." for cell in grid.cells]
    return [
        "".join(signs[n : n + grid.width]) for n in range(0, len(signs), grid.width)
    ]


def test_a_board_in_the_words_is_a_grid_whose_cells_have_their_moves() -> None:
    text = "  a b c\n2 r . n\n1 P . P\nwhite, to move: player 1"
    made = scene(text, moves=("b1", "resign"))
    (grid,) = grid_of(made)
    assert (rows(grid), grid.named) == (["r.n", "P.P"], True)
    assert [(cell.name, cell.move) for cell in grid.cells[3:5]] == [
        ("a1", ""),
        ("b1", "b1"),
    ]
    assert [say(one, NAMES) for one in made.lines] == ["white, to move: Bob"]


def test_cells_without_coordinates_have_what_stands_in_them_as_moves() -> None:
    (grid,) = grid_of(scene("1 2 X\n4 O 6\nX O 9", moves=("4", "6")))
    assert {cell.move for cell in grid.cells} == {"", "4", "6"}
    two = grid_of(scene("   a b        a b\n 1 . .      1 A .\n10 . ~     10 . ."))
    assert [[cell.name for cell in one.cells] for one in two] == [
        ["a1", "b1", "a10", "b10"]
    ] * 2


def test_signs_that_are_no_grid_stay_as_the_rules_draw_them() -> None:
    board = "  a b c\n3   .  \n2 .   .\n1   w  "
    made = scene(f"{board}\nwhite: player 1")
    assert [say(one, NAMES) for one in made.lines] == [board, "white: Bob"]


def test_words_and_cards_are_no_grid() -> None:
    made = scene("hand 1   pot 15   board -\n> Jh 2d   995   bet 5   player 0")
    assert not grid_of(made)
    assert say(made.lines[0]) == "hand 1 · pot 15 · board -"


def test_a_grid_in_the_state_is_found_and_a_list_of_faces_is_none() -> None:
    fields: dict[str, Any] = {
        "grid": {"rows": ("A..B", ".C..", "CDA.")},
        "board": ("Td", "5h", "2c"),
    }
    assert [rows(one) for one in grid_of(scene(**fields))] == [["A..B", ".C..", "CDA."]]


def test_zones_are_hands_of_seats_stacks_and_cards_side_by_side() -> None:
    zones = [
        Zone("hand of player 0", (1, 2), Policy.ORDER, (0,)),
        Zone("hand 1", (3,), Policy.ORDER, (1,)),
        Zone("deck", tuple(range(10, 50))),
        Zone("played", (9,), Policy.VISIBLE),
        Zone("cup 0", (7,), Policy.ORDER, (0,)),
    ]
    faces = {1: "Td", 2: "2c", 9: "9h", 7: "4"}
    made = scene("", zones, ("play 1", "bid 2", "swap 2 9"), faces)
    mine, other = made.seats
    assert [(card.face, card.move) for card in mine.hand[:2]] == [
        ("Td", "play 1"),
        ("2c", ""),
    ]
    assert [card.face for card in other.hand] == [None]
    stack, lie = made.parts
    assert isinstance(stack, Stack)
    assert stack.count == 40
    assert isinstance(lie, Spread)
    assert [card.face for card in lie.cards] == ["9h"]
    (die,) = [card for card in (*mine.hand, *mine.laid) if card.die]
    assert die.face == "5", "faces of dice count from 0"


def test_a_move_of_several_cards_is_a_pick_and_one_with_a_number_is_none() -> None:
    moves = ("pass 1 2", "pass 1 3", "pass 2 3")
    made = scene("", [Zone("hand 0", (1, 2, 3), Policy.ORDER, (0,))], moves)
    assert isinstance(made.pick, Pick)
    assert (made.pick.verb, made.pick.count) == ("pass", 2)
    assert slot_moves(Any2(), ("bid 3", "play 3", "rebid 3")) == ("play 3", "rebid 3")


def test_chips_lie_before_seats_or_in_the_middle() -> None:
    made = scene(paid=(10, 0), stacks=(90, 110), pot=15, hand=4, coins=-1)
    assert [seat.chips for seat in made.seats] == [10, 0]
    assert [part.amount for part in made.parts if isinstance(part, Chips)] == [15]
    assert [[say(note.text) for note in seat.notes] for seat in made.seats] == [
        ["stacks 90"],
        ["stacks 110"],
    ]


def test_a_graph_of_the_state_has_its_places_and_what_lies_there() -> None:
    ways = ((1,), (0, 2), ())
    fields: dict[str, Any] = {
        "map": {"neighbours": ways},
        "owners": ("Ann", "", "Bob"),
        "men": (3, 0, 1),
    }
    made = scene(**fields, other={"neighbours": ((9,), ())})
    assert made.parts == (Graph(ways, ("Ann 3", "0", "Bob 1")),)


TABLE = """\
╭──────────────────────────────────────────────────╮
│                ╭─────╮   ╭─────╮                 │
│                │▒▒▒▒▒│   │9    │                 │
│                │▒▒▒▒▒│   │  ♥  │                 │
│                │▒▒▒▒▒│   │    9│                 │
│                ╰─────╯   ╰─────╯                 │
│                deck 40   played                  │
│                ▸ Ann (you)                       │
│                  Bob        ▒▒                   │
│                                                  │
│                      ╭───╮                       │
│                      │10♦│                       │
│                      ╰───╯                       │
│                                                  │
│                Bob leads with 9♥                 │
╰──────────────────────────────────────────────────╯"""


def test_a_terminal_draws_zones_as_a_table_with_the_words_below() -> None:
    zones = [
        Zone("hand 0", (1,), Policy.ORDER, (0,)),
        Zone("hand 1", (3,), Policy.ORDER, (1,)),
        Zone("deck", tuple(range(10, 50))),
        Zone("played", (9,), Policy.VISIBLE),
    ]
    made = scene("player 1 leads with 9h", zones, faces={1: "Td", 9: "9h"})
    assert shown(made) == TABLE
    for width in (30, 40, 80):
        rows = shown(made, width, 14).splitlines()
        assert max(map(len, rows)) <= width
        assert len(rows) <= 14
    assert [say(one, NAMES) for one in sentences(made, 0)] == ["Bob leads with 9h"]


@pytest.mark.parametrize("height", [3, 5])
def test_without_room_the_words_are_shown_whole_instead(height: int) -> None:
    zones = [Zone("hand 0", (1,), Policy.ORDER, (0,))]
    look = Look(0, NAMES, 40, height, say)
    assert drawn(scene("one\ntwo\nthree", zones), look) is None
