"""Of two players at fault a table names the first that it comes to, a file one."""

from __future__ import annotations

import pytest

from p2pgame.games.registry import find
from p2pgame.session import Refuted, Table, verify
from p2pgame.session.entries import payloads
from p2pgame.session.entries.errors import Fault
from p2pgame.session.entries.payloads import Answer, Checkpoint, Payload
from tests.session.tables import TABLE, Net, known, me

GAME = find("tictactoe")


def said(net: Net, seat: int, payload: Payload) -> bytes:
    """Return the entry by which a player says something, which nobody has heard."""
    table = net.tables[seat]
    authors = [player.author for player in table.players]
    data = payloads.encode(payload)
    return table.history.write(me(seat).key, data, among=authors).raw


@pytest.mark.parametrize("is_move_first", [True, False])
def test_an_illegal_move_and_a_false_first_checkpoint_are_named_by_what_comes_first(
    is_move_first: bool,
) -> None:
    net = Net(GAME, 2, decide=None)
    net.play()
    play = net.tables[0].play
    assert play is not None
    before = [entry.raw for _, entry in net.tables[0].history.delivered()]
    move = said(net, 0, Answer(play.id, 0, b"10"))
    checkpoint = said(net, 1, Checkpoint(play.id, bytes(32)))
    reader = Table(TABLE, known(GAME), None)
    for raw in (
        *before,
        *([move, checkpoint] if is_move_first else [checkpoint, move]),
    ):
        reader.receive(raw)
        while reader.advance()[0]:
            pass
    assert reader.stopped is not None
    assert reader.stopped.fault is (Fault.RULES if is_move_first else Fault.CHECKPOINT)
    with pytest.raises(Refuted, match=r"player 1 cheated .*: signed another state"):
        verify(reader.transcript(), known(GAME))
