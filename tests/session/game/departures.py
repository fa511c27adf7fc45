"""Somebody is killed after each single word of a short hand of every game.

``python -m tests.session.game.departures`` (``make departures``) does so for every game
and every word, and prints what became of the others; names of games after it mean
those alone.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from random import Random
from time import perf_counter
from typing import Literal

from p2pgame.engine import (
    AnyGame,
    Options,
    Over,
    Place,
    Prove,
    Seated,
    Turn,
    forfeited,
    losing,
)
from p2pgame.games.registry import GAMES
from p2pgame.session.lobby.events import AnyView, Ended, Happened
from p2pgame.session.table.verify import verify
from tests.games.leavers import asked
from tests.session.tables import Decide, Net, Tamper, any_offer, known

#: What became of those who stayed; a table of which one is gone may never begin.
Outcome = Literal["not begun", "finished", "forfeited"]
#: Moves that end neither a hand nor the part of whoever makes them.
PATIENT = ("check", "call", "show")
#: So often everybody may lose patience until whoever is gone is.
PATIENCE = 12


@dataclass(frozen=True)
class Hand:
    """One short hand, played alike each time, but for who is killed."""

    name: str
    seats: int
    options: Mapping[str, object] = field(default_factory=dict, hash=False)
    seed: int = 0

    @property
    def game(self) -> AnyGame:
        return GAMES[self.name]

    @property
    def chosen(self) -> Options:
        chosen: Options = self.game.options(**self.options)
        return chosen


#: Every game at which three or more have something to hide, or to draw jointly.
HANDS: Mapping[str, Hand] = {
    hand.name: hand
    for hand in (
        Hand("blackjack", 3, {"rounds": 1}),
        Hand("crazy-eights", 3, {"cards": 2, "plays": 3, "draws": 1}),
        Hand("goofspiel", 3, {"cards": 3}),
        Hand("hearts", 4, {"goal": 1}),
        Hand("holdem", 3),
        Hand("liars-dice", 3, {"dice": 1, "rounds": "one"}),
        Hand("memory", 3, {"pairs": 2}),
        Hand("mover", 3, {"ticks": 4}),
        Hand("pig", 3, {"goal": 6}),
        Hand("rps", 3, {"rounds": 1}),
        Hand("spades", 4, {"goal": 1, "floor": -1}),
    )
}


def patient(chance: Random) -> Decide:
    """Decide at random, but stay in the hand where one can."""
    anything = any_offer(chance)

    def decide(view: AnyView) -> str:
        assert view.choice is not None
        for move in PATIENT:
            if move in view.choice.moves:
                return move
        return anything(view)

    return decide


def table(
    hand: Hand,
    tamper: Tamper | None = None,
    meddle: Callable[[Net], None] = lambda net: None,
) -> Net:
    """Return a table at which all order ahead, as far as the game lets them."""
    chance = Random(hand.seed)

    def between() -> bool:
        meddle(net)
        return order_ahead(net, chance)

    net = Net(
        hand.game,
        hand.seats,
        hand.chosen,
        chance=Random(hand.seed),
        decide=patient(Random(hand.seed)),
        tamper=tamper,
    )
    net.meddle = between
    return net


def order_ahead(net: Net, chance: Random) -> bool:
    """Have each give an order for the next tick for which it may; return if any did."""
    before = len(net.notes)
    for seat, table in enumerate(net.tables):
        play = table.play
        if seat in net.silent or play is None or play.over:
            continue
        asked = play.ahead.asked
        if asked is not None:
            order = any_offer(chance)(asked.view)
            net.notes.append((seat, table.own.propose(order, asked.turns)))
    return len(net.notes) > before


@cache
def kills(hand: Hand) -> tuple[tuple[int, int], ...]:
    """Return who can be killed after how many words, by the order of these."""
    net = table(hand)
    net.play()
    assert all(table.complete for table in net.tables)
    said, found = Counter[int](), []
    for seat, _ in net.said:
        said[seat] += 1
        found.append((seat, said[seat]))
    return tuple(found)


def sample(hand: Hand, number: int) -> list[tuple[int, int]]:
    """Return so many of a hand's kills, evenly spread, the first and last too."""
    every = kills(hand)
    step = (len(every) - 1) / (number - 1)
    return [every[round(i * step)] for i in range(number)]


def kill(hand: Hand, victim: int, after: int) -> Outcome:
    """Play on without ``victim``, which is gone ``after`` so many words of its own.

    The last of them reaches all others, one of them or nobody, in turn.

    Raises:
      AssertionError: The others do not go on as they should.
    """
    reached = reached_by(hand, victim, after)

    def is_dying() -> bool:
        return sum(seat == victim for seat, _ in net.said) >= after

    def tamper(sender: int, receiver: int, raw: bytes) -> Sequence[bytes]:
        lost = sender == victim and is_dying() and receiver not in reached
        return () if lost else (raw,)

    def meddle(net: Net) -> None:
        if is_dying():
            net.silent.add(victim)

    net = table(hand, tamper, meddle)
    net.play()
    return go_on(net, hand, victim)


def reached_by(hand: Hand, victim: int, after: int) -> list[int]:
    """Return whom the last word of somebody reaches: all, one or nobody, in turn."""
    stay = [seat for seat in range(hand.seats) if seat != victim]
    return (stay, stay[after // 3 % len(stay) :][:1], [])[after % 3]


def go_on(net: Net, hand: Hand, victim: int) -> Outcome:
    """Let those who stay lose patience until they are done; return how it ended."""
    stay = [seat for seat in range(hand.seats) if seat != victim]
    for _ in range(PATIENCE):
        if all(net.tables[seat].complete for seat in stay):
            break
        for seat in stay:
            net.tables[seat].lose_patience()
        net.play()
    assert victim in net.silent
    return check(net, hand, stay)


def check(net: Net, hand: Hand, stay: Sequence[int]) -> Outcome:
    """Return what became of those who stay, who must all be of one mind."""
    tables = [net.tables[seat] for seat in stay]
    for table in tables:
        assert table.stopped is None, f"{table.stopped}"
        assert not table.cheats
    if any(table.play is None for table in tables):
        assert all(table.play is None for table in tables)
        return "not begun"
    for table in tables:
        assert table.complete, (table.play and table.play.turn, table.roster.unsigned)
    assert len({table.transcript() for table in tables}) == 1
    report = verify(tables[0].transcript(), known(hand.game))
    plays = [table.play for table in tables if table.play is not None]
    (gone,) = {*range(hand.seats)} - {play.seat for play in plays}
    outcomes = {outcome(net, hand, seat, gone) for seat in stay}
    assert len(outcomes) == 1
    ending, payoffs = outcomes.pop()
    assert report.payoffs == payoffs
    return ending


def outcome(
    net: Net, hand: Hand, seat: int, gone: int
) -> tuple[Outcome, tuple[int, ...]]:
    """Return how the game has ended, as this seat was told."""
    told = net.events[seat]
    happened = [event for event in told if isinstance(event, Happened)]
    seated = [n for n, it in enumerate(happened) if isinstance(it.event, Seated)]
    assert all(happened[n].event == Seated(gone, "gone") for n in seated)
    assert len(seated) <= 1
    for n in seated:
        for later in happened[n + 1 :]:
            assert gone not in needed(later.turn), later.turn
    (payoffs,) = (event.payoffs for event in told if isinstance(event, Ended))
    if isinstance(hand.game.turn(happened[-1].view.state), Over):
        return "finished", payoffs
    teams = hand.game.teams(hand.seats, hand.chosen)
    state = happened[-1].view.state
    settled = hand.game.settled(state, losing({gone}, teams)) or ()
    forfeit = forfeited(hand.seats, {gone}, teams, settled, settled=settled)
    assert payoffs == forfeit.payoffs
    return "forfeited", payoffs


def needed(turn: Turn) -> set[int]:
    match turn:
        case Place(player) | Prove(player):
            return {player}
    return asked(turn)


def _line(name: str, outcomes: Counter[str], seconds: float) -> str:
    counts = [outcomes.total(), *(outcomes[key] for key in COLUMNS)]
    return "".join(
        [f"{name:<14}", *(f"{count:>11}" for count in counts), f"{seconds:>9.0f} s"]
    )


COLUMNS = ("not begun", "finished", "forfeited")


@dataclass
class Fate:
    """Who dies in this process, and whom the last word reaches; nobody at first."""

    victim: int | None = None
    word: bytes = b""
    reached: Sequence[int] = ()


def kill_each(hand: Hand) -> Counter[str]:
    """Play a hand once; at each word a child process goes on without its author.

    So a hand need not be played anew up to each word.

    Raises:
      AssertionError: In some child the others did not go on as they should.
    """
    fate, seen, ends = Fate(), set[bytes](), Counter[str]()
    children: list[int] = []

    def tamper(sender: int, receiver: int, raw: bytes) -> Sequence[bytes]:
        if fate.victim is None and net.said[-1] == (sender, raw) and raw not in seen:
            seen.add(raw)
            if len(children) == 2:
                wait()
            child = os.fork()
            if child:
                children.append(child)
            else:
                die(sender, raw)
        lost = (sender, raw) == (
            fate.victim,
            fate.word,
        ) and receiver not in fate.reached
        return () if lost else (raw,)

    def die(victim: int, word: bytes) -> None:
        after = sum(seat == victim for seat, _ in net.said)
        fate.victim, fate.word = victim, word
        fate.reached = reached_by(hand, victim, after)

    def wait() -> None:
        _, status = os.waitpid(children.pop(0), 0)
        code = os.waitstatus_to_exitcode(status)
        assert 0 <= code < len(COLUMNS), f"{hand.name}: a child ended with {code}"
        ends[COLUMNS[code]] += 1

    def meddle(net: Net) -> None:
        if fate.victim is not None:
            net.silent.add(fate.victim)

    net = table(hand, tamper, meddle)
    try:
        net.play()
        if fate.victim is not None:
            os._exit(COLUMNS.index(go_on(net, hand, fate.victim)))
    except BaseException:
        if fate.victim is None:
            raise
        traceback.print_exc()
        os._exit(100)
    while children:
        wait()
    assert all(table.complete for table in net.tables)
    return ends


def main(names: Sequence[str]) -> None:
    """Print, game by game, what became of those who stayed."""
    print("".join([f"{'game':<14}", *(f"{c:>11}" for c in ("kills", *COLUMNS))]))
    for hand in [HANDS[name] for name in names or HANDS]:
        sys.stdout.flush()
        began, ends = perf_counter(), kill_each(hand)
        print(_line(hand.name, ends, perf_counter() - began), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
