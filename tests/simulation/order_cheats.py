"""Players who cheat with orders for ticks to come.

A player that opens another order than it sealed is convicted.  Nobody is blamed for an
order that is not legal, one that is opened too early, or a second one for the same
tick: these are void, or their author's own loss.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from p2pgame.log import Behind
from p2pgame.protocols.chance import sealed
from p2pgame.session import Table
from p2pgame.session.entries.payloads import Answer, Payload
from p2pgame.session.game.orders_ahead import OrdersAhead, context_of, is_ahead
from p2pgame.session.game.own_move import OwnMove
from p2pgame.session.game.play import Play
from p2pgame.session.peer.runner import Peer
from tests.simulation import program

if TYPE_CHECKING:
    from tests.simulation.world import World

#: Orders that mover does not allow.
ILLEGAL = (b"zz9", b"u 0", b"u 9999999", b"check check")
#: A legal one, which nobody orders here.
OTHER = b"k 77"
#: So often somebody orders twice for one tick.
SECONDS = 3


class OrderForger:
    """Has somebody sign other orders or openings than its program says."""

    def __init__(self, world: World, table: Table) -> None:
        self._world = world
        self._table = table
        self._kind = world.plan.cheat
        self._chance = world.chance.of("cheats with orders")
        self._chances = 0
        #: What was sealed in the place of an order, by nonce.
        self._sealed: dict[bytes, bytes] = {}

    def forged(self, said: Payload) -> Payload:
        """Return what is signed in the place of this.

        Raises:
          Behind: Nothing is.
        """
        if self._kind == "unopened order" and self._world.has_cheated:
            raise Behind("silent")
        play = self._table.play
        if play is None or play.seat is None or not isinstance(said, Answer):
            return said
        message = self._message(play, said)
        return Answer(said.turn, said.round, message)

    def _message(self, play: Play, answer: Answer) -> bytes:
        assert play.seat is not None
        said, is_opening = answer.message, answer.round % 2 == 1
        was_ahead = is_ahead(answer) or play.seat in play.dealer.ahead
        match self._kind:
            case "unopened order" if is_opening and was_ahead and self._is_time():
                self._world.cheated()
                raise Behind("silent")
            case "swapped order" if is_opening and was_ahead and self._is_time():
                self._world.cheated()
                return said[:32] + OTHER
            case "illegal order" if is_opening and said[:32] in self._sealed:
                return said[:32] + self._sealed[said[:32]]
            case "illegal order" if is_ahead(answer) and not is_opening:
                return self._illegal(play.seat, context_of(answer))
        return said

    def _is_time(self) -> bool:
        if self._world.has_cheated:
            return False
        self._chances += 1
        return self._chances > self._world.plan.cheats_at

    def _illegal(self, seat: int, context: bytes) -> bytes:
        """Return the seal of an order that is not legal."""
        self._world.cheated()
        player = program.me(self._world.plan.seed, self._world.plan.cheater or 0)
        order, nonce = self._chance.choice(ILLEGAL), player.entropy(context)(32)
        self._sealed[nonce] = order
        return sealed.seal_ahead(seat, context, order, player.entropy(context))


async def meddle(world: World, peer: Peer, chance: Random) -> None:
    """Have a cheat's program open orders early or unseen, or order twice for a tick."""
    play, kind = peer.table.play, world.plan.cheat
    if play is None or play.seat is None:
        return
    if kind == "early opening":
        _open_early(world, play)
    elif kind == "illegal order":
        _open_unseen(play)
    elif kind == "second order" and world.ledger.counts["second orders"] < SECONDS:
        await peer._core.act(lambda: _order_again(world, play, chance))


def _open_early(world: World, play: Play) -> None:
    """Have the program think that only its own player must have sealed an order."""
    ahead, seat = play.ahead._hearing.ahead, play.seat

    def may_open(ticks: int, mine: int, players: object) -> bool:
        honest = OrdersAhead.may_open
        is_early = not honest(ahead, ticks, mine, frozenset(range(world.plan.seats)))
        may = honest(ahead, ticks, mine, frozenset({mine}))
        if may and is_early:
            world.cheated()
        return may

    if seat is not None:
        ahead.may_open = may_open  # type: ignore[method-assign, assignment]


def _open_unseen(play: Play) -> None:
    """Have the program open what it has noted, whether or not that fits its seal."""
    own = play.ahead._own

    def ahead(answer: Answer) -> str | None:
        context = context_of(answer)
        return own._ahead.get(context, own._notes.get(context))

    own.ahead = ahead  # type: ignore[method-assign]
    open_anything(own)


def open_anything(own: OwnMove) -> None:
    """Have a program open a move also where it has sealed another one."""
    own.is_astray = lambda turn, hearing: False  # type: ignore[method-assign]


def _order_again(world: World, play: Play, chance: Random) -> None:
    """Seal another order for a tick for which one is sealed already."""
    assert play.seat is not None
    mine = play.ahead._hearing.ahead.sealed(play.seat)
    if not mine or play.ahead._own.due is not None:
        return
    first = chance.choice(mine).answer
    world.count("second orders")
    world.cheated()
    play.ahead._own.due = Answer(first.turn, first.round, chance.randbytes(32))
