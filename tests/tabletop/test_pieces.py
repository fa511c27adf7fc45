"""Pieces grant options: noughts and crosses, and a toll bridge."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest
from msgspec.structs import replace

from p2pgame.engine import (
    Choose,
    Chosen,
    Event,
    Game,
    IllegalMove,
    Options,
    Over,
    Reason,
    RulesError,
    Turn,
    advance,
    start,
    winners,
)
from p2pgame.playtest import POINTS, Case, Point
from p2pgame.tabletop.pieces import (
    Option,
    OptionTable,
    Piece,
    Pieces,
    opponents_only,
    owner_only,
    with_piece,
    without_piece,
)
from tests.english import refusing


class Board(Pieces, frozen=True):
    """``marks`` and ``opponents`` are by player."""

    marks: str = "XO"
    opponents: tuple[int, ...] = (1, 0)


def claim(state: Board, piece: Piece, player: int) -> Board:
    return with_piece(state, replace(piece, controller=player))


def opponent(state: Board, player: int) -> int:
    return state.opponents[player]


def free(state: Board, piece: Piece, player: int) -> bool:
    return piece.controller < 0


CLAIM = Option(id="claim", effect=claim, next=opponent, condition=free)
#: Rows, columns and diagonals, by the places of their cells.
LINES = (
    *((0, 1, 2), (3, 4, 5), (6, 7, 8)),
    *((0, 3, 6), (1, 4, 7), (2, 5, 8)),
    *((0, 4, 8), (2, 4, 6)),
)
CELLS = tuple(f"{row}{column}" for row in "abc" for column in "123")


class FirstOptions(Options, frozen=True):
    first: int = 0


class NoughtsAndCrosses(Game[Board, FirstOptions]):
    name = "noughts"
    version = 1
    seats = range(2, 3)
    options = FirstOptions
    table = OptionTable[Board]({"cell": [CLAIM]})

    def setup(self, seats: int, options: FirstOptions) -> Board:
        pieces = tuple(Piece(cell, "cell") for cell in CELLS)
        state = Board(pieces=pieces, active=options.first)
        self.table.verify(state)
        return state

    def turn(self, state: Board) -> Turn:
        owned = [piece.controller for piece in state.pieces]
        for a, b, c in LINES:
            if owned[a] == owned[b] == owned[c] >= 0:
                return Over((1, -1) if owned[a] == 0 else (-1, 1))
        moves = self.table.moves(state, state.active)
        return Choose(state.active, moves) if moves else Over((0, 0))

    def apply(self, state: Board, event: Event) -> Board:
        assert isinstance(event, Chosen)
        return self.table.apply(state, event.player, event.move)

    def why_illegal(self, state: Board, player: int, move: str) -> Reason | None:
        return self.table.why_not(state, player, move)

    def show(self, state: Board, faces: Mapping[int, str]) -> str:
        marks = (state.marks[p.controller : p.controller + 1] for p in state.pieces)
        return "".join(mark or "." for mark in marks)


class Bridge(Pieces, frozen=True):
    coins: tuple[int, ...] = (2, 2)
    resigned: int = -1


def pay(state: Bridge, piece: Piece, player: int) -> Bridge:
    change = tuple(1 if seat == piece.owner else -1 for seat in range(2))
    coins = tuple(a + b for a, b in zip(state.coins, change, strict=True))
    return replace(state, coins=coins)


def other(state: Bridge, player: int) -> int:
    return 1 - player


def same(state: Bridge, player: int) -> int:
    return player


TOLL = OptionTable[Bridge](
    {
        "bridge": [
            Option("cross", pay, other, lambda s, p, n: s.coins[n] > 0, opponents_only),
            Option("burn", lambda s, p, n: without_piece(s, p.id), same),
        ],
        "self": [
            Option("pass", lambda s, p, n: s, other),
            Option("resign", lambda s, p, n: replace(s, resigned=n), other),
        ],
    }
)
BRIDGES = Bridge(
    pieces=(
        Piece("north", "bridge", owner=0),
        Piece("south", "bridge", owner=1),
        Piece("common", "self", removable=False),
    )
)
GAME = NoughtsAndCrosses()


def played(*cells: str, first: int = 0) -> Board:
    state = start(GAME, 2, FirstOptions(first)).state
    for cell in cells:
        state = advance(GAME, state, Chosen(state.active, f"{cell} claim")).state
    return state


def positions() -> Iterator[Board]:
    """Yield every position of noughts and crosses once, from the first player's."""
    seen, waiting = set[str](), [played()]
    while waiting:
        state = waiting.pop()
        shown = GAME.show(state, {})
        if shown in seen:
            continue
        seen.add(shown)
        yield state
        turn = GAME.turn(state)
        if isinstance(turn, Choose):
            made = [Chosen(turn.player, str(move)) for move in turn.moves]
            waiting.extend(advance(GAME, state, event).state for event in made)


@pytest.mark.parametrize("point", POINTS)
def test_a_game_of_pieces_keeps_every_promise(point: Point) -> None:
    for seed in range(3):
        point(Case(GAME, 2, FirstOptions(seed % 2), seed))


@pytest.mark.row("G05", "G06", "G28")
def test_in_every_position_the_options_are_those_of_the_free_cells() -> None:
    count = 0
    for state in positions():
        count += 1
        assert state.active in (0, 1)
        marks = GAME.show(state, {})
        assert marks.count("X") - marks.count("O") == state.active
        free = {
            c: ("claim",) for c, mark in zip(CELLS, marks, strict=True) if mark == "."
        }
        assert GAME.table.of(state, state.active) == free
        assert GAME.table.of(state, 1 - state.active) == {}
    assert count == 5478


@pytest.mark.row("G18", "G19", "G22")
def test_an_option_names_the_next_player_from_data_about_players() -> None:
    assert played().opponents == (1, 0)
    assert [played(*CELLS[:n]).active for n in range(4)] == [0, 1, 0, 1]
    assert TOLL.apply(BRIDGES, 0, "north burn").active == 0
    assert TOLL.apply(BRIDGES, 0, "common pass").active == 1


@pytest.mark.row("G20")
def test_moves_that_are_always_possible_belong_to_a_fixed_piece() -> None:
    with pytest.raises(RulesError, match="'common' cannot be removed"):
        without_piece(BRIDGES, "common")
    bare = without_piece(without_piece(BRIDGES, "north"), "south")
    assert TOLL.of(bare, 0) == {"common": ("pass", "resign")}
    assert TOLL.apply(bare, 0, "common resign").resigned == 0


def test_a_piece_that_was_removed_is_gone() -> None:
    burnt = TOLL.apply(BRIDGES, 0, "north burn")
    with pytest.raises(KeyError, match="north"):
        burnt.piece("north")
    assert burnt.piece("south") == BRIDGES.piece("south")


@pytest.mark.row("G21", "G22")
@pytest.mark.parametrize(
    ("player", "options"),
    [
        (0, {"north": ("burn",), "south": ("cross",), "common": ("pass", "resign")}),
        (1, {"north": ("cross",), "south": ("burn",), "common": ("pass", "resign")}),
    ],
)
def test_an_owner_an_opponent_and_anybody_have_other_options(
    player: int, options: dict[str, tuple[str, ...]]
) -> None:
    assert TOLL.of(replace(BRIDGES, active=player), player) == options


@pytest.mark.row("G21")
@pytest.mark.parametrize(
    ("owner", "users", "opponents"), [(-1, {0, 1}, set()), (0, {0}, {1}), (1, {1}, {0})]
)
def test_the_owner_decides_who_may_use_a_piece(
    owner: int, users: set[int], opponents: set[int]
) -> None:
    piece = Piece("north", "bridge", owner)
    assert {player for player in range(2) if owner_only(piece, player)} == users
    assert {player for player in range(2) if opponents_only(piece, player)} == opponents


@pytest.mark.row("G21")
def test_control_of_a_piece_is_not_ownership() -> None:
    north = replace(BRIDGES.piece("north"), controller=1)
    state = with_piece(BRIDGES, north)
    assert TOLL.of(state, 0)["north"] == ("burn",)
    assert TOLL.of(replace(state, active=1), 1)["north"] == ("cross",)


@pytest.mark.row("G22")
def test_an_option_on_an_opponents_piece_has_its_condition_and_effect() -> None:
    state = TOLL.apply(BRIDGES, 0, "south cross")
    assert state.coins == (1, 3)
    broke = replace(BRIDGES, coins=(0, 4))
    assert "south" not in TOLL.of(broke, 0)
    assert TOLL.why_not(broke, 0, "south cross") is not None


@pytest.mark.row("G23")
def test_ids_that_are_not_unique_are_refused_when_the_game_is_made() -> None:
    with pytest.raises(RulesError, match="two options of 'cell' have the id 'claim'"):
        OptionTable({"cell": [CLAIM, CLAIM]})
    twice = replace(played(), pieces=(Piece("a1", "cell"), Piece("a1", "cell")))
    with pytest.raises(RulesError, match="two pieces have the id 'a1'"):
        GAME.table.verify(twice)
    with pytest.raises(RulesError, match="'a 1' is no id"):
        GAME.table.verify(replace(played(), pieces=(Piece("a 1", "cell"),)))
    with pytest.raises(RulesError, match="'a1' is of no kind: 'tower'"):
        GAME.table.verify(replace(played(), pieces=(Piece("a1", "tower"),)))


@pytest.mark.row("G24")
def test_players_get_ids_and_no_objects() -> None:
    for piece, options in GAME.table.of(played("b2"), 1).items():
        assert type(piece) is str
        assert [type(option) for option in options] == [str]
    assert GAME.table.moves(played("b2"), 1)[0] == "a1 claim"


@pytest.mark.row("G25")
@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("player", [0, 1])
def test_each_line_wins(line: tuple[int, ...], player: int) -> None:
    theirs = [cell for cell in range(9) if cell not in line]
    order = [line[0], theirs[0], line[1], theirs[1], line[2]]
    state = played(*(CELLS[cell] for cell in order[:-1]), first=player)
    assert isinstance(GAME.turn(state), Choose)
    over = GAME.turn(played(*(CELLS[cell] for cell in order), first=player))
    assert isinstance(over, Over)
    assert winners(over) == (player,)


@pytest.mark.row("G25")
def test_a_full_board_without_a_line_has_no_winner() -> None:
    order = ("a1", "b2", "a3", "a2", "c2", "b1", "b3", "c3", "c1")
    over = GAME.turn(played(*order))
    assert over == Over((0, 0))
    assert winners(Over((0, 0))) == ()


@pytest.mark.row("G26")
@pytest.mark.parametrize("first", [0, 1])
def test_the_player_named_begins(first: int) -> None:
    turn = GAME.turn(played(first=first))
    assert isinstance(turn, Choose)
    assert turn.player == first
    assert GAME.show(played("b2", first=first), {})[4] == "XO"[first]


@pytest.mark.row("G27")
@pytest.mark.parametrize(
    ("player", "move", "code"),
    [
        (1, "d4 claim", "bad-piece"),
        (1, "a1 claim", "bad-piece"),
        (1, "", "bad-piece"),
        (1, "b2 burn", "bad-option"),
        (1, "b2", "bad-option"),
        (1, "b2 claim ", "bad-option"),
        (0, "b2 claim", "not-your-turn"),
    ],
)
def test_a_refusal_says_what_was_wrong_and_changes_nothing(
    player: int, move: str, code: str
) -> None:
    state = played("a1")
    with pytest.raises(IllegalMove) as caught:
        advance(GAME, state, Chosen(player, move))
    assert caught.value.code == code
    assert state == played("a1")
    assert advance(GAME, state, Chosen(1, "b2 claim")).state == played("a1", "b2")


@pytest.mark.row("G25")
def test_nothing_is_possible_after_the_end() -> None:
    end = played("a1", "b1", "a2", "b2", "a3")
    with refusing(IllegalMove, match="over"):
        advance(GAME, end, Chosen(1, "b3 claim"))
