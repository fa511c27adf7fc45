"""Invitations between two who know each other: no code, no link, only a name.

Two who have kept each other's identity keys share a secret that they never had to say
(X25519 of both keys).  From it follows, for each of them and for each week, a topic at
a relay where one leaves invitations for the other.  Nobody else can find that topic,
write to it or read it, and the topics of two weeks have nothing in common.

An invitation is signed with the identity key although the secret alone would prove
its sender: who steals the recipient's key has that secret, too, and could otherwise
send the recipient to any table in a friend's name.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from p2pgame.log import AuthorKey, InvalidEntry, verify
from p2pgame.transport.envelope import Envelope, derive
from p2pgame.transport.link import InvalidFrame

Entropy = Callable[[int], bytes]

#: Seconds for which a topic serves, and for which an invitation is good at most.
WEEK = 7 * 24 * 3600
#: Seconds by which the clocks of two friends may differ.
SKEW = 24 * 3600
#: No invite in an invitation is longer.
TEXT_LIMIT = 4096

_DOMAIN = b"p2pgame invitation 1"
_VERSION = b"\x01"
_TIME, _SIGNATURE = 8, 64
_START = 1 + 2 * _TIME + _SIGNATURE


@dataclass(frozen=True, slots=True)
class Line:
    """Where one leaves invitations for another, for a week.

    ``writing`` is the seed of the key whose topic it is at a relay.
    """

    sender: bytes
    recipient: bytes
    writing: bytes = field(repr=False)
    key: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Invitation:
    """Come to this table, until then; without an invite: there is nothing to join.

    Both times are in seconds of Unix time.  Of several on a line the one with the
    latest ``when`` counts.
    """

    when: int
    until: int
    invite: str = field(repr=False)

    def __post_init__(self) -> None:
        if not 0 <= self.when <= self.until <= self.when + WEEK < 1 << 8 * _TIME:
            raise ValueError("an invitation is good for a week at most")
        if not self.invite.isascii() or len(self.invite) > TEXT_LIMIT:
            raise ValueError("an invite has other characters, or is not so long")

    def is_good(self, now: float) -> bool:
        """Return whether somebody may still come."""
        return bool(self.invite) and self.when - SKEW <= now < self.until


def outgoing(own: AuthorKey, friend: bytes, now: float) -> Line:
    """Return where we leave invitations for a friend now.

    Raises:
      InvalidEntry: ``friend`` is not a key that anybody honest can have.
    """
    return _line(own, own.public, friend, week=int(now) // WEEK)


def incoming(own: AuthorKey, friend: bytes, now: float) -> list[Line]:
    """Return where a friend may have left invitations that are still good.

    The last week's place is among them, and the next one's if it is about to begin.

    Raises:
      InvalidEntry: ``friend`` is not a key that anybody honest can have.
    """
    weeks = {int(max(0, now + late)) // WEEK for late in (-WEEK, 0, SKEW)}
    return [_line(own, friend, own.public, week=week) for week in sorted(weeks)]


def _line(own: AuthorKey, sender: bytes, recipient: bytes, *, week: int) -> Line:
    friend = recipient if sender == own.public else sender
    context = sender + recipient + week.to_bytes(_TIME)
    root = derive(own.shared(friend), b"invitations" + context)
    return Line(sender, recipient, derive(root, b"relay write"), derive(root, b"key"))


def seal(what: Invitation, line: Line, own: AuthorKey, entropy: Entropy) -> bytes:
    """Return the frame with an invitation, for the line's topic.

    Raises:
      ValueError: The line is not for what ``own`` sends.
    """
    if own.public != line.sender:
        raise ValueError("this line is for another's invitations")
    said = _said(what)
    signature = own.sign(_DOMAIN, line.recipient + said)
    plaintext = _VERSION + said[: 2 * _TIME] + signature + said[2 * _TIME :]
    return Envelope({0: line.key}).seal(plaintext, entropy)


def unseal(frame: bytes, line: Line) -> Invitation:
    """Return the invitation that the line's sender has signed for its recipient.

    Raises:
      InvalidFrame: It is none.
    """
    _, plaintext = Envelope({0: line.key}).open(frame)
    if not _START <= len(plaintext) <= _START + TEXT_LIMIT:
        raise InvalidFrame("This invitation is too short or too long.")
    if plaintext[:1] != _VERSION:
        raise InvalidFrame("This invitation is from another version of p2pgame.")
    times, rest = plaintext[1 : 1 + 2 * _TIME], plaintext[1 + 2 * _TIME :]
    signature, invite = rest[:_SIGNATURE], rest[_SIGNATURE:]
    try:
        verify(line.sender, _DOMAIN, line.recipient + times + invite, signature)
        when, until = int.from_bytes(times[:_TIME]), int.from_bytes(times[_TIME:])
        return Invitation(when, until, invite.decode("ascii"))
    except (InvalidEntry, ValueError):
        raise InvalidFrame("This invitation is not its sender's.") from None


def _said(what: Invitation) -> bytes:
    times = what.when.to_bytes(_TIME) + what.until.to_bytes(_TIME)
    return times + what.invite.encode()
