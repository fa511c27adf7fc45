"""What a player may say beside its answers, and what it may name and nudge."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from p2pgame.engine import IllegalMove
from p2pgame.games.dice.pig import Pig
from p2pgame.games.tictactoe import TicTacToe
from p2pgame.log import Entry, entry
from p2pgame.session import Table, verify
from p2pgame.session.entries import payloads
from p2pgame.session.entries.errors import Fault
from p2pgame.session.entries.payloads import Answer, Chat, Leave, Payload
from p2pgame.session.lobby import allowance
from p2pgame.session.lobby.events import Nudged, Said
from p2pgame.session.table.evidence import check, gather
from p2pgame.transport import frames
from tests.english import refusing
from tests.session.tables import Net, known, me

GAME = TicTacToe()
MOST = 12


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each author say twelve entries beside its answers."""
    monkeypatch.setattr(allowance, "limits", lambda seats: (MOST, 1 << 20))


def at_play(seats: int = 2) -> Net:
    net = Net(GAME, seats, spectators=1, decide=None)
    net.play()
    assert net.tables[0].play is not None
    return net


def say(net: Net, seat: int, payload: Payload) -> Entry:
    """Let somebody's program say this, whatever its allowance."""
    table = net.tables[seat]
    players = [me(n).key.public for n in range(2)]
    data = payloads.encode(payload)
    said = table.history.write(me(seat).key, data, among=players)
    net.send(seat, table.receive(said.raw))
    net.play()
    return said


def spent(net: Net) -> int:
    """Return how many entries of the guest count so far: its hello and acceptance."""
    return len(net.tables[0].history.feeds[me(1).key.public])


@pytest.mark.usefixtures("small")
def test_who_says_more_than_its_share_is_named_by_all_and_by_the_evidence() -> None:
    net = at_play()
    for number in range(MOST - spent(net)):
        say(net, 1, Chat(f"line {number}"))
    assert all(table.stopped is None for table in net.tables)
    last = say(net, 1, Chat("one too many"))
    for table in net.tables:
        assert table.stopped is not None
        assert table.stopped.fault is Fault.ALLOWANCE
        assert table.stopped.evidence == (last.raw,)
    found = net.tables[0].stopped
    assert found is not None
    proven = check(gather(net.tables[0], found), known(GAME))
    assert (proven.fault, proven.author) == (Fault.ALLOWANCE, me(1).key.public.hex())


@pytest.mark.usefixtures("small")
def test_of_who_has_said_too_much_nothing_more_is_delivered() -> None:
    net = at_play()
    for number in range(MOST + 5):
        say(net, 1, Chat(f"line {number}"))
    feeds = [len(table.history.feeds[me(1).key.public]) for table in net.tables]
    assert feeds == [MOST + 1] * 3


@pytest.mark.usefixtures("small")
def test_the_first_answers_to_the_turns_of_a_game_do_not_count() -> None:
    net = Net(Pig(), 2, Pig.options(goal=60), spectators=1)
    net.play()
    authors = [me(seat).key.public for seat in range(2)]
    assert all(len(net.tables[0].history.feeds[one]) > 3 * MOST for one in authors)
    assert all(table.complete for table in net.tables)
    verify(net.tables[0].transcript(), known(Pig()))


@pytest.mark.usefixtures("small")
def test_a_second_answer_to_a_round_counts() -> None:
    net = at_play()
    turn = net.tables[0].play
    assert turn is not None
    for _ in range(MOST + 1):
        say(net, 1, Answer(turn.id, 0, b""))
    assert [fault_of(table) for table in net.tables] == [Fault.ALLOWANCE] * 3


@pytest.mark.usefixtures("small")
def test_answers_to_turns_that_the_game_never_comes_to_count() -> None:
    net = at_play()
    for number in range(MOST - spent(net)):
        say(net, 1, Answer(number.to_bytes(32, "little"), 0, b""))
    assert all(table.stopped is None for table in net.tables)
    last = say(net, 1, Answer(bytes(31) + b"x", 0, b""))
    assert [fault_of(table) for table in net.tables] == [Fault.ALLOWANCE] * 3
    found = net.tables[0].stopped
    assert found is not None
    assert found.evidence == (last.raw,)
    proven = check(gather(net.tables[0], found), known(GAME))
    assert (proven.fault, proven.author) == (Fault.ALLOWANCE, me(1).key.public.hex())


@pytest.mark.usefixtures("small")
def test_an_excess_that_was_seen_in_a_void_turn_is_judged_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A player that acted in a turn which the others have dropped folds all again."""
    net = at_play()
    for number in range(MOST):
        say(net, 1, Answer(number.to_bytes(32, "little"), 0, b""))
    table = net.tables[0]
    assert fault_of(table) is Fault.ALLOWANCE
    for limit, fault in ((MOST, Fault.ALLOWANCE), (9 * MOST, None)):
        monkeypatch.setattr(
            allowance, "limits", lambda seats, most=limit: (most, 1 << 20)
        )
        table._game.verdicts.take_back()
        net._idle.clear()
        net.play()
        assert fault_of(table) is fault
    assert not table.history.silenced


@pytest.mark.usefixtures("small")
def test_who_has_left_is_not_accused_of_what_it_says_afterwards() -> None:
    net = at_play()
    say(net, 1, Leave())
    for number in range(3 * MOST):
        say(net, 1, Answer(number.to_bytes(32, "little"), 0, b""))
    assert [fault_of(table) for table in net.tables] == [None] * 3


def fault_of(table: Table) -> Fault | None:
    return None if table.stopped is None else table.stopped.fault


@pytest.mark.usefixtures("small")
def test_a_program_keeps_half_of_its_share_for_the_game() -> None:
    def talk() -> Iterator[int]:
        for number in range(MOST):
            net.tables[1].chat(f"line {number}")
            yield number

    net = at_play()
    with refusing(IllegalMove, match="as much as the file of this game has room for"):
        list(talk())
    net.play()
    said = [e for e in net.events[0] if isinstance(e, Said)]
    assert 0 < len(said) <= MOST // 2
    assert net.tables[1].stopped is None


def test_an_entry_that_names_its_own_author_is_misbehaviour() -> None:
    net = at_play()
    table = net.tables[1]
    feed = table.history.feeds[me(1).key.public]
    said = Entry.write(
        me(1).key,
        table.id,
        sequence=len(feed),
        previous=feed.head,
        seen=(feed.entries[0].id,),
        payload=payloads.encode(Chat("me")),
    )
    net.send(1, table.receive(said.raw))
    net.play()
    for one in net.tables:
        assert one.stopped is not None
        assert (one.stopped.fault, one.stopped.culprit) == (Fault.SEEN, said.author)


def test_a_nudge_is_told_once_in_each_turn() -> None:
    net = at_play()
    with refusing(IllegalMove, match="nobody else is waited for"):
        net.tables[0].own.nudge()  # it is this player's own turn
    net.tables[1].own.nudge()
    with refusing(IllegalMove, match="reminded them in this turn already"):
        net.tables[1].own.nudge()
    net.play()
    for events in net.events:
        assert [e for e in events if isinstance(e, Nudged)] == [Nudged(1)]
    net.tables[0].own.propose("5")
    net.play()
    net.tables[0].own.nudge()
    net.play()
    for events in net.events:
        assert [e for e in events if isinstance(e, Nudged)] == [Nudged(1), Nudged(0)]


def test_an_entry_has_one_greatest_size() -> None:
    assert frames.ENTRY_LIMIT == entry.ENTRY_LIMIT
