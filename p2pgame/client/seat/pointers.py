"""Points from a table to the next one, for whoever has the invite to it.

A person who has left, sits out, or comes in the middle of a game hears no word of it.
So the host announces the next table, too, sealed so that only holders of the invite can
read it: no watch link leads to a seat.  A host that sits out announces whom it asks to
open that table; this player announces it with its own key, and then the host does.
A host that does not play again announces that, so that nobody waits in vain.
"""

from __future__ import annotations

import re
from dataclasses import replace

from p2pgame.transport.finding import slip
from p2pgame.transport.finding.announce import Announcement, Sign, announce
from p2pgame.transport.finding.chain import SECRET_SIZE
from p2pgame.transport.finding.invite import Invite
from p2pgame.transport.frames import Announce
from p2pgame.transport.link import InvalidFrame

#: Bytes of the sealed secret, and the bytes with which a slip is longer than its text.
_SLIP = SECRET_SIZE + 18
_LABEL = re.compile(rf"next ([0-9a-f]{{64}}) ([0-9a-f]{{{2 * _SLIP}}})")
#: The label by which a host says that it opens no next table.
NO_NEXT = "no next table"
_ASKED = re.compile(r"opens ([0-9a-f]{64})")


def announcement(way: Invite, label: str, now: float, sign: Sign) -> Announce:
    """Return an announcement of this label, with the addresses of a ``way``."""
    there = Announcement(way.table, int(now), way.addresses, way.relays, label)
    return announce(there, sign)


def asking(author: bytes) -> str:
    """Return the label by which a host asks a player to open the next table."""
    return f"opens {author.hex()}"


def asked(told: Announcement) -> bytes | None:
    """Return the author who is asked to open the next table, None: nobody is."""
    match = _ASKED.fullmatch(told.label)
    return None if match is None else bytes.fromhex(match[1])


def label(way: Invite, following: Invite) -> str:
    """Return the label that points from a table to the next one."""
    purpose = b"next" + following.table
    sealed = slip.seal(way.secret, purpose, following.secret, size=_SLIP)
    return f"next {following.table.hex()} {sealed.hex()}"


def read(way: Invite, told: Announcement) -> Invite | None:
    """Return the invite to which a table's announcement points, None: to none."""
    match = _LABEL.fullmatch(told.label)
    if match is None:
        return None
    table = bytes.fromhex(match[1])
    try:
        secret = slip.unseal(way.secret, b"next" + table, bytes.fromhex(match[2]))
    except InvalidFrame:
        return None
    if len(secret) != SECRET_SIZE or table == way.table:
        return None
    addresses = told.addresses or way.addresses
    return replace(way, table=table, secret=secret, addresses=addresses)
