"""Work is done in pieces where hands are lent, and comes out the same."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import get_ident
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pgame.protocols.arithmetic import workers
from p2pgame.protocols.arithmetic.elgamal import Masked
from p2pgame.protocols.arithmetic.errors import InvalidEncoding
from p2pgame.protocols.arithmetic.group import G, Scalar, hash_to_group, multiply_sum
from p2pgame.protocols.arithmetic.transcript import Transcript
from p2pgame.protocols.deck import reveal, stage
from tests.protocols.deck.chains import KEYS, SECRETS, start
from tests.protocols.table import prg

T = TypeVar("T")
R = TypeVar("R")


@pytest.fixture(scope="module")
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(3) as pool:
        yield pool


class Watched:
    """A map that counts the pieces it is given."""

    def __init__(self) -> None:
        self.pieces: list[int] = []

    def __call__(self, work: Callable[[T], R], items: Iterable[T], /) -> Iterable[R]:
        done = [*map(work, items)]
        self.pieces.append(len(done))
        return done


def session() -> list[bytes]:
    """Return all that one player says about a deck."""
    now = start(cards=40)
    message = stage.mix(now, 0, prg("mix"))
    now = stage.decode(now, 0, message).after
    second = stage.mix(now, 1, prg("mix"))
    claim = stage.decode(now, 1, second)
    stage.verify(claim)
    cards, place = claim.after.cards, Transcript(b"x")
    tokens = reveal.prove(cards, SECRETS[0], place, prg("tokens"))
    reveal.verify(tokens, cards, KEYS.shares[0], Transcript(b"x"))
    return [message, second, tokens]


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_session_says_the_same_with_any_number_of_workers(
    pool: ThreadPoolExecutor, number: int
) -> None:
    alone = session()
    with workers.lent(number, pool.map):
        assert session() == alone


def test_long_sums_are_cut_and_short_ones_are_not() -> None:
    k, P = Scalar(5), hash_to_group(b"test", b"P")
    for length, pieces in ((0, []), (15, []), (16, [2]), (100, [2])):
        watched = Watched()
        with workers.lent(2, watched):
            total = multiply_sum([k] * length, [P] * length)
        assert total == Scalar(5 * length) * P
        assert watched.pieces == pieces


def test_work_is_cut_only_as_long_as_workers_are_lent() -> None:
    outer, inner = Watched(), Watched()
    with workers.lent(2, outer):
        with workers.lent(4, inner):
            workers.each(abs, range(64))
        workers.each(abs, range(64))
    workers.each(abs, range(64))
    assert (outer.pieces, inner.pieces) == ([2], [4])


def test_a_piece_is_not_cut_again(pool: ThreadPoolExecutor) -> None:
    """Or a worker would wait for a worker, for ever."""
    k, P = Scalar(3), hash_to_group(b"test", b"P")
    with workers.lent(3, pool.map):
        sums = workers.each(lambda _: multiply_sum([k] * 32, [P] * 32), range(64))
    assert {*sums} == {Scalar(96) * P}


def test_work_runs_on_the_threads_that_are_lent(pool: ThreadPoolExecutor) -> None:
    with workers.lent(2, pool.map):
        threads = workers.each(lambda _: get_ident(), range(64))
    assert get_ident() not in threads


@given(items=st.lists(st.integers(), max_size=70), number=st.integers(1, 6))
def test_pieces_are_all_of_it_in_order(items: list[int], number: int) -> None:
    with workers.lent(number, Watched()):
        cut = workers.pieces(list, items)
        assert workers.each(lambda item: item + 1, items) == [i + 1 for i in items]
    assert [item for piece in cut for item in piece] == items
    assert 1 <= len(cut) <= number
    assert len(cut) == 1 or min(map(len, cut)) >= workers.PIECE


def test_a_worker_that_fails_fails_the_work(pool: ThreadPoolExecutor) -> None:
    cards = start(cards=40).cards
    bad = [G.encode() * 2] * 39 + [cards[0].encode()]  # half of it is the identity
    with workers.lent(2, pool.map), pytest.raises(InvalidEncoding):
        workers.each(Masked.decode, bad)


def test_nobody_is_no_worker() -> None:
    with pytest.raises(ValueError, match="one worker or more"), workers.lent(0, map):
        pass
