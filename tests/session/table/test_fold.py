"""What a table comes to follows from the entries, not from how they arrived."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2pgame.engine import AnyGame
from p2pgame.log import Entry, UnknownAuthor
from p2pgame.session import Table
from p2pgame.session.entries import payloads
from p2pgame.session.entries.identity import Me
from p2pgame.session.entries.payloads import (
    Accept,
    Answer,
    End,
    Genesis,
    Hello,
    Payload,
)
from tests.session.draw import Draw
from tests.session.rps import RockPaperScissors
from tests.session.tables import TABLE, Net, known, me

CHEAT, STRANGER = 1, 7
GAMES: list[tuple[AnyGame, int]] = [(Draw(), 3), (RockPaperScissors(), 3)]

Outcome = tuple[bytes | None, bytes | None, bool, bytes | None]


def outcome(table: Table) -> Outcome:
    """Return where a table stands: turn, culprit, completeness, file."""
    busy = True
    while busy:
        busy, _ = table.advance()
    return (
        None if table.play is None else table.play.id,
        None if table.stopped is None else table.stopped.culprit,
        table.complete,
        table.transcript() if table.complete else None,
    )


def fold(game: AnyGame, entries: list[Entry], chance: Random) -> Outcome:
    """Let a spectator take in the entries in any order, working in between."""
    table = Table(TABLE, known(game))
    table.history.may_append = lambda entry: True
    left = [entry.raw for entry in entries]
    chance.shuffle(left)
    while left:
        raw = left.pop(0)
        try:
            table.receive(raw)
        except UnknownAuthor:
            left.append(raw)
        if chance.random() < 0.3:
            table.advance()
    return outcome(table)


class Meddler:
    """Writes, on a cheat's or a stranger's behalf, whatever may confuse others."""

    def __init__(self, net: Net, author: Me, seat: int, chance: Random) -> None:
        self._net = net
        self._author = author
        self._seat = seat
        self._chance = chance
        self._words = 12

    def __call__(self) -> None:
        table, chance = self._net.tables[self._seat], self._chance
        if self._words == 0 or chance.random() < 0.8 or table.stopped is not None:
            return
        if self._author.key.public in table.history.forks:
            return
        self._words -= 1
        payload = self._payload(table)
        data = payload if isinstance(payload, bytes) else payloads.encode(payload)
        joined = self._author.key.public in table.history.feeds
        everybody = list(table.history.feeds) if joined else []
        among = chance.sample(everybody, chance.randint(0, len(everybody)))
        entry = table.history.write(self._author.key, data, among=among)
        with suppress(UnknownAuthor):
            self._net.send(self._seat, table.receive(entry.raw))

    def _payload(self, table: Table) -> Payload | bytes:
        chance = self._chance
        said = [entry.payload for entry in table.entries]
        heard = [payloads.decode(data) for data in said if data != b"junk"]
        answers = [word for word in heard if isinstance(word, Answer)]
        turn = bytes(32) if table.play is None else table.play.id
        if answers and chance.random() < 0.5:
            turn = chance.choice(answers).turn
        message = chance.choice([b"", b"rock", bytes(96)])
        if answers and chance.random() < 0.5:
            message = chance.choice(answers).message
        genesis = [word for word in heard if isinstance(word, Genesis)]
        choices: list[Payload | bytes] = [
            self._author.hello(TABLE),
            Accept(bytes(32)),
            Answer(turn, chance.randint(0, 3), message),
            Answer(turn, chance.randint(0, 3), message),
            *genesis[:1],
        ]
        rare: list[Payload | bytes] = [End(turn, bytes(32)), b"junk"]
        return chance.choice(rare if chance.random() < 0.05 else choices)


@pytest.mark.attack(70)
@pytest.mark.row("G07")
@given(seed=st.integers(0, 2**32), which=st.integers(0, len(GAMES) - 1))
@settings(max_examples=40, deadline=None)
def test_any_order_of_the_same_entries_comes_to_the_same(seed: int, which: int) -> None:
    game, seats = GAMES[which]
    chance = Random(seed)
    net = Net(game, seats, spectators=1, chance=chance)
    cheat = Meddler(net, me(CHEAT), CHEAT, chance)
    stranger = Meddler(net, me(STRANGER), seats, chance)

    def meddle() -> None:
        cheat()
        stranger()

    net.meddle = meddle
    net.play(until=lambda: len(net.said) > 80)
    for table in net.tables:
        assert table.stopped is None or table.stopped.culprit == me(CHEAT).key.public
    entries = {entry.id: entry for table in net.tables for entry in table.entries}
    assert not any(table.history.forks for table in net.tables)
    outcomes = {fold(game, list(entries.values()), Random(n)) for n in range(3)}
    assert len(outcomes) == 1


def test_a_stranger_who_leaves_ends_and_offers_everywhere_stops_nobody() -> None:
    net = Net(Draw(), 3, spectators=1)
    stranger, said = me(STRANGER), 0

    def meddle() -> None:
        nonlocal said
        table = net.tables[3]
        words: list[Payload] = [
            stranger.hello(TABLE),
            End(bytes(32), bytes(32)),
            Genesis(
                *(2, "draw", 1, bytes(32), {}, (bytes(32),), bytes(32), (bytes(80),)),
                *(0, 0, "masked", 0, "wait", b"", b""),
            ),
        ]
        if said < len(words) and len(net.said) >= 4:
            data = payloads.encode(words[said])
            among = table.history.feeds if said else ()
            entry = table.history.write(stranger.key, data, among=among)
            net.send(3, table.receive(entry.raw))
            said += 1

    net.meddle = meddle
    net.play()
    assert said == 3
    assert all(table.complete for table in net.tables)


@pytest.mark.attack(11)
def test_only_the_opener_can_offer_a_game() -> None:
    def cheat(seat: int, payload: Payload) -> Payload:
        if seat == CHEAT and isinstance(payload, Hello):
            net.meddle = offer
        return payload

    def offer() -> None:
        net.meddle = None
        table = net.tables[CHEAT]
        hellos = tuple(player.hello for player in table.players)
        genesis = Genesis(
            *(
                2,
                "draw",
                1,
                bytes(32),
                {},
                hellos,
                bytes(32),
                (bytes(80),) * len(hellos),
            ),
            *(0, 0, "masked", 0, "wait", b"", b""),
        )
        data = payloads.encode(genesis)
        entry = table.history.write(me(CHEAT).key, data, among=table.history.feeds)
        net.send(CHEAT, table.receive(entry.raw))

    net = Net(Draw(), 3, forge=cheat)
    net.play()
    assert all(table.complete for table in net.tables)


def test_whoever_signs_two_stories_before_the_game_gets_no_seat() -> None:
    net = Net(Draw(), 2, spectators=1)
    forker = me(STRANGER)
    for name in ("one", "two"):
        hello = replace(forker, name=name).hello(TABLE)
        entry = Entry.write(
            forker.key,
            TABLE,
            sequence=0,
            previous=bytes(32),
            seen=(),
            payload=payloads.encode(hello),
        )
        for other in net.tables:
            other.receive(entry.raw)
    net.play()
    assert all(table.complete for table in net.tables)
    assert [p.name for p in net.tables[0].players] == ["player 0", "player 1"]


def test_whoever_builds_on_a_stranger_s_words_is_named() -> None:
    """Else the others would wait for ever for words that they need not have."""
    net = Net(Draw(), 3, spectators=1)
    stranger, said = me(STRANGER), 0

    def meddle() -> None:
        nonlocal said
        if len(net.said) < 8 or said:
            return
        said = 1
        table = net.tables[CHEAT]
        hello = payloads.encode(stranger.hello(TABLE))
        theirs = table.history.write(stranger.key, hello, among=())
        for other in net.tables:
            other.receive(theirs.raw)
        word = payloads.encode(Answer(bytes(32), 0, b""))
        entry = table.history.write(
            me(CHEAT).key, word, among=[stranger.key.public, TABLE]
        )
        net.send(CHEAT, table.receive(entry.raw))

    net.meddle = meddle
    net.play()
    assert said
    for table in (net.tables[0], net.tables[2], net.tables[3]):
        assert table.stopped is not None
        assert table.stopped.culprit == me(CHEAT).key.public
