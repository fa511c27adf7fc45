"""This module decides a player's hello, offer and acceptance before the game."""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import dataclass
from typing import Literal, TypeAlias

import msgspec

from p2pgame.engine import AnyGame, IllegalMove, Message, Options
from p2pgame.log import AuthorKey
from p2pgame.transport.wire_version import TIMED

from ..entries.errors import GivenUp, Unplayable, Unseated
from ..entries.identity import Me
from ..entries.payloads import UNTIMED, Absence, Accept, Genesis, Hello, Time
from .before import Before
from .keyring import Keyring
from .lobby import Lobby, Offered, Player, shared_by
from .terms import absence, quorum

#: How cards are hidden: as in the genesis.
Deck: TypeAlias = Literal["masked", "commutative", "proved"]


@dataclass(frozen=True, slots=True)
class Offer:
    """A game for ``seats`` players, ourselves in the first seat.

    ``quorum`` and what follows it are as in the genesis; a quorum or an absence of
    None is the usual one.  ``wanted`` are identities, ours among them, for reserved
    seats: they get the first seats, in this order, and the first guests to come get
    the rest. ``spectators``: whether holders of the watch link may spectate.
    ``carried`` names the end of the table before, as in the genesis.  Of ``time``
    nothing is left at a table of programs whose version of the wire has no such field.
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
    carried: bytes = b""
    time: Time = UNTIMED


class Seat:
    """Our own part in a lobby; reads the lobby, never changes it.

    ``offer`` is the game we offer, if we opened the table.
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
        #: The authors whom our player has let in; None: every guest may have a seat.
        self.let_in: set[bytes] | None = None
        #: The guests who are away just now: they are offered no seat meanwhile.
        self.away: set[bytes] = set()
        #: The guests to whom our player gives no seat at this table.
        self.turned_away: set[bytes] = set()
        #: What the table must go on from, if we come from the table before.
        self.before: Before | None = None
        #: Whether we come to this table without wanting a seat at it.
        self.sits_out = False
        if offer is not None and table != self._author:
            raise ValueError("only whoever opened a table can offer a game at it")
        if offer is not None and offer.spectators and not ring.may_be_watched:
            raise ValueError("a table to be watched needs a key for who looks on")
        if offer is not None:
            self._check_wanted(offer)

    def _check_wanted(self, offer: Offer) -> None:
        mine, wanted = self._me.identity.public, offer.wanted
        if len({*wanted}) < len(wanted) or len(wanted) > offer.seats:
            raise ValueError("an offer wants nobody twice, or without a seat")
        if wanted and mine not in wanted:
            raise ValueError("whoever offers a game plays in it")

    @property
    def key(self) -> AuthorKey:
        """Return the key that signs this seat's entries."""
        return self._me.key

    @property
    def opens(self) -> bool:
        """Return whether we opened the table."""
        return self._author == self._table

    @property
    def has_come(self) -> bool:
        """Return whether our hello has been delivered here."""
        return self._lobby.guest(self._author) is not None

    @property
    def wanted(self) -> int:
        """Return the number of other players we want, if we opened the table."""
        return 0 if self._offer is None else self._offer.seats - 1

    @property
    def knocking(self) -> tuple[Player, ...]:
        """Return the guests that wait to be let in, until the offer is made."""
        offer = self._offer
        if offer is None or self._lobby.offer is not None:
            return ()
        gone = self.away | self.turned_away | self.twins
        here = (p for p in self._lobby.staying if p.author not in gone)
        return tuple(p for p in here if not self._may_sit(p, offer))

    @property
    def twins(self) -> frozenset[bytes]:
        """The guests whose player sits here already, until our offer is made.

        No game seats an identity twice, so these wait in vain.
        """
        if self._offer is None or self._lobby.offer is not None:
            return frozenset()
        seated, found = {self._me.identity.public}, set[bytes]()
        for player in self._lobby.staying:
            if player.author in {self._author} | self.away | self.turned_away:
                continue
            if player.identity in seated:
                found.add(player.author)
            seated.add(player.identity)
        return frozenset(found)

    def turn_twins_away(self) -> None:
        """Give no seat to whom sits here already."""
        self.turned_away |= self.twins

    def offer_instead(self, offer: Offer) -> None:
        """Offer another game, or fewer seats, than so far.

        Raises:
          IllegalMove: The table is not ours, or its game is offered already.
        """
        if self._offer is None:
            raise IllegalMove("not-opener", Message.of("not-opener"))
        if self._lobby.offer is not None:
            raise IllegalMove("begun", Message.of("begins-already"))
        self._check_wanted(offer)
        self._offer = offer

    def turn_away(self, author: bytes) -> None:
        """Give a guest no seat, also one that was let in.

        Raises:
          IllegalMove: The table is not ours, its game is offered already, or no such
            guest is here whose seat is free to give.
        """
        offer, guest = self._offer, self._lobby.guest(author)
        if offer is None:
            raise IllegalMove("not-opener", Message.of("not-opener"))
        if self._lobby.offer is not None:
            raise IllegalMove("begun", Message.of("begins-already"))
        if guest is None or author == self._author:
            raise IllegalMove("no-guest", Message.of("no-such-guest"))
        if guest.identity in offer.wanted:
            raise IllegalMove("wanted", Message.of("seat-is-reserved"))
        self.turned_away.add(author)

    def _may_sit(self, player: Player, offer: Offer) -> bool:
        """Return whether our player allows a guest a seat.

        Wanted players, and we ourselves, need not be let in.
        """
        if player.author in self.turned_away:
            return False
        if self.let_in is None or player.author in self.let_in:
            return True
        return player.author == self._author or player.identity in offer.wanted

    def due(
        self, decline: Callable[[Unplayable], None], unfit: Container[bytes]
    ) -> Hello | Genesis | Accept | None:
        """Return the payload that we owe now, or None.

        Reports an offer that we can't accept to ``decline``, once. Authors in
        ``unfit`` are offered no seat.
        """
        offered = self._lobby.offer
        if self._lobby.guest(self._author) is None:
            waits = self.sits_out and offered is None
            return None if waits else self._me.hello(self._table)
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
        """Return our offer once all players for it are there.

        Seals the epoch key to each of them, so that the invite alone does not allow
        reading the game.
        """
        players = self._chosen(offer, unfit)
        if len(players) < offer.seats:
            return None
        boxes = [player.box for player in players]
        sealed = self._ring.fresh(b"", boxes, watched=offer.spectators)
        wanted = quorum(offer.seats) if offer.quorum is None else offer.quorum
        shared = shared_by(players)
        assert shared is not None
        return Genesis(
            shared.highest,
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
            offer.carried,
            offer.time if shared.highest >= TIMED else UNTIMED,
        )

    def _chosen(self, offer: Offer, unfit: Container[bytes]) -> list[Player]:
        """Return the guests in seat order; fewer than the seats: not yet."""
        leavers = self._lobby.leavers | self.twins
        guests = [p for p in self._lobby.guests if self._may_sit(p, offer)]
        fit = [
            player
            for player in guests
            if not any(player.author in some for some in (unfit, leavers, self.away))
            or player.author == self._author
        ]
        fit.sort(key=lambda player: player.author != self._author)
        fit = _together(fit)
        if not offer.wanted:
            return fit[: offer.seats]
        found = {player.identity: player for player in fit}
        chosen = [found[identity] for identity in offer.wanted if identity in found]
        if len(chosen) < len(offer.wanted):
            return []
        others = [player for player in fit if player.identity not in offer.wanted]
        return [*chosen, *others][: offer.seats]

    def _accept(self, offered: Offered) -> Accept:
        if not self._lobby.seats(self._author):
            why = Message.of("others-have-seats")
            raise Unseated("the game has begun without you", why)
        if self._lobby.leaver is not None:
            raise given_up(self._lobby.leaver)
        start = self._lobby.start()
        if self.before is not None:
            self.before.check(start)
        authors = [player.author for player in offered.players]
        self._ring.open(offered.genesis, authors.index(self._author))
        return Accept(offered.entry.id)


def given_up(leaver: Player) -> GivenUp:
    """Return that a game can't start without whoever has left before."""
    why = Message.of("seat-given-up", player=leaver.name)
    return GivenUp("the game can't start", why)


def _together(players: list[Player]) -> list[Player]:
    """Return those, first come first served, who can sit at one table.

    No two have one identity, and one version of the wire is spoken by all.
    """
    together: list[Player] = []
    for player in players:
        is_new = all(player.identity != other.identity for other in together)
        if is_new and shared_by([*together, player]) is not None:
            together.append(player)
    return together
