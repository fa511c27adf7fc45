"""A simulation plays one world on: through the tree, then at random.

Every turn goes through :func:`p2pgame.engine.advance`, so a simulation knows the rules
as well as a table does.  No player makes a move that is unfair with the cards of the
world, or that needs a false claim.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from typing import Any, TypeAlias

from p2pgame.engine import (
    Amount,
    Choose,
    Chosen,
    ChosenTogether,
    Deal,
    Event,
    IllegalMove,
    Offer,
    Open,
    Opened,
    Over,
    Place,
    Prove,
    Roll,
    Rolled,
    State,
    Tick,
    Ticked,
    Together,
    Turn,
    advance,
)
from p2pgame.engine.game import Game

from .look_ahead import certain
from .lots import Lots
from .moves import Labels, considered
from .problem import Problem
from .tree import Node, Scale, Table, Way
from .world import World

#: Random moves tried in a rollout until one is fair and honest.
TRIES = 50
#: The turns that players answer, and those of which a false one may stop a move.
DECISIONS, CLAIMING = (Choose, Together, Tick), (Prove, Open)
#: Players whose orders in one tick are tried; more than these give none.
MOST_ORDERS = 6

Values: TypeAlias = Sequence[float]
#: Moves made in the tree: the player, its table, the label, and all its labels.
_Tried: TypeAlias = list[tuple[int, Table, str, Collection[str]]]


class Stuck(Exception):
    """A player of a simulated world has no honest move."""


class Simulator:
    """Plays simulations of one problem, and keeps their tree."""

    def __init__(self, problem: Problem, lots: Lots, *, private: bool = False) -> None:
        game, state, horizon = problem.game, problem.state, problem.horizon
        self.root, self.scale = Node(), Scale()
        self._game, self._state = game, state
        self._seat = problem.knowledge.seat
        self._turn = game.turn(state)
        self._horizon, self._lots = horizon, lots
        self._round = horizon.round(state)
        self._teams = [team for team in problem.teams if len(team) > 1]
        self._labels = Labels(game)
        self._judges = type(game).why_unfair is not Game.why_unfair
        self._private = private
        self._nodes: dict[State, Node] = {self._state: self.root}
        #: Whether nothing is left to find out: the root's outcome is certain.
        self.is_solved = False

    def run(self, world: World) -> None:
        """Play one simulation in ``world``, which it uses up."""
        tried: _Tried = []
        played, is_certain = self._played(world, tried)
        values = self._teamed(played)
        self.scale.see(values)
        for player, table, label, _ in tried:
            table.add(label, values[player])
        if is_certain:
            self._prove(tried, values)

    def look_ahead(self) -> None:
        """Prove what a few moves of two players show where nothing is hidden."""
        turn = self._turn
        if not isinstance(turn, Choose) or self._judges:
            return  # a move that is unfair would be no way out
        table, proved = self.table(), certain(self._game, self._state, turn)
        for move, values in proved.items():
            table.prove(move, values)
            self.scale.see(values)
        top = self.scale.top
        self.is_solved = (
            table.outcome([*map(str, turn.moves)], turn.player, top) is not None
        )

    def table(self) -> Table:
        """Return the searching seat's table at the root."""
        return self.root.table((self._seat, ()))

    def take_apart(self) -> None:
        """Free the tree node by node; the root's table stays, for its holder.

        To free what nobody holds any more is one step of the interpreter, in which no
        other thread runs: a loop would stand still for as long as a large tree takes.
        """
        waiting = [self.root]
        while waiting:
            node = waiting.pop()
            waiting += node.children.values()
            waiting += (there for _, _, there in node.ways.values())
            node.children, node.ways, node.tables = {}, {}, {}
        while self._nodes:
            self._nodes.popitem()

    def _prove(self, tried: _Tried, values: Values) -> None:
        """Keep that the last of these moves leads to ``values``, and what follows."""
        certain: Values | None = values
        for player, table, label, labels in reversed(tried):
            if certain is None:
                return
            table.proved[label] = certain
            certain = table.outcome(labels, player, self.scale.top)
        self.is_solved = certain is not None

    def _played(self, world: World, tried: _Tried) -> tuple[Values, bool]:
        """Return what the seats win, and whether it is certain after these moves."""
        game, lots, horizon = self._game, self._lots, self._horizon
        state, turn, node = self._state, self._turn, self.root
        most, rounds = horizon.depth, self._round is not None
        seen: list[Hashable] = []
        passed = {node}
        depth, is_new, is_certain = 0, False, not world.faces
        while True:
            if type(turn) is Over:
                return turn.payoffs, is_certain
            if not isinstance(turn, DECISIONS):
                is_certain = False
                event = world.answer(game, state, turn, lots)
                if not is_new:
                    seen.append(self._observed(turn, event, world))
                state = advance(game, state, event, turn).state
                turn = game.turn(state)
                continue
            if depth >= most or (rounds and horizon.round(state) != self._round):
                return self._standing(state, world), False
            depth += 1
            if is_new:
                is_certain = False
                state, turn = self._random(state, turn, world)
                continue
            if seen:
                node = node.child(tuple(seen))
                seen.clear()
            if not isinstance(turn, Choose):
                is_certain = False
            elif is_certain and self._is_open(node, turn):
                way, is_new = self._way(state, turn, node, tried)
                state, turn, node = way
                # a position that comes again is played on at random, and counts once
                is_new = is_new or node in passed
                passed.add(node)
                continue
            state, turn, is_new = self._selected(state, turn, world, node, tried, seen)

    def _standing(self, state: State, world: World) -> Values:
        standing = self._horizon.standing
        if standing is None:
            return (0,) * len(world.known)
        return standing(state, world.faces)

    def _is_open(self, node: Node, turn: Choose) -> bool:
        """Return whether a node's moves are those on offer, all of them legal."""
        if node.moves is None:
            plain = [] if self._judges else [m for m in turn.moves if type(m) is str]
            node.moves = plain if len(plain) == len(turn.moves) else []
        return bool(node.moves)

    def _way(
        self, state: State, turn: Choose, node: Node, tried: _Tried
    ) -> tuple[Way, bool]:
        """Make the move that UCB selects where nothing is hidden, as ``_selected``.

        Every node has one state here, so what follows is kept, and one node serves
        all ways that lead to a state.
        """
        player, moves = turn.player, node.moves
        assert moves is not None
        table = node.table((player, ()))
        label = table.select(moves, player, self.scale, self._lots)
        way = node.ways.get(label)
        if way is None:
            after = advance(self._game, state, Chosen(player, label), turn).state
            there = self._nodes.get(after)
            if there is None:
                there = self._nodes[after] = Node()
            way = node.ways[label] = after, self._game.turn(after), there
        tried.append((player, table, label, moves))
        return way, not table.stats[label].visits

    def _selected(
        self,
        state: State,
        turn: Choose | Together | Tick,
        world: World,
        node: Node,
        tried: _Tried,
        seen: list[Hashable],
    ) -> tuple[State, Turn, bool]:
        """Make the moves that UCB selects; True if one is tried for the first time."""
        choices = _choices(turn)
        tables = [node.table(self._key(c.player, world)) for c in choices]
        offered = [
            self._offered(state, c.player, c.moves, table, world)
            for c, table in zip(choices, tables, strict=True)
        ]
        for _ in range(TRIES):
            labels = [
                table.select([*moves], choice.player, self.scale, self._lots)
                for choice, table, moves in zip(choices, tables, offered, strict=True)
            ]
            chosen = [moves[la] for moves, la in zip(offered, labels, strict=True)]
            event = _event(turn, choices, chosen)
            after = self._after(state, turn, event, world)
            if after is not None:
                for n, choice in enumerate(choices):
                    move = choice.player, tables[n], labels[n], offered[n].keys()
                    tried.append(move)
                seen += labels
                first = (
                    t.stats[la].visits == 0 for _, t, la, _ in tried[-len(labels) :]
                )
                return *after, any(first)
            if len(offered) == 1:
                del offered[0][labels[0]]
                if not tables[0].stats[labels[0]].visits:
                    del tables[0].stats[labels[0]]
                if not offered[0]:
                    break
        raise Stuck(f"no honest move in {turn}")

    def _offered(
        self,
        state: State,
        player: int,
        offers: Sequence[Offer],
        table: Table,
        world: World,
    ) -> dict[str, str]:
        """Return a player's moves by label: fair ones, with some sizes of amounts."""
        faces = world.known[player]
        plain = [offer for offer in offers if isinstance(offer, str)]
        if self._judges:
            why = self._game.why_unfair
            plain = [m for m in plain if why(state, player, m, faces) is None]
        moves = self._labels.of(state, player, plain, faces)
        if len(plain) < len(offers):
            amounts = [offer for offer in offers if isinstance(offer, Amount)]
            moves.update((m, m) for m in considered(amounts, table.visits))
        return moves

    def _random(
        self, state: State, turn: Choose | Together | Tick, world: World
    ) -> tuple[State, Turn]:
        if type(turn) is Choose:
            for _ in range(TRIES):
                event = Chosen(turn.player, self._pick(state, turn, world))
                after = self._after(state, turn, event, world)
                if after is not None:
                    return after
            raise Stuck(f"no honest move in {turn}")
        choices = _choices(turn)
        for _ in range(TRIES):
            chosen = [self._pick(state, c, world) for c in choices]
            joint = _event(turn, choices, chosen)
            after = self._after(state, turn, joint, world)
            if after is not None:
                return after
        raise Stuck(f"no honest move in {turn}")

    def _pick(self, state: State, choice: Choose, world: World) -> str:
        offers, player, lots = choice.moves, choice.player, self._lots
        for _ in range(TRIES):
            offer = offers[lots.below(len(offers))]
            if isinstance(offer, Amount):
                between = offer.low + lots.large(offer.high - offer.low + 1)
                number = (offer.low, between, offer.high)[lots.below(3)]
                return f"{offer.verb} {number}"
            if not self._judges:
                return offer
            faces = world.known[player]
            if self._game.why_unfair(state, player, offer, faces) is None:
                return offer
        moves = [offer for offer in offers if isinstance(offer, str)]
        lots.shuffle(moves)
        for move in moves:
            faces = world.known[player]
            if self._game.why_unfair(state, player, move, faces) is None:
                return move
        raise Stuck(f"no fair move in {choice}")

    def _after(
        self, state: State, turn: Turn, event: Event, world: World
    ) -> tuple[State, Turn] | None:
        """Return state and turn after a decision, or None if the world refutes it."""
        try:
            after = advance(self._game, state, event, turn).state
        except IllegalMove:
            return None
        following = self._game.turn(after)
        if isinstance(following, CLAIMING) and not world.is_true(
            self._game, after, following
        ):
            return None
        return after, following

    def _key(self, player: int, world: World) -> Hashable:
        """Return whose table it is, and what that seat alone knows."""
        if not self._private or player == self._seat:
            return player, ()
        mine = world.known[self._seat]
        theirs = world.known[player].items()
        return player, tuple(sorted(face for slot, face in theirs if slot not in mine))

    def _observed(self, turn: Turn, event: Event, world: World) -> Hashable:
        """Return what the searching seat sees of an event of chance."""
        match turn, event:
            case _, Opened(faces):
                return faces
            case Roll(_, _, ()), Rolled(values):
                return values
            case Deal(hands) | Roll(_, _, hands), _:
                return tuple(
                    world.faces[slot]
                    for player, slots in hands
                    if player == self._seat
                    for slot in slots
                )
            case Place(player, slots), _ if player == self._seat:
                return tuple(world.faces[slot] for slot in slots)
        return ()

    def _teamed(self, values: Values) -> Values:
        if not self._teams:
            return values
        shared = [*values]
        for team in self._teams:
            mean = sum(values[seat] for seat in team) / len(team)
            for seat in team:
                shared[seat] = mean
        return shared


def private_keys(worlds: Sequence[World], seat: int) -> int:
    """Return the most different secrets that another seat has in ``worlds``."""
    keys: Mapping[int, set[Any]] = {
        player: {
            tuple(sorted(f for s, f in world.known[player].items() if s not in mine))
            for world in worlds
            for mine in (world.known[seat],)
        }
        for player in range(len(worlds[0].known))
    }
    return max(map(len, keys.values()))


def _choices(turn: Choose | Together | Tick) -> tuple[Choose, ...]:
    match turn:
        case Choose():
            return (turn,)
        case Together(choices):
            return choices
    players = sorted(turn.players)[:MOST_ORDERS]
    return tuple(Choose(player, ("", *turn.moves)) for player in players)


def _event(turn: Turn, choices: Sequence[Choose], chosen: Sequence[str]) -> Event:
    match turn:
        case Choose(player):
            return Chosen(player, chosen[0])
        case Together():
            return ChosenTogether(tuple(chosen))
    orders = zip(choices, chosen, strict=True)
    return Ticked(tuple((c.player, order) for c, order in orders if order))
