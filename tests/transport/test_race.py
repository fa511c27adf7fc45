"""Which address is tried when: rules with the time as an argument."""

from __future__ import annotations

import math

from p2pgame.transport.paths.candidates import KNOCKS_LIMIT, Candidate, Kind
from p2pgame.transport.paths.race import (
    BRIEF,
    PAUSES,
    STARTS,
    Attempt,
    Dial,
    Punch,
    Pursuit,
)
from p2pgame.transport.paths.signals import Reach

HOME = ("192.168.1.10",)
LAN = Candidate(Kind.LAN, "192.168.1.20", 4000)
MAPPED = Candidate(Kind.MAPPED, "203.0.113.7", 4000)
PUNCH = Candidate(Kind.PUNCH, "203.0.113.7", 5000)
ALL = (LAN, MAPPED, PUNCH)


def reach(*candidates: Candidate, edition: int = 1) -> Reach:
    return Reach(bytes(32), edition, candidates)


def pursuit(*candidates: Candidate, begins: bool = True) -> Pursuit:
    made = Pursuit(begins=begins)
    made.learn(reach(*candidates), 0.0)
    return made


def run(pursuit: Pursuit, until: float) -> list[tuple[float, Attempt]]:
    """Return what is tried until then, and when."""
    tried = []
    while (now := pursuit.next_at) <= until:
        tried += [(now, attempt) for attempt in pursuit.due(now, HOME)]
    return tried


def test_home_comes_first_and_punching_last() -> None:
    tried = run(pursuit(*ALL), PAUSES[0] - 1)
    assert [attempt for _, attempt in tried] == [Dial(LAN), Dial(MAPPED), Punch()]
    assert [at for at, _ in tried] == [start for start, _ in STARTS]


def test_only_one_of_two_begins_a_punch() -> None:
    assert Punch() not in [
        attempt for _, attempt in run(pursuit(*ALL, begins=False), 9)
    ]


def test_a_late_look_does_all_that_is_due() -> None:
    assert pursuit(*ALL).due(10.0, HOME) == [Dial(LAN), Dial(MAPPED), Punch()]


def test_races_follow_after_longer_pauses_and_then_end() -> None:
    tried = run(pursuit(LAN), 1e9)
    at = [when for when, _ in tried]
    assert at == [0, 31.5, 93.0, 214.5, 456.0]
    assert len(at) == len(PAUSES) + 1


def test_nothing_is_tried_while_there_is_a_link() -> None:
    made = pursuit(*ALL)
    made.up(0.0)
    assert made.next_at == math.inf
    assert made.due(1000.0, HOME) == []
    made.down(1000.0, 0.5)
    assert made.next_at == 1001.0
    assert run(made, 1010.0)[0] == (1001.0, Dial(LAN))


def test_links_that_do_not_last_are_not_tried_for_ever() -> None:
    made, at = pursuit(LAN), []
    while (now := made.next_at) < math.inf:
        assert made.due(now, HOME) == [Dial(LAN)]
        at.append(now)
        made.up(now)
        made.down(now + BRIEF / 2, 0.5)
        assert len(at) < 10
    assert at == [0, 35, 100, 225, 470]


def test_other_addresses_start_the_race_anew_and_the_same_do_not() -> None:
    made = pursuit(LAN)
    assert len(run(made, 1e9)) == 5
    made.learn(reach(LAN, edition=2), 1e9)
    assert made.next_at == math.inf
    made.learn(reach(LAN, MAPPED, edition=3), 1e9)
    assert made.next_at == 1e9


def test_an_old_word_does_not_replace_a_newer_one() -> None:
    made = pursuit(LAN)
    made.learn(reach(MAPPED, edition=1), 0.0)
    made.learn(reach(MAPPED, edition=0), 0.0)
    assert [attempt for _, attempt in run(made, 20)] == [Dial(LAN)]
    made.learn(reach(edition=2), 20.0)
    assert run(made, 1e9) == []


def test_what_must_not_be_dialled_is_not() -> None:
    strange = (
        Candidate(Kind.LAN, "192.168.7.1", 4000),
        Candidate(Kind.GIVEN, "127.0.0.1", 4000),
    )
    local = Candidate(Kind.PUNCH, "10.0.0.1", 4000)
    assert run(pursuit(*strange, local), 100) == []
    assert pursuit(local).targets(0.0, HOME) == ()


def test_a_player_cannot_have_us_dial_more_by_saying_more() -> None:
    """New addresses each second, as a program would that wants us to look about."""
    made = Pursuit(begins=True)
    dialled = set()
    for second in range(60):
        told = [
            Candidate(Kind.GLOBAL, "203.0.113.7", 2000 + 8 * second + n)
            for n in range(8)
        ]
        made.learn(reach(*told, edition=second + 1), float(second))
        for attempt in made.due(second + 0.5, HOME):
            assert isinstance(attempt, Dial)
            dialled.add(attempt.candidate.address)
    assert len(dialled) == 8


def test_punches_are_counted_with_the_rest() -> None:
    made = pursuit(PUNCH)
    punched = [made.targets(n / 10, HOME) for n in range(100)]
    assert sum(map(len, punched)) == KNOCKS_LIMIT
