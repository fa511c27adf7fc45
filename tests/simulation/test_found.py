"""Games that once ended badly, and small truths about the simulator itself."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from p2pgame.log import Store
from tests.simulation import ledger
from tests.simulation import ordering as ordering_rules
from tests.simulation.crashes import unfolded
from tests.simulation.disk import FATES, Disk, Ended, Run, Trouble
from tests.simulation.draw import drawn, untimed
from tests.simulation.draw_ahead import ahead, ordering
from tests.simulation.draw_evening import evening
from tests.simulation.draw_ordinary import meddled, ordinary, unmeddled
from tests.simulation.faults import Wanted
from tests.simulation.ledger import records_of
from tests.simulation.plan import Crash, Nemesis, Plan
from tests.simulation.test_crash_points import quiet
from tests.simulation.world import play

LOG = Path("/home/log")
WHOLE = quiet(7)


def ended(plan: Plan) -> tuple[str, list[str]]:
    outcome = play(plan)
    return outcome.ending, outcome.violations


@pytest.mark.parametrize("write", range(2, 9))
def test_what_a_killed_program_wrote_is_flushed_before_it_is_sent(write: int) -> None:
    """It was read back, sent, and then lost in a power cut."""
    killed = Crash(0, "before flush", write, None, 0.5)
    cut = Crash(0, "after send", 2, "lost", 0.5)
    assert ended(replace(WHOLE, crashes=(killed, cut))) == ("complete", [])


def test_the_folder_of_a_log_is_flushed_by_whoever_opens_it() -> None:
    """The program that made it was killed before it had done so."""
    for call in range(1, 8):
        made = Crash(1, "creation", call, None, 0.5)
        cut = Crash(1, "after send", 2, "lost", 0.5)
        assert ended(replace(WHOLE, crashes=(made, cut))) == ("complete", [])


def test_two_who_have_lost_their_first_word_do_not_wait_for_each_other() -> None:
    """The host waited for a guest, and the guest for a host it had not heard of."""
    crashes = (
        Crash(0, "write half", 2, None, 3.0),
        Crash(1, "write half", 2, None, 3.0),
    )
    assert ended(replace(WHOLE, crashes=crashes)) == ("complete", [])


@pytest.mark.parametrize("seed", range(4))
def test_an_answer_about_ones_own_words_needs_no_strangers_help(seed: int) -> None:
    """Whoever had no seat passed the question on, and could not read the answer."""
    plan = replace(
        ordinary(seed, game="tictactoe"),
        guests=1,
        crashes=(Crash(0, "write half", 9, "garbled", 0.5),),
        nemeses=(Nemesis("backup put back", 3.0, 10.0),),
        stranger="",
        leaver=None,
    )
    ending, violations = ended(plan)
    assert violations == []
    assert ending in ("complete", "complete, declined")


def test_whoever_runs_late_just_when_a_word_arrives_is_missed() -> None:
    """The look at the clock that came with the word noted it, and nobody said so."""
    assert ended(unmeddled(30107)) == ("complete", [])


def run_of(disk: Disk, trouble: dict[int, Trouble] | None = None) -> Run:
    troubles = trouble or {}
    entropy = Random(1).randbytes
    return Run(disk, entropy, meddle=lambda call: troubles.get(call.number))


def test_what_was_flushed_survives_every_power_cut() -> None:
    for fate in FATES:
        disk = Disk(Random(0))
        store = Store.create(LOG, run_of(disk))
        store.append(b"kept")
        disk.cut_power(fate)
        assert Store.open(LOG, run_of(disk)).records == (b"kept",)


def test_what_was_not_flushed_is_lost_or_spoilt() -> None:
    left = set()
    for fate in FATES:
        disk = Disk(Random(0))
        # 7 calls make a log; then each record takes a write and a flush.
        store = Store.create(LOG, run_of(disk, {9: Trouble(0, stops=True)}))
        with pytest.raises(Ended):
            store.append(b"lost")
        disk.cut_power(fate)
        left.add(disk.content(LOG))
    assert len(left) >= 4


def test_a_program_that_has_ended_changes_nothing_more() -> None:
    disk = Disk(Random(0))
    run = run_of(disk)
    store = Store.create(LOG, run)
    store.append(b"before")
    run.end()
    with pytest.raises(Ended):
        store.append(b"after")
    with Store.open(LOG, run_of(disk)) as again:
        assert again.records == (b"before",)


def test_the_second_reader_of_logs_reads_what_the_first_has_written() -> None:
    disk = Disk(Random(0))
    with Store.create(LOG, run_of(disk)) as store:
        for number in range(5):
            store.append(bytes([number]) * number)
    content = disk.content(LOG)
    assert content is not None
    assert records_of(content) == [bytes([n]) * n for n in range(5)]


def test_a_disk_that_is_put_back_is_known_for_a_copy() -> None:
    disk = Disk(Random(0))
    with Store.create(LOG, run_of(disk)) as store:
        store.append(b"one")
        store.append(b"two")
    disk.put_back(disk.moments(LOG)[-2])
    again = Store.open(LOG, run_of(disk))
    assert again.in_doubt
    assert again.records == (b"one",)


def test_what_a_stranger_sends_is_not_held_against_those_who_play() -> None:
    """Its flood was more than all they had to say before one of them cheated."""
    plan = unmeddled(3287)
    assert plan.stranger == "flood"
    assert ended(plan) == ("stopped: rules", [])


@pytest.mark.parametrize("seed", [9547, 13051])
def test_whoever_is_further_may_wait_for_one_who_does_not_sign(seed: int) -> None:
    """It had heard already what the others were about to go on without."""
    assert ended(unmeddled(seed))[1] == []


@pytest.mark.parametrize("seed", [5756])
def test_whoever_is_overtaken_takes_back_what_it_found_in_a_void_turn(
    seed: int,
) -> None:
    """It stood by an accusation that its own log did not bear out any more."""
    assert ended(unmeddled(seed)) == ("complete", [])


def test_whoever_has_stopped_still_says_that_it_has_what_others_miss() -> None:
    """They waited for that word for ever, and did not learn who had cheated."""
    ending, violations = ended(unmeddled(17142))
    assert ending.startswith("stopped: ")
    assert violations == []


def test_what_is_passed_on_is_sealed_for_those_who_stay() -> None:
    """It held the last receipt of a fresh key, and went under the one before."""
    assert ended(meddled(unmeddled(38), "reads on"))[1] == []


@pytest.mark.parametrize("seed", [88, 99])
def test_whoever_has_no_good_box_of_its_own_keeps_the_key_before(seed: int) -> None:
    """The others went on under a key that its author could not read itself."""
    assert ended(meddled(unmeddled(seed), "bad box"))[1] == []


def test_who_was_evicted_hears_of_it_though_a_key_left_it_out() -> None:
    """It had refused that key; the others used it again once they were without it."""
    assert ended(ordinary(3047799))[1] == []


@pytest.mark.parametrize("seed", [3002000, 3002416])
def test_whoever_opened_the_table_and_left_sees_the_end(seed: int) -> None:
    """The other one used a key of its own, that the opener could never read."""
    assert ended(ordinary(seed)) == ("complete", [])


def test_a_key_is_in_the_books_though_its_author_spoilt_its_own_box() -> None:
    """They could not open what somebody sent under it who had not heard of that."""
    assert ended(ordinary(3000168)) == ("complete", [])


def test_whoever_lost_a_word_that_others_build_on_signs_nothing_in_its_place() -> None:
    """The relay had lost it too; the books asked for an end that can't come."""
    outcome = play(ordinary(3647))
    assert (outcome.ending, outcome.violations) == ("unfinished", [])
    assert outcome.counts["audit: a word lost for good"]


@pytest.mark.parametrize("seed", [3077, 6373])
def test_a_key_that_was_signed_away_by_a_backup_is_in_no_books(seed: int) -> None:
    """It was asked of all that came after, though another word stands there now."""
    assert ended(ordinary(seed)) == ("stopped: proof", [])


def test_whoever_waits_for_ever_says_now_and_then_what_it_has() -> None:
    """It was held against all that nobody had said a word meanwhile."""
    assert ended(ordinary(3659)) == ("unfinished", [])


def test_nobody_depends_on_a_silent_one_that_spoilt_its_own_box() -> None:
    """It passed on all that it could read, and did not say that it could not."""
    plan = ordinary(12339)
    assert (plan.shape, plan.cheat, plan.cheater) == ("line", "withhold", 1)
    assert ended(plan)[1] == []


def test_whoever_left_and_was_put_back_need_not_have_its_void_words() -> None:
    """They build on what was said under a key that it never had."""
    assert ended(ordinary(16022))[1] == []


def test_whoever_has_what_a_fork_said_does_not_say_so_for_ever() -> None:
    """Nobody names a fork's entries, so no word of ours could show that we had it."""
    assert ended(ordinary(19242)) == ("stopped: fork", [])


def test_a_word_that_a_relay_lost_for_good_keeps_its_player_silent() -> None:
    """It said that it kept it; then the player's backup was put back."""
    assert ended(ordinary(4001821)) == ("unfinished", [])


@pytest.mark.parametrize(
    ("seed", "end"), [(81595, "complete"), (4000252, "stopped: proof")]
)
def test_no_word_overtakes_the_one_that_it_builds_on(seed: int, end: str) -> None:
    """The later one went first, and the other was lost with its author's disk.

    So the author could not sign any more.
    """
    assert ended(ordinary(seed)) == (end, [])


@pytest.mark.parametrize("seed", [16, 34, 58, 77])
def test_words_come_in_order_on_new_links_and_at_relays(seed: int) -> None:
    assert ended(ordinary(seed))[1] == []


def test_what_an_answer_to_a_question_brings_is_not_kept_at_that_relay() -> None:
    """The host was told its own genesis there, and did not post it any more."""
    assert ended(ordinary(3007718)) == ("stopped: opening", [])


def test_whoever_was_put_back_need_not_have_what_builds_on_a_fork() -> None:
    """It got one half of the fork first, and so never what came behind the other."""
    assert ended(ordinary(3008330)) == ("stopped: fork", [])


#: Of so many seats, somebody says nothing more, and a backup is put back.
SILENT = {seats: Wanted(("backup put back",), "withhold", seats) for seats in (3, 4, 5)}


def test_guests_in_doubt_do_not_drown_the_question_of_another() -> None:
    """Two who waited to be seated asked in all the turns that it could have had."""
    assert ended(ordinary(710087, wanted=SILENT[5]))[1] == []


def test_what_was_posted_on_a_link_that_was_gone_is_posted_again() -> None:
    """It was taken for kept; a later word went to that relay without it."""
    assert ended(ordinary(710103, wanted=SILENT[3])) == ("complete", [])


def test_whoever_left_refuses_no_key_for_ever() -> None:
    """Its words count no more, so it could not have refused it."""
    assert ended(ordinary(11920))[1] == []


def test_a_key_that_somebody_refused_who_then_left_need_not_be_used() -> None:
    """The books asked for it once its refuser had left."""
    assert ended(ordinary(3008568)) == ("complete", [])


def test_an_order_that_was_sealed_counts_and_not_an_older_note_of_another() -> None:
    """A backup held a note of an order that was never said, and was put back later."""
    assert ended(ahead(3061011)) == ("complete", [])


def test_a_wish_for_chips_that_came_too_late_keeps_nobody_away() -> None:
    """It asked for fewer than new players have, and declined to begin like one."""
    assert ended(evening(3071472)) == ("complete", [])


def test_an_order_that_went_with_a_backup_and_never_came_again_was_not_opened() -> None:
    """The books held an opening that nobody has, nor any entry before it."""
    assert ended(ahead(3080674)) == ("stopped: opening", [])


def test_after_a_backup_put_back_no_later_one_is() -> None:
    """It held a word that nobody else had, in whose place another was signed since."""
    assert ended(untimed(5301112))[1] == []


def test_who_has_missed_a_table_may_begin_like_a_new_player() -> None:
    """The opener of the next one was new itself, and knew of no chips."""
    assert ended(evening(3091037)) == ("complete, declined", [])


@pytest.mark.parametrize("seed", [3081027, 3081552, 3081727])
def test_those_who_sit_out_keep_chips_where_others_buy_a_whole_stack(seed: int) -> None:
    """What they had was forgotten: it looked as if all began anew."""
    assert ended(evening(seed)) == ("complete, declined", [])


@pytest.mark.parametrize("seed", [3060097, 3061392])
def test_chips_stay_where_a_table_was_forfeited(seed: int) -> None:
    """The books had the points of its end paid in chips."""
    assert ended(evening(seed))[1] == []


def test_who_orders_twenty_times_a_second_stops_at_some_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It filled its disk with notes of one order while its table waited."""
    monkeypatch.setattr(ordering_rules, "CHANGES", 5)
    assert ended(untimed(3064280)) == ("left, unfinished", [])


def test_a_log_without_end_ends_the_game_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its program was started again and again, and went on for minutes."""
    monkeypatch.setattr(ledger, "LONGEST", 2000)
    with pytest.raises(BaseExceptionGroup) as caught:
        play(WHOLE)
    assert "Endless" in unfolded(caught.value)


def test_whoever_left_with_orders_for_later_ticks_sees_the_end() -> None:
    """Its own order for a tick without it was taken for its move there."""
    assert ended(ordering(79)) == ("complete", [])


def test_whoever_is_alone_at_a_table_makes_no_key_there() -> None:
    """The other had left a slow player, and could not read the end under that key."""
    assert ended(drawn(2352)) == ("complete", [])


@pytest.mark.parametrize(("seed", "end"), [(56383, "declined"), (3048683, "complete")])
def test_what_is_posted_at_a_relay_takes_along_what_it_builds_on(
    seed: int, end: str
) -> None:
    """News heard elsewhere came before the words under them; two waited for ever."""
    plan = drawn(seed) if end == "declined" else ordinary(seed)
    assert ended(plan) == (end, [])
