"""A fork that comes to light after the end is told, and changes no result."""

from __future__ import annotations

from pathlib import Path

import pytest

from p2pgame.games.duel.kuhn import KuhnPoker
from p2pgame.log import Entry, Store
from p2pgame.session import Table
from p2pgame.session.entries.errors import Fault
from p2pgame.session.lobby.events import Completed, LateFork, Stopped
from p2pgame.session.table import evidence
from p2pgame.session.table.journal import Journal
from p2pgame.session.table.verify import verify
from tests.attacks.test_attack_forks import twin
from tests.session.tables import TABLE, Net, known, me

GAME = KuhnPoker()
CHEAT = 1


@pytest.fixture(scope="module")
def played() -> Net:
    net = Net(GAME, 2)
    net.play()
    return net


def second(net: Net, sequence: int = 3) -> bytes:
    """Return another entry in the place of one of the cheat's."""
    feed = net.tables[0].history.feeds[me(CHEAT).key.public]
    return twin(feed.entries[sequence].raw, CHEAT, payload=b"another story")


def finished(net: Net) -> Table:
    """Return another player's table, which has heard the whole game."""
    table = Table(TABLE, known(GAME))
    for entry in net.tables[0].entries:
        table.receive(entry)
    while table.advance()[0]:
        pass
    assert table.complete
    table.events.clear()
    return table


def test_a_fork_after_the_end_is_told_and_the_result_stands(played: Net) -> None:
    table = finished(played)
    before = table.transcript()
    table.receive(second(played))
    (told,) = table.events
    assert isinstance(told, LateFork)
    wrong = told.misbehaviour
    assert (wrong.fault, wrong.culprit) == (Fault.FORK, me(CHEAT).key.public)
    assert table.complete
    assert table.stopped is None
    assert table.transcript() == before
    table.receive(second(played, 4))
    assert len(table.events) == 1


def test_evidence_of_a_late_fork_convinces_whoever_has_the_file(played: Net) -> None:
    table = finished(played)
    table.receive(second(played))
    (wrong,) = table.cheats.values()
    proven = evidence.check(evidence.gather(table, wrong), known(GAME))
    assert (proven.fault, proven.name) == (Fault.FORK, f"player {CHEAT}")


def test_a_fork_in_the_game_still_stops_it(played: Net) -> None:
    table = Table(TABLE, known(GAME))
    for entry in played.tables[0].entries:
        if entry.sequence < 5:
            table.receive(entry)
    table.receive(second(played))
    assert any(isinstance(event, Stopped) for event in table.events)
    assert not any(isinstance(event, LateFork) for event in table.events)


def log_of(folder: Path, raws: list[bytes]) -> Store:
    with Store.create(folder / "log") as store:
        for raw in raws:
            store.append(raw)
    return Store.open(folder / "log")


def test_a_finished_game_is_finished_after_a_restart_too(
    played: Net, tmp_path: Path
) -> None:
    """The log has the fork behind the ends: it came when the game was complete."""
    said = [Entry.read(raw) for _, raw in played.said]
    raws = [entry.raw for entry in said]
    table = Table(TABLE, known(GAME), me(0))
    journal = Journal(table, log_of(tmp_path, [*raws, second(played)]))
    news = journal.restore()
    assert not news
    assert table.complete
    kinds = [type(event) for event in table.events]
    assert kinds.index(Completed) < kinds.index(LateFork)
    assert Stopped not in kinds
    assert table.transcript() == played.tables[0].transcript()
    assert verify(table.transcript(), known(GAME)).payoffs
    journal.close()


def test_a_restart_signs_nothing_before_all_of_its_log_is_read(
    played: Net, tmp_path: Path
) -> None:
    """The fork stands where our own next word is still to be read."""
    raws = [raw for _, raw in played.said]
    mine = [n for n, (seat, _) in enumerate(played.said) if seat == 0]
    for place in range(mine[-1]):
        folder = tmp_path / f"{place}"
        earlier = [Entry.read(raw) for raw in raws[:place]]
        theirs = [e for e in earlier if e.author == me(CHEAT).key.public]
        if len(theirs) < 2:
            continue
        rival = twin(theirs[-1].raw, CHEAT, payload=b"another story")
        table = Table(TABLE, known(GAME), me(0))
        with_fork = [*raws[:place], rival, *raws[place:]]
        journal = Journal(table, log_of(folder, with_fork))
        journal.restore()
        said = table.history.feeds[TABLE].entries[: len(mine)]
        assert {entry.raw for entry in said} <= {*raws}
        journal.close()
