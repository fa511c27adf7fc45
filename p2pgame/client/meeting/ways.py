"""Reads by which way somebody wants to come to a table."""

from __future__ import annotations

import re

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
from p2pgame.transport.finding.spelling import BLANK, unbroken
from p2pgame.transport.finding.words import Code, InvalidCode

from ..errors import InvalidRequest, Refused
from ..profile import contacts, settings
from ..profile.contacts import Contact
from ..words import message_of_error

#: How a line with an invite begins, and characters of the longest one, or of its link.
BEGINNINGS = ("P2PGAME", "https://", "http://")
LONGEST = 4 * LIMIT

_INVITE = re.compile(rf"P2PGAME(?:-WATCH)?:(?:{BLANK}*[A-Z2-7]+(?![A-Za-z0-9]))+")
_COMMAND = re.compile(r"\s*(?:\S*/)?p2pgame\s+(?:join|watch)\s+")


def to_seat(text: str) -> Invite | Short | Code | Contact:
    """Read an invite, the words that lead to one, or a contact's name or number.

    What stands around an invite does not matter: the command, a message, a link.

    Raises:
      InvalidRequest: It is none of these.
      Refused: There is no such contact, or there are several.
    """
    text = _sent(text)
    try:
        if unbroken(text)[:1].isdecimal():
            return Code.parse(text)
        way = parse_invite(text)
    except (InvalidCode, InvalidInvite) as error:
        if not _may_be_contact(text):
            raise InvalidRequest.saying(message_of_error(error)) from None
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
    line = unbroken(_sent(text))
    begins = line.startswith(BEGINNINGS) and len(line) < LONGEST
    try:
        return begins and not parse_invite(line)
    except OtherRelease:
        return False
    except InvalidInvite:
        return True


def _sent(text: str) -> str:
    """Return the invite in a text that somebody was sent, or else its words.

    The page has the same in ``invite_text.js``.
    """
    found = _INVITE.search(text)
    return found[0] if found else _COMMAND.sub("", text, count=1)


def _may_be_contact(text: str) -> bool:
    """Return whether a text is a name, or a number as a list has it."""
    is_number = text.isascii() and text.isdecimal()
    return is_number or (is_name(text) and not text[:1].isdecimal() and ":" not in text)


def to_look_on(text: str) -> Watch | Short:
    """Read a watch link, or an invite, which says as much and more.

    Raises:
      InvalidRequest: It is neither, or no relay is known where it could be found.
    """
    text = _sent(text)
    if unbroken(text)[:1].isdecimal():
        raise InvalidRequest("words-lead-to-seat")
    try:
        way = parse_invite(text)
    except InvalidInvite as error:
        raise InvalidRequest.saying(message_of_error(error)) from None
    if isinstance(way, Short) and way.relay is None and not settings.relays():
        raise InvalidRequest("invite-needs-relay")
    return way.watch if isinstance(way, Invite) else way
