"""docs/wire.md is enough to say who has gone: the second reader judges for itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from random import Random

import pytest
from msgspec.structs import replace

from p2pgame.engine import (
    Chosen,
    ChosenTogether,
    Event,
    Game,
    Options,
    Reason,
    Seated,
    State,
    Status,
    Turn,
    results,
    turns,
)
from p2pgame.log import Entry
from p2pgame.session import Table, payloads
from p2pgame.session.absence import Absences
from p2pgame.session.events import AnyView
from p2pgame.session.payloads import (
    Absence,
    Absent,
    Accept,
    Answer,
    Heard,
    Payload,
    Without,
)
from tests import wire_absence as absence
from tests import wire_ends, wire_player, wire_table
from tests import wire_reader as reader
from tests import wire_turns as second
from tests.session.tables import Net, me
from tests.test_wire import Sampler, sampler
from tests.wire_absence import Seats
from tests.wire_values import Value

#: The number of the last move, from 0.
LAST = 20


class Voted(State, frozen=True):
    seats: int
    here: tuple[int, ...]
    moves: tuple[str, ...] = ()


class Votes(Game[Voted, Options]):
    """Those who are here at once, or the first of them; who goes is let go.

    The last move is one player's.
    """

    name = "votes"
    version = 1
    seats = range(3, 7)
    options = Options

    def setup(self, seats: int, options: Options) -> Voted:
        return Voted(seats, tuple(range(seats)))

    def turn(self, state: Voted) -> Turn:
        made, seats = len(state.moves), range(state.seats)
        if made > LAST:
            return results.by_score([int(seat in state.here) for seat in seats])
        choices = [turns.Choose(seat, ("no", "yes")) for seat in state.here]
        alone = made % 2 or made > LAST - 4
        return choices[0] if alone else turns.Together(tuple(choices))

    def apply(self, state: Voted, event: Event) -> Voted:
        match event:
            case Seated(player):
                here = tuple(seat for seat in state.here if seat != player)
                return replace(state, here=here)
            case ChosenTogether(moves):
                return replace(state, moves=(*state.moves, *moves))
            case Chosen(_, move):
                return replace(state, moves=(*state.moves, move))
        raise AssertionError(event)

    def why_not_seated(
        self, state: Voted, player: int, status: Status
    ) -> Reason | None:
        return None

    def show(self, state: Voted, faces: Mapping[int, str]) -> str:
        return " ".join(state.moves)


def votes(seats: int = 4) -> second.Rules:
    """The same rules for the second reader."""
    here: list[Value] = [*range(seats)]
    moves: list[Value] = []
    while len(moves) <= LAST:
        choices = tuple(
            second.Choose(seat, ("no", "yes").__contains__, "no")
            for seat in here
            if isinstance(seat, int)
        )
        alone = len(moves) % 2 or len(moves) > LAST - 4
        turn = choices[0] if alone else second.Together(choices)
        event = yield [seats, [*here], [*moves]], turn
        if isinstance(event, second.SeatGone):
            here.remove(*event)
        else:
            moves += event
    gone = seats - len(here)
    won = tuple(gone if seat in here else -len(here) for seat in range(seats))
    yield [seats, here, moves], second.Over(won)


def read(data: bytes, rules: second.Rules, *, goes_on: bool = True) -> wire_ends.Game:
    """Read a file and play it, as the page says."""
    player = wire_player.Player(wire_table.Table(*reader.read_file(data)))
    return player.play(rules, goes_on=goes_on)


def left_alone(net: Net) -> list[Table]:
    """Play to the end without those who are silent; return the tables that do."""
    for _ in range(20):
        net.play()
        for seat, table in enumerate(net.tables):
            if seat not in net.silent:
                table.lose_patience()
    return [table for seat, table in enumerate(net.tables) if seat not in net.silent]


def agree(table: Table, game: wire_ends.Game) -> None:
    play = table.play
    assert play is not None
    assert isinstance(play.turn, turns.Over)
    assert (game.turns[-1], game.payoffs) == (play.id, play.turn.payoffs)


def agreed(net: Net, tables: Sequence[Table], seats: int = 4) -> wire_ends.Game:
    """Return what the second reader makes of the one game that all tables have."""
    assert all(table.complete for table in tables)
    (data,) = {table.transcript() for table in tables}
    game = read(data, votes(seats))
    agree(tables[0], game)
    return game


def seated(net: Net, who: int) -> int:
    """Return the seat that a player came to have; it is who came first."""
    play = net.tables[who].play
    assert play is not None
    assert play.seat is not None
    return play.seat


def payload_of(raw: bytes) -> Payload:
    return payloads.decode(Entry.read(raw).payload)


def said_without(net: Net, where: Absent) -> set[tuple[int, ...]]:
    """Return the sets that anybody signed at the place of an absent."""
    return {
        payload.seats
        for payload in (payload_of(raw) for _, raw in net.said)
        if isinstance(payload, Without)
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
    agree(tables[0], read(data, sampler(), goes_on=False))


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
        if seat == 2 and isinstance(payload, Heard) and self.said is not None:
            self.lied = True
            return Without(payload.turn, payload.round, self.said.seats)
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


@pytest.mark.parametrize("after", range(4, 12))
def test_whoever_leaves_is_gone_by_the_page_too(after: int) -> None:
    net = Net(Votes(), 4, chance=Random(after))
    left: list[int] = []

    def meddle() -> None:
        if not left and sum(seat == 1 for seat, _ in net.said) >= after:
            left.append(1)
            net.tables[1].leave()

    net.meddle = meddle
    net.play()
    game = agreed(net, net.tables)
    assert sorted(game.payoffs) == [-3, 1, 1, 1]


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("seed", range(10))
def test_two_who_leave_at_once_are_gone_by_the_page_too(seats: int, seed: int) -> None:
    chance = Random(seed)
    net = Net(Votes(), seats, chance=chance)
    leavers = chance.sample(range(seats), 2)
    when = chance.randrange(4 * seats, 20 * seats)
    said: list[int] = []

    def meddle() -> None:
        nonlocal when
        when -= 1
        for seat in leavers:
            play = net.tables[seat].play
            ready = play is not None and not play.over and not play.is_gone
            if when <= 0 and seat not in said and ready and chance.random() < 0.5:
                said.append(seat)
                net.tables[seat].leave()

    net.meddle = meddle
    net.play()
    game = agreed(net, net.tables, seats)
    assert {*said} == {*leavers}
    gone = {seat for seat, won in enumerate(game.payoffs) if won < 0}
    assert gone == {seated(net, who) for who in leavers}


def leaving_at_the_end(seats: int, leavers: Collection[int], chance: Random) -> Net:
    """Return a game in which some leave while another makes the last move."""
    net: Net

    def decide(view: AnyView) -> str:
        if len(view.state.moves) == LAST:
            for seat in leavers:
                net.tables[seat].leave()
        return "yes"

    net = Net(Votes(), seats, chance=chance, decide=decide)
    return net


@pytest.mark.parametrize(("seats", "leavers"), [(3, [2]), (4, [1]), (5, [3])])
@pytest.mark.parametrize("seed", range(4))
def test_whoever_leaves_at_the_end_has_played_by_the_page_too(
    seats: int, leavers: list[int], seed: int
) -> None:
    net = leaving_at_the_end(seats, leavers, Random(seed))
    net.play()
    game = agreed(net, net.tables, seats)
    assert game.payoffs == (0,) * seats


@pytest.mark.parametrize(
    ("seats", "leavers"), [(3, [1, 2]), (4, [1, 3]), (5, [2, 4]), (5, [1, 2, 3, 4])]
)
@pytest.mark.parametrize("seed", range(6))
def test_several_may_leave_at_the_end(
    seats: int, leavers: list[int], seed: int
) -> None:
    net = leaving_at_the_end(seats, leavers, Random(seed))
    net.play()
    game = agreed(net, net.tables, seats)
    assert game.payoffs == (0,) * seats


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
    net = Net(Votes(), 6, forge=quitter.forge)

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


class Hearsay:
    """Entries by authors who say anything about one round, for both readers.

    The program hears of them one by one, the page of all at once.
    """

    spot = bytes(32), 0

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self.seats = chance.choice([3, 4, 5])
        self._some = chance.sample(range(self.seats), 2)
        self._authors = tuple(bytes([seat]) for seat in range(self.seats))
        self._quorum = chance.choice([0, self.seats // 2 + 1])
        self.program = Absences(self._authors, self._quorum)
        self._lost = absence.NOBODY
        self._said = absence.Absences()
        self._pasts: dict[bytes, set[bytes]] = {}
        self._heads = dict.fromkeys(range(self.seats), -1)

    def say(self) -> None:
        """Let somebody sign an entry that has seen some of the others'."""
        seat = self._chance.randrange(self.seats)
        author, sequence = bytes([seat]), self._heads[seat] + 1
        clock = {
            bytes([other]): self._chance.choice([-1, head])
            for other, head in self._heads.items()
        }
        id = bytes([seat, sequence])
        self._pasts[id] = {
            author + bytes([number])
            for author, last in clock.items()
            for number in range(last + 1)
        }
        self._heads[seat] = sequence
        self.program.saw(seat, clock)
        match self._chance.randrange(8):
            case 0:
                self.program.leave(seat)
                self._said.left.setdefault(author, id)
            case 1:
                if self.program.answer(seat, self.spot, sequence):
                    self._said.note_word(self.spot, author, id)
            case _:
                some = self._chance.sample(self._some, self._chance.choice([1, 1, 2]))
                seats = tuple(sorted({*some, *self._lost}))
                self.program.say(seat, Without(*self.spot, seats), clock)
                self._said.note_without(self.spot, author, seats, id)

    def heard(self, awaited: Seats) -> list[Seats]:
        """Return who goes now by the program, one set after another."""
        gone = []
        spot = self.spot
        while now := self.program.decided(spot, awaited - self._lost, self._lost):
            self.program.gone |= now
            self._lost |= now
            gone.append(now)
        return gone

    def read(self, awaited: Seats) -> list[Seats]:
        """Return who has gone by the page, one set after another."""
        gone, lost, here = [], absence.NOBODY, {*range(self.seats)}
        past = self._pasts.__getitem__
        page = absence.Crowd(self._authors, self._quorum, self._said, past, here)
        while now := page.gone(self.spot, awaited - lost, lost):
            here -= now
            lost |= now
            gone.append(now)
        return gone


def test_whatever_anybody_says_the_page_and_the_program_agree_who_goes() -> None:
    times = Counter[int]()
    for seed in range(5000):
        chance = Random(seed)
        hearsay = Hearsay(chance)
        seats = range(hearsay.seats)
        awaited = frozenset(seat for seat in seats if chance.random() < 0.9)
        gone: list[Seats] = []
        for _ in range(chance.randint(4, 24)):
            hearsay.say()
            gone += hearsay.heard(awaited)
        # Those who sign against each other and leave may leave two outcomes, to nobody.
        if hearsay.read(awaited) != gone:
            assert hearsay.program.left == frozenset(seats)
        times[len(gone)] += 1
    assert min(times[0], times[1], times[2]) > 50
