"""What an entry means follows from its own past, and not from when it comes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations

import pytest

from p2pgame.games.tictactoe import TicTacToe
from p2pgame.log import Entry, InvalidEntry
from p2pgame.session import Table
from p2pgame.session.entries import payloads
from p2pgame.session.entries.errors import Fault
from p2pgame.session.entries.payloads import Accept, Answer, Genesis, Hello, Payload
from tests.session.agreeing import at_the_table
from tests.session.ring import Ring
from tests.session.tables import TABLE, Net, known, me


def lobby() -> dict[tuple[type[Payload], int], Entry]:
    """Return what two players say before their game, by kind and seat."""
    net = Net(TicTacToe(), 2)
    net.play(until=lambda: all(table.play is not None for table in net.tables))
    seats = {me(seat).key.public: seat for seat in range(2)}
    return {
        (type(payloads.decode(entry.payload)), seats[entry.author]): entry
        for entry in net.tables[0].entries
        if entry.sequence < 3
    }


def blind(entry: Entry, seat: int, *, seen: tuple[bytes, ...] = ()) -> Entry:
    """Return the same word from somebody who had seen nothing of the others'."""
    return Entry.write(
        me(seat).key,
        TABLE,
        sequence=entry.sequence,
        previous=entry.previous,
        seen=seen,
        payload=entry.payload,
    )


def heard(entries: Iterable[Entry]) -> Table:
    table = Table(TABLE, known(TicTacToe()))
    for entry in entries:
        table.receive(entry.raw)
    return table


def orders(entries: Sequence[Entry]) -> Iterator[Sequence[Entry]]:
    """Yield the orders in which no feed comes without its beginning."""
    for some in permutations(entries):
        place = {(entry.author, entry.sequence): at for at, entry in enumerate(some)}
        if all(
            place.get((author, number - 1), -1) < at
            for (author, number), at in place.items()
        ):
            yield some


def test_an_offer_seats_only_whom_its_author_had_heard_of() -> None:
    """Else it would be good here and bad there, as the guest's hello comes or not."""
    said = lobby()
    offer = said[Genesis, 0]
    assert heard([said[Hello, 0], said[Hello, 1], offer]).players
    for entries in orders([said[Hello, 0], said[Hello, 1], blind(offer, 0)]):
        table = heard(entries)
        assert table.play is None
        assert table.cheats[TABLE].fault is Fault.PAYLOAD


def test_an_acceptance_counts_only_behind_the_offer_that_it_is_of() -> None:
    said = lobby()
    accepted = [said[Accept, 0], said[Accept, 1]]
    before = [said[Hello, 0], said[Hello, 1], said[Genesis, 0]]
    assert heard([*before, *accepted]).play is not None
    # The opener's follows its offer in its own feed, whatever else it had seen.
    both = [blind(entry, seat) for seat, entry in enumerate(accepted)]
    for entries in orders([*before, *both]):
        assert heard(entries).play is None


def test_a_hello_builds_on_nothing() -> None:
    """It would be waited for as long as anything that it names."""
    said = lobby()
    named = blind(said[Hello, 1], 1, seen=(said[Hello, 0].id,))
    table = heard([said[Hello, 0]])
    with pytest.raises(InvalidEntry):
        table.receive(named.raw)


def test_of_two_answers_of_one_player_the_first_counts_whenever_the_second_comes() -> (
    None
):
    net = at_the_table(2)
    opener = net.tables[0]
    assert opener.play is not None
    before, turn = [*opener.entries], opener.play.id
    answers = []
    for words in (b"left", b"right"):
        data = payloads.encode(Answer(turn, 0, words))
        authors = [player.author for player in opener.players]
        answers.append(opener.history.write(me(0).key, data, among=authors))
        opener.history.receive(answers[-1].raw)
    turns = set()
    for pause in (True, False):
        table = Table(TABLE, known(Ring()))
        for entry in (*before, *answers):
            table.receive(entry.raw)
            while (pause or entry is answers[-1]) and table.advance()[0]:
                pass
        assert table.play is not None
        assert table.play.view.state.taken == ("left",)
        turns.add(table.play.id)
    assert len(turns) == 1
