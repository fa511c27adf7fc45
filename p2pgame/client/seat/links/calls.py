"""Makes and reads the first frames of one seat: whom it knows, and how it calls others.

A seat knows whoever has the invite or the watch link, and each player of its table by
the key that the two share.  So a player comes back with its seat alone.
"""

from __future__ import annotations

from collections.abc import Callable

from p2pgame.log import AuthorKey
from p2pgame.transport import first_frame
from p2pgame.transport.envelope import derive
from p2pgame.transport.finding import chain
from p2pgame.transport.finding.invite import Invite
from p2pgame.transport.first_frame import CallerKind, KnownCallers, LinkPurpose

Entropy = Callable[[int], bytes]


class SeatCalls:
    """The first frames of one seat at the table of an invite."""

    def __init__(self, key: AuthorKey, invite: Invite, entropy: Entropy) -> None:
        self._key, self._table, self._entropy = key, invite.table, entropy
        self._invited = chain.calling_key(invite.secret)
        self._seated: dict[bytes, bytes] = {}
        #: Who may open a link to us.
        self.callers = KnownCallers(key.public)
        self.callers.know(CallerKind.INVITED, self._invited)
        watching = chain.watching_key(invite.watch_secret)
        self.callers.know(CallerKind.SPECTATOR, watching)

    def seat(self, author: bytes) -> None:
        """Know another player of the table by its seat from now on.

        Cost: 0.2 ms, once for each player.
        """
        if author == self._key.public or author in self._seated:
            return
        both = b"".join(sorted((self._key.public, author)))
        context = b"first frame" + both + self._table
        self._seated[author] = derive(self._key.shared(author), context)
        self.callers.know(CallerKind.SEATED, self._seated[author], author)

    def path_to(self, author: bytes) -> str:
        """Return the path of one request for a link to a player."""
        key = self._seated.get(author, self._invited)
        return first_frame.path_for(key, author, self._entropy)


def contact_key(own: AuthorKey, caller: bytes, host: bytes) -> bytes:
    """Return the key by which a host knows a contact that asks to be paired.

    ``own`` is the identity key of one of the two.

    Raises:
      InvalidEntry: The other is not a key that anybody honest can have.

    Cost: 0.2 ms.
    """
    other = host if own.public == caller else caller
    return derive(own.shared(other), b"first frame" + caller + host)


def pairing_path(key: bytes, entropy: Entropy) -> str:
    """Return the path by which a guest asks to be paired; any key, if it has none."""
    return first_frame.path_for(
        key, first_frame.ANYBODY, entropy, purpose=LinkPurpose.PAIRING
    )
