"""docs/wire.md is enough to say who has gone: the second reader judges for itself."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from p2pgame.log import Entry
from p2pgame.session.entries import payloads
from p2pgame.session.entries.payloads import (
    Absence,
    Absent,
    Accept,
    Answer,
    EvictionVote,
    Payload,
    Receipt,
)
from tests.session.tables import Net, me
from tests.wire_samples import SAMPLER, Sampler
from tests.wire_votes import Votes, agree, agreed, left_alone, read, votes


def payload_of(raw: bytes) -> Payload:
    return payloads.decode(Entry.read(raw).payload)


def said_without(net: Net, where: Absent) -> set[tuple[int, ...]]:
    """Return the sets that anybody signed at the place of an absent."""
    return {
        payload.seats
        for payload in (payload_of(raw) for _, raw in net.said)
        if isinstance(payload, EvictionVote)
        and (payload.turn, payload.round) == (where.turn, where.round)
    }


@pytest.mark.parametrize("after", range(3, 20))
def test_a_game_of_cards_that_somebody_leaves_reads_as_the_page_says(
    after: int,
) -> None:
    net = Net(Sampler(), 3, chance=Random(after))

    def meddle() -> None:
        if sum(seat == 1 for seat, _ in net.said) >= after:
            net.silent.add(1)

    net.meddle = meddle
    tables = left_alone(net)
    (data,) = {table.transcript() for table in tables}
    agree(tables[0], read(data, SAMPLER))


@pytest.mark.parametrize("after", range(3, 16))
@pytest.mark.parametrize("victim", [0, 2])
def test_whoever_falls_silent_is_gone_by_the_page_too(victim: int, after: int) -> None:
    net = Net(Votes(), 4, chance=Random(after))

    def meddle() -> None:
        if sum(seat == victim for seat, _ in net.said) >= after:
            net.silent.add(victim)

    net.meddle = meddle
    tables = left_alone(net)
    agreed(net, tables)


@pytest.mark.parametrize("after", range(3, 13))
@pytest.mark.parametrize("absence", ["default", "forfeit"])
def test_what_becomes_of_a_silence_is_the_same_by_the_page(
    absence: Absence, after: int
) -> None:
    chance = Random(after)
    net = Net(Votes(), 4, chance=chance, absence=absence)
    leaves = after % 2 == 0

    def meddle() -> None:
        table = net.tables[2]
        said = sum(seat == 2 for seat, _ in net.said)
        if said >= after and table.play is not None and not table.play.over:
            if leaves and chance.random() < 0.5:
                table.leave()  # which it may still say, or not
                net._work(2)
            net.silent.add(2)
            net.meddle = None

    net.meddle = meddle
    agreed(net, left_alone(net))


@pytest.mark.parametrize("seed", range(12))
def test_impatience_comes_to_the_same_by_the_page(seed: int) -> None:
    chance = Random(seed)
    net = Net(Votes(), 4, chance=chance)

    def meddle() -> None:
        if chance.random() < 0.1:
            net.tables[chance.randrange(4)].lose_patience()

    net.meddle = meddle
    tables = left_alone(net)
    agreed(net, tables)


class Liar:
    """Signs that it goes on without a player whose answer it has.

    Player 1's answers to one round reach nobody until player 2, the liar, has
    said that it misses them.
    """

    def __init__(self, turn: int) -> None:
        self._turn = turn
        self._held: list[bytes] = []
        self.said: Absent | None = None
        self.lied = False

    def tamper(self, sender: int, receiver: int, raw: bytes) -> list[bytes]:
        entry = Entry.read(raw)
        if entry.author != me(1).key.public or entry.sequence < self._turn:
            return [raw]
        self._held.append(raw)
        return []

    def forge(self, seat: int, payload: Payload) -> Payload:
        if seat == 2 and isinstance(payload, Absent) and self.said is None:
            self.said = payload
        if seat == 2 and isinstance(payload, Receipt) and self.said is not None:
            self.lied = True
            return EvictionVote(payload.turn, payload.round, self.said.seats)
        return payload

    def deliver(self, net: Net) -> None:
        if self.said is not None and not self.lied:
            for raw in self._held:
                net.tables[2].receive(raw)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("turn", [3, 5])
def test_an_answer_that_one_of_the_others_had_stands(turn: int, seed: int) -> None:
    liar = Liar(turn)
    chance = Random(seed)
    net = Net(Votes(), 4, chance=chance, tamper=liar.tamper, forge=liar.forge)
    net.meddle = lambda: liar.deliver(net)
    tables = left_alone(net)
    (data,) = {table.transcript() for table in tables}
    assert liar.lied
    agree(tables[0], read(data, votes()))


class Quitter:
    """Player 3, who says in one round that it misses player 4, and no more.

    After that it signs with the others, who have more patience with it; when
    their round goes on, they miss it, too.
    """

    def __init__(self, number: int) -> None:
        self._number = number
        self._patient = {0, 1, 2, 5}
        self.said: Absent | None = None

    def forge(self, seat: int, payload: Payload) -> Payload:
        if seat == 3 and isinstance(payload, Answer):
            self._number -= 1
            if self._number == 0:
                self.said = Absent(payload.turn, payload.round, (4,))
                return self.said
        if seat in self._patient and isinstance(payload, Absent):
            self._patient.remove(seat)
            return replace(payload, seats=(4,))
        return payload


@pytest.mark.parametrize("number", range(1, 7))
def test_a_second_silence_in_one_round_is_settled_by_the_page_too(number: int) -> None:
    quitter = Quitter(number)
    net = Net(Votes(), 6, forge=quitter.forge, quorum=4)

    def meddle() -> None:
        said = [payload_of(raw) for seat, raw in net.said if seat == 4]
        if sum(isinstance(payload, Accept | Answer) for payload in said) >= number:
            net.silent.add(4)

    net.meddle = meddle
    tables = left_alone(net)
    game = agreed(net, tables, 6)
    assert game.payoffs == (2, 2, 2, -4, -4, 2)
    assert quitter.said is not None
    assert said_without(net, quitter.said) == {(4,), (3, 4)}
