"""Whoever signs what can be refuted is named by everybody; nobody else ever is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from p2pgame.engine import AnyGame, Choose, Deal
from p2pgame.games.duel.kuhn import KuhnPoker
from p2pgame.games.registry import KNOWN
from p2pgame.games.tictactoe import TicTacToe
from p2pgame.log import Entry, decode_archive
from p2pgame.protocols.arithmetic.group import Entropy
from p2pgame.session import Me, Refuted, Table
from p2pgame.session.entries import payloads
from p2pgame.session.entries.errors import Fault
from p2pgame.session.entries.payloads import Accept, Answer, End, Genesis, Payload
from p2pgame.session.lobby.events import Happened
from p2pgame.session.table.verify import events, verify
from tests.archiving import ARCHIVE, SUFFIX
from tests.session.draw import Draw
from tests.session.rps import RockPaperScissors
from tests.session.tables import TABLE, Net, known, me

CHEAT = 1


def flip(data: bytes, at: int) -> bytes:
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


def assert_named(net: Net, seat: int) -> None:
    """Everybody but the culprit names it, with entries that it has signed."""
    culprit = me(seat).key.public
    for number, table in enumerate(net.tables):
        if number == seat:
            continue
        assert table.stopped is not None, f"table {number} knows nothing"
        assert table.stopped.culprit == culprit
        assert table.stopped.evidence
        for raw in table.stopped.evidence:
            assert Entry.read(raw).author == culprit


class Liar:
    """Flips a byte in the nth answer of the cheat's that has any."""

    def __init__(self, number: int, at: int) -> None:
        self._number = number
        self._at = at
        self.lied = False

    def __call__(self, seat: int, payload: Payload) -> Payload:
        if seat != CHEAT or not isinstance(payload, Answer) or not payload.message:
            return payload
        self._number -= 1
        if self._number != -1:
            return payload
        self.lied = True
        at = self._at % len(payload.message)
        return replace(payload, message=flip(payload.message, at))


@pytest.mark.pitfall(29)
@pytest.mark.pitfall(32)
@pytest.mark.parametrize("at", [0, 10, -1])
@pytest.mark.parametrize("number", range(5))
def test_a_false_word_in_any_round_names_its_author(number: int, at: int) -> None:
    liar = Liar(number, at)
    net = Net(Draw(), 3, spectators=1, forge=liar)
    net.play()
    assert liar.lied
    assert_named(net, CHEAT)
    with pytest.raises(Refuted, match="player 1 cheated in entry"):
        verify(net.tables[0].transcript(), known(Draw()))


def test_a_false_opening_of_a_sealed_move_names_its_author() -> None:
    net = Net(RockPaperScissors(), 4, forge=Liar(1, 33))
    net.play()
    assert_named(net, CHEAT)


@pytest.mark.attack(20)
@pytest.mark.pitfall(24)
def test_a_copied_seal_cannot_be_opened() -> None:
    seals: list[bytes] = []

    def copy(seat: int, payload: Payload) -> Payload:
        if not isinstance(payload, Answer):
            return payload
        if seat == 0:
            seals.append(payload.message)
        if seat == CHEAT and payload.round < len(seals):
            return replace(payload, message=seals[payload.round])
        return payload

    net = Net(RockPaperScissors(), 4, forge=copy)
    net.play()
    assert_named(net, CHEAT)
    happened = [e for events in net.events for e in events if isinstance(e, Happened)]
    assert not happened, "the copy was opened"


@pytest.mark.parametrize(
    "message", [b"raise 7", b"\xff", b"bet\n", b"", b"x" * 300], ids=repr
)
def test_an_illegal_move_names_its_author(message: bytes) -> None:
    def cheat(seat: int, payload: Payload) -> Payload:
        play = net.tables[seat].play
        choosing = play is not None and isinstance(play.turn, Choose)
        if seat == CHEAT and choosing and isinstance(payload, Answer):
            return replace(payload, message=message)
        return payload

    net = Net(KuhnPoker(), 2, spectators=1, forge=cheat)
    net.play()
    assert_named(net, CHEAT)


def test_a_false_end_names_its_author() -> None:
    def cheat(seat: int, payload: Payload) -> Payload:
        if seat == CHEAT and isinstance(payload, End):
            return replace(payload, state=bytes(32))
        return payload

    net = Net(TicTacToe(), 2, spectators=1, forge=cheat)
    net.play()
    assert_named(net, CHEAT)


@pytest.mark.parametrize("field", ["hellos", "boxes"])
def test_a_genesis_that_seats_nobody_starts_nothing(field: str) -> None:
    def cheat(seat: int, payload: Payload) -> Payload:
        if isinstance(payload, Genesis):
            given: tuple[bytes, ...] = getattr(payload, field)
            changed = given[:-1] if field == "boxes" else (given[0], bytes(32))
            return replace(payload, **{field: changed})
        return payload

    net = Net(TicTacToe(), 2, forge=cheat)
    net.play(until=lambda: len(net.said) > 20)
    assert net.tables[1].play is None


def test_an_answer_to_another_turn_is_void() -> None:
    """Whoever answers a turn that never was has said nothing: it is waited for."""

    def astray(seat: int, payload: Payload) -> Payload:
        if seat == CHEAT and isinstance(payload, Answer):
            return replace(payload, turn=bytes(32))
        return payload

    net = Net(KuhnPoker(), 2, forge=astray)
    net.play(until=lambda: len(net.said) > 30)
    play = net.tables[0].play
    assert play is not None
    assert net.tables[0].stopped is None
    assert play.waiting_for == (CHEAT,)


@dataclass(frozen=True, slots=True, repr=False)
class Twin(Me):
    """The same player with other luck: it says other things with the same key."""

    def entropy(self, turn: bytes) -> Entropy:
        return Me.entropy(self, turn + b"other")


@pytest.mark.attack(1)
@pytest.mark.pitfall(22)
@pytest.mark.pitfall(28)
def test_two_decks_for_two_peers_open_no_card_and_convict() -> None:
    """The last shuffler shows two peers different decks, both well proven."""
    game: AnyGame = Draw()
    honest = me(2)
    secrets = honest.identity, honest.seed, honest.joining
    twin = Table(TABLE, known(game), Twin(honest.name, *secrets))
    twin.history.may_append = lambda entry: True  # feed after feed
    other: dict[bytes, bytes] = {}

    def tamper(sender: int, receiver: int, raw: bytes) -> Sequence[bytes]:
        if sender == 2 and receiver == 1 and raw in other:
            return (other[raw],)
        return (raw,)

    def split(seat: int, payload: Payload) -> Payload:
        if seat == 2 and isinstance(payload, Answer) and payload.round == 5:
            for entry in net.tables[2].entries:
                twin.receive(entry.raw)
            twin_says = None
            while twin_says is None:
                _, twin_says = twin.advance()
            raw = net.tables[2].history.write(honest.key, payloads.encode(payload)).raw
            other[raw] = twin_says
        return payload

    net = Net(game, 3, tamper=tamper, forge=split)
    net.play()
    assert other, "the split has not happened"
    assert_named(net, 2)
    for told in net.events:
        turns = [event.turn for event in told if isinstance(event, Happened)]
        assert not any(isinstance(turn, Deal) for turn in turns)
    for number in (0, 1):
        play = net.tables[number].play
        assert play is not None
        said = [Entry.read(raw) for seat, raw in net.said if seat == number]
        words = [payloads.decode(entry.payload) for entry in said]
        tokens = [
            word
            for word in words
            if isinstance(word, Answer) and word.turn == play.id and word.message
        ]
        assert not tokens


@pytest.mark.attack(22)
@pytest.mark.attack(70)
@pytest.mark.pitfall(22)
@pytest.mark.pitfall(23)
@pytest.mark.parametrize(
    "game", [KuhnPoker(), RockPaperScissors()], ids=lambda g: g.name
)
def test_whoever_falls_silent_is_waited_for_and_nothing_is_drawn_again(
    game: AnyGame,
) -> None:
    seats = game.seats[0] + (game.name == "rps")
    whole = Net(game, seats)
    whole.play()
    for spoken in range(_spoken(whole) - 1):
        net = Net(game, seats)
        net.play(until=lambda n=net, s=spoken: _spoken(n) > s)  # type: ignore[misc]
        net.silent = {CHEAT}
        net.play()
        for seat in set(range(seats)) - {CHEAT}:
            table = net.tables[seat]
            assert table.stopped is None
            assert not table.complete
            if table.play is not None and not table.play.over:
                assert table.play.waiting_for == (CHEAT,)
        answered = [
            (seat, payload.turn, payload.round)
            for seat, raw in net.said
            if isinstance(payload := payloads.decode(Entry.read(raw).payload), Answer)
        ]
        assert len(answered) == len(set(answered))


def _spoken(net: Net) -> int:
    return sum(seat == CHEAT for seat, _ in net.said)


@pytest.mark.attack(7)
@pytest.mark.attack(8)
@given(seed=st.integers(0, 2**32), copies=st.integers(2, 3))
@settings(max_examples=10, deadline=None)
def test_repeated_and_reordered_entries_change_nothing(seed: int, copies: int) -> None:
    plain = Net(KuhnPoker(), 2)
    plain.play()
    net = Net(
        KuhnPoker(),
        2,
        chance=Random(seed),
        tamper=lambda sender, receiver, raw: (raw,) * copies,
    )
    net.play()
    assert all(table.complete for table in net.tables)
    assert not any(table.stopped for table in net.tables)


@given(data=st.data(), which=st.integers(1, 7), payload=st.binary(max_size=80))
@settings(max_examples=60, deadline=None)
def test_no_payload_breaks_a_table_or_blames_the_innocent(
    data: st.DataObject, which: int, payload: bytes
) -> None:
    """A seated player signs anything: it is void, or names that player."""
    count = 0

    def cheat(seat: int, honest: Payload) -> Payload | bytes:
        nonlocal count
        if seat != CHEAT:
            return honest
        count += 1
        if count - 1 != which:
            return honest
        encoded = payloads.encode(honest)
        if data.draw(st.booleans()):
            return payload
        at = data.draw(st.integers(0, len(encoded) - 1))
        return encoded[:at] + payload[:4] + encoded[at + len(payload[:4]) :]

    net = Net(Draw(), 3, forge=cheat)
    net.play(until=lambda: len(net.said) > 60)
    for number in (0, 2):
        stopped = net.tables[number].stopped
        assert stopped is None or stopped.culprit == me(CHEAT).key.public


@pytest.mark.attack(68)
def test_an_acceptance_of_another_genesis_starts_nothing() -> None:
    def cheat(seat: int, payload: Payload) -> Payload:
        if seat == CHEAT and isinstance(payload, Accept):
            return Accept(bytes(32))
        return payload

    net = Net(TicTacToe(), 2, forge=cheat)
    net.play(until=lambda: len(net.said) > 20)
    assert net.tables[0].play is None


def test_an_offer_of_an_unknown_game_is_declined_not_punished() -> None:
    host = Net(TicTacToe(), 2).tables[0]
    guest = Table(TABLE, {}, me(1))
    for _ in range(6):
        for one, other in ((host, guest), (guest, host)):
            _, raw = one.advance()
            if raw is not None:
                one.receive(raw)
                other.receive(raw)
    assert [type(event).__name__ for event in guest.events].count("Declined") == 1
    assert guest.stopped is None


@pytest.mark.parametrize("is_guest_first", [False, True])
def test_a_guest_s_first_fault_is_one_whatever_comes_first(
    is_guest_first: bool,
) -> None:
    name = "names-its-own-and-then-no-payload-before-an-offer"
    id, entries = decode_archive((ARCHIVE / "refused" / f"{name}{SUFFIX}").read_bytes())
    table = Table(id, KNOWN)
    for entry in sorted(entries, key=lambda one: (one.author == id) == is_guest_first):
        table.receive(entry)
    for _ in events(table):
        pass
    assert table.stopped is not None
    assert table.stopped.fault is Fault.SEEN
