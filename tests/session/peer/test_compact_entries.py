"""Compact entries: short for entries, for whoever has what these build on."""

from __future__ import annotations

from random import Random

import pytest

from p2pgame.games.poker.holdem import TexasHoldem
from p2pgame.games.poker.holdem_evening import HoldemOptions
from p2pgame.log import AuthorKey, Entry, Fork, Gap, History, InvalidEntry
from p2pgame.session.entries import payloads
from p2pgame.session.peer.compact_entries import (
    HELD,
    SIGNATURES,
    Held,
    rebuild,
    shorten,
)
from p2pgame.transport import frames
from p2pgame.transport.envelope import Envelope
from p2pgame.transport.frames import Brief
from tests.session.tables import Deck, Net, any_offer

TABLE = b"T" * 32
KEYS = [AuthorKey(bytes([64 + seat]) * 32) for seat in range(6)]
SEATS = tuple(key.public for key in KEYS)

#: What is around a plaintext in a frame, but for the padding.
AROUND = 49


def talk(chance: Random, authors: int, count: int) -> tuple[History, list[Entry]]:
    """Let some talk who hear each other late; return all that they said in the end."""
    heard = [History(TABLE, admitted=SEATS) for _ in range(authors)]
    said = list[Entry]()
    for _ in range(count):
        author = chance.randrange(authors)
        for entry in said:
            if chance.random() < 0.7:
                heard[author].receive(entry)
        entry = heard[author].write(
            KEYS[author], chance.randbytes(chance.randrange(40))
        )
        heard[author].receive(entry)
        said.append(entry)
    whole = History(TABLE, admitted=SEATS)
    return whole, [one for entry in said for one in whole.receive(entry)]


def in_turn(count: int, authors: int = 2) -> tuple[History, list[Entry]]:
    """Return a history in which some talk by turns, and its entries in order."""
    history, said = History(TABLE), list[Entry]()
    for number in range(count):
        said.append(history.write(KEYS[number % authors], b"%d" % number))
        history.receive(said[-1])
    return history, said


def short(entry: Entry, history: History) -> Brief:
    brief = shorten(entry, history, SEATS)
    assert brief is not None
    return brief


def holding(*entries: Entry) -> History:
    history = History(TABLE)
    for entry in entries:
        history.receive(entry)
    return history


@pytest.mark.parametrize("seed", range(12))
def test_a_compact_entry_gives_back_the_entry_to_the_last_byte(
    seed: int,
) -> None:
    """For whoever has what came before, no more and no less, and for all later."""
    chance = Random(seed)
    history, said = talk(chance, chance.randint(1, 6), 40)
    before, briefs = History(TABLE, admitted=SEATS), 0
    for entry in said:
        brief = shorten(entry, history, SEATS)
        if brief is not None:
            briefs += 1
            assert frames.decode(frames.encode(brief)) == brief
            assert rebuild(brief, before, SEATS).raw == entry.raw
            assert rebuild(brief, history, SEATS) == entry
        before.receive(entry)
    assert briefs > len(said) // 2


@pytest.mark.parametrize(("seats", "deck"), [(2, "masked"), (6, "commutative")])
def test_a_bet_takes_180_bytes_at_most_before_its_padding(
    seats: int, deck: Deck
) -> None:
    """Every one, first of its turn or not, and so the smallest frame holds it."""
    chance, options = Random(2), HoldemOptions(hands=8 // seats)
    decide = any_offer(chance)
    net = Net(
        *(TexasHoldem(), seats, options),
        chance=chance,
        decide=decide,
        deck=deck,
        quorum=0,
    )
    net.play()
    table = net.tables[0]
    assert table.complete
    sizes, fresh = dict[str, int](), set[int]()
    for entry in table.entries:
        said = payloads.decode(entry.payload)
        if isinstance(said, payloads.Answer) and 0 < len(said.message) < 32:
            move = said.message.decode()
            brief = shorten(entry, table.history, table.roster.seats)
            assert brief is not None
            assert rebuild(brief, table.history, table.roster.seats).raw == entry.raw
            size = AROUND + len(frames.encode(brief))
            sizes[move] = max(size, sizes.get(move, 0))
            fresh.add(len(entry.seen))
    assert {"fold", "call"} <= sizes.keys()
    assert any(move.startswith("raise") for move in sizes)
    assert max(fresh) == seats - 1
    assert max(sizes.values()) <= 180
    keys, brief = Envelope({1: bytes(32)}), Brief(5, 9, b"\x01" * 5, bytes(64), b"p")
    assert len(keys.seal(frames.encode(brief), bytes)) == 256


@pytest.mark.attack(8)
def test_a_compact_entry_is_held_until_what_it_builds_on_comes() -> None:
    history, said = in_turn(6)
    late, held = holding(*said[:3]), Held()
    assert held.hear(short(said[5], history), late, SEATS) is None
    assert held.hear(short(said[4], history), late, SEATS) is None
    assert held.take(late, SEATS) == ([], 0)
    assert held.lacks(late)
    late.receive(said[3])
    assert held.take(late, SEATS) == ([said[4]], 0)
    late.receive(said[4])
    assert held.lacks(late)
    assert held.take(late, SEATS) == ([said[5]], 0)
    late.receive(said[5])
    assert not held.lacks(late)
    assert len(held) == 0


def test_a_compact_entry_for_what_has_come_meanwhile_is_no_riddle() -> None:
    history, said = in_turn(5)
    late, held = holding(*said[:3]), Held()
    assert held.hear(short(said[4], history), late, SEATS) is None
    late.receive(said[3])
    late.receive(said[4])
    assert held.take(late, SEATS) == ([said[4]], 0)
    assert held.hear(short(said[3], history), late, SEATS) == said[3]


def test_before_the_seats_are_known_compact_entries_wait() -> None:
    history, said = in_turn(4)
    held = Held()
    assert held.hear(short(said[3], history), holding(*said[:3]), ()) is None
    assert held.take(holding(*said[:3]), ()) == ([], 0)
    assert held.take(holding(*said[:3]), SEATS) == ([said[3]], 0)


def forked() -> tuple[list[Entry], Entry, Entry]:
    """Return what came before, and two entries that exclude each other."""
    history, said = in_turn(4)
    one, other = (history.write(KEYS[0], text) for text in (b"one", b"other"))
    return said, one, other


def test_a_compact_entry_of_another_branch_proves_a_fork_where_they_part() -> None:
    said, one, other = forked()
    mine, theirs = holding(*said, one), holding(*said, other)
    rival = rebuild(short(other, theirs), mine, SEATS)
    assert rival == other
    with pytest.raises(Fork):
        mine.receive(rival)


@pytest.mark.attack(14)
def test_a_compact_entry_on_another_branch_fits_no_signature_and_is_lacking() -> None:
    said, one, other = forked()
    mine, theirs = holding(*said, one), holding(*said, other)
    reply = theirs.write(KEYS[1], b"reply")
    theirs.receive(reply)
    brief, held = short(reply, theirs), Held()
    with pytest.raises(InvalidEntry):
        held.hear(brief, mine, SEATS)
    assert held.lacks(mine)
    assert len(held) == 0
    early = holding(*said)
    assert held.hear(brief, early, SEATS) is None
    early.receive(one)
    assert held.take(early, SEATS) == ([], 1)
    assert held.lacks(early)


def test_what_a_forker_says_or_others_say_of_it_is_never_shortened() -> None:
    said, one, other = forked()
    history = holding(*said, one)
    reply = history.write(KEYS[1], b"reply")
    history.receive(reply)
    assert shorten(one, history, SEATS) is not None
    assert shorten(reply, history, SEATS) is not None
    with pytest.raises(Fork):
        history.receive(other)
    assert shorten(one, history, SEATS) is None
    assert shorten(other, history, SEATS) is None
    assert shorten(reply, history, SEATS) is None


def test_what_a_proven_forker_says_is_waited_for_no_more() -> None:
    said, one, other = forked()
    theirs = holding(*said, one)
    next = theirs.write(KEYS[0], b"next")
    theirs.receive(next)
    last = theirs.write(KEYS[0], b"last")
    theirs.receive(last)
    mine, held = holding(*said, other), Held()
    assert held.hear(short(last, theirs), mine, SEATS) is None
    with pytest.raises(Fork):
        mine.receive(one)
    assert not held.lacks(mine)
    assert held.take(mine, SEATS) == ([], 0)
    assert len(held) == 0


@pytest.mark.parametrize("seats", [SEATS[1:], SEATS[:1]])
def test_those_without_a_seat_are_told_of_in_full(seats: tuple[bytes, ...]) -> None:
    history, said = in_turn(6, authors=2)
    assert shorten(said[4], history, seats) is None


def test_first_words_and_what_has_not_been_delivered_are_told_in_full() -> None:
    history, said = in_turn(4)
    assert shorten(said[0], history, SEATS) is None
    assert shorten(said[1], history, SEATS) is None
    assert shorten(said[3], holding(*said[:3]), SEATS) is None


def test_what_does_not_fit_the_smallest_frame_is_told_in_full() -> None:
    _, said = in_turn(2)
    sizes = list[int]()
    for size in range(100, 160):
        entry = holding(*said).write(KEYS[0], bytes(size))
        brief = shorten(entry, holding(*said, entry), SEATS)
        if brief is not None:
            sizes.append(AROUND + len(frames.encode(brief)))
    assert max(sizes) == 256


def test_a_word_that_names_others_in_no_honest_order_is_told_in_full() -> None:
    """Two of one author, or one that its own last word builds on already."""
    _, said = in_turn(6)
    for seen in ((said[3].id, said[5].id), (said[3].id,)):
        odd = Entry.write(
            KEYS[0],
            TABLE,
            sequence=3,
            previous=said[4].id,
            seen=tuple(sorted(seen)),
            payload=b"odd",
        )
        there = holding(*said, odd)
        assert odd.raw in there
        assert shorten(odd, there, SEATS) is None


def junk(chance: Random, *, seat: int = 0, sequence: int = 1) -> Brief:
    return Brief(seat, sequence, b"", chance.randbytes(64), b"junk")


@pytest.mark.attack(8)
def test_of_compact_entries_that_wait_the_oldest_falls_out() -> None:
    chance, (history, said) = Random(5), in_turn(4)
    late, held = holding(*said[:2]), Held()
    assert held.hear(short(said[3], history), late, SEATS) is None
    for _ in range(2 * HELD):
        assert held.hear(junk(chance, sequence=9), late, SEATS) is None
        assert len(held) <= HELD
    late.receive(said[2])
    assert held.take(late, SEATS) == ([], 0)
    assert held.lacks(late)


@pytest.mark.attack(14)
def test_nonsense_is_not_kept() -> None:
    chance, (history, said) = Random(6), in_turn(4)
    held = Held()
    for brief in (
        junk(chance, sequence=2),
        junk(chance, seat=6),
        Brief(0, 2, b"\0" * 6 + b"\x01", said[2].signature, b"2"),
    ):
        with pytest.raises(InvalidEntry):
            held.hear(brief, history, SEATS)
    assert len(held) == 0
    with pytest.raises(Gap):
        rebuild(Brief(0, 2, b"\0\x09", said[2].signature, b"2"), history, SEATS)


def test_few_signatures_are_checked_at_a_time() -> None:
    chance, (_, said) = Random(7), in_turn(4)
    late, held = holding(*said[:2]), Held()
    for _ in range(3 * SIGNATURES):
        held.hear(junk(chance, sequence=2), late, SEATS)
    late.receive(said[2])
    late.receive(said[3])
    taken = [held.take(late, SEATS) for _ in range(4)]
    assert taken == [([], SIGNATURES)] * 3 + [([], 0)]
