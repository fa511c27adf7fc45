"""Transcripts of older versions verify by the rulings that they were played by.

In each file something comes about that the newest version rules otherwise: it refuses
a move, or has other payoffs.  docs/rules-sources.md names the articles.
"""

from __future__ import annotations

import json

import msgspec
import pytest

from p2pgame.engine import AnyGame, IllegalMove, Over, forfeited, play
from p2pgame.games.registry import GAMES, KNOWN
from p2pgame.session.table.report import Report
from p2pgame.session.table.verify import verify
from tests import archiving
from tests.archiving import ARCHIVE, SUFFIX, kept_trace
from tests.borrowed_rules import event_of
from tests.second import turns as asked

#: What its own version has for payoffs, and what the newest: payoffs, or the move that
#: it refuses.
RULINGS: dict[str, tuple[tuple[int, ...], tuple[int, ...] | str]] = {
    # Robert's Rules, no-limit 2: over a short blind of 10 a raise is to 20 at least.
    "holdem-1-short-blind": ((19, -4, -15), "raise 15"),
    # TDA 47: who has limped does not raise again over an all-in of 13.
    "holdem-1-short-all-in": ((-5, -13, 31, -13), "raise 23"),
    # Robert's Rules, button 3: of two who are left the last big blind has the button.
    "holdem-1-stand-ins": ((5, -5, 0), "raise 887"),
    # What a leaver has bet stays in the pot, matched or not.
    "holdem-1-default": ((0, 5, -5), (0, 10, -10)),
    # FIDE 5.1.2: nobody loses to a side that can't mate.
    "chess-1-bare-king": ((1, -1), (0, 0)),
    # pagat.com: a failed nil's tricks do not help its partner's bid.
    "spades-1-masked": ((155, -155, 155, -155), (153, -153, 153, -153)),
    # pagat.com: the dealer names the suit of an eight that is turned up, so no 6 is.
    "crazy-eights-1-eight": ((0, -18), "6c"),
    # Perudo: no round begins with a bid of ones.
    "liars-dice-1-masked": ((1, -1), "ones 2"),
    # Leaving never pays: docs/design/leaving-never-pays.md.
    "kuhn-1-left-after-a-bet": ((1, -1), (2, -2)),
    "goofspiel-1-evicted": ((-1, 2, -1), (0, 2, -2)),
    "rps-1-forfeited": ((-1, 2, -1), (0, 2, -2)),
}


@pytest.mark.parametrize("name", RULINGS)
def test_an_old_transcript_verifies_by_the_old_ruling(name: str) -> None:
    if name.startswith("chess"):
        pytest.importorskip("chess")
    by_its_own, by_the_newest = RULINGS[name]
    report = verify((ARCHIVE / f"{name}{SUFFIX}").read_bytes(), KNOWN)
    old = report.start.game
    assert old.version < GAMES[old.name].version
    assert report.payoffs == by_its_own
    assert played_again(old, name, report) == by_its_own
    assert played_again(GAMES[old.name], name, report) == by_the_newest


def played_again(game: AnyGame, name: str, report: Report) -> tuple[int, ...] | str:
    """Return the payoffs of a file's events by this version, or what it refuses."""
    start = report.start
    chosen = msgspec.structs.asdict(start.options)
    seats = len(report.payoffs)
    state = play.start(game, seats, game.options(**chosen)).state
    for line in kept_trace(ARCHIVE / f"{name}{archiving.TRACE}"):
        if not line.startswith("event "):
            continue
        _, kind, told = line.split(" ", 2)
        values = json.loads(told)
        if kind == "seated" and game.why_not_seated(state, *values):
            break  # the game ends without its rules
        try:
            event = event_of(asked.Event(kind, tuple(values)))
            state = play.advance(game, state, event).state
        except IllegalMove:
            return str(values[-1])
    turn = game.turn(state)
    if isinstance(turn, Over):
        return turn.payoffs
    settled = game.settled(state, report.gone) or ()
    return forfeited(seats, report.gone, (), settled, settled=settled).payoffs
