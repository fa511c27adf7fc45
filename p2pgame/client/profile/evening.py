"""Adds up an evening: tables of which each goes on from the end of the one before.

Each table's file names the end of the table before in its genesis, which all its
players have accepted; and that end is signed by all who stayed.  So what an evening
comes to follows from the files alone.  People are known by their keys.  A seat adds up
what it has seen by the same fold, table by table, and keeps it in its ticket.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from p2pgame.engine import Message
from p2pgame.engine.printable import signed
from p2pgame.games.registry import GAMES
from p2pgame.session.lobby.before import Before, Purses, Stakes, chips_of, stake_shown

from ..events import Account, EveningShown, Part, Payment, Standing, Verified
from ..names import distinct
from ..words import title_of
from .ledger import payments

#: People of an evening, at most; with more another evening begins.
PEOPLE_LIMIT = 256
#: Bytes, in hexadecimal, that name a table at the start of how an end is named.
_TABLE = 64


class Kept(Part, frozen=True):
    """What each identity kept in one game, and who was at its ``last`` table.

    Its ``first`` table of the evening began with these amounts.  ``bought`` are the
    chips that each has bought, each time.  In ``order`` players come first at the next
    table; empty: the rules don't say.
    """

    amounts: dict[str, str]
    last: tuple[str, ...]
    first: tuple[str, ...]
    bought: dict[str, tuple[int, ...]] = {}  # noqa: RUF012 (msgspec copies it)
    order: tuple[str, ...] = ()

    def purses(self, *, is_whole: bool) -> Purses:
        amounts = {bytes.fromhex(one): kept for one, kept in self.amounts.items()}
        last = [*map(bytes.fromhex, self.last)]
        order = [*map(bytes.fromhex, self.order)]
        return Purses(amounts, last, self.first, is_whole, order)


class Evening(Part, frozen=True):
    """What some ``tables`` in a row have come to; ``end`` is that of the last one.

    ``names`` are by identity, ``points`` by game and identity.  ``kept`` is for games
    in which that goes on.  ``missed``: tables before or between them are not known.
    Our player has asked to buy so many chips for the next table: ``asks``.
    """

    tables: int = 0
    end: str = ""
    names: dict[str, str] = {}  # noqa: RUF012 (msgspec copies it)
    points: dict[str, dict[str, int]] = {}  # noqa: RUF012
    kept: dict[str, Kept] = {}  # noqa: RUF012
    missed: bool = False
    asks: int = 0

    def before(self, own: bytes) -> Before | None:
        """Return what the next table goes on from, for the player of this identity.

        None: we do not know its predecessor.
        """
        if not self.end:
            return None
        whole = not self.missed
        purses = {game: one.purses(is_whole=whole) for game, one in self.kept.items()}
        return Before(bytes.fromhex(self.end), purses, own, self.asks)

    def amounts(self, game: str) -> Mapping[str, str]:
        """Return what each identity has to go on with in a game."""
        return self.kept[game].amounts if game in self.kept else {}

    def next_order(self, game: str, identities: Sequence[bytes]) -> list[bytes]:
        """Return in which order those at the last table sit at the next one.

        Where the rules of the game don't say so, all sit one seat further on.
        """
        due = self.kept[game].order if game in self.kept else ()
        order = [one for one in map(bytes.fromhex, due) if one in identities]
        rest = [one for one in (*identities[1:], *identities[:1]) if one not in order]
        return [*order, *rest]

    def without_some(self) -> Evening:
        """Return this where tables were played of whose end we do not know."""
        return replace(self, end="", missed=True) if self.tables else self

    def after(self, table: Verified) -> Evening:
        """Return what the evening has come to after one more table, if that is over."""
        identities = [player.identity for player in table.players]
        if len({*self.names, *identities}) > PEOPLE_LIMIT:
            return Evening(missed=True).after(table)
        named = (player.name for player in table.players)
        points = dict(self.points)
        if table.payoffs:
            had = points.get(table.game, {})
            won = zip(identities, table.payoffs, strict=True)
            sums = {one: had.get(one, 0) + payoff for one, payoff in won}
            points[table.game] = {**had, **sums}
        return Evening(
            self.tables + 1,
            table.chain.end,
            {**self.names, **dict(zip(identities, named, strict=True))},
            points,
            self._kept_after(table, identities),
            self.missed or (not self.tables and bool(table.chain.before)),
        )

    def _kept_after(self, table: Verified, identities: list[str]) -> dict[str, Kept]:
        chain = table.chain
        if not chain.kept:
            return self.kept
        amounts = dict(zip(identities, chain.kept, strict=True))
        before, had = self.kept.get(table.game), self.amounts(table.game)
        goes_on = before is not None and not self.is_anew(table)
        if goes_on:
            amounts = {**had, **amounts}  # who is not here keeps what it has
        first = chain.begins if before is None else before.first
        bought = {} if before is None else dict(before.bought)
        for one, begins in zip(identities, chain.begins, strict=True):
            chips, old = chips_of(begins), chips_of(had.get(one, ""))
            if not chain.most or chips is None or old is None:
                continue
            times, more = bought.get(one, ()), chips - old
            if times and not goes_on:  # as if it had bought that in the beginning
                bought[one] = (times[0] + more, *times[1:])
            elif more:
                bought[one] = (*times, more)
        order = _order(identities, chain.first)
        now = Kept(amounts, tuple(identities), first, bought, order)
        return {**self.kept, table.game: now}

    def is_anew(self, table: Verified) -> bool:
        """Return whether all begin that table anew, whatever they kept in its game."""
        before, chain = self.kept.get(table.game), table.chain
        if before is None:
            return True
        here = Stakes(chain.begins, chain.fresh, chain.most)
        identities = [bytes.fromhex(player.identity) for player in table.players]
        purses = before.purses(is_whole=True)
        return purses.is_anew(here) and not purses.goes_on(identities, here)

    def why_not_next(self, table: Verified) -> Message | None:
        """Return why a table does not go on from here, though it names this one."""
        chain = table.chain
        if chain.before != self.end:
            return Message.of("chain-other-end")
        kept = self.kept.get(table.game)
        if kept is None or not chain.begins:
            return None
        identities = [bytes.fromhex(player.identity) for player in table.players]
        here = Stakes(chain.begins, chain.fresh, chain.most, chain.in_order)
        purses = kept.purses(is_whole=not self.missed)
        seat = purses.wrong_seat(identities, here)
        if seat is None:
            due = purses.due_first(identities, here)
            if due is None:
                return None
            player = table.players[identities.index(due)]
            return Message.of("first-differs", player=player.name)
        player = table.players[seat]
        had = stake_shown(kept.amounts.get(player.identity, ""))
        begins = stake_shown(chain.begins[seat])
        return Message.of("stake-differs", player=player.name, had=had, begins=begins)

    @property
    def accounts(self) -> tuple[Account, ...]:
        """The standings in each game, the best first, and who pays whom."""
        people = [*self.names]
        shown = dict(zip(people, distinct([*self.names.values()]), strict=True))
        return tuple(
            _account(game, won, shown, self._bought(game))
            for game, won in self.points.items()
        )

    def _bought(self, game: str) -> Mapping[str, tuple[int, ...]]:
        """Return what each identity has bought in a game, if we know it all."""
        if self.missed or game not in self.kept:
            return {}
        return self.kept[game].bought

    @property
    def shown(self) -> EveningShown:
        """The evening as an event."""
        accounts = self.accounts
        told = [Message.of("evening-so-far", tables=self.tables)]
        if self.missed:
            told.append(Message.of("evening-missed"))
        for account in accounts:
            told += in_words(account)
        return EveningShown(self.tables, accounts, self.missed, tuple(told))


def _order(identities: list[str], first: int) -> tuple[str, ...]:
    """Return who comes first at the next table, who if that one does not go, and so on.

    A player of two seats has no place in an order.
    """
    if first < 0 or len({*identities}) < len(identities):
        return ()
    return (*identities[first:], *identities[:first])


def in_words(account: Account) -> list[Message]:
    """Return what a game has come to, a sentence for each line.

    Who pays whom is said of a game alone in which chips are bought: nobody owes points.
    """
    people, of_chips = account.standings, _is_of_chips(account)
    id = "evening-game" if of_chips else "evening-game-points"
    told = [Message.of(id, game=title_of(account.game)), *map(_in_words, people)]
    for pay in account.payments if of_chips else ():
        payer, payee = people[pay.payer].name, people[pay.payee].name
        told.append(
            Message.of("evening-pays", payer=payer, payee=payee, amount=pay.amount)
        )
    return told


def _is_of_chips(account: Account) -> bool:
    """Return whether what an account adds up is chips that players buy."""
    if any(one.bought for one in account.standings):
        return True
    game = GAMES.get(account.game)
    return game is not None and game.buy_in(game.options()) > 0


def _in_words(one: Standing) -> Message:
    name, total = one.name, signed(one.total)
    if not one.bought:
        return Message.of("evening-person", name=name, total=total)
    chips = f"{sum(one.bought) + one.total}"
    more = " + ".join(map(str, one.bought[1:]))  # the first are what it began with
    if not more:
        id = "evening-person-chips"
        return Message.of(id, name=name, total=total, chips=chips)
    id = "evening-person-bought"
    return Message.of(id, name=name, total=total, chips=chips, bought=more)


def _account(
    game: str,
    won: Mapping[str, int],
    shown: Mapping[str, str],
    bought: Mapping[str, tuple[int, ...]],
) -> Account:
    best = sorted(won, key=lambda one: -won[one])
    standings = tuple(
        Standing(shown[one], one, won[one], bought.get(one, ())) for one in best
    )
    due = payments([one.total for one in standings])
    return Account(game, standings, tuple(Payment(*one) for one in due))


class Break(Part, frozen=True):
    """Where a chain breaks: ``table``, by its place among the files, and why."""

    table: int
    message: Message


class Chain(Part, frozen=True):
    """Some of the files as one evening: their ``tables``, by place, in order.

    ``starts_late``: the first one goes on from a table that is not among the files.
    """

    tables: tuple[int, ...]
    evening: Evening
    starts_late: bool
    breaks: tuple[Break, ...] = ()


def chains(tables: Sequence[Verified]) -> list[Chain]:
    """Return the evenings that these tables are: each table is in one of them.

    Where a chain breaks another begins.
    """
    places = dict[str, int]()
    for place, one in enumerate(tables):
        places.setdefault(one.table, place)
    after = dict[int, list[int]]()
    first = list[int]()
    for place in places.values():
        before = places.get(tables[place].chain.before[:_TABLE])
        if before is None or before == place:
            first.append(place)
        else:
            after.setdefault(before, []).append(place)
    found = list[Chain]()
    while first:
        found.append(chain := _chain(tables, first.pop(0), after))
        first += [one.table for one in chain.breaks]
    return found


def _chain(
    tables: Sequence[Verified], first: int, after: Mapping[int, Sequence[int]]
) -> Chain:
    """Return the chain that begins there, to its end or to the first break."""
    order, breaks = [first], list[Break]()
    evening = Evening().after(tables[first])
    while not breaks and (following := after.get(order[-1], ())):
        for place in following:
            why = evening.why_not_next(tables[place])
            if len(following) > 1:
                why = Message.of("chain-parts")
            if why is not None:
                breaks.append(Break(place, why))
        if not breaks:
            order += following
            evening = evening.after(tables[following[0]])
    starts_late = bool(tables[first].chain.before)
    return Chain(tuple(order), evening, starts_late, tuple(breaks))


def joined(found: Iterable[Chain]) -> list[Chain]:
    """Return those that are more than one table by itself."""
    return [
        one for one in found if len(one.tables) > 1 or one.breaks or one.starts_late
    ]
