"""The chess players find every mate in two, beat random play, and know a good draw."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from typing import cast

import chess
import pytest

from p2pgame.agents import registry
from p2pgame.agents.agent import Agent, Budget, Proposal, Seating
from p2pgame.agents.bot import Bot, why_not
from p2pgame.agents.casual import Casual
from p2pgame.agents.match import Match
from p2pgame.agents.observation import Observation, Record
from p2pgame.agents.players import chess_mates as product
from p2pgame.agents.players.chess_player import Limits
from p2pgame.agents.players.chess_search import Search, key
from p2pgame.agents.players.chess_worth import Worth
from p2pgame.engine import Chosen, Over, advance, view
from p2pgame.games.chess.chess import WORDS, Chess, ChessOptions, Position
from p2pgame.games.chess.chess_1 import Chess1
from p2pgame.playtest.chance import Chance

from .chess_mates import drawn, mates, positions

GAME = Chess()
LEVELS = ("hasty-henry", "steady-stella", "farsighted-fiona")
SEARCHING = LEVELS[1:]
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def entropy(seed: int) -> Callable[[int], bytes]:
    return random.Random(seed).randbytes


def nodes(count: int) -> Budget:
    return Budget.of(lambda: 0.0, simulations=count)


def agent(name: str, seat: int = 0, seed: int = 1) -> Agent:
    seating = Seating(GAME, ChessOptions(), 2, seat, entropy(seed))
    return registry.find(name, "chess").maker()(seating)


def observed(fen: str, *moves: str, seat: int | None = None) -> Observation:
    """Return what a seat, None: that to move, sees of these moves from a position."""
    state = GAME.position(2, ChessOptions(), fen)
    seen = []
    for each in range(2):
        at = state
        record = Record(GAME, ChessOptions(), 2, each, view(GAME, at, each, {}))
        for move in moves:
            turn = GAME.turn(at)
            event = Chosen(turn.player, move)  # type: ignore[union-attr]
            at = advance(GAME, at, event).state
            record.note(turn, event, view(GAME, at, each, {}))
        seen.append(record.observation)
    if seat is None:
        seat = 0 if seen[0].choice is not None else 1
    return seen[seat]


def decided(player: Agent, look: Observation, count: int = 200) -> str:
    assert look.choice is not None
    return player.decide(look, look.choice, nodes(count))


@pytest.mark.parametrize("fen", positions())
def test_a_mate_in_two_is_played_against_every_defence(fen: str) -> None:
    for name in SEARCHING:
        player, board = agent(name), chess.Board(fen)
        board.push_uci(decided(player, observed(fen), 10))
        for reply in list(board.legal_moves):
            board.push(reply)
            after = board.copy()
            after.push_uci(decided(player, observed(board.fen()), 10))
            assert after.is_checkmate()
            board.pop()


def test_a_mate_in_two_is_found_wherever_trying_everything_finds_one() -> None:
    """``make chess-check`` compares more of them."""
    found = 0
    groups = itertools.islice(drawn(random.Random(5)), 41)
    for board in [board for group in groups for board in group]:
        keys, was = mates(board, 2), board.fen()
        move = product.mate_in_two(board)
        assert (move in keys) if keys else move is None, was
        assert board.fen() == was
        found += bool(keys)
    assert found >= 3


@pytest.mark.parametrize(
    ("fen", "mate"),
    [
        ("8/3Q1n2/pQ3R2/1N6/1k5p/p1p5/8/4K3 w - - 0 1", "b5d6"),  # uncovered
        ("8/8/2p1N3/8/n3R1R1/r4kp1/8/R3K2R w K - 0 1", "e1g1"),
        ("2R5/k7/3p4/2pP3n/8/4BK2/6r1/5B2 w - c6 0 1", "d5c6"),  # en passant
        ("3k1n1K/1P5b/5P2/1B6/7B/2p5/2R1r3/b7 w - - 0 1", "b7b8q"),
        ("5Q2/1Ppk4/5n2/2b1p3/3N1B2/8/1K1p4/5N2 w - - 0 1", "b7b8n"),
    ],
)
def test_every_kind_of_check_can_mate(fen: str, mate: str) -> None:
    """Each was drawn by chance, and has no other move that mates."""
    board = chess.Board(fen)
    assert mates(board, 1) == [chess.Move.from_uci(mate)]
    assert product.mate_in_one(board) == chess.Move.from_uci(mate)
    assert decided(agent("steady-stella"), observed(fen), 1) == mate


def test_stalemate_is_no_mate() -> None:
    assert product.mate_in_two(chess.Board("k7/P7/8/1K6/8/8/8/8 w - - 0 1")) is None


@pytest.mark.parametrize("name", LEVELS)
def test_random_play_never_wins_and_loses_to_those_who_search(name: str) -> None:
    """``make chess-check`` plays a hundred games."""
    for seed in range(4):
        options, seat = ChessOptions(), seed % 2
        names = ("random", name) if seat else (name, "random")
        bots = [
            Bot(one, registry.find(one).maker(), Seating(GAME, options, 2, at, draw))
            for at, one in enumerate(names)
            for draw in (entropy(2 * seed + at),)
        ]
        match = Match(GAME, 2, options, "none")
        least = 0 if name == "hasty-henry" else 1
        assert match.play(bots, lambda: nodes(200))[seat] >= least


@pytest.mark.parametrize("name", LEVELS)
def test_every_move_is_legal_and_changes_nothing_that_was_seen(name: str) -> None:
    player, looked = agent(name), 0
    for group in itertools.islice(drawn(random.Random(2)), 41):
        for board in group:
            look = observed(board.fen())
            assert why_not(look, decided(player, look, 15)) is None
            assert cast(Position, look.state).fen == board.fen(en_passant="legal")
            looked += 1
    assert looked >= 50


@pytest.mark.parametrize("game", [Chess(), Chess1()], ids=["2", "1"])
@pytest.mark.parametrize("name", [*LEVELS, "casual"])
def test_no_player_gives_a_timed_game_up_in_either_version(
    name: str, game: Chess
) -> None:
    options = ChessOptions(seconds=90)
    state = game.setup(2, options)
    seating = Seating(game, options, 2, 0, entropy(5))
    if name == "casual":
        player: Agent = Casual.seated(seating)
    else:
        player = registry.find(name, "chess").maker()(seating)
    seen = view(game, state, 0, {})
    look = Record(game, options, 2, 0, seen).observation
    assert seen.choice is not None
    assert game.out_of_time in seen.choice.moves
    for _ in range(40 if name == "casual" else 1):
        assert decided(player, look, 15) not in WORDS


def test_a_budget_in_positions_decides_alike_for_the_same_seed() -> None:
    look = observed(KIWIPETE)
    for name in LEVELS:
        same = {decided(agent(name, seed=3), look, 400) for _ in range(2)}
        assert len(same) == 1
    start = observed(chess.STARTING_FEN)
    varied = {decided(agent("steady-stella", seed=n), start) for n in range(12)}
    assert len(varied) > 1


def test_a_decision_stops_at_its_budget_and_at_the_limit_of_its_level() -> None:
    def spent(seconds: float) -> float:
        ticks = itertools.count()
        budget = Budget.of(lambda: next(ticks) / 1000, seconds=seconds)
        look = observed(KIWIPETE)
        assert look.choice is not None
        agent("farsighted-fiona").decide(look, look.choice, budget)
        return next(ticks) / 1000

    assert 0.4 < spent(0.5) < 0.6
    assert 1.8 < spent(60) < 2.0
    goes_on = Limits(depth=3, positions=50, seconds=1.0).of(nodes(20))
    assert [goes_on(19), goes_on(20)] == [True, False]


def test_more_positions_look_deeper() -> None:
    depths = [
        Search(chess.Board(KIWIPETE), Worth.liking(), [], lambda n, most=most: n < most)  # type: ignore[misc]
        .run(60)
        .depth
        for most in (20, 400, 6000)
    ]
    assert depths == sorted({*depths})


def test_a_rook_is_enough_to_win() -> None:
    """It takes a plan over many moves, and neither stalemate nor repetition."""
    board, player = chess.Board("8/8/8/4k3/8/8/4K3/7R w - - 0 1"), agent(LEVELS[2])
    rng, moves = random.Random(4), list[str]()
    first = board.fen()
    while not board.is_game_over():
        if board.turn:
            move = decided(player, observed(first, *moves), 1500)
        else:
            move = rng.choice([one.uci() for one in board.legal_moves])
        moves.append(move)
        board.push_uci(move)
    assert board.is_checkmate()


def test_a_position_that_was_there_before_is_a_draw() -> None:
    board = chess.Board(AHEAD)
    before = [key(after) for after in _after_each(board)]
    for seen, least, most in (([], 500, 30_000), (before, 0, 0)):
        search = Search(board, Worth.liking(), seen, lambda looked: looked < 500)
        assert least <= search.run(2).worth <= most


def _after_each(board: chess.Board) -> list[chess.Board]:
    boards = []
    for move in board.legal_moves:
        after = board.copy(stack=False)
        after.push(move)
        boards.append(after)
    return boards


#: White is a queen ahead; equal pawns are left, early and late; a queen behind.
AHEAD = "4k3/pppp4/8/8/8/8/PPPP4/3QK3 w - - 0 1"
EARLY = "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 39"
LATER = "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 40"
BEHIND = "3qk3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1"


@pytest.mark.parametrize("name", LEVELS)
def test_a_draw_is_agreed_to_by_a_side_that_is_behind_or_late_and_even(
    name: str,
) -> None:
    draw = Proposal("draw", 1)
    answers = {
        fen: [
            agent(name, seat).answer(draw, observed(fen, seat=seat)) for seat in (0, 1)
        ]
        for fen in (AHEAD, EARLY, LATER, BEHIND)
    }
    assert answers == {
        AHEAD: [False, True],
        EARLY: [False, False],
        LATER: [True, True],
        BEHIND: [True, False],
    }
    for fen, accepts in ((AHEAD, True), (BEHIND, False)):
        offered = observed(fen, "offer draw", "a2a3")
        assert offered.choice is not None
        assert "accept draw" in offered.choice.moves
        move = decided(agent(name, offered.seat), offered)
        assert (move == "accept draw") == accepts


def test_an_outlook_is_a_payoff_and_the_end_has_its_own() -> None:
    player = agent("steady-stella")
    ahead = player.outlook(observed(AHEAD, seat=0))
    assert ahead is not None
    assert 0.5 < ahead <= 1
    assert player.outlook(observed(LATER, seat=0)) == 0
    lost = observed(chess.STARTING_FEN, "f2f3", "e7e5", "g2g4", "d8h4", seat=0)
    assert isinstance(lost.turn, Over)
    assert player.outlook(lost) == -1


def test_a_draw_is_claimed_by_a_side_that_is_behind() -> None:
    there_and_back = ("e1e2", "e8e7", "e2e1", "e7e8") * 2
    for fen, claims in ((AHEAD, False), (BEHIND, True)):
        look = observed(fen, *there_and_back)
        assert look.choice is not None
        assert "claim draw" in look.choice.moves
        for name in LEVELS:
            assert (decided(agent(name), look) == "claim draw") == claims


def test_the_worth_kept_move_by_move_is_that_of_the_position() -> None:
    worth = Worth.liking(Chance("seed"))
    kinds = set[str]()
    for seed in range(12):
        rng, board = random.Random(seed), chess.Board(KIWIPETE)
        total = worth.sum(board)
        while not board.is_game_over() and len(board.move_stack) < 60:
            passing = list(board.generate_legal_ep())
            move = rng.choice(passing or list(board.legal_moves))
            kinds |= {"castling"} if board.is_castling(move) else set()
            kinds |= {"passing"} if board.is_en_passant(move) else set()
            kinds |= {"promotion"} if move.promotion else set()
            total = worth.after(total, board, move)
            board.push(move)
            assert total == worth.sum(board)
    assert kinds == {"castling", "passing", "promotion"}


def test_both_sides_are_worth_the_same() -> None:
    worth = Worth.liking()
    for group in itertools.islice(drawn(random.Random(3)), 41):
        for board in group:
            other = board.mirror()
            ours, theirs = worth.sum(board), worth.sum(other)
            assert (ours.mid, ours.end, ours.left) == (
                -theirs.mid,
                -theirs.end,
                theirs.left,
            )
            assert abs(worth.of(board, ours) - worth.of(other, theirs)) <= 1


def test_each_level_is_offered_for_chess_alone() -> None:
    for name in LEVELS:
        assert registry.find(name).games == frozenset({"chess"})
    assert [one.level for one in map(registry.find, LEVELS)] == [
        *("easy", "middling", "strong")
    ]
    assert registry.usual("chess", 1)[0].name == "steady-stella"
