"""The rule by which fill abandons a move is compared with an exact search."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence

import pytest

from p2pgame.engine import Choose, Chosen, advance, start
from p2pgame.games.puzzles.fill.fill import FillPuzzle
from p2pgame.games.puzzles.fill.fill_cascade import Track, undos_needed
from p2pgame.games.puzzles.fill.fill_puzzle import places
from p2pgame.games.puzzles.fill.fill_state import Fill
from p2pgame.games.puzzles.puzzle_game import LevelOptions
from tests.games.fill_search import Undecided, fewest_undos

GAME = FillPuzzle()


def tracks(*words: str) -> tuple[Track, ...]:
    """Return the places of blocks: letters are cells, ``-`` is the pad."""
    return tuple(
        tuple(0 if place == "-" else 1 << ord(place) - ord("a") for place in word)
        for word in words
    )


def cell(name: str) -> int:
    return 1 << ord(name) - ord("a")


def test_a_free_place_needs_no_undo() -> None:
    assert undos_needed(tracks("-a", "-b"), 0, cell("c")) == ()


def test_a_block_is_undone_until_it_is_out_of_the_way() -> None:
    stays = 0b11_0000
    wide = (0, stays, 0b00_1110, 0b00_0111)
    assert undos_needed([(0,), wide], 0, 0b0100) == ((1, 2),)


def test_a_block_that_cannot_get_out_of_the_way_keeps_others_out() -> None:
    assert undos_needed([(0,), (1,)], 0, 1) is None


def test_a_cascade_is_done_from_its_end() -> None:
    assert undos_needed(tracks("-", "-ab", "-ca"), 0, cell("b")) == ((2, 1), (1, 1))


@pytest.mark.row("R30")
def test_a_move_is_abandoned_if_claims_of_two_blocks_meet() -> None:
    circle = tracks("-", "-ab", "-ba")
    assert undos_needed(circle, 0, cell("b")) is None
    assert fewest_undos(circle, 0, cell("b")) is None


@pytest.mark.row("R30")
def test_the_rule_refuses_some_moves_that_are_possible() -> None:
    # Two blocks would both step back to c, but one of them could go on to the pad.
    both = (*tracks("-"), (0, cell("c"), cell("a")), (0, cell("c"), cell("b")))
    assert undos_needed(both, 0, cell("a") | cell("b")) is None
    assert fewest_undos(both, 0, cell("a") | cell("b")) == 3


@pytest.mark.row("R31")
def test_a_block_from_the_pad_claims_no_place_it_comes_from() -> None:
    assert undos_needed(tracks("-a", "-ab"), 0, cell("b")) is None
    assert undos_needed(tracks("-", "-ab"), 0, cell("b")) == ((1, 1),)


def positions(level: str, seed: int) -> Iterator[Fill]:
    """Yield the states of a random game."""
    rng = random.Random(seed)
    state = start(GAME, 1, LevelOptions(level=level)).state
    for _ in range(60):
        turn = GAME.turn(state)
        if not isinstance(turn, Choose):
            return
        yield state
        move = str(rng.choice(turn.moves[:-1]))
        state = advance(GAME, state, Chosen(0, move)).state


def undo_one_by_one(
    tracks: Sequence[Track], undos: tuple[tuple[int, int], ...], item: int, after: int
) -> None:
    """Check that each single undo, and the move, goes to free cells."""
    at = [track[-1] for track in tracks]
    for other, times in undos:
        for each in range(1, times + 1):
            at[other] = tracks[other][-1 - each]
            assert not at[other] & (sum(at) - at[other])
    assert not after & (sum(at) - at[item])


@pytest.mark.row("R30")
@pytest.mark.parametrize("level", ["first", "second", "third"])
def test_accepted_moves_never_overlap_and_false_refusals_are_counted(
    level: str,
) -> None:
    """Compare the rule with the search for every block and place of random games.

    Run with ``-s`` to read the figures.  With 60 moves of 6 games each, the rule
    refuses 2 to 5 of 100 possible moves that need undos.  Moves that it accepts always
    use the fewest undos.
    """
    count = Counter[str]()
    for seed in range(6):
        for state in positions(level, seed):
            tracks = state.tracks
            for item, at in enumerate(places(state.puzzle)):
                for after in {*at.values()} - {tracks[item][-1]}:
                    count[judge(tracks, item, after)] += 1
    possible = count["accepted"] + count["refused, but possible"]
    rate = count["refused, but possible"] / possible
    print(f"\n{level}: {dict(count)}; false refusals {rate:.1%} of {possible}")
    assert count["accepted"] > 1_000
    assert count["refused rightly"] > 10
    assert 0 < rate < 0.1
    assert count["undecided"] < 0.01 * possible


def judge(tracks: Sequence[Track], item: int, after: int) -> str:
    undos = undos_needed(tracks, item, after)
    if undos is not None:
        undo_one_by_one(tracks, undos, item, after)
    if undos == ():
        return "free"
    try:
        fewest = fewest_undos(tracks, item, after)
    except Undecided:
        return "undecided"
    if undos is None:
        return "refused rightly" if fewest is None else "refused, but possible"
    assert sum(times for _, times in undos) == fewest
    return "accepted"
