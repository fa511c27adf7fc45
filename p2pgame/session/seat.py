"""What one player says before the game: hello, an offer, or an acceptance."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from p2pgame.engine import AnyGame, Options
from p2pgame.transport.envelope import open_key, seal_key
from p2pgame.transport.link import InvalidFrame

from .errors import Unplayable
from .identity import Me
from .lobby import Lobby, Player
from .payloads import Accept, Genesis, Payload


@dataclass(frozen=True, slots=True)
class Offer:
    """A game for ``seats`` players, ourselves in the first seat."""

    game: AnyGame
    options: Options
    seats: int


class Seat:
    """Our own part in a lobby; asks the lobby, never changes it."""

    def __init__(self, table: bytes, me: Me, lobby: Lobby, offer: Offer | None) -> None:
        self._table = table
        self._me = me
        self._author = me.key.public
        self._lobby = lobby
        self._offer = offer
        self._declined: set[bytes] = set()
        self.epoch_key: bytes | None = None

    def due(self, decline: Callable[[str], None]) -> Payload | None:
        """Return what we have to say now, or None.

        An offer that cannot be accepted is told to ``decline``, once.
        """
        player = self._lobby.player(self._author)
        if player is None:
            return self._me.hello(self._table)
        offers = self._lobby.offers(player)
        if self._offer is not None and not offers:
            return self._genesis(self._offer, player)
        if self._lobby.has_accepted(player):
            return None
        for id, genesis in offers.items():
            if id in self._declined:
                continue
            try:
                self._lobby.offered(id)
                self._open_box(player, genesis)
            except Unplayable as error:
                self._declined.add(id)
                decline(str(error))
            else:
                return Accept(id)
        return None

    def _genesis(self, offer: Offer, player: Player) -> Genesis | None:
        """Return our offer to those who came first, once they are enough.

        The epoch key inside is sealed to each of them, so that whoever has only
        the invite cannot read the game.
        """
        guests = [guest for guest in self._lobby.players if guest != player]
        if len(guests) < offer.seats - 1:
            return None
        players = [player, *guests[: offer.seats - 1]]
        key = self._me.derive(b"epoch key")
        entropy = self._me.entropy(b"epoch boxes")
        return Genesis(
            offer.game.name,
            offer.game.version,
            msgspec.to_builtins(offer.options),
            tuple(player.hello for player in players),
            tuple(seal_key(key, player.box, entropy) for player in players),
        )

    def _open_box(self, player: Player, genesis: Genesis) -> None:
        box = genesis.boxes[genesis.hellos.index(player.hello)]
        try:
            self.epoch_key = open_key(box, self._me.box_secret)
        except InvalidFrame:
            raise Unplayable("the offer holds no epoch key for us") from None
