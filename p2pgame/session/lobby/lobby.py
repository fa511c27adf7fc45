"""This module folds the entries before the game: guests, the offer, acceptances.

A table's id is its opener's author key.  Only the opener's offer counts, and only
the first; each player that it seats accepts it, and play begins when all have. An
entry's effect depends on its clock (what its author had seen when signing), never
on what has arrived here by now.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

import msgspec

from p2pgame.engine import AnyGame, Options, UnknownGame
from p2pgame.log import Entry, InvalidEntry

from ..entries.errors import InvalidPayload, Unplayable
from ..entries.identity import check_hello, check_invited
from ..entries.payloads import MASKED, Absence, Accept, Genesis, Hello, decode

#: The most entries that we keep of an author without a seat.
UNSEATED_ENTRIES = 4

#: The known games, by name and version.
Games: TypeAlias = Mapping[tuple[str, int], AnyGame]
#: How far an entry's author had seen each author's feed.
Clock: TypeAlias = Mapping[bytes, int]


@dataclass(frozen=True, slots=True)
class Player:
    """A player or guest at the table; ``hello`` is the id of its hello entry.

    ``author`` signs the player's entries, ``identity`` vouches for that key,
    and to ``box`` the epoch key is sealed.
    """

    hello: bytes
    name: str
    author: bytes
    identity: bytes
    box: bytes


@dataclass(frozen=True, slots=True)
class Start:
    """The game that all players have accepted; ``id`` is the genesis entry's.

    ``quorum`` and what follows it are as in the genesis.
    """

    id: bytes
    game: AnyGame
    options: Options
    players: tuple[Player, ...]
    quorum: int = 0
    patience: int = 0
    deck: str = MASKED
    bank: int = 0
    absence: Absence = "wait"
    #: Whether holders of the watch link may spectate.
    watchable: bool = False

    def seat_of(self, author: bytes) -> int | None:
        """Return the seat of an author, or None if it plays no part."""
        authors = (player.author for player in self.players)
        return next((n for n, known in enumerate(authors) if known == author), None)


@dataclass(frozen=True, slots=True)
class Offered:
    """The opener's genesis, its entry, and the players it seats."""

    entry: Entry
    genesis: Genesis
    players: tuple[Player, ...]


class Lobby:
    """A fold over the entries before the first turn.

    ``joining`` is the table's joining key; None: we check a file, or spectate, and
    only the offer shows who was invited.
    """

    def __init__(self, table: bytes, games: Games, joining: bytes | None) -> None:
        self._table = table
        self._games = games
        self._joining = joining
        self._hellos: dict[bytes, Player] = {}
        self._accepted: set[bytes] = set()
        self._is_taken = False
        self.offer: Offered | None = None
        #: The authors that the offer seats.
        self.authors: frozenset[bytes] = frozenset()

    @property
    def guests(self) -> tuple[Player, ...]:
        """Return the guests, in order of arrival."""
        return tuple(self._hellos.values())

    @property
    def players(self) -> tuple[Player, ...]:
        """Return the players that the offer seats; empty before there is one."""
        return () if self.offer is None else self.offer.players

    def guest(self, author: bytes) -> Player | None:
        return next((p for p in self.guests if p.author == author), None)

    def seats(self, author: bytes) -> bool:
        return author in self.authors

    def may_join(self, entry: Entry) -> bool:
        """Return whether an entry is the hello of a guest that may join.

        The answer follows from the entry and the invite alone, so that all who hold
        the invite give the same.
        """
        try:
            payload = decode(entry.payload)
            if not isinstance(payload, Hello):
                return False
            check_hello(entry, payload)
            if self._joining is not None:
                check_invited(entry, payload, self._joining)
        except (InvalidPayload, InvalidEntry):
            return False
        return True

    def may_append(self, entry: Entry) -> bool:
        """Return whether an author that has joined may append this entry."""
        return (
            entry.author == self._table
            or self.seats(entry.author)
            or (self.offer is None and entry.sequence < UNSEATED_ENTRIES)
        )

    def has_accepted(self, author: bytes) -> bool:
        return author in self._accepted

    def receive(
        self, entry: Entry, payload: Hello | Genesis | Accept, clock: Clock
    ) -> None:
        """Take in one entry; an entry out of order is void.

        Raises:
          InvalidPayload: The opener's offer contradicts what it has seen.
        """
        match payload:
            case Hello(name, identity, _, box, _) if entry.sequence == 0:
                player = Player(entry.id, name, entry.author, identity, box)
                self._hellos[entry.id] = player
            case Genesis() if entry.author == self._table and self.offer is None:
                players = self._seated(payload, clock)
                self.offer = Offered(entry, payload, players)
                self.authors = frozenset(player.author for player in players)
            case Accept(genesis) if self._saw_offer(clock):
                assert self.offer is not None
                if genesis == self.offer.entry.id and self.seats(entry.author):
                    self._accepted.add(entry.author)

    def _saw_offer(self, clock: Clock) -> bool:
        return self.offer is not None and (
            clock.get(self._table, -1) >= self.offer.entry.sequence
        )

    def _seated(self, genesis: Genesis, clock: Clock) -> tuple[Player, ...]:
        players = tuple(
            player
            for hello in genesis.hellos
            if (player := self._hellos.get(hello)) and player.author in clock
        )
        if len(players) != len(genesis.hellos):
            raise InvalidPayload("offered a seat to somebody it had not heard of")
        if len({player.author for player in players}) != len(players):
            raise InvalidPayload("offered two seats to one player")
        if all(player.author != self._table for player in players):
            raise InvalidPayload("offered a game without taking a seat in it")
        if len(genesis.boxes) != len(players):
            raise InvalidPayload("offered a game without an epoch key for each seat")
        return players

    @property
    def unready(self) -> tuple[Player, ...]:
        """Return the seated players that have not accepted the offer yet."""
        return tuple(p for p in self.players if not self.has_accepted(p.author))

    @property
    def is_accepted(self) -> bool:
        """Return whether all players that the offer seats have accepted it."""
        return self.offer is not None and all(
            self.has_accepted(player.author) for player in self.players
        )

    def take_start(self) -> Start | None:
        """Return the game when all have accepted it, the first time this is asked.

        Raises:
          Unplayable: It is no game that we know, or not with these options.
        """
        if self._is_taken or not self.is_accepted:
            return None
        self._is_taken = True
        return self.start()

    def start(self) -> Start:
        """Return the game that is offered.

        Raises:
          Unplayable: It is no game that we know, or not with these options.
        """
        assert self.offer is not None
        genesis, players = self.offer.genesis, self.offer.players
        game = _known(self._games, genesis)
        if game.rules != genesis.rules:
            raise Unplayable(
                f"{game.name}, version {game.version}, has other rules here: "
                "both need the same source of it"
            )
        try:
            options = msgspec.convert(genesis.options, game.options)
        except msgspec.ValidationError:
            raise Unplayable(f"{game.name} has no such options") from None
        if len(players) not in game.seats:
            raise Unplayable(f"{game.name} is not for {len(players)} players")
        unfit = game.why_not(len(players), options)
        if unfit is not None:
            raise Unplayable(f"{game.name} can't be played like that", unfit)
        wrong = why_no_quorum(genesis.quorum, len(players))
        wrong = wrong or why_no_deck(genesis.deck, game, genesis.quorum)
        wrong = wrong or why_no_bank(genesis.bank, genesis.patience)
        wrong = wrong or why_no_absence(genesis.absence, genesis.quorum)
        if wrong is not None:
            raise Unplayable(wrong)
        return Start(
            self.offer.entry.id,
            game,
            options,
            players,
            genesis.quorum,
            genesis.patience,
            genesis.deck,
            genesis.bank,
            genesis.absence,
            bool(genesis.watch),
        )


def _known(games: Games, genesis: Genesis) -> AnyGame:
    """Return the game that is offered.

    Raises:
      Unplayable: It is not registered, and which release has it, if that is known.
    """
    try:
        return games[genesis.game, genesis.version]
    except UnknownGame as unknown:
        raise Unplayable(str(unknown)) from None
    except KeyError:
        named = f"{genesis.game}, version {genesis.version}"
        raise Unplayable(f"{named}, is not known here") from None


def quorum(seats: int) -> int:
    """Return the default quorum: the least possible, and 0 for two seats.

    Any two quorums share two players, so that one of them is honest if one player
    forks. With three seats that is impossible: two quorums share one player.
    """
    if seats < 3:
        return 0
    return 2 if seats == 3 else (seats + 3) // 2


def why_no_quorum(wanted: int, seats: int) -> str | None:
    """Return why ``wanted`` of ``seats`` players can't be a quorum, or None."""
    if wanted == 0 or (seats > 2 and quorum(seats) <= wanted < seats):
        return None
    if seats < 3:
        return f"of {seats} players nobody can go on without another: quorum 0"
    low, high = quorum(seats), seats - 1
    return f"the quorum of {seats} players is {low} to {high}, or 0 for none"


def why_no_deck(deck: str, game: AnyGame, quorum: int) -> str | None:
    """Return why ``game`` cannot be played with this kind of deck, or None."""
    if deck == MASKED:
        return None
    if not game.only_deals:
        return f"{game.name} does more with cards than the {deck} deck can: take masked"
    if quorum:
        return f"the {deck} deck cannot be opened without a player: quorum 0"
    return None


def absence(quorum: int) -> Absence:
    """Return the default policy for a game with a silent player."""
    return "finish" if quorum else "wait"


def why_no_absence(wanted: Absence, quorum: int) -> str | None:
    """Return why this policy for a silent player is impossible, or None."""
    if wanted == "wait" and quorum:
        return "whoever waits for everybody needs nobody to decide: quorum 0"
    if wanted != "wait" and not quorum:
        return "without a quorum nobody can go on without another: absence wait"
    return None


def why_no_bank(bank: int, patience: int) -> str | None:
    """Return why the players cannot have this time for the whole game, or None."""
    if bank and not patience:
        return "time for the whole game needs a limit for each word: a patience"
    return None
