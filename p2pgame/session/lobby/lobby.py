"""This module folds the entries before the game: guests, the offer, acceptances.

A table's id is its opener's author key.  Only the opener's offer counts, and only
the first; each player that it seats accepts it, and play begins when all have. An
entry's effect depends on its clock (what its author had seen when signing), never
on what has arrived here by now.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

import msgspec

from p2pgame.engine import AnyGame, Message, Options, RulesError, UnknownGame
from p2pgame.engine.play import why_not
from p2pgame.engine.prepared import prepared
from p2pgame.engine.rules import shown_hash
from p2pgame.log import Entry, InvalidEntry
from p2pgame.transport.wire_version import HIGHEST, SPOKEN, Versions, release_of

from ..entries.errors import (
    GameNotHere,
    InvalidPayload,
    LaterVersion,
    UnfitTerms,
    Unplayable,
    other_version,
)
from ..entries.identity import check_hello, check_invited
from ..entries.payloads import (
    MASKED,
    UNTIMED,
    Absence,
    Accept,
    Genesis,
    Hello,
    Leave,
    Time,
    decode,
)
from ..entries.shown import shown_name
from .terms import why_not_offered

#: The most entries that we keep of an author without a seat.
UNSEATED_ENTRIES = 4

#: The known games, by name and version.
Games: TypeAlias = Mapping[tuple[str, int], AnyGame]
#: How far an entry's author had seen each author's feed.
Clock: TypeAlias = Mapping[bytes, int]


@dataclass(frozen=True, slots=True)
class Player:
    """A player or guest at the table; ``hello`` is the id of its hello entry.

    ``name`` is as people may see it. ``author`` signs the player's entries,
    ``identity`` vouches for that key, and to ``box`` the epoch key is sealed.
    ``speaks`` are the versions of the wire that its program speaks.
    """

    hello: bytes
    name: str
    author: bytes
    identity: bytes
    box: bytes
    speaks: Versions = SPOKEN
    #: Whether a program plays, by its own word.
    is_program: bool = False


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
    carried: bytes = b""
    time: Time = UNTIMED
    wire: int = HIGHEST

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
    only the offer shows who was invited.  ``spoken`` are the versions of the wire that
    this program speaks.
    """

    def __init__(
        self,
        table: bytes,
        games: Games,
        joining: bytes | None,
        spoken: Versions = SPOKEN,
    ) -> None:
        self._table = table
        self._games = games
        self._joining = joining
        self.spoken = spoken
        self._hellos: dict[bytes, Player] = {}
        self._accepted: set[bytes] = set()
        self._is_taken = False
        #: Whether the host has said a genesis, of which the first counts, good or not.
        self.has_offered = False
        self.offer: Offered | None = None
        self._leavers: set[bytes] = set()
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

    def why_apart(self, player: Player) -> str | None:
        """Return why this program can't play with a player's, or None.

        The sentence says who needs which release.
        """
        theirs, ours = player.speaks, self.spoken
        if theirs.shared(ours) is not None:
            return None
        says = (
            f"{player.name}'s program speaks {theirs} of the wire, and this one {ours}"
        )
        if theirs.lowest > ours.highest:
            return f"{says}: this one must become {release_of(theirs.lowest)}"
        return f"{says}: {player.name} needs {release_of(ours.lowest)}"

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
        except (InvalidPayload, LaterVersion, InvalidEntry):
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
        self, entry: Entry, payload: Hello | Genesis | Accept | Leave, clock: Clock
    ) -> None:
        """Take in one entry; an entry out of order is void.

        Raises:
          InvalidPayload: The opener's offer contradicts what it has seen.
        """
        match payload:
            case Hello() if entry.sequence == 0:
                self._hellos[entry.id] = _player(entry, payload)
            case Leave():
                self._leavers.add(entry.author)
            case Genesis() if entry.author == self._table and not self.has_offered:
                self.has_offered = True
                players = self._seated(payload, clock)
                self.offer = Offered(entry, payload, players)
                self.authors = frozenset(player.author for player in players)
            case Accept(genesis) if self.saw_offer(clock):
                assert self.offer is not None
                stays = self.seats(entry.author) and entry.author not in self._leavers
                if genesis == self.offer.entry.id and stays:
                    self._accepted.add(entry.author)

    @property
    def leavers(self) -> frozenset[bytes]:
        """Return the authors that have signed a leave, before the start or after it."""
        return frozenset(self._leavers)

    @property
    def staying(self) -> tuple[Player, ...]:
        """Return the guests that have not left, in order of arrival."""
        return tuple(p for p in self.guests if p.author not in self._leavers)

    @property
    def leaver(self) -> Player | None:
        """Return a player without whom the game can't start, as it has left, or None.

        The opener before its offer, or whom the offer seats.
        """
        needed = self.players or tuple(
            p for p in self.guests if p.author == self._table
        )
        return next((p for p in needed if p.author in self._leavers), None)

    @property
    def has_failed(self) -> bool:
        """Return whether a player has left without having accepted."""
        leaver = self.leaver
        return leaver is not None and not self.has_accepted(leaver.author)

    def saw_offer(self, clock: Clock) -> bool:
        """Return whether there is an offer in the past that ``clock`` tells."""
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
        if len({player.identity for player in players}) != len(players):
            raise InvalidPayload("offered two seats to one identity")
        shared = shared_by(players)
        if shared is None or genesis.wire != shared.highest:
            raise InvalidPayload(
                "fixed another version of the wire than the highest that all speak"
            )
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
        if genesis.wire not in self.spoken:
            raise other_version(genesis.wire, self.spoken)
        game = _known(self._games, self.offer)
        try:
            options = msgspec.convert(genesis.options, prepared(game.options))
        except msgspec.ValidationError:
            raise Unplayable(f"{game.name} has no such options") from None
        if len(players) not in game.seats:
            raise Unplayable(f"{game.name} is not for {len(players)} players")
        try:
            unfit = why_not(game, len(players), options)
        except RulesError as error:
            raise Unplayable(f"the rules are at fault: {error}") from None
        if unfit is not None:
            raise Unplayable(f"{game.name} can't be played like that", unfit)
        wrong = why_not_offered(genesis, game)
        if wrong is not None:
            raise UnfitTerms("no table has such terms", wrong)
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
            genesis.carried,
            genesis.time,
            genesis.wire,
        )


def _known(games: Games, offer: Offered) -> AnyGame:
    """Return the game that is offered.

    Raises:
      Unplayable: It is not registered, and which release or file has it, if that is
        known.
    """
    genesis = offer.genesis
    of_a_file = bool(genesis.rules)
    named = f"{shown_name(genesis.game)}, version {genesis.version}"
    try:
        game = games[genesis.game, genesis.version]
    except UnknownGame as unknown:
        text = f"{named}, is not known here" if of_a_file else str(unknown)
    except KeyError:
        text = f"{named}, is not known here"
    else:
        if game.rules == genesis.rules:
            return game
        text = f"{named}, has other rules here: both need the same source of it"
        of_a_file = of_a_file and bool(game.rules)
    raise GameNotHere(text, _in_a_file(offer) if of_a_file else None)


def _in_a_file(offer: Offered) -> Message:
    """Return who has rules that are not here, and how they are known."""
    genesis, host = offer.genesis, offer.entry.author
    names = (player.name for player in offer.players if player.author == host)
    return Message.of(
        "rules-in-a-file",
        host=next(names, host.hex()[:8]),
        game=shown_name(genesis.game),
        version=genesis.version,
        fingerprint=shown_hash(genesis.rules),
    )


def shared_by(players: Iterable[Player]) -> Versions | None:
    """Return the versions of the wire that all these players' programs speak."""
    shared: Versions | None = Versions(1, 2**16 - 1)
    for player in players:
        shared = shared and shared.shared(player.speaks)
    return shared


def _player(entry: Entry, hello: Hello) -> Player:
    return Player(
        entry.id,
        shown_name(hello.name),
        entry.author,
        hello.identity,
        hello.box,
        Versions(hello.lowest, hello.highest),
        hello.decider == "program",
    )
