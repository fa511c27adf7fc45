"""Tells a host which guest's line is lost, and frees the seat of one who is away.

Before the game a line shows whose it is by the hello and the feeds that come by it:
that is no proof, and nothing but words and the offer of a seat depends on it.  A line
of which that is not known may be anybody's, so nobody is away while there is one.
"""

from __future__ import annotations

from functools import partial

from p2pgame.engine import Message
from p2pgame.session.lobby.seat import Seat
from p2pgame.session.peer.peer_connection import OtherSide
from p2pgame.session.peer.runner import Peer
from p2pgame.transport.first_frame import CallerKind, LinkRequest
from p2pgame.transport.link import Link


def _note_away(author: bytes, seat: Seat) -> None:
    seat.away.add(author)


def _note_back(author: bytes, seat: Seat) -> None:
    seat.away.discard(author)


class GuestLines:
    """The lines that guests have dialled to one host.

    ``frees``: a guest without a line is offered no seat; where a relay keeps what is
    said it may come back there.
    """

    def __init__(self, peer: Peer, *, frees: bool) -> None:
        self._peer, self._frees = peer, frees
        self._lines: set[OtherSide] = set()
        self._known: set[bytes] = set()
        #: The guests whose line is lost.
        self.away: set[bytes] = set()

    @property
    def missing(self) -> frozenset[bytes]:
        """The guests who can be reached by no other way either."""
        return frozenset(self.away if self._frees else ())

    @property
    def connected(self) -> frozenset[bytes]:
        """The guests who have a line."""
        return frozenset(one.author for one in self._lines if one.author is not None)

    def come(self, link: Link) -> OtherSide | None:
        """Note a new line; return its other side, None: it is a spectator's."""
        request: LinkRequest | None = getattr(link, "request", None)
        if request is not None and request.caller is CallerKind.SPECTATOR:
            return None
        is_seated = request is not None and request.caller is CallerKind.SEATED
        other = OtherSide(request.who if request is not None and is_seated else None)
        self._lines.add(other)
        return other

    async def meet(self, other: OtherSide) -> tuple[Message, ...]:
        """Note what a line's other side has said first; return who is back."""
        await other.heard.wait()
        seen = other.authors if other.author is None else {other.author}
        back = sorted(seen & self.away)
        if len(back) == 1:
            (other.author,) = back
        for author in back:
            self.away.discard(author)
            await self._peer.at_seat(partial(_note_back, author))
        return tuple(Message.of("guest-is-back", player=self._name(a)) for a in back)

    async def go(self, other: OtherSide) -> tuple[Message, ...]:
        """Note that a line is gone; return whose was lost."""
        self._note_names()
        self._lines.discard(other)
        here = {line.author for line in self._lines}
        if None in here:
            return ()
        if not self._known:
            return () if self._lines else (Message.of("guests-line-lost"),)
        lost = sorted(one for one in self._known - here - self.away if self._stays(one))
        knocking = {player.author for player in self._peer.status.knocking}
        self.away |= {*lost}
        if self._frees:
            for author in lost:
                await self._peer.at_seat(partial(_note_away, author))
        is_free = self._frees and self._peer.table.play is None
        id = "guest-away-seat-free" if is_free else "guest-line-lost"
        told = (self._name(author) for author in lost if author not in knocking)
        return tuple(Message.of(id, player=name) for name in told)

    def _note_names(self) -> None:
        self._known |= {one.author for one in self._lines if one.author is not None}

    def _stays(self, author: bytes) -> bool:
        """Return whether somebody may come back: a guest, or a player still there."""
        roster, play = self._peer.table.roster, self._peer.table.play
        if play is not None or roster.seats:
            seatless = {player.author for player in roster.seatless}
            here = {roster.players[seat].author for seat in roster.here}
            return author in here | seatless
        seat = self._peer.table.seat
        if seat is not None and author in seat.turned_away:
            return False
        return any(player.author == author for player in roster.players)

    def _name(self, author: bytes) -> str:
        return self._peer.table.roster.name_of(author)
