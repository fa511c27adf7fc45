"""Games in which a player falls silent, and how it comes back."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from p2pgame.engine import AnyGame, Options
from p2pgame.log import Entry
from p2pgame.session import Table
from p2pgame.session.entries.payloads import Absence
from p2pgame.session.lobby.lobby import Games
from p2pgame.session.lobby.terms import least_quorum
from p2pgame.session.table.report import Report
from p2pgame.session.table.verify import held, verify
from tests.session.table.test_fold import fold
from tests.session.tables import Decide, Net, first_offer, known, me


def away(
    game: AnyGame,
    absence: Absence,
    victim: int,
    when: Callable[[Table], bool],
    *,
    seats: int = 3,
    options: Options | None = None,
    decide: Decide = first_offer,
) -> Net:
    """Return a game that a silent player has stopped, as soon as ``when`` is so.

    As many may vanish as its players can choose.
    """
    net = Net(
        game,
        seats,
        options,
        spectators=1,
        decide=decide,
        quorum=least_quorum(seats),
        absence=absence,
    )

    def meddle() -> None:
        table = net.tables[victim]
        if table.play is not None and not table.play.over and when(table):
            net.silent.add(victim)
            net.meddle = None

    net.meddle = meddle
    net.play()
    assert net.silent == {victim}
    return net


def impatient(net: Net, times: int = 1) -> None:
    """Let all who are there wait for long enough, so often."""
    for _ in range(times):
        for seat, table in enumerate(net.tables):
            if seat not in net.silent:
                table.lose_patience()
        net.play()


def back(net: Net, victim: int, *, restarted: bool = False) -> None:
    """Let a player return, with what its disk has, and hear what it has missed."""
    old = net.tables[victim]
    if restarted:
        table = Table(old.id, known(game_of(net)), me(victim))
        for raw in old.history.missing([]):
            table.receive(raw)
        net.tables[victim] = table
    table = net.tables[victim]
    net.silent.discard(victim)
    others = [one for one in range(len(net.tables)) if one != victim]
    for other in others:
        for raw in net.tables[other].history.missing(table.history.heads()):
            table.receive(raw)
    for other in others:
        for raw in table.history.missing(net.tables[other].history.heads()):
            net.tables[other].receive(raw)
    net.play()


def game_of(net: Net) -> AnyGame:
    play = net.tables[0].play
    assert play is not None
    return play.start.game


def said(table: Table) -> tuple[str, ...]:
    assert table.play is not None
    told: tuple[str, ...] = table.play.view.state.said
    return told


def to_choose(seat: int) -> Callable[[Table], bool]:
    """Return whether a player of :class:`Telling` is asked for a word."""

    def is_asked(table: Table) -> bool:
        assert table.play is not None
        return table.play.waiting_for == (seat,)

    return is_asked


def check(net: Net, games: Games) -> tuple[int, ...]:
    """Check that all who are there have one complete game; return its payoffs."""
    left = [t for seat, t in enumerate(net.tables) if seat not in net.silent]
    assert [table.stopped for table in left] == [None] * len(left)
    assert all(table.complete for table in left)
    (data,) = {table.transcript() for table in left}
    entries = {entry.id: entry for table in left for entry in table.entries}
    check_order(net, [*entries.values()])
    report = verify(data, games)
    for table in left:  # where it has been overtaken, too
        assert counts(held(table)) == counts(report)
    return report.payoffs


def counts(report: Report) -> tuple[object, ...]:
    return (
        *(report.payoffs, report.entries, report.turns, report.signed),
        *(report.signed_by, report.departures, report.moved_for, report.forfeited),
    )


def check_order(net: Net, entries: list[Entry]) -> None:
    """Check that whoever hears it all in any order comes to the same."""
    game, mine = game_of(net), net.tables[0]
    assert mine.play is not None
    file = mine.transcript() if mine.complete else None
    expected = mine.play.id, None, mine.complete, file
    assert {fold(game, entries, Random(n)) for n in range(3)} == {expected}
