"""Keeps which identities have signed two stories of a table at which we sat.

A conviction is kept by the identity's key, so that another name hides nothing, and
whether the player is a contact or not.  The file is ours alone: nobody is told what is
in it, and the program refuses nobody for it.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Annotated, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from p2pgame.engine import Message
from p2pgame.engine.prepared import prepared
from p2pgame.engine.printable import printable
from p2pgame.log.durable import replace_file
from p2pgame.session.entries.payloads import Name

from ..errors import ClientError, Unusable
from ..names import fingerprint
from ..words import title_of
from . import contacts, places

#: So many convictions are kept; then the oldest is forgotten.
LIMIT = 1000

_FILE = "convictions"
_BYTES_LIMIT = 8 * 1024 * 1024

_Hex = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class Conviction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The player ``identity`` has signed two stories of a game at ``table``.

    It called itself ``name`` there.  ``when`` is when we noted it, in seconds of Unix
    time; ``evidence`` are the files that show it.
    """

    identity: _Hex
    table: _Hex
    name: Name
    game: Annotated[str, Meta(max_length=64)]
    when: Annotated[int, Meta(ge=0, lt=1 << 40)]
    evidence: Annotated[
        tuple[Annotated[str, Meta(max_length=4096)], ...], Meta(max_length=2)
    ]


class _Book(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kind: Literal["p2pgame convictions 1"] = "p2pgame convictions 1"
    convictions: Annotated[tuple[Conviction, ...], Meta(max_length=LIMIT)] = ()


def kept() -> tuple[Conviction, ...]:
    """Return all convictions, the oldest first.

    Raises:
      ClientError: The file is damaged.
    """
    path = places.place() / _FILE
    try:
        with path.open("rb") as file:
            data = file.read(_BYTES_LIMIT + 1)
    except FileNotFoundError:
        return ()
    try:
        if len(data) > _BYTES_LIMIT:
            raise ValueError("too long")
        found = msgspec.json.decode(data, type=prepared(_Book)).convictions
    except ValueError:
        raise Unusable("convictions-damaged", path=str(path)) from None
    return tuple(replace(one, name=printable(one.name)) for one in found)


def keep(conviction: Conviction) -> None:
    """Keep a conviction; of one identity at one table the first is kept.

    Ourselves, whose seat was played twice, we do not keep.

    Raises:
      ClientError: The file is damaged.
    """
    if bytes.fromhex(conviction.identity) == places.kept_identity():
        return
    with places.alone(_FILE):
        old = kept()
        known = {(one.identity, one.table) for one in old}
        if (conviction.identity, conviction.table) in known:
            return
        book = _Book(convictions=(*old, conviction)[-LIMIT:])
        data = msgspec.json.format(msgspec.json.encode(book)) + b"\n"
        replace_file(places.home() / _FILE, data, mode=0o600)


def against(
    convictions: Iterable[Conviction], identities: Iterable[bytes]
) -> dict[bytes, Conviction]:
    """Return the latest conviction of each of these identities that has one."""
    latest = {one.identity: one for one in convictions}
    return {
        identity: latest[identity.hex()]
        for identity in identities
        if identity.hex() in latest
    }


def told(conviction: Conviction, name: str) -> Message:
    """Return what to tell of a player who calls itself ``name`` now."""
    identity = bytes.fromhex(conviction.identity)
    try:
        contact = contacts.known(identity)
    except ClientError:
        contact = None  # a damaged file of contacts hides no conviction
    return Message.of(
        "known-forker",
        name=name,
        known=conviction.name if contact is None else contact.name,
        contact=int(contact is not None),
        key=fingerprint(conviction.identity),
        game=title_of(conviction.game),
        date=time.strftime("%Y-%m-%d", time.localtime(conviction.when)),
        evidence=" ".join(conviction.evidence),
    )
