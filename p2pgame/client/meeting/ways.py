"""Reads by which way somebody wants to come to a table."""

from __future__ import annotations

from p2pgame.engine import plain
from p2pgame.session.entries.shown import is_name
from p2pgame.transport.finding.invite import InvalidInvite, Invite, Short, Watch
from p2pgame.transport.finding.invite import parse as parse_invite
from p2pgame.transport.finding.words import Code, InvalidCode

from ..errors import InvalidRequest, Refused
from ..profile import contacts, settings
from ..profile.contacts import Contact


def to_seat(text: str) -> Invite | Short | Code | Contact:
    """Read an invite, the words that lead to one, or a contact's name or number.

    Raises:
      InvalidRequest: It is none of these.
      Refused: There is no such contact, or there are several.
    """
    try:
        if text.strip()[:1].isdecimal():
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


def _may_be_contact(text: str) -> bool:
    """Return whether a text is a name, or a number as a list has it."""
    is_number = text.isascii() and text.isdecimal()
    return is_number or (is_name(text) and not text[:1].isdecimal() and ":" not in text)


def to_look_on(text: str) -> Watch | Short:
    """Read a watch link, or an invite, which says as much and more.

    Raises:
      InvalidRequest: It is neither, or no relay is known where it could be found.
    """
    if text.strip()[:1].isdecimal():
        raise InvalidRequest("words-lead-to-seat")
    try:
        way = parse_invite(text)
    except InvalidInvite as error:
        raise InvalidRequest.saying(plain(str(error))) from None
    if isinstance(way, Short) and way.relay is None and not settings.relays():
        raise InvalidRequest("invite-needs-relay")
    return way.watch if isinstance(way, Invite) else way
