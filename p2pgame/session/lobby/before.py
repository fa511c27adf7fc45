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

#: Characters of what somebody begins with, at most, as people are told it.
SHOWN = 40
#: What is said before why a table is not the next one.
OTHER = "this table does not go on from the one before"


@dataclass(frozen=True, slots=True)
class Stakes:
    """What the seats of a table begin with, and what a new player would begin with.

    These are numbers of chips in a game in which chips are bought: nobody who does has
    more than ``most`` then.  0: nothing is for sale.  ``in_order``: seat 0 comes first,
    where the rules carry over whose turn that is.
    """

    begins: tuple[str, ...]
    fresh: tuple[str, ...]
    most: int = 0
    in_order: bool = True

    def bought(self, had: str, seat: int) -> int:
        """Return how many chips more than these a seat begins with, if it may."""
        before, now = chips_of(had), chips_of(self.begins[seat])
        if before is None or now is None or now > self.most:
            return 0
        return max(0, now - before)


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
    options = game.continued(start.options, ("",) * seats)
    fresh = game.kept(begin(game, seats, options).state)
    most = game.buy_in(start.options)
    in_order = game.continued(start.options, begins) == start.options
    return Stakes(begins, begins if fresh is None else fresh, most, in_order)


@dataclass(frozen=True, slots=True)
class Purses:
    """What each identity ``kept`` in one game, by its last table there.

    The ``last`` table of that game had these identities, and the ``first`` one of the
    evening began with these amounts. ``is_whole``: no table is unknown to us, at which
    somebody may have kept something. ``order`` is that in which players come first at
    the next table; empty: the rules don't say.
    """

    kept: Mapping[bytes, str]
    last: Collection[bytes]
    first: tuple[str, ...]
    is_whole: bool = True
    order: Sequence[bytes] = ()

    def due_first(self, identities: Sequence[bytes], here: Stakes) -> bytes | None:
        """Return whose seat 0 should be if it is not; None: it is right.

        Where all begin anew anybody may come first.
        """
        going = [one for one in self.order if one in identities]
        if not going or self.is_anew(here):
            return None
        is_right = here.in_order and identities[0] == going[0]
        return None if is_right else going[0]

    def wrong_seat(self, identities: Sequence[bytes], here: Stakes) -> int | None:
        """Return a seat that begins with another amount than is due; None: none does.

        All begin anew, or each goes on with what it kept, and chips that it buys; with
        nothing it begins like a new player. So may a player that has missed a table.
        """
        return None if self.is_anew(here) else self._wrong_purse(identities, here)

    def goes_on(self, identities: Sequence[bytes], here: Stakes) -> bool:
        """Return whether each begins with what it kept and chips that it may buy.

        That may look like a table at which all begin anew.
        """
        return self._wrong_purse(identities, here) is None

    def _wrong_purse(self, identities: Sequence[bytes], here: Stakes) -> int | None:
        for seat, identity in enumerate(identities):
            if identity not in self.kept and not self.is_whole:
                continue
            fresh, begins = here.fresh[seat], here.begins[seat]
            had = self.kept.get(identity, "")
            may_be_new = identity not in self.last
            if begins == (had or fresh) or (may_be_new and begins == fresh):
                continue
            if not here.bought(had, seat):
                return seat
        return None

    def is_anew(self, here: Stakes) -> bool:
        """Return whether all begin a table like new players, or as the first one."""
        return here.begins in (here.fresh, self.first)


@dataclass(frozen=True, slots=True)
class Before:
    """The end of the table from which we come, and what was kept in each game.

    The player ``own`` has asked for so many chips, at most.
    """

    carried: bytes
    purses: Mapping[str, Purses] = field(default_factory=dict)
    own: bytes = b""
    asks: int = 0

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
        if seat is None and not purses.is_anew(here):
            seat = self._oversold(identities, purses, here)
        if seat is not None:
            had = purses.kept.get(identities[seat], "")
            raise _other_stake(start.players[seat], had, here.begins[seat])
        due = purses.due_first(identities, here)
        if due is not None:
            name = start.players[identities.index(due)].name
            raise Unplayable(OTHER, Message.of("first-differs", player=name))

    def _oversold(
        self, identities: Sequence[bytes], purses: Purses, here: Stakes
    ) -> int | None:
        """Return our own seat if it buys more than we have asked for.

        A player with nothing begins like a new one, if nobody has heard in time what
        it asks for.
        """
        if self.own not in identities or self.own not in purses.kept:
            return None
        seat, had = identities.index(self.own), purses.kept[self.own]
        usual = not had and here.begins[seat] == here.fresh[seat]
        return None if usual or here.bought(had, seat) <= self.asks else seat


def _other_stake(player: Player, had: str, begins: str) -> Unplayable:
    told = stake_shown(had), stake_shown(begins)
    why = Message.of("stake-differs", player=player.name, had=told[0], begins=told[1])
    return Unplayable(OTHER, why)


def stake_shown(stake: str) -> str:
    """Return what somebody has to begin with, cut to what a sentence takes."""
    return f"{stake[: SHOWN - 1]}…" if len(stake) > SHOWN else stake or "0"


def chips_of(stake: str) -> int | None:
    """Return a stake as a number of chips; None: it is something else."""
    is_number = stake.isascii() and stake.isdecimal() and len(stake) <= SHOWN
    return int(stake) if is_number else None if stake else 0
