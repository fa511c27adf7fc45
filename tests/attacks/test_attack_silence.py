"""Who says that somebody is gone, and is alone with it."""

from __future__ import annotations

import pytest

from p2pgame.log import Entry
from p2pgame.session import Table
from p2pgame.session.entries import payloads
from p2pgame.session.entries.payloads import Absent, EvictionVote, Payload, Receipt
from p2pgame.session.lobby.events import Overtaken
from tests.session.agreeing import at_the_table, check_all_agree, finish
from tests.session.ring import Ring
from tests.session.tables import TABLE, Net, me

LIAR, MISSED = 0, 1


def sign(net: Net, payload: Payload) -> None:
    """Let the liar say what its program never would."""
    table = net.tables[LIAR]
    authors = [TABLE, *(player.author for player in table.players)]
    data = payloads.encode(payload)
    entry = table.history.write(me(LIAR).key, data, among=authors)
    net.send(LIAR, table.receive(entry.raw))
    net.play()


@pytest.mark.attack(24)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nobody_alone_makes_another_go(seats: int) -> None:
    """Whoever has the other cut off, and signs for itself that it is gone, waits on."""
    net = at_the_table(seats, "left")
    play = net.tables[LIAR].play
    assert play is not None
    assert play.waiting_for == (MISSED,)
    turn, number = play.round_id
    for said in (
        Absent(turn, number, (MISSED,)),
        EvictionVote(turn, number, (MISSED,)),
    ):
        sign(net, said)
    for table in net.tables:
        assert table.play is not None
        assert table.play.present == {*range(seats)}
        assert table.play.id == turn
    finish(net)
    check_all_agree(net, Ring(), (seats - 1, *[-1] * (seats - 1)))


def speak(table: Table) -> Entry:
    """Let a table do what is due until it says something, and hear itself."""
    while True:
        busy, raw = table.advance()
        if raw is not None:
            table.receive(raw)
            return Entry.read(raw)
        assert busy, "there was nothing to say"


def rest(table: Table) -> list[Payload]:
    """Let a table do all that is due; return what it says."""
    said = []
    busy = True
    while busy:
        busy, raw = table.advance()
        if raw is not None:
            said.append(payloads.decode(Entry.read(raw).payload))
            table.receive(raw)
    return said


@pytest.mark.attack(24)
@pytest.mark.parametrize("other_has_it", [True, False])
def test_whoever_has_agreed_to_go_on_does_not_act_on_an_answer_that_comes_then(
    other_has_it: bool,
) -> None:
    """As long as the others may agree as well: then the answer never was."""
    net = at_the_table(3, "left")
    first, missed, last = net.tables[:3]
    assert first.play is not None
    turn = first.play.id
    for table in (first, last):
        table.lose_patience()
    missing = [speak(first), speak(last)]
    first.receive(missing[1])
    agreed = speak(first)
    assert isinstance(payloads.decode(agreed.payload), EvictionVote)
    missed.own.propose("left")
    answer = speak(missed)
    first.receive(answer)
    assert rest(first) == []
    assert first.play.id == turn
    if other_has_it:
        last.receive(answer)
    for entry in (missing[0], agreed):
        last.receive(entry)
    heard = speak(last)
    kind = Receipt if other_has_it else EvictionVote
    assert isinstance(payloads.decode(heard.payload), kind)
    first.receive(heard)
    rest(first)
    assert first.play.id != turn
    assert first.play.present == ({0, 1, 2} if other_has_it else {0, 2})
    assert Overtaken() not in first.events
