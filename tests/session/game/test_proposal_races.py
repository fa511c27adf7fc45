"""Moves and proposals at once, false claims, and crashes: one outcome for everybody."""

from __future__ import annotations

from contextlib import suppress
from itertools import permutations
from random import Random

import pytest
from msgspec.structs import replace

from p2pgame.engine import IllegalMove
from p2pgame.engine.turns import Over
from p2pgame.session import Table
from p2pgame.session.entries import payloads
from p2pgame.session.entries.errors import Fault, Misbehaviour
from p2pgame.session.entries.notes import Note
from p2pgame.session.entries.payloads import Answer, Assent, Payload
from p2pgame.session.table.evidence import check, gather
from tests.english import english
from tests.session.agreeing import (
    again,
    at_the_table,
    check_all_agree,
    happened,
    say,
    told,
    words_of,
)
from tests.session.ring import Ring
from tests.session.table.test_fold import fold
from tests.session.tables import TABLE, Net, known, me


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("seed", range(8))
def test_any_race_of_moves_and_proposals_has_one_outcome(seats: int, seed: int) -> None:
    chance = Random(seed)
    net = Net(Ring(), seats, spectators=1, chance=chance, decide=None)
    words = ["draw"] * 2 + ["takeback 1", "takeback 2"] * 3 + ["left", "right"] * 3

    def meddle() -> None:
        seat = chance.randrange(seats)
        if chance.random() < 0.2:
            with suppress(IllegalMove):
                net.tables[seat].own.propose(chance.choice(words))

    net.meddle = meddle
    for _ in range(3000):
        net.play()
        if all(table.complete for table in net.tables):
            break
    play = net.tables[0].play
    assert play is not None
    assert isinstance(play.turn, Over)
    check_all_agree(net, Ring(), play.turn.payoffs)
    entries = list(net.tables[0].entries)
    assert len({fold(Ring(), entries, Random(n)) for n in range(3)}) == 1
    runs = [happened(net, seat) for seat in range(seats + 1)]
    assert all(run == runs[0] for run in runs)


@pytest.mark.parametrize("decided", ["moves early", "moves late", "seals"])
def test_a_move_and_the_last_assent_come_to_the_same_in_any_order(decided: str) -> None:
    """Nobody's view depends on which of them it heard of first."""
    net = at_the_table(3, chance=None)
    early = [entry.raw for entry in net.tables[0].entries]
    last: list[bytes] = []

    def speak(seat: int, words: str) -> None:
        table = net.tables[seat]
        table.own.propose(words)
        _, raw = table.advance()
        while raw is None:
            _, raw = table.advance()
        table.receive(raw)
        last.append(raw)

    speak(0, "draw")
    speak(2, "draw")
    if decided == "moves early":
        speak(0, "left")
    speak(1, "draw")
    if decided != "moves early":
        for raw in (last[1], last[2]):
            if decided == "seals" or raw is last[1]:
                net.tables[0].receive(raw)
        if decided == "seals":
            while (said := net.tables[0].advance()[1]) is None:
                pass
            last.append(said)
        else:
            speak(0, "left")
    outcomes = set()
    for order in permutations(last):
        table = Table(TABLE, known(Ring()))
        for raw in (*early, *order):
            table.receive(raw)
            while table.advance()[0]:
                pass
        assert table.play is not None
        outcomes.add((table.play.id, table.play.over, table.stopped))
    assert len(outcomes) == 1
    assert {over for _, over, _ in outcomes} == {decided == "seals"}


def cheated(net: Net, seat: int) -> Misbehaviour:
    """Return what everybody else has found out about this player."""
    found = [table.stopped for n, table in enumerate(net.tables) if n != seat]
    assert found[0] is not None
    for one in found:
        assert one is not None
        assert one.culprit == me(seat).key.public
        assert one.fault is Fault.RULES
    return found[0]


@pytest.mark.parametrize(
    "assents",
    [
        [],
        [(1, "draw")],
        [(1, "draw"), (2, "takeback 1")],
        [(1, "draw"), (0, "draw")],
    ],
    ids=str,
)
def test_whoever_seals_what_not_all_agreed_to_has_cheated(
    assents: list[tuple[int, str]],
) -> None:
    def forge(seat: int, payload: Payload) -> Payload:
        if seat == 0 and isinstance(payload, Answer) and payload.message == b"right":
            return replace(payload, message=b"draw")
        return payload

    net = at_the_table(3, "left", "left", "left", forge=forge)
    for seat, proposal in assents:
        say(net, seat, proposal)
    say(net, 0, "right")
    found = cheated(net, 0)
    assert "not everybody had agreed" in english(found.why)
    proven = check(gather(net.tables[1], found), known(Ring()))
    assert proven.author == me(0).key.public.hex()


def test_whoever_is_left_alone_can_seal_nothing() -> None:
    def forge(seat: int, payload: Payload) -> Payload:
        if isinstance(payload, Answer) and payload.message == b"right":
            return replace(payload, message=b"draw")
        return payload

    net = at_the_table(2, forge=forge)
    net.tables[1].leave()
    net.play()
    say(net, 0, "right")
    cheated(net, 0)


def test_an_assent_that_the_seal_had_not_seen_does_not_count() -> None:
    """It may have come to everybody else first: that changes nothing."""
    net = at_the_table(2)
    table = net.tables[0]
    assert table.play is not None
    seal = payloads.encode(Answer(table.play.id, 0, b"draw"))
    sealed = table.history.write(me(0).key, seal, among=[TABLE, me(1).key.public])
    say(net, 1, "draw")
    entries = [*net.tables[1].entries, sealed]
    outcomes = {fold(Ring(), entries, Random(n)) for n in range(5)}
    assert {culprit for _, culprit, _, _ in outcomes} == {me(0).key.public}


def test_an_assent_to_another_turn_does_not_count() -> None:
    net = at_the_table(2)
    table = net.tables[1]
    astray = payloads.encode(Assent(bytes(32), "draw"))
    entry = table.history.write(me(1).key, astray, among=[TABLE, me(1).key.public])
    net.send(1, table.receive(entry.raw))
    net.play()
    assert not told(net, 0)
    say(net, 0, "draw")
    assert not net.tables[0].complete


def test_what_was_wanted_before_a_crash_is_said_after_it() -> None:
    net = at_the_table(2)
    turn = net.tables[0].play.id if net.tables[0].play else b""
    assert words_of(again(net, 0, Note(turn, "draw"))) == [Assent(turn, "draw")]
    say(net, 1, "draw")
    sealed = again(net, 0, Note(turn, "draw"))
    assert words_of(sealed)[0] == Answer(turn, 0, b"draw")
    assert sealed.play is not None
    assert sealed.play.over


def test_an_offer_of_before_a_crash_is_not_made_twice_and_passes_after_it() -> None:
    net = at_the_table(2)
    turn = net.tables[0].play.id if net.tables[0].play else b""
    say(net, 0, "draw")
    table = again(net, 0, Note(turn, "draw"))
    assert words_of(table) == []
    other = net.tables[1]
    other.own.propose("draw")
    _, raw = other.advance()
    assert raw is not None
    table.receive(raw)
    assert words_of(table)[0] == Answer(turn, 0, b"draw")


def test_a_move_that_was_noted_before_a_crash_comes_before_the_offer() -> None:
    net = at_the_table(2)
    turn = net.tables[0].play.id if net.tables[0].play else b""
    say(net, 0, "draw")
    net.tables[1].own.propose("draw")
    _, raw = net.tables[1].advance()
    assert raw is not None
    table = again(net, 0, Note(turn, "draw"), Note(turn, "left"))
    table.receive(raw)
    assert words_of(table) == [Answer(turn, 0, b"left")]
