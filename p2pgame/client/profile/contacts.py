"""Keeps contacts: people with whom the player sat at a table.

A contact is an identity key and the name by which *we* call whoever holds it.  What
somebody calls itself at a later table changes nothing, so nobody can take a friend's
name over.  The file is ours alone, and nobody is told who is in it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from p2pgame.engine.prepared import prepared
from p2pgame.engine.printable import printable
from p2pgame.log.durable import replace_file
from p2pgame.session.entries.payloads import NAME_LENGTH, Name
from p2pgame.session.entries.shown import is_name

from ..errors import Refused, Unusable
from ..names import distinct
from . import places

#: So many contacts are kept, and no more.
LIMIT = 500

_FILE = "contacts"
_BYTES_LIMIT = 1024 * 1024

Time = Annotated[int, Meta(ge=0, lt=1 << 40)]


class Contact(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody we know.

    ``since`` and ``last`` are when the first and the latest table with it were opened,
    in seconds of Unix time.
    """

    identity: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    name: Name
    since: Time
    last: Time
    tables: Annotated[int, Meta(ge=1)] = 1

    @property
    def key(self) -> bytes:
        return bytes.fromhex(self.identity)


class _Book(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kind: Literal["p2pgame contacts 1"] = "p2pgame contacts 1"
    contacts: Annotated[tuple[Contact, ...], Meta(max_length=LIMIT)] = ()


def kept() -> list[Contact]:
    """Return our contacts, whom we last played with first.

    Raises:
      ClientError: The file is damaged.
    """
    contacts = _read().contacts
    return sorted(contacts, key=lambda one: (-one.last, one.name, one.identity))


def known(identity: bytes) -> Contact | None:
    """Return the contact with this identity key, or None."""
    return next((one for one in kept() if one.key == identity), None)


def keep(identity: bytes, name: str, *, when: int, tables: int = 1) -> Contact | None:
    """Keep whoever sat with us at a table that was opened then, the last of ``tables``.

    A contact that is known keeps its name, and a table counts once.  A newcomer whose
    name looks like another contact's is told apart from it.  Ourselves, at another
    seat, we do not keep.

    Raises:
      Refused: There are too many contacts already.
    """
    if identity == places.identity().public:
        return None
    if not is_name(name):
        raise ValueError("a name that cannot be shown")
    taken = [one.name for one in kept() if one.key != identity]
    apart = distinct([*taken, name])[-1]
    if not is_name(apart):  # with the number it is too long
        short = name[: NAME_LENGTH - len(f" ({LIMIT})")].rstrip()
        apart = distinct([*taken, short])[-1]
    fresh = Contact(identity.hex(), apart, when, when, tables)

    def change(old: Contact | None) -> Contact:
        if old is None:
            return fresh
        count = old.tables + (when > old.last)
        return replace(old, last=max(old.last, when), tables=count)

    return _change(fresh.identity, change)


def meet(identities: Sequence[str], *, when: int) -> None:
    """Note of those who are contacts that they sit at a table that was opened then."""
    for one in kept():
        if one.identity in identities:
            keep(one.key, one.name, when=when)


def rename(contact: Contact, name: str) -> None:
    """Call a contact something else from now on."""

    def change(old: Contact | None) -> Contact | None:
        return None if old is None else replace(old, name=name)

    _change(contact.identity, change)


def forget(contact: Contact) -> None:
    _change(contact.identity, lambda old: None)


def chosen(who: str) -> Contact:
    """Return the contact with this number in the list, or this name.

    Raises:
      Refused: There is none, or there are several of this name.
    """
    contacts = kept()
    named = [one for one in contacts if one.name.casefold() == who.casefold()]
    if len(named) == 1:
        return named[0]
    if not named and who.isascii() and who.isdecimal() and len(who) < 5:
        number = int(who)
        if 1 <= number <= len(contacts):
            return contacts[number - 1]
    if not named:
        raise Refused("no-contact", name=who)
    raise Refused("several-contacts", name=who, count=len(named))


def _read() -> _Book:
    path = places.place() / _FILE
    try:
        with path.open("rb") as file:
            data = file.read(_BYTES_LIMIT + 1)
    except FileNotFoundError:
        return _Book()
    try:
        if len(data) > _BYTES_LIMIT:
            raise ValueError("too long")
        book = msgspec.json.decode(data, type=prepared(_Book))
    except ValueError:
        raise Unusable("contacts-damaged", path=str(path)) from None
    # A changed file, or one from elsewhere, draws on no screen by it.
    mended = (replace(one, name=printable(one.name)) for one in book.contacts)
    return _Book(contacts=(*mended,))


def _change(
    identity: str, change: Callable[[Contact | None], Contact | None]
) -> Contact | None:
    """Put something in the place of a contact, while no other program does."""
    with places.alone(_FILE):
        contacts = {one.identity: one for one in _read().contacts}
        now = change(contacts.pop(identity, None))
        if now is not None:
            if len(contacts) >= LIMIT:
                raise Refused("too-many-contacts", count=LIMIT)
            contacts[identity] = now
        book = _Book(contacts=tuple(contacts.values()))
        data = msgspec.json.format(msgspec.json.encode(book)) + b"\n"
        replace_file(places.home() / _FILE, data, mode=0o600)
    return now
