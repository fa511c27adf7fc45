"""Tables whose players agree on things, for tests of that."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest

from p2pgame.engine import AnyGame, IllegalMove
from p2pgame.log import Entry
from p2pgame.session import Table
from p2pgame.session.entries import payloads
from p2pgame.session.entries.notes import Note
from p2pgame.session.entries.payloads import Payload
from p2pgame.session.lobby.events import Assented, Happened
from p2pgame.session.table.verify import verify
from tests.english import english
from tests.session.ring import Ring
from tests.session.tables import TABLE, Forge, Net, known, me


def at_the_table(
    seats: int,
    *steps: str,
    game: AnyGame | None = None,
    chance: Random | None = None,
    forge: Forge | None = None,
) -> Net:
    """Return a table that waits after these steps, with a spectator."""
    made = game or Ring()
    net = Net(made, seats, spectators=1, chance=chance, decide=None, forge=forge)
    net.play()
    for step in steps:
        plays = [table.play for table in net.tables if table.play is not None]
        seats_of = {play.seat: number for number, play in enumerate(plays)}
        say(net, seats_of[plays[0].waiting_for[0]], step)
    return net


def say(net: Net, seat: int, words: str) -> None:
    """Let a player say something, and all hear it."""
    net.notes.append((seat, net.tables[seat].own.propose(words)))
    net.play()


def taken(net: Net, seat: int = 0) -> tuple[str, ...]:
    play = net.tables[seat].play
    assert play is not None
    steps: tuple[str, ...] = play.view.state.taken
    return steps


def happened(net: Net, seat: int) -> list[object]:
    return [e.event for e in net.events[seat] if isinstance(e, Happened)]


def told(net: Net, seat: int) -> list[Assented]:
    return [e for e in net.events[seat] if isinstance(e, Assented)]


def finish(net: Net, move: str = "left") -> None:
    """Move on to the end of the game."""
    for _ in range(40):
        for table in net.tables:
            with suppress(IllegalMove):
                table.own.propose(move)
        net.play()


def check_all_agree(net: Net, game: AnyGame, payoffs: tuple[int, ...]) -> None:
    """See everybody complete with one file, which a stranger verifies."""
    assert all(table.stopped is None for table in net.tables)
    left = [table for table in net.tables if table.complete]
    assert len(left) == len(net.tables) - len(net.silent)
    assert len({table.transcript() for table in left}) == 1
    assert verify(left[0].transcript(), known(game)).payoffs == payoffs


def again(net: Net, seat: int, *notes: Note) -> Table:
    """Return a table that has only what this player's disk holds."""
    table = Table(TABLE, known(Ring()), me(seat))
    for note in notes:
        table.remember(note)
    for raw in net.tables[seat].history.missing([]):
        table.receive(raw)
    return table


def words_of(table: Table) -> list[Payload]:
    said: list[Payload] = []
    busy = True
    while busy:
        busy, raw = table.advance()
        if raw is not None:
            said.append(payloads.decode(Entry.read(raw).payload))
            table.receive(raw)
    return said


def refusal(net: Net, seat: int, words: str) -> str:
    with pytest.raises(IllegalMove) as caught:
        net.tables[seat].own.propose(words)
    return english(caught.value)
