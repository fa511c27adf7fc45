"""Tables that hear each other in any order agree, and nobody honest is blamed."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from p2pgame.engine import AnyGame, IllegalMove
from p2pgame.games.duel.kuhn import KuhnPoker
from p2pgame.games.tictactoe import TicTacToe
from p2pgame.log import Entry, InvalidEntry
from p2pgame.session.entries import payloads
from p2pgame.session.entries.payloads import Genesis, Payload
from p2pgame.session.lobby.events import (
    Asked,
    Completed,
    Declined,
    Ended,
    Happened,
    Started,
)
from p2pgame.session.table.verify import verify
from tests.english import refusing
from tests.session.rps import RockPaperScissors
from tests.session.tables import TABLE, Net, any_offer, first_offer, known, me, shown

GAMES: dict[str, tuple[Callable[[], AnyGame], int]] = {
    "kuhn": (KuhnPoker, 2),
    "tictactoe": (TicTacToe, 2),
    "rps": (RockPaperScissors, 4),
}


@pytest.mark.parametrize("name", GAMES)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=10, deadline=None)
def test_all_peers_and_spectators_end_with_the_same_bytes(name: str, seed: int) -> None:
    make, seats = GAMES[name]
    chance, game = Random(seed), make()
    net = Net(game, seats, spectators=1, chance=chance, decide=any_offer(chance))
    net.play()
    assert all(table.complete for table in net.tables)
    assert len({table.transcript() for table in net.tables}) == 1
    report = verify(net.tables[0].transcript(), known(game))
    ended = [event for event in net.events[0] if isinstance(event, Ended)]
    assert [report.payoffs] == [event.payoffs for event in ended]


def test_people_are_told_what_happens_in_order() -> None:
    net = Net(KuhnPoker(), 2)
    net.play()
    kinds = [type(event) for event in net.events[1]]
    assert kinds.index(Started) < kinds.index(Happened) < kinds.index(Asked)
    assert kinds[-2:] == [Ended, Completed]


@pytest.mark.row("G31")
def test_a_player_sees_its_own_card_and_nobody_else_s() -> None:
    net = Net(KuhnPoker(), 2, spectators=1, decide=None)
    net.play()
    plays = [table.play for table in net.tables]
    slots = [set(play.view.faces) for play in plays if play is not None]
    assert slots == [{0}, {1}, set()]


@pytest.mark.attack(43)
def test_the_same_seed_and_entries_give_the_same_words() -> None:
    one, other = Net(KuhnPoker(), 2), Net(KuhnPoker(), 2)
    one.play()
    other.play()
    assert one.said == other.said


def test_an_illegal_proposal_changes_nothing() -> None:
    net = Net(KuhnPoker(), 2, decide=None)
    net.play()
    play = net.tables[1].play
    assert play is not None
    before = (play.id, play.view.text)
    with refusing(IllegalMove, match="not to move"):
        net.tables[1].own.propose("bet")
    assert (play.id, play.view.text) == before


@pytest.mark.row("B30")
def test_a_move_is_made_once() -> None:
    net = Net(RockPaperScissors(), 3, decide=None)
    net.play()
    net.tables[0].own.propose("rock")
    with refusing(IllegalMove, match="already moved"):
        net.tables[0].own.propose("rock")


@pytest.mark.attack(6)
@pytest.mark.pitfall(3)
def test_entries_of_another_table_are_refused() -> None:
    net, other = Net(KuhnPoker(), 2), Net(KuhnPoker(), 2, luck=b"U")
    other.play()
    net.play()
    for _, raw in other.said:
        with pytest.raises(InvalidEntry):
            net.tables[0].receive(raw)
    assert net.tables[0].stopped is None


@pytest.mark.attack(11)
@pytest.mark.attack(35)
@pytest.mark.row("B63")
def test_a_seat_is_whoever_s_key_it_was_offered_to() -> None:
    net = Net(KuhnPoker(), 2, spectators=1)
    net.play()
    for seat, table in enumerate(net.tables):
        assert table.play is not None
        assert table.play.seat == (seat if seat < 2 else None)
        authors = [player.author for player in table.play.start.players]
        assert authors == [me(0).key.public, me(1).key.public]
    with refusing(IllegalMove, match="spectator"):
        net.tables[2].own.propose("check")


def test_strangers_change_nothing_once_the_game_has_started() -> None:
    net = Net(KuhnPoker(), 2)
    net.play()
    table, stranger = net.tables[0], me(7)
    before = table.transcript()
    hello = stranger.hello(TABLE)
    for sequence in range(3):
        payload = payloads.encode(hello)
        entry = table.history.write(stranger.key, payload, among=())
        if sequence == 0:
            table.receive(entry.raw)
        else:
            with pytest.raises(InvalidEntry):
                table.receive(entry.raw)
    assert table.transcript() == before
    assert table.stopped is None


@pytest.mark.attack(11)
def test_an_identity_must_vouch_for_the_author() -> None:
    net = Net(KuhnPoker(), 2)
    thief = me(7)
    stolen = shown(me(0).hello(TABLE), thief.key.public)
    hello = Entry.write(
        thief.key,
        TABLE,
        sequence=0,
        previous=bytes(32),
        seen=(),
        payload=payloads.encode(stolen),
    )
    with pytest.raises(InvalidEntry):
        net.tables[0].receive(hello.raw)


def test_a_box_that_nothing_can_be_sealed_to_is_refused() -> None:
    """Else whoever opens the table would fail at sealing a key to it."""
    net = Net(KuhnPoker(), 2)
    guest = me(7)
    hello = shown(replace(guest.hello(TABLE), box=bytes(32)), guest.key.public)
    entry = net.tables[0].history.write(guest.key, payloads.encode(hello), among=())
    with pytest.raises(InvalidEntry):
        net.tables[0].receive(entry.raw)
    net.play()
    assert net.tables[0].complete


def test_an_epoch_key_that_is_not_everybody_s_is_declined() -> None:
    def cheat(seat: int, payload: Payload) -> Payload:
        if isinstance(payload, Genesis):
            return replace(payload, epoch=bytes(32))
        return payload

    net = Net(KuhnPoker(), 2, forge=cheat)
    net.play()
    assert [e.text for e in net.events[1] if isinstance(e, Declined)] == [
        "the offer holds another epoch key for us than it says"
    ]


@pytest.mark.attack(66)
def test_no_secret_shows_in_a_repr() -> None:
    someone = me(3)
    text = repr(someone) + repr(someone.key)
    assert someone.seed.hex() not in text
    assert repr(someone.seed) not in text


def test_first_offer_is_a_legal_move() -> None:
    net = Net(TicTacToe(), 2, decide=first_offer)
    net.play()
    assert net.tables[0].complete
