"""Up to where all have signed a game, also if the rest of it is cut off."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

import pytest
from msgspec.structs import replace

from p2pgame.engine import AnyGame, Game, Options, State
from p2pgame.engine.events import Event
from p2pgame.engine.turns import Choose, Over, Shuffle, Turn
from p2pgame.games.tictactoe import TicTacToe
from p2pgame.log import Entry
from p2pgame.session import Table, Unfinished
from p2pgame.session.entries import payloads
from p2pgame.session.entries.errors import Fault
from p2pgame.session.entries.payloads import Checkpoint, Payload
from p2pgame.session.game.checkpoints import Checkpoints, Signed
from p2pgame.session.table.evidence import check, gather
from p2pgame.session.table.verify import verify
from tests.session.agreeing import words_of
from tests.session.table.test_fold import fold
from tests.session.tables import TABLE, Net, archived, known, me


class Step(State, frozen=True):
    number: int = 0


class Hands(Game[Step, Options]):
    """Three hands of a shuffle and a move each; player 1 is not in the last one."""

    name, version, seats, options = "hands", 1, range(2, 4), Options

    def setup(self, seats: int, options: Options) -> Step:
        return Step()

    def turn(self, state: Step) -> Turn:
        match divmod(state.number, 2):
            case 3, _:
                return Over((1, -1))
            case deck, 0:
                return Shuffle(("a", "b"), (0, 1) if deck < 2 else (0,))
        return Choose(0, ("go",))

    def apply(self, state: Step, event: Event) -> Step:
        return Step(state.number + 1)

    def show(self, state: Step, faces: Mapping[int, str]) -> str:
        return str(state.number)


def played(game: AnyGame, **more: object) -> Net:
    net = Net(game, 2, spectators=1, **more)  # type: ignore[arg-type]
    net.play()
    return net


def checkpoints(net: Net) -> list[tuple[int, Checkpoint]]:
    said = [(seat, payloads.decode(Entry.read(raw).payload)) for seat, raw in net.said]
    return [(seat, word) for seat, word in said if isinstance(word, Checkpoint)]


def test_everybody_signs_each_hand_that_is_over_and_once() -> None:
    net = played(Hands(), chance=Random(1))
    said = checkpoints(net)
    turns = {word.turn for _, word in said}
    assert len(turns) == 2
    assert sorted(said, key=repr) == sorted(
        ((seat, word) for seat in (0, 1) for word in {word for _, word in said}),
        key=repr,
    )
    report = verify(net.tables[0].transcript(), known(Hands()))
    assert report.signed == Signed(6, 3)


def test_a_game_without_hands_is_signed_by_its_moves() -> None:
    net = played(TicTacToe())
    assert checkpoints(net) == []
    report = verify(net.tables[0].transcript(), known(TicTacToe()))
    assert report.signed == Signed(report.turns, 0)


def test_nobody_waits_for_a_checkpoint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Checkpoints, "to_say", lambda self: None)
    net = played(Hands())
    assert checkpoints(net) == []
    assert all(table.complete for table in net.tables)


def test_a_checkpoint_of_before_a_restart_is_not_said_again() -> None:
    net = Net(Hands(), 2, decide=None)
    for _ in range(2):
        net.play()
        net.tables[0].own.propose("go")
    net.play()
    assert {seat for seat, _ in checkpoints(net)} == {0, 1}
    for seat in (0, 1):
        table = Table(TABLE, known(Hands()), me(seat))
        for raw in net.tables[seat].history.missing([]):
            table.receive(raw)
        assert words_of(table) == []


@pytest.mark.parametrize("seed", range(5))
def test_whoever_signs_another_state_is_named_whatever_comes_first(seed: int) -> None:
    def forge(seat: int, payload: Payload) -> Payload:
        if seat == 1 and isinstance(payload, Checkpoint):
            return replace(payload, state=bytes(32))
        return payload

    net = played(Hands(), forge=forge, chance=Random(seed))
    for seat in (0, 2):
        found = net.tables[seat].stopped
        assert found is not None
        assert (found.culprit, found.fault) == (me(1).key.public, Fault.CHECKPOINT)
        proven = check(gather(net.tables[seat], found), known(Hands()))
        assert proven.fault is Fault.CHECKPOINT
    entries = list(net.tables[0].entries)
    outcomes = {fold(Hands(), entries, Random(n)) for n in range(4)}
    assert {culprit for _, culprit, _, _ in outcomes} == {me(1).key.public}


def test_a_checkpoint_of_a_turn_that_never_was_is_void() -> None:
    def forge(seat: int, payload: Payload) -> Payload:
        if seat == 1 and isinstance(payload, Checkpoint) and not forged:
            forged.append(payload)
            return replace(payload, turn=bytes(32))
        return payload

    forged: list[Payload] = []
    net = played(Hands(), forge=forge)
    assert forged
    assert all(table.complete for table in net.tables)


def prefixes(net: Net) -> Iterator[list[Entry]]:
    """Yield what could be left of a transcript after each entry, in causal order."""
    seen: list[Entry] = []
    everything = {entry.raw for entry in net.tables[0].entries}
    for _, raw in net.said:
        if raw in everything:
            seen.append(Entry.read(raw))
            yield list(seen)


def verdict(entries: list[Entry], game: AnyGame) -> Unfinished | None:
    try:
        verify(archived(TABLE, entries), known(game))
    except Unfinished as unfinished:
        return unfinished
    return None


@pytest.mark.attack(9)
@pytest.mark.parametrize("game", [Hands(), TicTacToe()], ids=lambda game: game.name)
def test_a_file_cut_anywhere_is_unfinished_and_says_what_all_signed(
    game: AnyGame,
) -> None:
    """What all have signed grows with the file, and is never more than was played."""
    net = played(game)
    *cut, whole = prefixes(net)
    assert verdict(whole, game) is None
    last = Signed()
    for entries in cut:
        found = verdict(entries, game)
        assert found is not None
        assert last.turns <= found.signed.turns <= found.turns
        assert last.hands <= found.signed.hands
        if found.turns:
            assert str(found).endswith(str(found.signed))
        last = found.signed
    hands = 2 if game.name == "hands" else 0
    assert last.turns > 3
    assert last.hands >= hands


def payload_turn(entry: Entry) -> bytes | None:
    """Return the turn that an entry names, if it does."""
    return getattr(payloads.decode(entry.payload), "turn", None)


@pytest.mark.attack(9)
def test_what_one_player_cuts_off_its_own_words_leaves_what_all_have_signed() -> None:
    """Whoever hides its own last words hides no more than these."""
    net = played(Hands())
    entries = list(net.tables[0].entries)
    author = me(1).key.public
    kept = [e for e in entries if e.author == author]
    last = Signed(6, 3)
    hand_two = checkpoints(net)[0][1].turn
    while len(kept) > 3:
        gone = kept.pop().id
        entries = [e for e in entries if e.id != gone and gone not in e.seen]
        ids = {e.id for e in entries} | {bytes(32)}
        while any(not ids.issuperset((e.previous, *e.seen)) for e in entries):
            entries = [e for e in entries if ids.issuperset((e.previous, *e.seen))]
            ids = {e.id for e in entries} | {bytes(32)}
        found = verdict(entries, Hands())
        assert found is not None
        assert found.signed.turns <= last.turns
        named = {payload_turn(entry) for entry in kept}
        assert (found.signed.turns > 1) == (hand_two in named)
        last = found.signed
