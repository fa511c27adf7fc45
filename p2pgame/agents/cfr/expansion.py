"""This module walks the whole tree of a small game for two, from its rules alone.

Cards are drawn when somebody is to see them, so a shuffle has one outcome and a deal
as many as there are different hands.  Sealed moves are one seat's decision and then
the other's, who does not see it.  A seat is offered the moves that are fair with what
it knows, as at a table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import perm, prod

from p2pgame.engine import (
    AnyGame,
    Choose,
    Chosen,
    ChosenTogether,
    Event,
    Message,
    Options,
    Over,
    Place,
    Refusal,
    Roll,
    State,
    Tick,
    Together,
    Turn,
    advance,
    learn,
    start,
    view,
)
from p2pgame.engine.soundness import turn_of
from p2pgame.playtest.dealer import dealt
from p2pgame.playtest.outcomes import Unseen, moves, outcomes, ways

from ..observation import NO_FACES, Faces
from .sequence_form import Row, SequenceForm, Side
from .situation import Heard

#: The most nodes of a tree that is walked; Leduc hold'em has 12,452 here.
MOST_NODES = 200_000
#: The most turns of a game; one that has more may go on for ever.
MOST_TURNS = 200


@dataclass(frozen=True, slots=True)
class _Seat:
    """One seat at a node: its sequence, what it has seen, and its faces and choice."""

    sequence: int
    heard: Heard
    known: Faces
    choice: Choose | None


@dataclass(frozen=True, slots=True)
class _Node:
    """A history of ``turns``; its cards are so likely, and ``sealed`` moves made."""

    state: State
    turn: Turn
    turns: int
    unseen: Unseen
    chance: float
    seats: tuple[_Seat, ...]
    sealed: tuple[str, ...] = ()


def expand(game: AnyGame, options: Options, most: int = MOST_NODES) -> SequenceForm:
    """Return the sequence form of a game for two.

    Raises:
      Refusal: It is not for two, has more than ``most`` nodes or :data:`MOST_TURNS`,
        or is of a kind that is not solved.
    """
    if 2 not in game.seats or len(game.teams(2, options)) < 2:
        raise Refusal(Message.of("train-not-for-two", game=game.name))
    return _Expansion(game, most).run(options)


class _Expansion:
    def __init__(self, game: AnyGame, most: int) -> None:
        self._game, self._most, self._nodes = game, most, 0
        self._sides = Side(), Side()
        self._found: tuple[dict[str, int], dict[str, int]] = {}, {}
        self._payoffs: dict[tuple[int, int], float] = {}

    def run(self, options: Options) -> SequenceForm:
        state = start(self._game, 2, options).state
        turn = turn_of(self._game, state)
        seats = tuple(
            _Seat(0, Heard(), NO_FACES, view(self._game, state, n, {}, turn).choice)
            for n in range(2)
        )
        stack = [_Node(state, turn, 0, Unseen(), 1.0, seats)]
        while stack:
            node = stack.pop()
            self._nodes += 1
            if self._nodes + len(stack) > self._most:
                raise self._too_large()
            stack.extend(self._below(node))
        paid = (_rows(self._payoffs, 0), _rows(self._payoffs, 1))
        return SequenceForm(self._sides, paid, self._nodes)

    def _below(self, node: _Node) -> Iterator[_Node]:
        """Yield the nodes after this one; keep what an end pays."""
        match node.turn:
            case Over(payoffs):
                self._pay(node, payoffs)
            case Choose(player):
                for move, seats in self._decided(node, player):
                    yield self._after(node, seats, Chosen(player, move))
            case Together(choices):
                player = choices[len(node.sealed)].player
                for move, seats in self._decided(node, player):
                    sealed = (*node.sealed, move)
                    if len(sealed) == len(choices):
                        yield self._after(node, seats, ChosenTogether(sealed))
                    else:
                        yield replace(node, seats=seats, sealed=sealed)
            case Place() | Tick():
                raise Refusal(Message.of("train-kind", game=self._game.name))
            case _:
                yield from self._fallen(node)

    def _pay(self, node: _Node, payoffs: tuple[int, ...]) -> None:
        if sum(payoffs) != 0:
            raise Refusal(Message.of("train-not-zero-sum", game=self._game.name))
        pair = node.seats[0].sequence, node.seats[1].sequence
        before = self._payoffs.get(pair, 0.0)
        self._payoffs[pair] = before + node.chance * payoffs[0]

    def _decided(
        self, node: _Node, player: int
    ) -> Iterator[tuple[str, tuple[_Seat, ...]]]:
        """Yield a player's moves, with the seats after each."""
        seat = node.seats[player]
        assert seat.choice is not None
        offered = tuple(moves(seat.choice.moves))
        first = self._enter(player, seat, offered)
        for sequence, move in enumerate(offered, first):
            did = replace(seat, sequence=sequence)
            yield move, (did, node.seats[1]) if player == 0 else (node.seats[0], did)

    def _enter(self, player: int, seat: _Seat, offered: tuple[str, ...]) -> int:
        """Return the first sequence of the information set that a player is in."""
        side, found, text = self._sides[player], self._found[player], seat.heard.text
        number = found.setdefault(text, len(found))
        if number == len(side.texts):
            side.texts.append(text)
            side.moves.append(offered)
            side.parents.append(seat.sequence)
            side.firsts.append(side.sequences)
            side.sequences += len(offered)
        elif (side.moves[number], side.parents[number]) != (offered, seat.sequence):
            raise Refusal(Message.of("train-recall", game=self._game.name))
        return side.firsts[number]

    def _fallen(self, node: _Node) -> Iterator[_Node]:
        """Yield the outcomes of chance; each is as likely as its cards."""
        if ways(node.turn, node.unseen) > self._most:
            raise self._too_large()
        total = 0.0
        for event, unseen in outcomes(self._game, node.state, node.turn, node.unseen):
            likely = likelihood(node.turn, node.unseen, unseen)
            total += likely
            chance = node.chance * likely
            yield self._after(node, node.seats, event, unseen, chance)
        if abs(total - 1) > 1e-9:  # piles mixed again, or claims that may fail
            raise Refusal(Message.of("train-kind", game=self._game.name))

    def _after(
        self,
        node: _Node,
        seats: tuple[_Seat, ...],
        event: Event,
        unseen: Unseen | None = None,
        chance: float | None = None,
    ) -> _Node:
        """Return the node after an event, at which each seat sees what it may."""
        if node.turns == MOST_TURNS:
            message = Message.of(
                "train-too-long", game=self._game.name, most=MOST_TURNS
            )
            raise Refusal(message)
        game, turn = self._game, node.turn
        unseen = node.unseen if unseen is None else unseen
        state: State = advance(game, node.state, event, turn).state
        now, told = turn_of(game, state), dealt(turn, dict(unseen.drawn))
        looking = list[_Seat]()
        for number, seat in enumerate(seats):
            known = learn(seat.known, turn, event, told.get(number, NO_FACES))
            look = view(game, state, number, known, now)
            heard = seat.heard.after(turn, event, look.faces)
            looking.append(_Seat(seat.sequence, heard, known, look.choice))
        chance = node.chance if chance is None else chance
        return _Node(state, now, node.turns + 1, unseen, chance, tuple(looking))

    def _too_large(self) -> Refusal:
        return Refusal(
            Message.of("train-too-large", game=self._game.name, most=self._most)
        )


def likelihood(turn: Turn, before: Unseen, after: Unseen) -> float:
    """Return how likely one of the outcomes of a turn is."""
    if isinstance(turn, Roll):
        return 1 / ways(turn, before)
    drawn = dict(after.drawn)
    total = 1.0
    for pool in before.pools:
        faces = Counter(drawn[slot] for slot in pool.slots if slot in drawn)
        held = Counter(pool.faces)
        total *= prod(perm(held[face], count) for face, count in faces.items())
        total /= perm(len(pool.slots), faces.total())
    return total


def _rows(payoffs: dict[tuple[int, int], float], seat: int) -> tuple[Row, ...]:
    """Return what each sequence of a seat pays to it, with each of the other's."""
    rows: dict[int, list[tuple[int, float]]] = {}
    for pair, pays in payoffs.items():
        if pays:
            own = pays if seat == 0 else -pays
            rows.setdefault(pair[seat], []).append((pair[1 - seat], own))
    return tuple((sequence, tuple(pairs)) for sequence, pairs in rows.items())
