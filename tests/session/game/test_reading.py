"""What honest players keep whatever the others do with time, questions and words."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
import trio
import trio.testing

from p2pgame.log import AuthorKey, Entry, Store
from p2pgame.session import Offer, Table
from p2pgame.session.entries import payloads
from p2pgame.session.entries.payloads import (
    Absence,
    Absent,
    Accept,
    Answer,
    End,
    Leave,
    Payload,
    Receipt,
)
from p2pgame.session.lobby.events import Elsewhere, Overtaken, Said
from p2pgame.session.peer.own_recall import OBJECT_WITHIN
from p2pgame.session.peer.recall import AT_FIRST, HEAR_EVERY, Recalls
from p2pgame.session.peer.recall_messages import ask
from p2pgame.session.peer.recall_messages import tell as answer
from p2pgame.transport import frames
from p2pgame.transport.envelope import Envelope
from tests.session.game.silence import (
    away,
    back,
    check,
    impatient,
    said,
    to_choose,
)
from tests.session.peers import EPOCH_KEY
from tests.session.restoring import Person, Place, entries_of
from tests.session.tables import TABLE, Net, known, me
from tests.session.telling import Telling

PLAYERS = [me(seat).key.public for seat in range(6)]


def write(table: Table, seat: int, payload: Payload, among: list[bytes]) -> bytes:
    """Let a seat sign what its program would not say."""
    data = payloads.encode(payload)
    raw = table.history.write(me(seat).key, data, among=among).raw
    table.receive(raw)
    return raw


def act(table: Table, move: str) -> list[bytes]:
    """Let a player answer and act on that, while nobody hears it."""
    while any(table.advance()):
        pass
    table.own.propose(move)
    words, busy = [], True
    while busy:
        busy, raw = table.advance()
        if raw is not None:
            table.receive(raw)
            words.append(raw)
    table.events.clear()
    return words


def kinds(raws: list[bytes]) -> list[type[Payload]]:
    return [type(payloads.decode(Entry.read(raw).payload)) for raw in raws]


def last_word(table: Table) -> bool:
    assert table.play is not None
    return table.play.waiting_for == (2,) and len(said(table)) == 5


def test_who_made_the_last_move_signs_no_end_that_another_move_may_replace() -> None:
    """Else it would stand there with a false end, for a move that came too late."""
    net = away(Telling(), "default", 2, last_word)
    mine = net.tables[2]
    assert kinds(act(mine, "two")) == [Answer]
    assert mine.play is not None
    assert mine.play.over
    impatient(net)
    assert said(net.tables[0])[-1] == "2 none"
    back(net, 2)
    assert Overtaken() in net.events[2]
    assert not mine.cheats
    check(net, known(Telling()))


def test_who_made_the_last_move_signs_the_end_once_another_has_it() -> None:
    net = away(Telling(), "default", 2, last_word)
    (raw,) = act(net.tables[2], "two")
    net.tables[0].receive(raw)
    impatient(net)
    back(net, 2)
    assert said(net.tables[1])[-1] == "2 two"
    check(net, known(Telling()))


@pytest.mark.parametrize("absence", ["finish", "default"])
def test_whoever_acted_on_a_void_answer_folds_again_when_a_leave_voids_it(
    absence: Absence,
) -> None:
    """All but one have signed; that one leaves, and its word is not needed then."""
    net = away(Telling(), absence, 1, to_choose(1), seats=6)
    mine, leaver, onlooker = net.tables[1], net.tables[5], net.tables[6]
    (raw,) = act(mine, "two")
    onlooker.receive(raw)
    while onlooker.advance()[0]:
        pass

    def hush() -> None:
        words = [raw for seat, raw in net.said if seat == 5]
        if kinds(words[-1:]) == [Absent]:
            net.silent.add(5)

    net.meddle = hush
    impatient(net)
    net.meddle = None
    for word in net.tables[0].history.missing(mine.history.heads()):
        mine.receive(word)
    leaver.leave()
    _, left = leaver.advance()
    assert left is not None
    assert kinds([left]) == [Leave]
    for table in net.tables:
        table.receive(left)
    net.silent.clear()
    net.play()
    assert Overtaken() in net.events[1]
    assert Overtaken() in net.events[6]
    assert said(mine) == said(onlooker) == said(net.tables[0])
    check(net, known(Telling()))


def test_rounds_that_never_come_cost_nobody_a_word_or_a_search() -> None:
    net = away(Telling(3), "finish", 1, to_choose(1))
    table, liar = net.tables[0], net.tables[2]
    assert table.play is not None
    turn, heard = table.play.id, 0
    for number in range(1, 60):
        for payload in (
            Answer(turn, number, b""),
            Absent(turn, number, (1, 2)),
        ):
            table.receive(write(liar, 2, payload, PLAYERS[:3]))
            _, raw = table.advance()
            heard += raw is not None and kinds([raw]) == [Receipt]
    assert heard == 0
    assert not len(table.play.absences.receipts)


def test_what_counts_before_an_offer_does_not_depend_on_when_that_comes() -> None:
    """Whatever follows an end is void, also if it names a stranger."""
    game = Telling()
    opener = Table(TABLE, known(game), me(0), Offer(game, game.options(), 2))
    guest, stranger = (Table(TABLE, known(game), me(seat)) for seat in (1, 2))
    first = []
    for table in (opener, guest, stranger):
        _, raw = table.advance()
        assert raw is not None
        table.receive(raw)
        first.append(raw)
    guest.receive(first[2])
    void = [
        write(guest, 1, End(bytes(32), bytes(32)), []),
        write(guest, 1, Receipt(bytes(32), 0), [PLAYERS[2]]),
    ]
    opener.receive(first[1])
    _, offer = opener.advance()
    assert offer is not None
    for order in ([*first, offer, *void], [*first, *void, offer]):
        table = Table(TABLE, known(game))
        for raw in order:
            table.receive(raw)
        assert table.players
        assert not table.cheats


def put_back(net: Net, seat: int, entries: int) -> Table:
    """Return a player's table as it was after so many words of its own alone."""
    table = Table(TABLE, known(Telling()), me(seat))
    for entry in net.tables[seat].history.feeds[PLAYERS[seat]].entries[:entries]:
        table.receive(entry)
    table.own.in_doubt = True
    return table


def test_a_host_alone_makes_no_guest_sign_an_acceptance_twice() -> None:
    net = Net(Telling(), 3)
    net.play(until=lambda: all(table.play for table in net.tables))
    full = net.tables[1]
    feed = full.history.feeds[PLAYERS[1]].entries
    assert kinds([entry.raw for entry in feed])[:2] == [payloads.Hello, Accept]
    table = put_back(net, 1, 1)
    recalls = Recalls[str](table)
    asked = recalls.own.question(0.0, bytes)
    lie = answer(me(0).key, TABLE, PLAYERS[1], asked.nonce, feed[0].raw)
    list(recalls.hear(lie, "host"))
    assert not recalls.own.may_settle(0.0)
    assert not recalls.own.may_settle(2 * OBJECT_WITHIN)
    for raw in net.tables[0].history.missing([]):
        if Entry.read(raw).author != PLAYERS[1]:
            table.receive(raw)  # the offer: now the others are asked, too
    assert recalls.own.awaited == ("player 2",)
    true = answer(me(2).key, TABLE, PLAYERS[1], asked.nonce, feed[-1].raw)
    list(recalls.hear(true, "host"))
    assert recalls.own.awaited == ("player 2",)
    for entry in feed:
        table.receive(entry)
    assert not recalls.own.awaited
    assert not recalls.own.may_settle(10.0)
    assert recalls.own.may_settle(10.0 + OBJECT_WITHIN)


def test_an_old_question_of_one_s_own_does_not_end_a_program_in_doubt() -> None:
    net = Net(Telling(), 3)
    net.play(until=lambda: all(table.play for table in net.tables))
    table = put_back(net, 1, 1)
    recalls = Recalls[str](table)
    recalls.own.question(0.0, bytes)
    list(recalls.hear(ask(me(1).key, TABLE, b"an older one" + bytes(4)), "link"))
    assert not recalls.own.elsewhere
    assert not any(isinstance(event, Elsewhere) for event in table.events)


def test_questions_over_and_over_are_passed_on_now_and_then() -> None:
    net = Net(Telling(), 3)
    net.play(until=lambda: all(table.play for table in net.tables))
    recalls = Recalls[str](net.tables[0])
    passed = 0
    for number in range(1000):
        stranger = AuthorKey(number.to_bytes(32))
        question = ask(stranger, TABLE, number.to_bytes(16))
        passed += bool(list(recalls.hear(question, "link", number / 100)))
    assert passed == AT_FIRST + 9 / HEAR_EVERY
    wanted = ask(me(1).key, TABLE, b"n" * 16)  # a player has a turn of its own
    assert list(recalls.hear(wanted, "link", 10.0))


class Asking:
    """A link that asks for forgotten words, as fast as it is read."""

    async def send(self, frame: bytes) -> None:
        await trio.lowlevel.checkpoint()

    async def receive(self) -> bytes:
        await trio.lowlevel.checkpoint()
        message = ask(AuthorKey(b"s" * 32), TABLE, os.urandom(16))
        return Envelope({0: EPOCH_KEY}).seal(frames.encode(message), os.urandom)

    async def aclose(self) -> None:
        await trio.lowlevel.checkpoint()


async def test_a_stranger_s_questions_do_not_come_between_two_players(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    """Three links of one who has the invite, to the host; a guest has only the host."""
    async with trio.open_nursery() as nursery:
        place, game = Place(nursery), Telling()
        stores = [Store.create(tmp_path / f"{seat}" / "log") for seat in range(2)]
        host, guest = (Person(game, s, 2, stores[s], moves=0) for s in range(2))
        await place.sit_down(host, guest)
        place.join(host, guest)
        await trio.sleep(5)
        for _ in range(3):
            nursery.start_soon(host.peer.attach, Asking())
        for number in range(3):
            await trio.sleep(5)
            await host.peer.chat(f"are you there? {number}")
            await trio.sleep(0.5)
            assert Said(0, f"are you there? {number}") in guest.events
        place.close()


async def test_a_log_that_was_mended_is_whole_without_the_others(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    """What came back lies behind what builds on it, and strangers' words before."""
    game = Telling(1)
    async with trio.open_nursery() as nursery:
        place = Place(nursery)
        stores = [Store.create(tmp_path / f"{seat}" / "log") for seat in range(2)]
        people = [Person(game, seat, 2, stores[seat]) for seat in range(2)]
        await place.sit_down(*people)
        place.join(*people)
        await place.finished()
        whole = {entry.raw for entry in people[1].table.entries}
        place.close()
    with Store.open(tmp_path / "1" / "log") as store:
        records = store.records
    for seed, mended in enumerate((records[1:] + records[:1], records[::-1])):
        with Store.create(tmp_path / f"mended {seed}" / "log") as store:
            for record in mended:
                store.append(record)
        assert {entry.raw for entry in entries_of(mended)} == whole
        async with trio.open_nursery() as nursery:
            place = Place(nursery)
            alone = Person(game, 1, 2, Store.open(tmp_path / f"mended {seed}" / "log"))
            await place.sit_down(alone)
            assert {entry.raw for entry in alone.table.entries} == whole
            assert alone.table.complete
            place.close()
