"""Says what a table goes on from: the end of the one before, and what its players kept.

A player is known by its identity here, for its seat and its key change from one table
to the next.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from p2pgame.engine import Message, RulesError
from p2pgame.engine.play import start as begin

from ..entries.errors import Unplayable
from ..entries.payloads import End
from .lobby import Player, Start

#: What is said before why a table is not the next one.
OTHER = "this table does not go on from the one before"


@dataclass(frozen=True, slots=True)
class Stakes:
    """What the seats of a table begin with, and what a new player would begin with."""

    begins: tuple[int, ...]
    fresh: tuple[int, ...]


def carried(table: bytes, end: End) -> bytes:
    """Return how the genesis of the next table names this table's end."""
    return table + end.turn + end.state


def stakes(start: Start) -> Stakes | None:
    """Return what a game's seats begin with; None: it carries nothing over.

    Raises:
      RulesError: The rules are at fault.
    """
    game, seats = start.game, len(start.players)
    begins = game.kept(begin(game, seats, start.options).state)
    if begins is None:
        return None
    options = game.continued(start.options, (0,) * seats)
    fresh = game.kept(begin(game, seats, options).state)
    return Stakes(begins, begins if fresh is None else fresh)


@dataclass(frozen=True, slots=True)
class Purses:
    """What each identity ``kept`` in one game, by its last table there.

    The ``last`` table of that game had these identities, and the ``first`` one of the
    evening began with these amounts. ``is_whole``: no table is unknown to us, at which
    somebody may have kept something.
    """

    kept: Mapping[bytes, int]
    last: Collection[bytes]
    first: tuple[int, ...]
    is_whole: bool = True

    def wrong_seat(self, identities: Sequence[bytes], here: Stakes) -> int | None:
        """Return a seat that begins with another amount than is due; None: none does.

        All begin anew, or each goes on with what it kept; with nothing it begins like
        a new player. So may a player that has missed a table.
        """
        if here.begins in (here.fresh, self.first):
            return None
        for seat, identity in enumerate(identities):
            if identity not in self.kept and not self.is_whole:
                continue
            fresh, begins = here.fresh[seat], here.begins[seat]
            due = self.kept.get(identity, 0) or fresh
            may_be_new = identity not in self.last
            if begins != due and not (may_be_new and begins == fresh):
                return seat
        return None


@dataclass(frozen=True, slots=True)
class Before:
    """The end of the table from which we come, and what was kept in each game."""

    carried: bytes
    purses: Mapping[str, Purses] = field(default_factory=dict)

    def check(self, start: Start) -> None:
        """Check that a game goes on from here.

        Raises:
          Unplayable: It does not.
        """
        if start.carried != self.carried:
            raise Unplayable(OTHER, Message.of("end-differs"))
        try:
            here = stakes(start)
        except RulesError as error:
            raise Unplayable(f"the rules are at fault: {error}") from None
        purses = self.purses.get(start.game.name)
        if here is None or purses is None:
            return
        identities = [player.identity for player in start.players]
        seat = purses.wrong_seat(identities, here)
        if seat is not None:
            had = purses.kept.get(identities[seat], 0)
            raise _other_stake(start.players[seat], had, here.begins[seat])


def _other_stake(player: Player, had: int, begins: int) -> Unplayable:
    why = Message.of("stake-differs", player=player.name, had=had, begins=begins)
    return Unplayable(OTHER, why)
