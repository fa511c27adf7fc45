"""Invites, as people paste them, against a second reader.

Every invite has one text, but that white space around it is ignored.  What is
read is written as it was; what is wrong is said in one line.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Callable
from random import Random
from zlib import crc32

from p2pgame.transport.invite import InvalidInvite, Invite
from tests import wire_reader as reader
from tests.fuzz.havoc import below, havoc, noise, one_of
from tests.fuzz.target import Input, Target, Wrong
from tests.wire_values import Malformed

SCHEME = "p2pgame:"
_HOSTS = (
    *(
        "example.net",
        "a",
        "a-b.c-d",
        "A.b",
        "localhost",
        "x" * 63,
        "x" * 64,
        "-a",
        "a-",
    ),
    *(
        "a..b",
        ".a",
        "a.",
        "",
        "a_b",
        "a b",
        "1.2.3.4",
        "01.2.3.4",
        "1.2.3",
        "1.2.3.4.5",
    ),
    *(
        "256.1.1.1",
        "0.0.0.0",
        "224.0.0.1",
        "127.0.0.1",
        "0x7f000001",
        "0x",
        "a.0x1",
        "a.1",
    ),
    *(
        "2130706433",
        "[::1]",
        "[::]",
        "::1",
        "[ff02::1]",
        "[fe80::1%eth0]",
        "[::1",
        "::1]",
    ),
    *(
        "[::ffff:1.2.3.4]",
        "[::ffff:0.0.0.0]",
        "[0:0:0:0:0:0:0:1]",
        "[1.2.3.4]",
        "[[::1]]",
    ),
    *(
        "[2001:DB8::1]",
        "[2001:db8:0:0::1]",
        "[:::1]",
        "[12345::1]",
        "x." * 126 + "y",
        "é",
    ),
    *(
        "x" * 60 + "." + "y" * 63 + "." + "z" * 63 + "." + "w" * 63,
        "xn--nxasmq6b",
        "[v1.x]",
    ),
)
_PORTS = (
    "1",
    "80",
    "4400",
    "65535",
    "65536",
    "0",
    "01",
    "",
    "+80",
    "8 0",
    "99999",
    "1e3",
)
_ODD = "\u0661\uff11\u00a0\u2003\u200b\ufeff\u0130\ud800+/=.:~%\0\n\r\x1c\x85"


class Invites(Target):
    name, inputs = "invites", 1_000_000

    def __init__(self, *, parse: Callable[[str], Invite] = Invite.parse) -> None:
        self._parse = parse

    def make(self, chance: Random) -> Input:
        way = chance.random()
        if way < 0.08:
            return _text(noise(chance, 40).decode("latin-1"))
        body = _body(chance)
        if way < 0.2:
            body = havoc(chance, body, [body])
        text = SCHEME + _to_base64(body + crc32(body).to_bytes(4))
        if way < 0.3:
            # The bits of the last character that no byte uses, and wrong sums.
            text = text[:-1] + chr(33 + below(chance, 94))
        elif way < 0.45:
            text = _touched(chance, text)
        elif way < 0.5:
            spoilt = havoc(chance, text.encode(), [text.encode()])
            text = spoilt.decode("utf-8", "surrogateescape")
        return _text(text)

    def parse(self, data: bytes) -> object:
        return self._parse(data.decode("utf-8", "surrogatepass"))

    def judge(self, given: Input) -> str:
        text = given.data.decode("utf-8", "surrogatepass")
        try:
            invite = self._parse(text)
        except InvalidInvite as error:
            if not str(error).isprintable():
                raise Wrong("the reason cannot be shown") from None
            _check_refused(text)
            return "refused"
        try:
            second = reader.read_invite(text)
        except Malformed as error:
            raise Wrong(f"taken, and the page refuses it: {error}") from None
        fields = invite.table, invite.secret, invite.addresses
        if fields != (second.table, second.secret, second.addresses):
            raise Wrong("the page reads another invite")
        if not invite.addresses and invite.epoch_key != second.key:
            raise Wrong("the page derives another key")
        if invite.encode() != text.strip():
            raise Wrong("written again it is another text")
        return "taken"


def _check_refused(text: str) -> None:
    try:
        reader.read_invite(text)
    except Malformed:
        return
    raise Wrong("refused, and the page takes it")


def _text(text: str) -> Input:
    return Input(text.encode("utf-8", "surrogatepass"))


def _body(chance: Random) -> bytes:
    """Return an invite's bytes but for the sum, right or nearly."""
    count = one_of(
        chance, (0, 1, 1, 2, 3, 8, 9) if chance.random() < 0.3 else (0, 1, 2)
    )
    addresses = [_address(chance) for _ in range(count)]
    version, said = 1, count
    sin = chance.random()
    if sin < 0.03:
        version = below(chance, 256)
    elif sin < 0.08:
        said = one_of(chance, (count + 1, max(count, 1) - 1, 8, 9, 255))
    parts = [bytes([version]), chance.randbytes(48), bytes([said])]
    for address in addresses:
        length = len(address)
        if chance.random() < 0.02:
            length += one_of(chance, (-1, 1))
        parts += bytes([length % 256]), address
    return b"".join(parts)


def _address(chance: Random) -> bytes:
    known = _HOSTS[:5] if chance.random() < 0.6 else _HOSTS
    port = one_of(chance, _PORTS[:4] if chance.random() < 0.8 else _PORTS)
    host = one_of(chance, known)
    if chance.random() < 0.05:
        at = below(chance, len(host) + 1)
        host = host[:at] + chr(below(chance, 256)) + host[at:]
    return f"{host}:{port}".encode("latin-1")[:255]


def _touched(chance: Random, text: str) -> str:
    """Return a text as a person or a chat program may have spoilt it."""
    at = below(chance, len(text))
    match below(chance, 8):
        case 0:
            return (
                one_of(chance, " \t\n\u00a0\u2003\ufeff")
                + text
                + one_of(chance, "\r\n =\0")
            )
        case 1:
            return text[:at] + one_of(chance, _ODD) + text[at:]
        case 2:
            return text[:at] + one_of(chance, _ODD) + text[at + 1 :]
        case 3:
            return text + "=" * (1 + below(chance, 3))
        case 4:
            return text[:at] + text[at : at + 2][::-1] + text[at + 2 :]
        case 5:
            return one_of(chance, (text.upper(), text.swapcase(), text[8:], text * 2))
        case 6:
            return text + "A" * one_of(chance, (1, 4, 3000, 100_000))
    return text[:at]


def _to_base64(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()
