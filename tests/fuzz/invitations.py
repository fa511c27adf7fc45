"""Invitations between friends, against a second reader.

All are sealed under the line's key, for a friend has it; most are signed, too.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from p2pgame.log import AuthorKey
from p2pgame.session.entries import invitation
from p2pgame.session.entries.invitation import Invitation, Line
from p2pgame.transport.envelope import Envelope
from p2pgame.transport.link import InvalidFrame
from tests import wire_invite as reader
from tests.fuzz.havoc import below, havoc, noise, one_of
from tests.fuzz.target import Input, Target, Wrong
from tests.wire_values import Malformed

_SECRET, WEEK = bytes(range(32)), 604_800
FRIEND, ME = AuthorKey(_SECRET), AuthorKey(bytes(range(32, 64)))
NOW = 1_790_000_000
_TIMES = (0, 1, NOW - 1, NOW, NOW + 1, NOW + WEEK - 1, NOW + WEEK, NOW + WEEK + 1)
_LATEST = (1 << 64) - 1
_SIZES = (0, 1, 40, 152, 4095, 4096, 4097, 5000)


class Invitations(Target):
    """``read`` opens what a friend has left."""

    name, inputs = "invitations", 500_000

    def __init__(
        self, *, read: Callable[[bytes, Line], Invitation] = invitation.unseal
    ) -> None:
        self._read = read
        self._line = invitation.outgoing(FRIEND, ME.public, NOW)
        line = FRIEND.public, ME.public, NOW // WEEK
        self._second = reader.line_of(_SECRET, *line)
        self._envelopes = Envelope({0: self._line.key, 1: self._line.key})

    def make(self, chance: Random) -> Input:
        way = chance.random()
        valid = way < 0.15
        plaintext = _right(chance) if valid else _said(chance)
        if way > 0.85:
            plaintext = havoc(chance, plaintext, [plaintext])
        elif way > 0.82:
            plaintext = noise(chance, 120)
        epoch = int(way > 0.97)
        frame = self._envelopes.seal(plaintext, chance.randbytes, epoch=epoch)
        if 0.8 < way < 0.82:
            frame = havoc(chance, frame, [frame])
        return Input(frame, valid=valid)

    def parse(self, data: bytes) -> object:
        return self._read(data, self._line)

    def judge(self, given: Input) -> str:
        try:
            second = reader.read_invitation(given.data, self._second)
        except Malformed:
            second = None
        try:
            found = self._read(given.data, self._line)
        except InvalidFrame as error:
            if not str(error).isprintable():
                raise Wrong("the reason cannot be shown") from None
            if second is not None or given.valid:
                raise Wrong("refused, and the page takes it") from None
            return "refused"
        if second is None:
            raise Wrong("taken, and the page refuses it")
        if (found.when, found.until, found.invite) != second:
            raise Wrong("the page reads another invitation")
        return "taken" if found.invite else "taken back"


def _right(chance: Random) -> bytes:
    when = one_of(chance, (0, NOW, _LATEST - WEEK - below(chance, 9)))
    until = when + one_of(chance, (0, 1, 3600, WEEK))
    invite = chance.choices(b"P2PGAME:abc\0\x7f", k=one_of(chance, _SIZES[:6]))
    return _signed(when.to_bytes(8) + until.to_bytes(8), bytes(invite), ME.public)


def _said(chance: Random) -> bytes:
    """Return what a friend may say, right or nearly."""
    way, recipient = chance.random(), ME.public
    when, until = one_of(chance, _TIMES), one_of(chance, _TIMES)
    if way < 0.1:
        when, until = (_LATEST - one_of(chance, (0, 1, WEEK)) for _ in range(2))
    invite = bytes(one_of(chance, _SIZES if way < 0.2 else _SIZES[:3]))
    if 0.2 < way < 0.3:
        invite += one_of(chance, (b"\x80", b"\xff", "ö".encode(), b"\0"))
    elif way > 0.97:
        recipient = FRIEND.public
    data = _signed(when.to_bytes(8) + until.to_bytes(8), invite, recipient)
    if 0.93 < way < 0.97:
        data = one_of(chance, (b"\0", b"\2")) + data[1:]
    return data


def _signed(times: bytes, invite: bytes, recipient: bytes) -> bytes:
    content = recipient + times + invite
    signature = FRIEND.sign(b"p2pgame invitation 1", content)
    return b"\1" + times + signature + invite
