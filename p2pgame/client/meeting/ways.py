"""Reads by which way somebody wants to come to a table."""

from __future__ import annotations

from p2pgame.engine import plain
from p2pgame.session.entries.shown import is_name
from p2pgame.transport.finding.invite import (
    LIMIT,
    InvalidInvite,
    Invite,
    OtherRelease,
    Short,
    Watch,
)
from p2pgame.transport.finding.invite import parse as parse_invite
from p2pgame.transport.finding.spelling import unbroken
from p2pgame.transport.finding.words import Code, InvalidCode

from ..errors import InvalidRequest, Refused
from ..profile import contacts, settings
from ..profile.contacts import Contact

#: How a line with an invite begins, and characters of the longest one, or of its link.
BEGINNINGS = ("P2PGAME", "https://", "http://")
LONGEST = 4 * LIMIT


def to_seat(text: str) -> Invite | Short | Code | Contact:
    """Read an invite, the words that lead to one, or a contact's name or number.

    Raises:
      InvalidRequest: It is none of these.
      Refused: There is no such contact, or there are several.
    """
    try:
        if unbroken(text)[:1].isdecimal():
            return Code.parse(text)
        way = parse_invite(text)
    except (InvalidCode, InvalidInvite) as error:
        if not _may_be_contact(text):
            raise InvalidRequest.saying(plain(str(error))) from None
        if not contacts.kept():
            raise Refused("no-invite-no-contact", text=text) from None
        return contacts.chosen(text)
    if isinstance(way, Watch):
        raise InvalidRequest("invite-is-watch-link")
    return way


def may_go_on(text: str) -> bool:
    """Return whether a text begins an invite that is not whole, as if broken in lines.

    An invite has a checksum, so a whole one goes on with nothing.
    """
    line = unbroken(text)
    begins = line.startswith(BEGINNINGS) and len(line) < LONGEST
    try:
        return begins and not parse_invite(line)
    except OtherRelease:
        return False
    except InvalidInvite:
        return True


def _may_be_contact(text: str) -> bool:
    """Return whether a text is a name, or a number as a list has it."""
    is_number = text.isascii() and text.isdecimal()
    return is_number or (is_name(text) and not text[:1].isdecimal() and ":" not in text)


def to_look_on(text: str) -> Watch | Short:
    """Read a watch link, or an invite, which says as much and more.

    Raises:
      InvalidRequest: It is neither, or no relay is known where it could be found.
    """
    if unbroken(text)[:1].isdecimal():
        raise InvalidRequest("words-lead-to-seat")
    try:
        way = parse_invite(text)
    except InvalidInvite as error:
        raise InvalidRequest.saying(plain(str(error))) from None
    if isinstance(way, Short) and way.relay is None and not settings.relays():
        raise InvalidRequest("invite-needs-relay")
    return way.watch if isinstance(way, Invite) else way
