"""A table may choose how its cards are hidden; the game is the same."""

from __future__ import annotations

from random import Random

import pytest

from p2pgame.games.poker.holdem import TexasHoldem
from p2pgame.games.poker.holdem_evening import HoldemOptions
from p2pgame.session.entries.errors import Fault
from p2pgame.session.entries.payloads import Answer, Payload
from p2pgame.session.lobby.events import Declined
from p2pgame.session.table.evidence import check, gather
from p2pgame.session.table.verify import verify
from tests.english import english
from tests.session.draw import Draw
from tests.session.secrets import Secretive
from tests.session.tables import Deck, Net, any_offer, known


class Dealing(Draw):
    """Has two rounds, so that there are two decks to audit."""

    only_deals = True


DECKS: list[Deck] = ["masked", "commutative", "proved"]


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("seats", [2, 3])
def test_a_game_is_played_with_every_kind_of_deck(deck: Deck, seats: int) -> None:
    game = TexasHoldem()
    net = Net(
        game,
        seats,
        HoldemOptions(hands=2),
        spectators=1,
        decide=any_offer(Random(5)),
        deck=deck,
        quorum=0,
    )
    net.play()
    assert all(table.complete for table in net.tables)
    files = {table.transcript() for table in net.tables}
    assert len(files) == 1
    assert verify(files.pop(), known(game)).turns > 10


@pytest.mark.parametrize("deck", ["commutative", "proved"])
def test_a_game_that_needs_more_is_refused_with_another_deck(deck: Deck) -> None:
    net = Net(Secretive(), 3, deck=deck, quorum=0)
    net.play()
    for events in net.events:
        (declined,) = [e.error for e in events if isinstance(e, Declined)]
        assert english(declined.why).endswith("take masked")


@pytest.mark.parametrize("deck", ["commutative", "proved"])
def test_nobody_can_stand_in_with_another_deck(deck: Deck) -> None:
    net = Net(Dealing(), 3, deck=deck)
    net.play()
    for events in net.events:
        (declined,) = [e.error for e in events if isinstance(e, Declined)]
        assert "quorum 0" in english(declined.why)


@pytest.mark.parametrize("deck", ["commutative", "proved"])
@pytest.mark.parametrize("number", range(8))
def test_whoever_changes_a_message_of_a_commutative_deck_is_convicted(
    deck: Deck, number: int
) -> None:
    game, cheat = Dealing(), 1
    count, lied = 0, list[int]()

    def forge(seat: int, payload: Payload) -> Payload:
        nonlocal count
        if seat != cheat or not isinstance(payload, Answer) or not payload.message:
            return payload
        count += 1
        if count != number + 1 or payload.message in (b"stay", b"leave"):
            return payload
        lied.append(payload.round)
        message = payload.message[:-1] + bytes([payload.message[-1] ^ 1])
        return Answer(payload.turn, payload.round, message)

    net = Net(game, 3, forge=forge, deck=deck, quorum=0)
    net.play()
    if not lied:
        assert all(table.complete for table in net.tables)
        return
    culprit = net.tables[0].players[cheat].author
    for seat in (0, 2):
        table = net.tables[seat]
        assert table.stopped is not None, "the lie was not found"
        assert table.stopped.culprit == culprit
        proven = check(gather(table, table.stopped), known(game))
        assert proven.author == culprit.hex()
        assert proven.fault in (*Fault,)


def test_whoever_calls_for_an_audit_without_a_reason_is_named() -> None:
    game, cheat = Dealing(), 1

    def forge(seat: int, payload: Payload) -> Payload:
        if seat == cheat and isinstance(payload, Answer) and not payload.message:
            return Answer(payload.turn, payload.round, b"audit")
        return payload

    net = Net(game, 2, forge=forge, deck="commutative")
    net.play()
    assert net.tables[0].stopped is not None
    assert net.tables[0].stopped.culprit == net.tables[0].players[cheat].author
    assert "without a reason" in str(net.tables[0].stopped)
