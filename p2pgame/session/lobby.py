"""Before the game: who has come, what is offered, and who has accepted it.

Whoever opened the table offers a genesis that names the seats; everybody named
accepts it, and play begins when all have.  A player accepts once, so no two
games can start at one table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

import msgspec

from p2pgame.engine import AnyGame, Options
from p2pgame.log import Entry

from .errors import InvalidPayload, Unplayable
from .payloads import Accept, Genesis, Hello

Games: TypeAlias = Mapping[str, AnyGame]


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody at the table; ``hello`` is the id of the entry that says so.

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
    """What all players have agreed to play; ``id`` is the genesis entry's."""

    id: bytes
    game: AnyGame
    options: Options
    players: tuple[Player, ...]


class Lobby:
    """A fold over the entries before the first turn."""

    def __init__(self, games: Games) -> None:
        self._games = games
        self._hellos: dict[bytes, Player] = {}
        self._genesis: dict[bytes, Genesis] = {}
        self._accepted: dict[bytes, bytes] = {}

    @property
    def players(self) -> tuple[Player, ...]:
        """Who has come, in the order in which we heard of them."""
        return tuple(self._hellos.values())

    def player(self, author: bytes) -> Player | None:
        return next((p for p in self.players if p.author == author), None)

    def receive(self, entry: Entry, payload: Hello | Genesis | Accept) -> None:
        """Take in one entry.

        Raises:
          InvalidPayload: It contradicts what its author has signed or seen.
        """
        match payload:
            case Hello(name, identity, _, box):
                self._hellos[entry.id] = Player(
                    entry.id, name, entry.author, identity, box
                )
            case Genesis():
                self._check(entry, payload)
                self._genesis[entry.id] = payload
            case Accept(genesis):
                if entry.author in self._accepted:
                    raise InvalidPayload("accepted a second genesis")
                self._accepted[entry.author] = genesis

    def offers(self, player: Player) -> Mapping[bytes, Genesis]:
        """Return the offers that seat ``player``, by the ids of their entries."""
        return {
            id: genesis
            for id, genesis in self._genesis.items()
            if player.hello in genesis.hellos
        }

    def has_accepted(self, player: Player) -> bool:
        return player.author in self._accepted

    def offered(self, id: bytes) -> Start:
        """Return what the genesis with this id offers.

        Raises:
          Unplayable: It is no game that we know, or not with these options.
        """
        genesis = self._genesis[id]
        game = self._games.get(genesis.game)
        if game is None or game.version != genesis.version:
            raise Unplayable(
                f"{genesis.game}, version {genesis.version}, is not known here"
            )
        try:
            options = msgspec.convert(genesis.options, game.options)
        except msgspec.ValidationError:
            raise Unplayable(f"{game.name} has no such options") from None
        seats = len(genesis.hellos)
        if seats not in game.seats:
            raise Unplayable(f"{game.name} is not for {seats} players")
        wrong = game.why_not(seats, options)
        if wrong is not None:
            raise Unplayable(f"{game.name} can't be played like that: {wrong}")
        return Start(
            id, game, options, tuple(self._hellos[hello] for hello in genesis.hellos)
        )

    def accepted(self) -> bytes | None:
        """Return the id of the genesis that all its players have accepted."""
        for id, genesis in self._genesis.items():
            authors = [self._hellos[hello].author for hello in genesis.hellos]
            if all(self._accepted.get(author) == id for author in authors):
                return id
        return None

    def _check(self, entry: Entry, genesis: Genesis) -> None:
        players = [self._hellos.get(hello) for hello in genesis.hellos]
        if None in players or len(set(genesis.hellos)) != len(players):
            raise InvalidPayload("offered a seat to nobody, or two to one player")
        if players[0] is None or players[0].author != entry.author:
            raise InvalidPayload("offered a game without taking its first seat")
        if len(genesis.boxes) != len(players):
            raise InvalidPayload("offered a game without an epoch key for each seat")
