"""A transcript in parts verifies as one file does, a part at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from random import Random

import pytest

from p2pgame.engine import Choose, Event, Game, Options, Over, State
from p2pgame.games.duel.kuhn import KuhnPoker
from p2pgame.games.poker.holdem import TexasHoldem
from p2pgame.games.poker.holdem_evening import HoldemOptions
from p2pgame.games.registry import KNOWN
from p2pgame.log import Entry
from p2pgame.log.archive import Heading
from p2pgame.log.parts import InMemory, Part
from p2pgame.session import Refuted, Report, RulesNotHere, Unfinished
from p2pgame.session.entries import payloads
from p2pgame.session.entries.payloads import Answer
from p2pgame.session.lobby import allowance
from p2pgame.session.lobby.events import Happened
from p2pgame.session.table.trace import trace
from p2pgame.session.table.verify import Damaged, Reading, held, verify
from tests.archiving import ARCHIVE
from tests.parting import in_parts, out_of_order, parts_of, readable
from tests.session.holding import held as objects
from tests.session.peer.test_long_table import ROUNDS, Rounds
from tests.session.tables import Net, known, me

HOLDEM = TexasHoldem()
GAMES = known(KuhnPoker(), HOLDEM)


def _holdem(hands: int) -> Net:
    options = HoldemOptions(hands=hands, stack=1000, small_blind=1, big_blind=2)
    net = Net(HOLDEM, 2, options, spectators=1, chance=Random(24))
    net.play()
    return net


@cache
def played() -> Net:
    return _holdem(4)


@cache
def one_file() -> bytes:
    return played().tables[0].transcript()


@cache
def several() -> tuple[bytes, ...]:
    """Return the parts of the file, each a third of it at most."""
    return (*parts_of(played().tables[0], len(one_file()) // 3),)


def _verified(parts: Sequence[bytes]) -> Report:
    return verify(readable(parts), GAMES)


def _refuted(parts: Sequence[bytes]) -> str:
    with pytest.raises(Refuted) as caught:
        _verified(parts)
    text = str(caught.value)
    assert "\n" not in text
    assert text.isprintable()
    return text


def _traced(data: bytes | Sequence[Part]) -> list[str]:
    lines: list[str] = []
    try:
        trace(data, KNOWN, lines.append)
    except Unfinished:
        lines.append("refused")
    return lines


def test_the_parts_of_a_game_are_the_same_for_every_peer() -> None:
    assert len(several()) in range(3, 6)
    limit = len(one_file()) // 3
    assert all(len(part) <= limit for part in several())
    for table in played().tables:
        assert (*parts_of(table, limit),) == several()


def test_a_game_that_fits_one_file_is_that_file() -> None:
    assert [*parts_of(played().tables[0], len(one_file()))] == [one_file()]


def test_the_parts_verify_as_the_one_file_does() -> None:
    assert _verified(several()) == verify(one_file(), GAMES) == held(played().tables[0])


@pytest.mark.parametrize(
    "name",
    [
        "goofspiel-1-evicted",
        "goofspiel-1-left-audited",
        "holdem-1-commutative",
        "holdem-1-default",
        "holdem-1-last-round",
        "holdem-1-stand-ins",
        "kuhn-1-watched",
        "kuhn-1-left",
        "rps-1-forfeited",
        "tictactoe-1-takeback",
    ],
)
def test_whatever_happened_at_a_table_the_parts_tell_it_as_the_file_does(
    name: str,
) -> None:
    data = (ARCHIVE / f"{name}.p2pgame").read_bytes()
    parts = in_parts(data, 5)
    assert len(parts) > 2
    assert verify(readable(parts), KNOWN) == verify(data, KNOWN)
    lines = _traced(readable(parts))
    # A reader of parts may come to a turn that players have gone on without.
    again = max((n for n, line in enumerate(lines) if line == "again"), default=0)
    assert (
        lines[again + 1 :] == (ARCHIVE / f"{name}.trace").read_text().splitlines()[1:]
    )


def test_the_beginning_of_a_game_is_unfinished_in_parts_too() -> None:
    net = Net(Rounds(), 2)
    host = net.tables[0]
    net.play(until=lambda: host.play is not None and host.play.board.turns > 60)
    whole = host.transcript()
    parts = [*parts_of(host, len(whole) // 3)]
    with pytest.raises(Unfinished) as one:
        verify(whole, net.games)
    with pytest.raises(Unfinished) as parted:
        verify(readable(parts), net.games)
    assert str(parted.value) == str(one.value)
    assert parted.value.report == one.value.report


def test_parts_that_are_missing_doubled_or_in_another_order_are_refused() -> None:
    assert "without part 1" in _refuted(several()[1:])
    assert "without what follows part" in _refuted(several()[:-1])
    assert "part 2 is damaged" in _refuted([several()[0], *several()[2:]])
    assert "part 3 is damaged" in _refuted([*several()[:2], *several()[1:]])
    assert "part 2 is damaged" in _refuted(
        [several()[0], several()[2], several()[1], *several()[3:]]
    )


def test_a_part_of_another_table_is_refused() -> None:
    other = Net(KuhnPoker(), 2, luck=b"other")
    other.play()
    whole = other.tables[0].transcript()
    theirs = [*parts_of(other.tables[0], len(whole) // 2)]
    assert "part 2 is damaged" in _refuted([several()[0], *theirs[1:]])


@pytest.mark.parametrize("part", [0, 1, 2])
def test_a_changed_part_is_named_and_no_player_is_blamed(part: int) -> None:
    for at in range(0, len(several()[part]), len(several()[part]) // 9):
        data = bytearray(several()[part])
        data[at] ^= 0x20
        with pytest.raises(Damaged) as caught:
            _verified([*several()[:part], bytes(data), *several()[part + 1 :]])
        assert caught.value.outline is None


def test_parts_that_share_the_entries_otherwise_are_refused() -> None:
    wrong = "its parts do not share the entries as they must"
    assert _refuted(out_of_order(one_file())) == wrong


class Turn(State, frozen=True):
    number: int = 0


class Turns(Game[Turn, Options]):
    """Three players say "on", one after the other, again and again."""

    name, version, seats, options = "turns", 1, range(3, 4), Options

    def setup(self, seats: int, options: Options) -> Turn:
        return Turn()

    def turn(self, state: Turn) -> Choose | Over:
        if state.number == 180:
            return Over((0, 0, 0))
        return Choose(state.number % 3, ("on",))

    def apply(self, state: Turn, event: Event) -> Turn:
        return Turn(state.number + 1)

    def show(self, state: Turn, faces: Mapping[int, str]) -> str:
        return str(state.number)


class Nameless(Net):
    """A table at which the answers of the second player name nobody's entries."""

    def _forged(self, seat: int, raw: bytes) -> bytes:
        payload = Entry.read(raw).payload
        if seat != 1 or not isinstance(payloads.decode(payload), Answer):
            return raw
        return self.tables[1].history.write(me(1).key, payload, among=()).raw


def test_nobody_is_accused_of_answers_to_turns_that_a_later_part_comes_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Entries that name nobody are in early parts, far ahead of the game there."""
    monkeypatch.setattr(allowance, "limits", lambda seats: (20, 1 << 20))
    net = Nameless(Turns(), 3)
    net.play()
    table = net.tables[0]
    assert table.complete
    parts = [*parts_of(table, len(table.transcript()) // 5)]
    assert len(parts) > 4
    assert verify(readable(parts), net.games).turns == 180


def test_a_part_with_entries_that_are_no_part_of_the_game_is_refused() -> None:
    net = Net(KuhnPoker(), 2)
    net.play()
    table = net.tables[0]
    table.chat("good game")
    raw = table.advance()[1]
    assert raw is not None
    table.receive(raw)
    counts = {author: len(feed) for author, feed in table.history.feeds.items()}
    parts = [*table.history.parts(counts, 3000)]
    assert len(parts) > 1
    assert "no part of the game" in _refuted(parts)


def test_all_signatures_are_checked_before_it_is_said_that_rules_are_missing() -> None:
    with pytest.raises(RulesNotHere) as caught:
        verify(readable(several()), known(KuhnPoker()))
    assert caught.value.outline is not None
    assert caught.value.outline.entries == sum(Heading.read(p).count for p in several())
    data = bytearray(several()[-1])
    data[-100] ^= 1
    with pytest.raises(Damaged):
        verify(readable([*several()[:-1], bytes(data)]), known(KuhnPoker()))


class Counted(InMemory):
    """A part that notes how much of it was read."""

    def __init__(self, data: bytes) -> None:
        super().__init__(data)
        self.whole = 0

    def read(self, at: int, length: int) -> bytes:
        found = super().read(at, length)
        self.whole += at == 0
        return found


def test_a_part_is_read_when_what_was_before_it_is_played() -> None:
    parts = [Counted(part) for part in several()]
    reading = Reading(parts, GAMES)
    at = []
    for event in reading.events():
        if isinstance(event, Happened):
            at.append(sum(part.whole for part in parts))
    assert at == sorted(at)
    assert {*at} == {*range(1, len(several()) + 1)}
    reading.conclude()


def test_verifying_more_parts_holds_no_more_objects() -> None:
    net = Net(Rounds(), 2)
    net.play()
    limit = len(net.tables[0].transcript()) // 11
    parts = [Counted(part) for part in parts_of(net.tables[0], limit)]
    reading = Reading(parts, net.games)
    counts = list[int]()
    for _ in reading.events():
        if len(counts) < sum(part.whole for part in parts):
            counts.append(objects(reading.table).total())
    assert len(counts) == len(parts) > 10
    assert max(counts) <= 1.5 * counts[1]
    assert reading.conclude().turns == 3 * ROUNDS
