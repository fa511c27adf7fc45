"""The rules of silence hold on every path there is, and each of them is needed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from p2pgame.session.entries.payloads import Absent, EvictionVote
from p2pgame.session.game.absence.votes import Round, Votes, Waiting
from p2pgame.session.game.seats import Seats
from p2pgame.session.lobby.lobby import Clock
from p2pgame.session.lobby.terms import bounds
from tests.session.game.absence_model import Model, Reason, Report, explore_forked
from tests.session.game.absence_paths import Counterexample
from tests.session.game.absence_peer import ROUND_ID, Setting
from tests.session.game.absence_walks import TABLES, of, walk


def seats(*some: int) -> Seats:
    return frozenset(some)


def explore(setting: Setting) -> Report:
    return Model(setting).explore()


ONE_MISSING = [
    *(Setting(3, 2, seats(seat)) for seat in range(3)),
    *(Setting(4, 3, seats(seat)) for seat in (0, 1, 3)),
    Setting(3, 2, seats(0), goes_on=seats(0, 1, 2)),
    Setting(3, 2, seats(1), exact=True),
]
SEVERAL_MISSING = [
    Setting(3, 2, seats(0, 1)),
    Setting(3, 2, seats(0), leavers=seats(0, 1, 2)),
    Setting(4, 3, seats(0), leavers=seats(0, 2)),
]
#: So many states are visited here of what takes minutes to visit whole.
SOME = 1500


@pytest.mark.attack(71)
@pytest.mark.parametrize("setting", ONE_MISSING)
def test_a_round_ends_one_way_for_all_unless_one_falls_silent_before_it_signs(
    setting: Setting,
) -> None:
    report = explore(setting)
    assert report.ends > 0
    assert report.reasons == {"unsigned"}
    for wait in report.waits:
        assert len(wait.silent) == 1
        assert not wait.silent & setting.awaited


@pytest.mark.parametrize("setting", SEVERAL_MISSING)
def test_whoever_else_is_missed_or_leaves_a_round_ends_one_way(
    setting: Setting,
) -> None:
    report = explore(setting)
    assert report.reasons <= {"unsigned", "too few"}
    assert all(wait.silent for wait in report.waits)


@pytest.mark.attack(76)
@pytest.mark.parametrize(
    "setting",
    [
        Setting(3, 2, seats(1), slow=seats(1)),
        Setting(4, 3, seats(2), slow=seats(2)),
    ],
)
def test_a_player_that_answers_just_in_time_stays_or_is_put_out_for_all(
    setting: Setting,
) -> None:
    report = explore(setting)
    assert report.put_out == {seats(), setting.slow}
    assert report.reasons == {"unsigned"}
    assert all(wait.silent for wait in report.waits)


@pytest.mark.attack(71)
@pytest.mark.parametrize("liar", [1, 2])
def test_one_who_says_anything_at_all_makes_no_two_outcomes(liar: int) -> None:
    assert explore(Setting(3, 2, seats(0), liars=seats(liar))).states > SOME


def test_of_three_one_who_tells_two_stories_makes_two_tables() -> None:
    """The limit that docs/security.md states: of three, two quorums share one."""
    with pytest.raises(Counterexample) as found:
        explore(Setting(3, 2, seats(1, 2), liars=seats(0), forks=True))
    stories, *_ = str(found.value).splitlines()
    assert stories.count("('acted', frozenset())") == 2
    assert "('without', frozenset({1}))" in stories


def forked(awaited: Seats, liars: Seats, rules: type[Votes] = Votes) -> Setting:
    """Return a table of four, at which the honest sign more than they would."""
    return Setting(4, 3, awaited, liars=liars, forks=True, rash=True, rules=rules)


@pytest.mark.parametrize("awaited", [seats(0), seats(1), seats(1, 2)])
def test_of_four_one_who_tells_two_stories_makes_no_two_tables(awaited: Seats) -> None:
    """All states: player 0 forks, whoever is awaited, and can only part the others."""
    report = explore_forked(forked(awaited, seats(0)))
    print(report)
    assert report.is_whole
    assert report.states > 700
    assert report.parted > 0 or awaited == seats(0)


def test_of_four_two_who_tell_two_stories_make_two_tables() -> None:
    with pytest.raises(Counterexample) as found:
        explore_forked(forked(seats(2, 3), seats(0, 1)))
    assert str(found.value).count("('acted', frozenset())") >= 3


def test_of_four_one_forker_is_enough_if_a_player_acts_before_others_have_signed() -> (
    None
):
    with pytest.raises(Counterexample):
        explore_forked(forked(seats(1), seats(0), Hasty))


#: So that a failure repeats: each walk follows from it.
SEED = 22


@pytest.mark.parametrize(("players", "quorum"), TABLES)
def test_fewer_forkers_than_two_quorums_share_make_no_two_tables(
    players: int, quorum: int
) -> None:
    """Seeded walks, some 39,000 different states of the five sizes together."""
    least = bounds(players, quorum).forkers
    report = walk(of(players, quorum, least - 1), SEED, 120)
    print(report, "of seed", SEED)
    assert report.distinct > 3_500
    assert report.found is None


@pytest.mark.parametrize(("players", "quorum"), [(3, 2), *TABLES])
def test_as_many_forkers_as_two_quorums_share_make_two_tables(
    players: int, quorum: int
) -> None:
    """By the players' own rules, to the end: the model can see what it looks for."""
    report = walk(of(players, quorum, bounds(players, quorum).forkers), SEED, 20)
    assert report.split > 0, f"of seed {SEED}"


def test_a_quorum_of_half_would_split_without_any_forker() -> None:
    """It is no quorum that a table can have, and shows that the bound counts right."""
    assert bounds(4, 2).forkers == 0
    assert walk(of(4, 2, 0), SEED, 20).split > 0


class Timeless(Votes):
    """A set counts even if those who signed it had seen the answer."""

    def _agrees(
        self, waiting: Waiting, seats: Seats, other: int, *, closed: bool
    ) -> bool:
        signed = self.at(waiting.round_id).vote(other, waiting.lost)
        if signed is None:
            return super()._agrees(waiting, seats, other, closed=closed)
        return signed[0] == seats


class Majority(Votes):
    """A set counts as soon as most of the others have signed it."""

    def is_open(self, waiting: Waiting, seats: Seats, *, closed: bool) -> bool:
        others = self.everybody - waiting.evicted - seats - self.left
        agree = [self._agrees(waiting, seats, s, closed=closed) for s in others]
        return 2 * sum(agree) > len(others) >= self.quorum


class LastCounts(Votes):
    """Of what a player signs the last counts, not the first."""

    def say(self, seat: int, said: Absent | EvictionVote, clock: Clock) -> None:
        if isinstance(said, EvictionVote):
            self.at(ROUND_ID).evictions.pop(seat, None)
        super().say(seat, said, clock)


class Hasty(Votes):
    """Whoever has all answers acts, whatever the others may still sign."""

    def may_yet_decide(self, waiting: Waiting, me: int | None) -> bool:
        return False


class Indulgent(Votes):
    """A leave spares the quorum even if its author has answered before."""

    def _suffices(self, now: Round, seats: Seats, others: Seats) -> bool:
        return super()._suffices(Round(), seats, others)


class Talkative(Votes):
    """Whoever has heard an answer that others miss says so again and again."""

    def _covers(self, clock: Clock, now: Round, seat: int) -> bool:
        return False


class Mute(Votes):
    """Nobody says that it has heard what others miss."""

    def shows(self, by: int, now: Round, seat: int) -> bool:
        return True


@pytest.mark.parametrize(
    ("rules", "setting"),
    [
        (Timeless, Setting(3, 2, seats(0), liars=seats(2))),
        (Majority, Setting(4, 3, seats(0))),
        (LastCounts, Setting(3, 2, seats(0, 1), liars=seats(2))),
        (Hasty, Setting(3, 2, seats(0))),
        (Indulgent, Setting(4, 3, seats(0), leavers=seats(0, 2))),
        (Talkative, Setting(3, 2, seats(0))),
    ],
)
def test_without_any_one_of_the_rules_the_model_finds_what_goes_wrong(
    rules: type[Votes], setting: Setting
) -> None:
    with pytest.raises(Counterexample):
        explore(replace(setting, rules=rules))


def test_if_nobody_said_heard_players_would_wait_though_all_are_there() -> None:
    nobody: Seats = frozenset()
    sound = explore(Setting(3, 2, seats(0)))
    assert all(wait.silent for wait in sound.waits)
    broken = explore(Setting(3, 2, seats(0), rules=Mute))
    assert any(wait.silent == nobody for wait in broken.waits)


#: Who keeps more players waiting than the quorum, and why.  Two of four stand for
#: four of six, which are too many states; it is no quorum that a table can have.
WAITS: list[tuple[Setting, Seats, Reason]] = [
    (Setting(6, 4, seats(4), mute=seats(4, 5)), seats(4, 5), "not missing"),
    (Setting(4, 2, seats(2, 3), mute=seats(3), leavers=seats(2)), seats(3), "unsigned"),
    (Setting(4, 2, seats(2, 3), mute=seats(2)), seats(2), "refused"),
]


@pytest.mark.parametrize(("setting", "silent", "reason"), WAITS)
def test_of_six_fewer_than_could_be_spared_may_keep_the_others_waiting(
    setting: Setting, silent: Seats, reason: Reason
) -> None:
    """The price of the rules, as docs/design/waits-that-remain.md states it."""
    report = Model(setting).explore(SOME)
    assert reason in {w.reason for w in report.waits if w.silent == silent}
