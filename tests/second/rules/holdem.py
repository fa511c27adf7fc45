"""No-limit Texas hold'em, version 2, from the transitions of docs/wire-holdem.md."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from ..states import Field
from ..turns import Choose, Deal, Event, Open, Over, Roll, Shuffle, Turn
from .holdem_table import RANKS, State, best, but, made, put, turned
from .simple import Simple, has_only

DECK = tuple(rank + suit for rank in RANKS for suit in "cdhs")
DEFAULTS: Mapping[str, int | str] = {
    "hands": 1, "stack": 1000, "stacks": "", "button": 0, "small_blind": 5,
    "big_blind": 10, "ante": 0, "raise_every": 0,
}  # fmt: skip
MOST_HANDS, MOST_CHIPS = 1000, 10**12


# Steps


def new_hand(s: State, button: int) -> State:
    higher = sum(seat <= button for seat in s.here)
    order, n = turned(s.here, higher), len(s.stacks)
    posting = order[::-1] if len(order) == 2 else order
    names = ("small blind", "big blind")
    due = [(p, "ante", a) for p, a in zip(posting, s.antes, strict=False)]
    due += [(p, w, b) for p, w, b in zip(posting, names, s.blinds, strict=False)]
    owed = tuple(one for one in due if one[2])
    phase = "posting" if owed else "shuffle"
    return replace(
        s, phase=phase, hand=s.hand + 1, button=button, order=order, live=order,
        due=owed, dead=0, paid=(0,) * n, bets=(0,) * n, board=(), shown=((),) * n,
    )  # fmt: skip


def pay(s: State, seat: int, chips: int) -> State:
    stacks, bets = put(s.stacks, seat, -chips), put(s.bets, seat, chips)
    return replace(s, stacks=stacks, bets=bets, paid=put(s.paid, seat, chips))


def post(s: State) -> State:
    for seat, what, owed in s.due:
        chips = min(owed, s.stacks[seat])
        s = pay(s, seat, chips)
        if what == "ante":
            s = replace(s, bets=put(s.bets, seat, -chips))
    return replace(s, due=(), phase="shuffle")


def begin_round(s: State, place: int) -> State:
    to_act = tuple(p for p in turned(s.order, place) if p in s.live and s.stacks[p])
    if len(s.live) < 2:
        to_act = ()
    return skip(
        replace(
            s, phase="betting", acted=(), raised=0, short=0, aggressor=-1, to_act=to_act
        )
    )  # fmt: skip


def last_blind(s: State) -> int:
    posting = s.order[::-1] if len(s.order) == 2 else s.order
    most = max(s.bets[p] for p in posting)
    return s.order.index([p for p in posting if s.bets[p] == most][-1])


def skip(s: State) -> State:
    while s.to_act and not s.owes(s.to_act[0]) and not s.may_raise(s.to_act[0]):
        s = replace(s, to_act=s.to_act[1:])
    return s


def fold(s: State, seat: int) -> State:
    live, to_act = but(s.live, seat), but(s.to_act, seat)
    return skip(replace(s, live=live, to_act=to_act if len(live) > 1 else ()))


def raise_to(s: State, seat: int, total: int) -> State:
    by = total - s.price
    s = pay(s, seat, total - s.bets[seat]).raised_by(seat, by)
    behind = turned(s.order, s.order.index(seat))[1:]
    to_act = tuple(p for p in behind if p in s.live and s.stacks[p])
    return replace(s, aggressor=seat, to_act=to_act)


def act(s: State, seat: int, move: str) -> State:
    if move == "fold":
        return fold(s, seat)
    if move.startswith("raise "):
        return raise_to(s, seat, int(move.removeprefix("raise ")))
    s = pay(s, seat, min(s.owes(seat), s.stacks[seat]))
    return skip(replace(s, to_act=s.to_act[1:], acted=(*s.acted, seat)))


def close_round(s: State) -> State:
    if s.to_act:
        return s
    *_, second, top = sorted(s.bets)
    if top > second and s.gets_back(s.bets.index(top)):
        return replace(s, phase="uncalled")
    return after_round(s)


def give_back(s: State) -> State:
    *_, second, top = sorted(s.bets)
    return after_round(pay(s, s.bets.index(top), second - top))


def after_round(s: State) -> State:
    s = replace(s, bets=(0,) * len(s.bets))
    if len(s.live) == 1:
        return pots(s)
    with_chips, river = sum(s.stacks[p] > 0 for p in s.live), len(s.board) == 5
    if with_chips <= 1 or (river and with_chips < len(s.live)):
        return replace(s, phase="all-in")
    if not river:
        return replace(s, phase="board")
    place = s.live.index(s.aggressor) if s.aggressor in s.live else 0
    return replace(s, phase="showdown", to_act=turned(s.live, place))


def muck(s: State, seat: int) -> State:
    return next_to_show(replace(s, live=but(s.live, seat), to_act=but(s.to_act, seat)))


def next_to_show(s: State) -> State:
    return s if s.to_act and len(s.live) > 1 else pots(s)


def pots(s: State) -> State:
    found = made(s, s.contenders())
    return replace(s, phase="pots" if found else "end", to_act=(), pots=tuple(found))


def award(s: State) -> State:
    for amount, seats in s.pots:
        s = replace(s, stacks=s.shared(amount, best(s, seats)))
    return replace(s, phase="end", pots=())


# Hands, and who leaves them


def first_hand(s: State) -> State | None:
    paid = collect(s)
    if paid is not None:
        return paid
    return None if s.button < 0 else new_hand(s, s.button)


def level_behind(s: State, hand: int) -> State:
    if not hand or not s.raise_every or hand % s.raise_every:
        return s
    most = sum(s.start)
    antes, blinds = (
        tuple(min(2 * chips, most) for chips in values)
        for values in (s.antes, s.blinds)
    )
    return replace(s, antes=antes, blinds=blinds, min_bet=min(2 * s.min_bet, most))


def after_hand(s: State) -> State | None:
    if any(not s.stacks[p] for p in s.live):
        return replace(s, live=tuple(p for p in s.live if s.stacks[p]))
    paid = collect(s)
    if paid is not None or s.hand >= (s.hands or MOST_HANDS) or len(s.here) < 2:
        return paid
    return new_hand(level_behind(s, s.hand), s.next_button())


def owing(s: State, seat: int) -> State:
    chips, level = 0, s
    for hand in range(s.hand, s.hands or MOST_HANDS):
        level = level_behind(level, hand)
        chips += max(level.antes) + max(level.blinds)
    chips = min(chips, sum(s.start))
    return replace(s, due=(*s.due, (seat, "leaving", chips))) if chips else s


def collect(s: State) -> State | None:
    """Let the next entry be paid, if there is one that can be."""
    n = len(s.stacks)
    here = tuple(sorted(s.here, key=lambda p: (p - s.button - 1) % n))
    for place, (seat, _, owed) in enumerate(s.due, 1):
        chips = min(owed, s.stacks[seat])
        if chips and here:
            stacks = replace(s, stacks=put(s.stacks, seat, -chips)).shared(chips, here)
            return replace(s, stacks=stacks, due=s.due[place:])
    return None


def leave(s: State, seat: int) -> State:
    s = step_out(owing(s, seat), seat)
    if s.phase in ("shuffle", "deal") and len(s.live) == 1:
        return close_round(replace(s, order=()))
    return s


def step_out(s: State, seat: int) -> State:
    s = replace(s, gone=(*s.gone, seat))
    if s.phase == "button":
        return s if len(s.here) > 1 else replace(s, phase="end")
    shows = s.phase == "showing" and s.to_act[0] == seat
    if seat not in s.live or s.shown[seat] or shows:
        return s
    if s.phase in ("showdown", "showing"):
        return muck(s, seat)
    if s.live == (seat,):
        return close_round(replace(s, order=()))
    s = fold(s, seat)
    if s.phase in ("shuffle", "deal"):
        return replace(s, order=s.live)
    if s.phase == "betting" or len(s.live) == 1:
        return close_round(s)
    return after_round(s) if s.phase == "board" else s


FIX_UPS: Mapping[str, Callable[[State], State | None]] = {
    "button": first_hand,
    "posting": post,
    "uncalled": give_back,
    "pots": award,
    "end": after_hand,
}


def fixed(s: State) -> State:
    while (fix := FIX_UPS.get(s.phase)) and (after := fix(s)) is not None:
        s = after
    return s


class Holdem(Simple[State]):
    name, version, state = "holdem", 3, State

    def start(self, seats: int, options: Mapping[str, object]) -> State | None:
        types = {name: type(value) for name, value in DEFAULTS.items()}
        if not has_only(options, types) or not 2 <= seats <= 10:
            return None
        given = {**DEFAULTS, **options}
        return started(self.state, seats, str(given.pop("stacks")), _numbers(given))

    def fields(self, s: State) -> Sequence[Field]:
        return [
            s.hands, s.raise_every, s.antes, s.blinds, s.min_bet, False, s.start,
            s.stacks, s.phase, s.hand, s.button, s.order, s.due, s.dead, s.paid, s.bets,
            s.live, s.to_act, s.acted, s.raised, s.short, s.aggressor, s.board, s.shown,
            s.pots, s.gone,
        ]  # fmt: skip

    def turn(self, s: State) -> Turn:
        slots = {seat: (2 * n, 2 * n + 1) for n, seat in enumerate(s.order)}
        match s.phase:
            case "betting":
                return _choice(s, s.to_act[0])
            case "board":
                first = 2 * len(s.order) + len(s.board)
                return Open(tuple(range(first, first + (1 if s.board else 3))))
            case "showdown":
                return Choose(s.to_act[0], ("show", "muck"))
            case "showing":
                return Open(slots[s.to_act[0]])
            case "all-in":
                return Open(tuple(slot for p in s.live for slot in slots[p]))
            case "button":
                return Roll(len(s.here))
            case "shuffle":
                return Shuffle(DECK, tuple(sorted(s.live)))
            case "deal":
                return Deal({slot: p for p in s.live for slot in slots[p]})
        return Over(tuple(a - b for a, b in zip(s.stacks, s.start, strict=True)))

    def apply(self, state: State, event: Event) -> State:
        return fixed(_applied(state, event))

    def without(self, state: State, seat: int) -> State | None:
        return fixed(leave(state, seat))

    def closing(self, state: State) -> State | None:
        hands = max(state.hand, 1)
        return None if hands == state.hands else fixed(replace(state, hands=hands))

    def default(self, state: State, turn: Choose) -> str | None:
        return "check" if "check" in turn.moves else turn.moves[0]

    def settled(self, state: State, lost: frozenset[int]) -> tuple[int, ...] | None:
        return settled(state, lost)


def _numbers(given: Mapping[str, object]) -> dict[str, int]:
    return {name: n for name, n in given.items() if isinstance(n, int)}


def started(
    kind: type[State], seats: int, listed: str, given: Mapping[str, int]
) -> State | None:
    stack, ante, button = given["stack"], given["ante"], given["button"]
    small, big = given["small_blind"], given["big_blind"]
    stacks = (stack,) * seats
    if listed:
        if not re.fullmatch(r"[1-9][0-9]{0,12}(,[1-9][0-9]{0,12})*", listed):
            return None
        stacks = tuple(map(int, listed.split(",")))
    counts = given["hands"], given["raise_every"]
    good = all(0 <= count <= MOST_HANDS for count in counts)
    good &= 1 <= small <= big <= stack and 0 <= button <= seats
    good &= 0 <= ante <= stack <= MOST_CHIPS
    if not good or len(stacks) != seats or max(stacks) > MOST_CHIPS:
        return None
    blinds, none = (small, big, *[0] * (seats - 2)), (0,) * seats
    table = kind(*counts, (ante,) * seats, blinds, big, stacks, stacks)
    shown: tuple[tuple[str, ...], ...] = ((),) * seats
    return fixed(replace(table, button=button - 1, paid=none, bets=none, shown=shown))


def _choice(s: State, seat: int) -> Choose:
    moves = ("fold", "call") if s.owes(seat) else ("check",)
    if not s.may_raise(seat):
        return Choose(seat, moves)
    low = min(s.has(seat), s.price + s.full)
    return Choose(seat, moves, (("raise", low, s.has(seat)),))


def _applied(s: State, event: Event) -> State:
    match event:
        case Event("rolled", (int(place),)):
            return new_hand(s, s.here[place])
        case Event("shuffled"):
            return replace(s, phase="deal")
        case Event("dealt"):
            return close_round(begin_round(s, (last_blind(s) + 1) % len(s.order)))
        case Event("chosen", (_, "show")):
            return replace(s, phase="showing")
        case Event("chosen", (int(seat), "muck")):
            return muck(s, seat)
        case Event("chosen", (int(seat), str(move))):
            return close_round(act(s, seat, move))
    return _opened(s, tuple(map(str, event.values)))


def _opened(s: State, faces: tuple[str, ...]) -> State:
    if s.phase == "showing":
        s = _show(s, {s.to_act[0]: faces})
        return next_to_show(replace(s, phase="showdown", to_act=s.to_act[1:]))
    if s.phase == "all-in":
        pairs = zip(faces[::2], faces[1::2], strict=True)
        s = _show(s, dict(zip(s.live, pairs, strict=True)))
    else:
        s = replace(s, board=s.board + faces)
    if not s.shown[s.live[0]]:
        return begin_round(s, 0)
    return pots(s) if len(s.board) == 5 else replace(s, phase="board")


def _show(s: State, faces: Mapping[int, tuple[str, ...]]) -> State:
    return replace(s, shown=tuple(faces.get(p, old) for p, old in enumerate(s.shown)))


def settled(s: State, lost: frozenset[int]) -> tuple[int, ...]:
    """Return what each seat has won if the table breaks up without a set."""
    for seat in sorted(lost.difference(s.gone)):
        s = owing(s, seat)
    gone = tuple(sorted(lost.union(s.gone)))
    if s.phase not in ("button", "end"):
        live = tuple(p for p in s.live if p not in lost)
        if not live:
            live = tuple(p for p in range(len(s.stacks)) if p not in lost)
            whole = s.dead + sum(s.paid)
            s = replace(s, dead=whole, paid=(0,) * len(s.paid))
        for amount, seats in made(s, live):
            s = replace(s, stacks=s.shared(amount, seats))
    s = replace(s, gone=gone)
    while (paid := collect(s)) is not None:
        s = paid
    return tuple(a - b for a, b in zip(s.stacks, s.start, strict=True))
