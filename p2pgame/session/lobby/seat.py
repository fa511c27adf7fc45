"""What one player says before the game: hello, an offer, or an acceptance."""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import dataclass
from typing import Literal, TypeAlias

import msgspec

from p2pgame.engine import AnyGame, Options
from p2pgame.log import AuthorKey

from ..entries.errors import Unplayable
from ..entries.identity import Me
from ..entries.payloads import Absence, Accept, Genesis, Hello
from .keyring import Keyring
from .lobby import Lobby, Offered, Player, absence, quorum

#: How cards are hidden: as in the genesis.
Deck: TypeAlias = Literal["masked", "commutative", "proved"]


@dataclass(frozen=True, slots=True)
class Offer:
    """A game for ``seats`` players, ourselves in the first seat.

    ``quorum`` and what follows it are as in the genesis; a quorum or an absence of
    None is the usual one.  ``wanted`` are identities, ours among them, if these
    shall play in any case: they have the first seats, in this order, and the rest
    is for whoever comes first.  ``spectators`` says whether whoever has the watch
    link may look on.
    """

    game: AnyGame
    options: Options
    seats: int
    quorum: int | None = None
    patience: int = 0
    deck: Deck = "masked"
    bank: int = 0
    absence: Absence | None = None
    wanted: tuple[bytes, ...] = ()
    spectators: bool = False


class Seat:
    """Our own part in a lobby; asks the lobby, never changes it.

    ``offer`` is what we want to play, if it was we who opened the table.
    """

    def __init__(
        self,
        table: bytes,
        me: Me,
        lobby: Lobby,
        offer: Offer | None,
        ring: Keyring,
    ) -> None:
        self._table = table
        self._me = me
        self._author = me.key.public
        self._lobby = lobby
        self._offer = offer
        self._ring = ring
        self._declined = False
        #: The authors whom our player has let in; None: whoever comes has a seat.
        self.let_in: set[bytes] | None = None
        if offer is not None and table != self._author:
            raise ValueError("only whoever opened a table can offer a game at it")
        if offer is not None and offer.spectators and not ring.may_be_watched:
            raise ValueError("a table to be watched needs a key for who looks on")
        if offer is not None and offer.wanted:
            mine, wanted = me.identity.public, offer.wanted
            if len({*wanted}) < len(wanted) or len(wanted) > offer.seats:
                raise ValueError("an offer wants nobody twice, or without a seat")
            if mine not in wanted:
                raise ValueError("whoever offers a game plays in it")

    @property
    def key(self) -> AuthorKey:
        """The key that signs whatever is said from here."""
        return self._me.key

    @property
    def wanted(self) -> int:
        """How many others we want to play with, if it was we who opened the table."""
        return 0 if self._offer is None else self._offer.seats - 1

    @property
    def knocking(self) -> tuple[Player, ...]:
        """Who has come for a seat and was not let in, until the offer is made."""
        offer = self._offer
        if offer is None or self._lobby.offer is not None:
            return ()
        return tuple(p for p in self._lobby.guests if not self._may_sit(p, offer))

    def _may_sit(self, player: Player, offer: Offer) -> bool:
        """Return whether a guest may have a seat, as far as our player is concerned.

        Whom we want to play with, and we ourselves, need not be let in.
        """
        if self.let_in is None or player.author in self.let_in:
            return True
        return player.author == self._author or player.identity in offer.wanted

    def due(
        self, decline: Callable[[Unplayable], None], unfit: Container[bytes]
    ) -> Hello | Genesis | Accept | None:
        """Return what we have to say now, or None.

        An offer that we can't accept is told to ``decline``, once.  Authors in
        ``unfit`` are offered no seat.
        """
        if self._lobby.guest(self._author) is None:
            return self._me.hello(self._table)
        offered = self._lobby.offer
        if offered is None:
            return None if self._offer is None else self._genesis(self._offer, unfit)
        if self._declined or self._lobby.has_accepted(self._author):
            return None
        try:
            return self._accept(offered)
        except Unplayable as error:
            self._declined = True
            decline(error)
            return None

    def _genesis(self, offer: Offer, unfit: Container[bytes]) -> Genesis | None:
        """Return our offer to those who shall play, once they are all there.

        The epoch key inside is sealed to each of them, so that whoever has only
        the invite cannot read the game.
        """
        players = self._chosen(offer, unfit)
        if len(players) < offer.seats:
            return None
        boxes = [player.box for player in players]
        sealed = self._ring.fresh(b"", boxes, watched=offer.spectators)
        wanted = quorum(offer.seats) if offer.quorum is None else offer.quorum
        return Genesis(
            offer.game.name,
            offer.game.version,
            offer.game.rules,
            msgspec.to_builtins(offer.options),
            tuple(player.hello for player in players),
            sealed.name,
            sealed.boxes,
            wanted,
            offer.patience,
            offer.deck,
            offer.bank,
            offer.absence or absence(wanted),
            sealed.watch,
        )

    def _chosen(self, offer: Offer, unfit: Container[bytes]) -> list[Player]:
        """Return who gets which seat, of those who are there; too few: not yet."""
        guests = [p for p in self._lobby.guests if self._may_sit(p, offer)]
        fit = [p for p in guests if p.author not in unfit or p.author == self._author]
        fit.sort(key=lambda player: player.author != self._author)
        if not offer.wanted:
            return fit[: offer.seats]
        # Of somebody who has come twice the first; ourselves as we opened the table.
        found = {player.identity: player for player in reversed(fit)}
        chosen = [found[identity] for identity in offer.wanted if identity in found]
        if len(chosen) < len(offer.wanted):
            return []
        others = [player for player in fit if player.identity not in offer.wanted]
        return [*chosen, *others][: offer.seats]

    def _accept(self, offered: Offered) -> Accept:
        if not self._lobby.seats(self._author):
            raise Unplayable("the game has begun without you: others have its seats")
        self._lobby.start()
        authors = [player.author for player in offered.players]
        self._ring.open(offered.genesis, authors.index(self._author))
        return Accept(offered.entry.id)
