"""What must be told before a restored log may be gone on with, and who may lie."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from p2pgame.engine import AnyGame
from p2pgame.games.mover.mover import Mover
from p2pgame.log import AuthorKey, Entry, InvalidEntry
from p2pgame.session import Table
from p2pgame.session.entries import payloads
from p2pgame.session.entries.payloads import Answer
from p2pgame.session.peer.own_recall import (
    ASK_EVERY,
    OBJECT_WITHIN,
    QUESTIONS,
    seated,
)
from p2pgame.session.peer.recall import Recalls
from p2pgame.session.peer.recall_messages import ask, tell
from p2pgame.transport.frames import NONCE, Recalled
from p2pgame.transport.link import InvalidFrame
from tests.session.draw import Draw
from tests.session.restoring import own
from tests.session.tables import TABLE, Net, known, me
from tests.session.telling import Telling


def nonce(number: int) -> bytes:
    return number.to_bytes(NONCE)


def table_of(net: Net, seat: int, entries: int, game: AnyGame | None = None) -> Table:
    """Return a copy of a seat's table with so many of its own entries."""
    games = known(Telling(2) if game is None else game)
    table, full = Table(TABLE, games, me(seat)), net.tables[seat]
    author = me(seat).key.public
    for raw in full.history.missing([]):
        entry = Entry.read(raw)
        if entry.author != author or entry.sequence < entries:
            table.receive(raw)
    table.own.in_doubt = True
    return table


class Parlour:
    """Three players in the middle of a game, of whom the second is in doubt."""

    def __init__(self) -> None:
        self.net = Net(Telling(2), 3)
        self.net.play(until=lambda: all(own(t, 1) >= 3 for t in self.net.tables))
        self.table = table_of(self.net, 1, 2)
        self.doubter = Recalls[str](self.table)
        self.others = {n: Recalls[str](self.net.tables[n]) for n in (0, 2)}
        self.asked = self.doubter.own.question(0.0, lambda size: bytes(size))
        self._answers: dict[int, Recalled] = {}

    @property
    def awaited(self) -> list[str]:
        return [*self.doubter.own.awaited]

    def answer(self, seat: int) -> Recalled:
        if seat not in self._answers:
            sent = list(self.others[seat].hear(self.asked, "link"))
            (self._answers[seat],) = [
                message
                for to, message in sent
                if isinstance(message, Recalled) and to == "link"
            ]
        return self._answers[seat]

    def hear(self, told: Recalled) -> None:
        assert list(self.doubter.hear(told, "link")) == []

    def forged(self, seat: int, entry: bytes, at: bytes = b"") -> Recalled:
        """Return what a seat would answer if it had this entry."""
        return tell(me(seat).key, TABLE, self.asked.author, at or nonce(0), entry)


@pytest.mark.attack(41)
def test_all_must_have_answered_and_what_they_told_must_be_here() -> None:
    room = Parlour()
    assert room.awaited == ["player 0", "player 2"]
    room.hear(room.answer(0))
    assert room.awaited == ["player 2"]
    told = room.answer(2)
    room.hear(told)
    assert room.awaited == ["player 0"]  # who has told of what is not here
    assert not room.doubter.own.may_settle(OBJECT_WITHIN)
    assert room.doubter.own_entry(told) == told.entry
    for raw in room.net.tables[0].history.missing(room.table.history.heads()):
        room.table.receive(raw)
    assert room.awaited == []
    assert not room.doubter.own.may_settle(100)
    assert not room.doubter.own.may_settle(100 + OBJECT_WITHIN / 2)
    assert room.doubter.own.may_settle(100 + OBJECT_WITHIN)


@pytest.mark.parametrize("liar_first", [True, False])
def test_whoever_tells_of_an_old_entry_cannot_undo_what_another_tells(
    liar_first: bool,
) -> None:
    room = Parlour()
    old = room.table.history.feeds[me(1).key.public].entries[0].raw
    answers = [room.forged(0, old), room.answer(2)]
    for told in answers if liar_first else reversed(answers):
        room.hear(told)
    assert room.awaited == ["player 2"]
    assert not any(room.doubter.own.may_settle(when) for when in (10, 1000))


def test_an_answer_tells_of_what_could_not_be_delivered_yet() -> None:
    net = Net(Telling(2), 3)
    net.play(until=lambda: own(net.tables[0], 1) >= 3)
    whole = net.tables[1].history.feeds[me(1).key.public].entries
    lacking = table_of(net, 2, 9)
    behind = Table(TABLE, known(Telling(2)), me(2))
    for entry in lacking.history.missing([])[:3]:
        behind.receive(entry)
    behind.receive(whole[-1])
    newest = behind.history.newest(me(1).key.public)
    assert newest is not None
    assert newest.id == whole[-1].id
    assert behind.history.newest(bytes(32)) is None


def test_what_was_not_signed_like_that_is_dropped() -> None:
    room = Parlour()
    told = room.answer(0)
    other = room.net.tables[0].history.feeds[me(0).key.public].entries[-1].raw
    flipped = bytes([told.signature[0] ^ 1]) + told.signature[1:]
    changed = told.entry[:-1] + bytes([told.entry[-1] ^ 1])
    refused = [
        replace(told, signature=flipped),
        replace(told, entry=b""),
        replace(told, by=me(2).key.public),
        room.forged(0, other),
        room.forged(0, changed),
        room.forged(0, b"junk"),
    ]
    for bad in refused:
        with pytest.raises((InvalidEntry, InvalidFrame)):
            room.hear(bad)
    for void in (
        room.forged(0, told.entry, at=nonce(7)),  # nobody has asked that
        replace(told, by=me(9).key.public),  # nobody knows that one
        replace(told, author=me(2).key.public),
    ):
        room.hear(void)
    assert room.awaited == ["player 0", "player 2"]


def test_a_question_counts_only_if_its_author_has_asked_it() -> None:
    room = Parlour()
    for bad in (
        replace(room.asked, author=me(2).key.public),
        replace(room.asked, nonce=nonce(5)),
        replace(room.asked, author=bytes(32)),
    ):
        with pytest.raises(InvalidEntry):
            list(room.others[0].hear(bad, "link"))


def test_a_question_is_passed_on_once_and_its_answers_go_back_on_its_way() -> None:
    room = Parlour()
    middle = room.others[0]
    sent = list(middle.hear(room.asked, "left"))
    assert (None, room.asked) in sent
    ((way, own),) = middle.hear(room.asked, "right")
    assert (way, isinstance(own, Recalled)) == ("right", True)  # by either way
    assert list(middle.hear(room.asked, "right")) == []
    told = room.answer(2)
    assert list(middle.hear(told, "far")) == [("left", told), ("right", told)]
    assert list(middle.hear(told, "right")) == []
    assert list(room.doubter.hear(room.asked, "back")) == []


def _given(data: bytes, size: int) -> bytes:
    return data


def test_however_much_is_asked_little_is_remembered() -> None:
    room, key = Parlour(), AuthorKey(bytes(32))
    middle = room.others[0]
    list(middle.hear(room.asked, "left"))
    for number in range(1, 3 * QUESTIONS):
        question = ask(key, TABLE, nonce(number))
        ((_, told), _) = middle.hear(question, "link")
        assert isinstance(told, Recalled)
        assert told.entry == b""
    assert len(middle._passing) == QUESTIONS
    told = room.answer(2)  # what players ask is not crowded out
    assert list(middle.hear(told, "right")) == [("left", told)]
    for number in range(3 * QUESTIONS):
        unlike = nonce(number + 1000)
        room.doubter.own.question(number * ASK_EVERY, partial(_given, unlike))
    assert len(room.doubter.own._asked) == QUESTIONS


def test_the_same_is_asked_again_only_after_a_while() -> None:
    room = Parlour()
    assert room.doubter.own.question(ASK_EVERY / 2, lambda size: nonce(1)) == room.asked
    assert room.doubter.own.question(ASK_EVERY, lambda size: nonce(1)) != room.asked


def test_before_there_are_players_no_guest_in_doubt_drowns_another() -> None:
    """Each asks until it is seated, and that takes all of them."""
    net = Net(Telling(2), 4)
    net.play(until=lambda: all(own(table, 3) for table in net.tables))
    table = Table(TABLE, known(Telling(2)), me(1))
    hellos = [entry for entry in net.tables[0].entries if entry.sequence == 0]
    for entry in hellos:
        table.receive(entry)
    assert len(table.history.feeds) == 4
    assert not seated(table)
    recalls, heard = Recalls[str](table), list[int]()
    for second in range(20):
        for seat in (0, 2, 3):
            asked = ask(me(seat).key, TABLE, nonce(10 * second + seat))
            if list(recalls.hear(asked, "link", 2.0 * second + seat / 100)):
                heard.append(seat)
    assert [heard.count(seat) for seat in (0, 2, 3)] == [20, 20, 20]


def work(table: Table) -> list[Answer]:
    """Do all that is due; return what it answered."""
    busy, answers = True, list[Answer]()
    while busy:
        busy, raw = table.advance()
        if raw is not None:
            payload = payloads.decode(table.receive(raw)[0].payload)
            answers += [payload] if isinstance(payload, Answer) else []
    return answers


class Doubted:
    """A game of cards that was played, and its second seat with less of its log."""

    def __init__(self) -> None:
        self._game = Draw()
        self._net = Net(self._game, 3)
        self._net.play()
        self.mine = self._net.tables[1].history.feeds[me(1).key.public].entries
        said = [payloads.decode(entry.payload) for entry in self.mine]
        #: Where it answered, after its hello and its acceptance.
        self.places = [(a.turn, a.round) for a in said if isinstance(a, Answer)]
        words = [a.message for a in said if isinstance(a, Answer)]
        self.move = words.index(b"stay")

    def restored(self, answers: int, before: Entry | None = None) -> Table:
        """Return a table with so many answers, that has worked out what follows.

        It may have nothing of the others but what one entry of ours had seen.
        """
        table = table_of(self._net, 1, 2 + answers, self._game)
        if before is not None:
            whole = self._net.tables[1]
            clock = whole.history.clock(before.id)
            past = [
                one
                for one in whole.entries
                if one.sequence <= clock.get(one.author, -1)
            ]
            table = Table(TABLE, known(self._game), me(1))
            table.own.in_doubt = True
            for entry in sorted(past, key=lambda entry: entry.sequence):
                if entry is not before:
                    table.receive(entry.raw)
        assert work(table) == []
        return table

    def settled(self, table: Table) -> list[tuple[bytes, int]]:
        """Return where a table answers, now that it may."""
        table.own.in_doubt = False
        return [(answer.turn, answer.round) for answer in work(table)]


def test_what_was_worked_out_in_doubt_is_said_when_that_is_over() -> None:
    game = Doubted()
    for count, place in enumerate(game.places):
        said = game.settled(game.restored(count))
        # A move is not worked out: its player has to make it again.
        assert said[:1] == ([] if count == game.move else [place])


def test_what_was_worked_out_in_doubt_is_not_said_if_it_had_been_said() -> None:
    game = Doubted()
    for count in range(game.move):
        table = game.restored(count)
        for entry in game.mine[2 + count : 2 + game.move]:
            table.receive(entry.raw)
        assert work(table) == []
        assert game.settled(table) == []


def test_what_has_come_back_is_not_said_again_while_others_are_awaited() -> None:
    game = Doubted()
    alone = 0
    for count in range(game.move):
        back = game.mine[2 + count]
        table = game.restored(count, before=back)
        table.receive(back.raw)
        assert game.settled(table)[:1] != [game.places[count]]
        assert table.play is not None
        alone += table.play.round_id == game.places[count]
    assert alone  # and some were, or this shows nothing


def test_a_sealed_move_that_was_lost_makes_its_seat_absent_and_nothing_worse() -> None:
    """Its note is gone with the disk, and of a million moves it can't try each."""
    game = Mover()
    net = Net(game, 3, quorum=2, decide=lambda view: "u 999999")

    net.play(until=lambda: own(net.tables[1], 1) == 3)  # hello, accept, a seal
    restored = Table(TABLE, known(game), me(1))
    for raw in net.tables[1].history.missing([]):
        restored.receive(raw)
    net.tables[1] = restored
    net.play()
    assert restored.play is not None
    assert restored.play.waiting_for == (1,)
    for seat in (0, 2):
        net.tables[seat].lose_patience()
    net.play()
    assert all(table.stopped is None for table in net.tables)
    assert all(table.complete for table in net.tables)
    assert restored.play.is_evicted


def test_two_bodies_in_one_place_would_be_noticed_here() -> None:
    """What the tests above look for can be found."""
    net = Net(Telling(2), 3)
    net.play(until=lambda: own(net.tables[0], 1) >= 3)
    table = table_of(net, 1, 2)
    word = payloads.encode(Answer(bytes(32), 0, b"other"))
    raw = table.history.write(me(1).key, word, among=()).raw
    net.tables[0].receive(raw)
    assert net.tables[0].history.forks
