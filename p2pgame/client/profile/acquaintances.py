"""Keeps people as contacts with whom the player sat at a table, and no programs."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import msgspec

from ..errors import InvalidRequest, Refused
from ..names import distinct
from ..requests import why_no_name
from . import contacts, tables
from .contacts import Contact


@dataclass(frozen=True, slots=True)
class Acquaintance:
    """A person at a table that was ``opened`` then; ``name`` is its own word.

    ``tables`` is at how many of those that are kept it sat.
    """

    identity: str
    name: str
    opened: int
    tables: int = 1


def keep(
    table: int | None, identity: str | None = None, name: str | None = None
) -> list[Contact]:
    """Keep those with whom we sat at a table, or the one with this identity, by a name.

    ``table`` None: the last one that began, at which it sat.

    Raises:
      Refused: There is no such table, or such a person there.
      InvalidRequest: The name is none, or another contact has it, or it is not said
        whose it is.
    """
    people = _at(table, identity)
    if name is not None:
        if identity is None:
            raise InvalidRequest("name-for-several", name=name)
        _check_name(name, identity)
    kept = [
        contacts.keep(
            bytes.fromhex(one.identity),
            name or one.name,
            when=one.opened,
            tables=one.tables,
        )
        for one in people
    ]
    friends = [one for one in kept if one is not None]  # ourselves we do not keep
    if name is not None:
        for one in friends:
            contacts.rename(one, name)
        return [msgspec.structs.replace(one, name=name) for one in friends]
    return friends


def is_free(name: str, identity: str = "") -> bool:
    """Return whether no other contact is called so, or nearly so."""
    others = [
        one.name.casefold() for one in contacts.kept() if one.identity != identity
    ]
    return distinct([*others, name.casefold()])[-1] == name.casefold()


def _check_name(name: str, identity: str) -> None:
    if why := why_no_name(name):
        raise InvalidRequest.saying(why)
    if not is_free(name, identity):
        raise InvalidRequest("contact-name-taken", name=name)


def _at(table: int | None, identity: str | None) -> list[Acquaintance]:
    """Return the people at a table.

    Raises:
      Refused: There is no such table, or not this person.
    """
    begun = [one for one in tables.kept() if one.ticket.identities]
    count = Counter(key for one in begun for key in {*one.ticket.identities})
    if table is not None:
        begun = [one for one in begun if one.number == table]
    for one in begun:
        seats = zip(one.ticket.identities, one.ticket.players, strict=True)
        people = [
            Acquaintance(key, name, one.ticket.opened, count[key])
            for key, name in seats
            if key not in one.ticket.programs and identity in (None, key)
        ]
        if people or identity is None:
            return people
    raise Refused("sat-with-nobody")
