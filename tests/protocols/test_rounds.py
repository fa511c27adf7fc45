from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pgame.protocols.arithmetic.errors import InvalidEncoding
from p2pgame.protocols.rounds import Inbox, Protocol, Round, Run
from tests.protocols.table import Table

EVERYBODY = frozenset({0, 1, 2})


def words(me: int | None, hears: Iterable[frozenset[int]]) -> Protocol[list[Inbox]]:
    """Say who and when I am in every round; return all that I heard."""
    heard = []
    for number, hear in enumerate(hears):
        say = b"%d in %d" % (me, number) if me in hear else None
        heard.append((yield Round(say, hear)))
    return heard


def started(*hears: frozenset[int]) -> Run[list[Inbox]]:
    run = Run(words(0, hears))
    run.step()
    return run


@given(
    hears=st.lists(st.frozensets(st.integers(0, 3)), max_size=6),
    order=st.integers(0, 2**32),
)
def test_in_every_order_all_hear_the_same(
    hears: list[frozenset[int]], order: int
) -> None:
    seats = [0, 1, 2, 3, None]
    table = Table(seats, lambda me, _: words(me, hears))
    expected = [
        {player: b"%d in %d" % (player, number) for player in sorted(hear)}
        for number, hear in enumerate(hears)
    ]
    results = table.play(order)
    assert results == dict.fromkeys(seats, expected)
    for inboxes in results.values():
        assert all(list(inbox) == sorted(inbox) for inbox in inboxes)


def test_a_run_begins_before_its_first_round() -> None:
    run = Run(words(0, [EVERYBODY]))
    assert (run.round, run.hear, run.waiting_for) == (-1, frozenset(), frozenset())
    assert run.ready
    assert not run.done
    assert run.step() == b"0 in 0"
    assert (run.round, run.hear, run.ready) == (0, EVERYBODY, False)


def test_a_silent_player_is_named() -> None:
    run = started(EVERYBODY)
    run.receive(0, 0, b"0 in 0")
    run.receive(2, 0, b"2 in 0")
    assert run.waiting_for == {1}
    assert not run.ready


def test_my_own_words_come_back_through_the_same_door() -> None:
    run = started(frozenset({0}))
    assert run.waiting_for == {0}
    run.receive(0, 0, b"0 in 0")
    run.step()
    assert run.result == [{0: b"0 in 0"}]


def test_a_step_does_the_work_of_one_round() -> None:
    run = started(frozenset({0}), frozenset({0}))
    run.receive(0, 0, b"")
    run.receive(0, 1, b"")
    assert (run.step(), run.round, run.ready) == (b"0 in 1", 1, True)
    assert (run.step(), run.done) == (None, True)


def test_a_round_that_waits_for_nobody_ends_with_the_next_step() -> None:
    run = started(frozenset(), frozenset())
    assert run.ready
    run.step()
    run.step()
    assert run.result == [{}, {}]


def test_the_first_words_of_a_player_in_a_round_count() -> None:
    run = started(frozenset({1}), frozenset({1}))
    run.receive(1, 1, b"early")
    run.receive(1, 0, b"first")
    run.receive(1, 0, b"second")
    run.receive(1, 1, b"late")
    run.step()
    run.receive(1, 0, b"over")
    run.step()
    assert run.result == [{1: b"first"}, {1: b"early"}]


def test_words_without_a_part_in_the_round_are_void_early_or_late() -> None:
    run = started(frozenset({1}), frozenset({2}))
    run.receive(2, 0, b"me too")
    run.receive(1, 1, b"and me")
    run.receive(1, 0, b"heard")
    assert run.waiting_for == frozenset()
    run.step()
    run.receive(1, 1, b"once more")
    run.receive(2, 1, b"heard too")
    run.step()
    assert run.result == [{1: b"heard"}, {2: b"heard too"}]


def test_words_in_no_round_at_all_are_dropped() -> None:
    run = Run(words(0, [EVERYBODY]))
    run.receive(1, -1, b"")
    run.step()
    assert run.waiting_for == EVERYBODY


def test_a_run_that_is_not_ready_takes_no_step() -> None:
    run = started(EVERYBODY)
    with pytest.raises(ValueError, match="not over"):
        run.step()
    with pytest.raises(ValueError, match="no result"):
        _ = run.result


def test_a_finished_run_is_deaf() -> None:
    run = started()
    assert run.done
    run.receive(1, 0, b"")
    assert (run.waiting_for, run.ready, run.result) == (frozenset(), False, [])
    with pytest.raises(ValueError, match="not over"):
        run.step()


def test_a_run_that_met_a_cheat_is_over_without_a_result() -> None:
    def strict() -> Protocol[None]:
        yield Round(None, frozenset({1}))
        raise InvalidEncoding("no word", culprit=1)

    run = Run(strict())
    run.step()
    run.receive(1, 0, b"?")
    with pytest.raises(InvalidEncoding):
        run.step()
    assert not run.ready
    assert not run.done
    assert run.waiting_for == frozenset()
    run.receive(2, 0, b"deaf")


def sparing(spare: frozenset[int]) -> Run[list[Inbox]]:
    def protocol() -> Protocol[list[Inbox]]:
        first = yield Round(b"", EVERYBODY, spare)
        second = yield Round(b"", frozenset(first), spare)
        return [first, second]

    run = Run(protocol())
    run.step()
    return run


def test_a_round_goes_on_without_those_it_can_spare() -> None:
    run = sparing(EVERYBODY)
    run.receive(0, 0, b"0")
    assert run.lose(frozenset({1}))
    assert run.waiting_for == {2}
    assert run.lose(frozenset({2}))
    assert run.ready
    run.step()
    assert (run.round, run.hear, run.spare) == (1, frozenset({0}), EVERYBODY)
    run.receive(0, 1, b"0 again")
    run.step()
    assert run.result == [{0: b"0"}, {0: b"0 again"}]


def test_what_somebody_said_is_void_once_it_is_lost_in_that_round() -> None:
    run = sparing(EVERYBODY)
    for player in EVERYBODY:
        run.receive(player, 0, b"%d" % player)
    assert run.lose(frozenset({1}))
    run.step()
    for player in EVERYBODY:
        run.receive(player, 1, b"")
    run.step()
    assert run.result == [{0: b"0", 2: b"2"}, {0: b"", 2: b""}]


def test_who_cannot_be_spared_is_waited_for() -> None:
    run = sparing(frozenset({1}))
    assert not run.lose(frozenset({0}))
    assert not run.lose(frozenset({0, 1}))
    assert run.waiting_for == EVERYBODY
    assert run.lose(frozenset({1}))
    assert run.waiting_for == {0, 2}
    assert not Run(words(0, [EVERYBODY])).lose(frozenset({0}))


def test_a_run_that_is_over_loses_nobody() -> None:
    run = started()
    assert not run.lose(frozenset({1}))


def working(work: list[str]) -> Run[list[str]]:
    def protocol() -> Protocol[list[str]]:
        yield Round(None, frozenset({1}), meanwhile=lambda: work.append("done"))
        yield Round(None, frozenset({1}))
        return work

    run = Run(protocol())
    run.step()
    return run


def test_work_can_be_done_once_while_a_round_is_on() -> None:
    work: list[str] = []
    run = working(work)
    assert run.has_work
    run.work()
    assert (work, run.has_work) == (["done"], False)
    run.work()
    assert work == ["done"]
    assert (run.round, run.waiting_for) == (0, frozenset({1}))


def test_work_that_nobody_had_time_for_is_no_more_there_in_the_next_round() -> None:
    work: list[str] = []
    run = working(work)
    run.receive(1, 0, b"")
    run.step()
    assert not run.has_work
    run.work()
    run.receive(1, 1, b"")
    run.step()
    assert (run.result, run.has_work) == ([], False)


def test_work_that_finds_a_cheat_ends_the_run() -> None:
    def refuse() -> None:
        raise InvalidEncoding("no word", culprit=1)

    def protocol() -> Protocol[None]:
        yield Round(None, frozenset({1}), EVERYBODY, refuse)

    run = Run(protocol())
    run.step()
    with pytest.raises(InvalidEncoding):
        run.work()
    assert not run.has_work
    assert not run.ready
    assert not run.lose(frozenset({1}))
    assert run.waiting_for == frozenset()
