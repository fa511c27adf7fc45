"""Games whose rules are at fault, and what all who play them are told."""

from __future__ import annotations

from typing import Any

import pytest

from p2pgame.engine import (
    Choose,
    Deal,
    Shuffle,
)
from p2pgame.engine.turns import Turn
from p2pgame.session import Table, Unfinished, verify
from p2pgame.session.lobby.events import RulesBroken, Stopped
from tests.session.game.scripted import Scripted
from tests.session.tables import Net

GO = Choose(0, ("go",))
FACES = ("a", "b", "c", "d")
DECK = Shuffle(FACES, (0, 1, 2))
DEALT = Deal(((0, (0,)), (1, (1,)), (2, (2,))))


def net_of(*turns: Any, seats: int = 3, **wrong: Any) -> Net:
    """Return a table, with somebody who looks on, at which all has been played."""
    net = Net(Scripted(*turns, **wrong), seats, spectators=1)
    net.play()
    return net


def check(net: Net, sentence: str, turns: int) -> None:
    """Check that all found the rules at fault, and none a player; nor does a file."""
    for events, table in zip(net.events, net.tables, strict=True):
        assert table.stopped is None, table.stopped
        assert table.cheats == {}
        assert sentence in str(table.broken)
        assert str(table.broken).startswith("scripted ")
        (broken,) = [e for e in events if isinstance(e, RulesBroken)]
        assert broken.error is table.broken
        assert broken.turns == turns
        assert not any(isinstance(event, Stopped) for event in events)
        assert not table.complete
    file = net.tables[0].transcript()
    with pytest.raises(
        Unfinished, match=f"rules are at fault after turn {turns}"
    ) as caught:
        verify(file, net.games)
    assert "and no player is" in str(caught.value)
    assert sentence in str(caught.value)


def is_at(table: Table, turn: Turn) -> bool:
    """Return whether a table has come to this turn."""
    return table.play is not None and table.play.turn == turn
