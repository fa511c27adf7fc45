"""Invites, as people paste them, and announcements, against a second reader.

Every invite has one text, but that white space around it is ignored.  What is
read is written as it was; what is wrong is said in one line.
"""

from __future__ import annotations

from base64 import b32encode
from collections.abc import Callable, Sequence
from random import Random
from zlib import crc32

from nacl.bindings import crypto_sign, crypto_sign_seed_keypair

from p2pgame.transport import frames
from p2pgame.transport.finding import announce, invite
from p2pgame.transport.finding.announce import Announcement
from p2pgame.transport.finding.invite import AnyInvite, InvalidInvite, Short
from p2pgame.transport.frames import Announce
from p2pgame.transport.link import InvalidFrame
from p2pgame.transport.relay.url import RelayUrl
from tests import wire_invite as reader
from tests.fuzz.havoc import below, havoc, noise, one_of
from tests.fuzz.target import Input, Target, Wrong
from tests.wire_values import Malformed

_SCHEMES = ("P2PGAME:", "P2PGAME:", "P2PGAME:", "P2PGAME-WATCH:")
_PAGES = ("https://a.example/#", "HTTP://x#", "https://a/?#", "https:#", "ftp://a#")
_MARKS = ("", "", ":1", ":80", ":443", ":0", ":01", ":", ":65536")
_PATHS = (
    *("", "", "/a", "/a/", "/", "/a//b", "/A._~-", "/%41", "//", "/a?b", "/a#b"),
    *("/" + "x" * 64, "/" + "x" * 65, "/..", "/ä", ":80", "]"),
)
_RANGES = (b"\2\2", b"\1\2", b"\2\xff", b"\0\2", b"\3\5", b"\1\1", b"\2\1")
_GAMES = (
    b"",
    b"kuhn",
    b"crazy-eights",
    b"x" * 32,
    b"x" * 33,
    b"a b",
    b"\xc3\xa9",
    b"\0",
)
_LABELS = (
    *("", "Anna: hold'em", "ö", "a" * 160, "a" * 161, " a", "a ", "a\n", "\x1b[2J"),
    *("A\u0308", "\u202ea", "\ue000", "\u00a0", "\u00e9" * 80, "\u00e9" * 81),
)
_SEED = bytes(range(32))
_TABLE, _SECRET_KEY = crypto_sign_seed_keypair(_SEED)
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
        "[fe80::2%1]",
        "[::1%a]",
        "[::1",
        "::1]",
    ),
    *(
        "[::ffff:1.2.3.4]",
        "[::ffff:102:304]",
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

    def __init__(self, *, parse: Callable[[str], AnyInvite] = invite.parse) -> None:
        self._parse = parse

    def make(self, chance: Random) -> Input:
        way = chance.random()
        if way < 0.08:
            return _text(noise(chance, 40).decode("latin-1"))
        scheme = one_of(chance, _SCHEMES)
        body = _body(chance, scheme)
        if way < 0.2:
            body = havoc(chance, body, [body])
        text = scheme + _letters(body + crc32(body).to_bytes(4))
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
            found = self._parse(text)
        except InvalidInvite as error:
            if not str(error).isprintable():
                raise Wrong("the reason cannot be shown") from None
            _check_refused(text)
            return "refused"
        try:
            second = reader.read_invite(text)
        except Malformed as error:
            raise Wrong(f"taken, and the page refuses it: {error}") from None
        told = second.game, second.versions
        if _fields(found) != (second.table, second.secret, *second.reach, *told):
            raise Wrong("the page reads another invite")
        # Keys are derived slowly: of a few it is enough.
        if text.strip().endswith("A") and _keys(found) != (second.key, second.topic):
            raise Wrong("the page derives other keys")
        if found.encode() != _bare(text):
            raise Wrong("written again it is another text")
        return second.kind


def _fields(found: AnyInvite) -> tuple[object, ...]:
    told = found.game, (found.versions.lowest, found.versions.highest)
    if isinstance(found, Short):
        relays = [] if found.relay is None else [found.relay]
        return found.start, found.secret, (), *_told(relays), *told
    places = found.addresses, *_told(found.relays)
    return found.table, found.secret, *places, *told


def _told(relays: Sequence[RelayUrl]) -> tuple[object, object]:
    return tuple(map(str, relays)), tuple(relay.token for relay in relays)


def _bare(text: str) -> str:
    """Return the invite of a link, or the text as it is."""
    text = "".join(one for one in text if not reader.is_blank(ord(one)))
    is_link = text[:8].lower().startswith(("http://", "https://"))
    return text.partition("#")[2] if is_link else text


def _keys(found: AnyInvite) -> tuple[bytes, bytes]:
    return found.epoch_key, found.topic


def _check_refused(text: str) -> None:
    try:
        reader.read_invite(text)
    except Malformed:
        return
    raise Wrong("refused, and the page takes it")


class Announcements(Target):
    """What a table's opener has signed, or nearly."""

    name, inputs = "announcements", 200_000

    def __init__(
        self, *, read: Callable[[Announce], Announcement] = announce.read
    ) -> None:
        self._read = read

    def make(self, chance: Random) -> Input:
        label = one_of(chance, _LABELS[:4] if chance.random() < 0.7 else _LABELS)
        content = chance.randbytes(8) + _reach(chance)
        content += label.encode("utf-8", "surrogatepass")
        if chance.random() < 0.2:
            content = havoc(chance, content, [content])
        framed = b"".join(
            len(part).to_bytes(8) + part
            for part in (reader.ANNOUNCED, _TABLE + content)
        )
        signature = crypto_sign(framed, _SECRET_KEY)[:64]
        data = b"\x05" + _TABLE + signature + content
        if chance.random() < 0.1:
            at = 1 + below(chance, len(data) - 1)
            data = (
                data[:at] + bytes([data[at] ^ 1 << below(chance, 8)]) + data[at + 1 :]
            )
        return Input(data)

    def parse(self, data: bytes) -> object:
        message = frames.decode(data)
        assert isinstance(message, Announce)
        return self._read(message)

    def judge(self, given: Input) -> str:
        told: Announcement | None = None
        try:
            message = frames.decode(given.data)
            assert isinstance(message, Announce)
            told = self._read(message)
        except InvalidFrame:
            pass
        try:
            second = reader.read_announce(given.data)
        except Malformed:
            second = None
        if told is None or second is None:
            if told is not None or second is not None:
                raise Wrong("the page or the program alone takes it")
            return "refused"
        places = told.addresses, *_told(told.relays)
        if (told.table, told.when, places, told.label) != (
            *(second.table, second.when),
            *(second.reach, second.label),
        ):
            raise Wrong("the page reads something else")
        return "taken"


def _text(text: str) -> Input:
    return Input(text.encode("utf-8", "surrogatepass"))


def _body(chance: Random, scheme: str) -> bytes:
    """Return an invite's bytes but for the sum, right or nearly."""
    versions = one_of(chance, _RANGES) if chance.random() < 0.1 else _RANGES[0]
    kind = 3 if "WATCH" in scheme else 1 + below(chance, 2)
    start = versions + bytes([kind if chance.random() > 0.02 else below(chance, 5)])
    game = one_of(chance, _GAMES[:3] if chance.random() < 0.9 else _GAMES)
    start += chance.randbytes((48, 32, 64)[kind - 1]) + bytes([len(game)]) + game
    if kind == 2:
        return start + _places(chance, _url, 1, _token)
    return start + _reach(chance)


def _reach(chance: Random) -> bytes:
    """Return where a table can be reached, right or nearly."""
    return _places(chance, _address, 8) + _places(chance, _url, 3, _token)


def _token(chance: Random) -> bytes:
    """Return a relay's token behind its length, or none."""
    size = one_of(chance, (0, 16) if chance.random() < 0.97 else (1, 15, 17, 255))
    return bytes([size]) + chance.randbytes(size)


def _places(
    chance: Random,
    make: Callable[[Random], bytes],
    limit: int,
    also: Callable[[Random], bytes] = lambda _: b"",
) -> bytes:
    many = 0, 1, 1, 2, 3, limit, limit + 1
    count = one_of(chance, many if chance.random() < 0.3 else (0, 1, min(2, limit)))
    said = count
    if chance.random() < 0.04:
        said = one_of(chance, (count + 1, max(count, 1) - 1, limit, limit + 1, 255))
    parts = [bytes([said])]
    for place in (make(chance) for _ in range(count)):
        length = len(place)
        if chance.random() < 0.02:
            length += one_of(chance, (-1, 1))
        parts += bytes([length % 256]), place, also(chance)
    return b"".join(parts)


def _url(chance: Random) -> bytes:
    scheme = one_of(chance, ("wss", "ws", "nostr+wss", "nostr+ws"))
    if chance.random() < 0.05:
        scheme = one_of(chance, ("http", "WSS", "", "wss:", "s", "nostr", "+ws"))
    host = one_of(chance, _HOSTS[:3] if chance.random() < 0.85 else _HOSTS)
    port = one_of(chance, _MARKS[:3] if chance.random() < 0.85 else _MARKS)
    path = one_of(chance, _PATHS[:4] if chance.random() < 0.85 else _PATHS)
    return f"{scheme}://{host}{port}{path}".encode("latin-1")[:255]


def _address(chance: Random) -> bytes:
    known = _HOSTS[:5] if chance.random() < 0.85 else _HOSTS
    port = one_of(chance, _PORTS[:4] if chance.random() < 0.9 else _PORTS)
    host = one_of(chance, known)
    if chance.random() < 0.05:
        at = below(chance, len(host) + 1)
        host = host[:at] + chr(below(chance, 256)) + host[at:]
    return f"{host}:{port}".encode("latin-1")[:255]


def _touched(chance: Random, text: str) -> str:
    """Return a text as a person or a chat program may have spoilt it."""
    at = below(chance, len(text))
    match below(chance, 9):
        case 7:
            return one_of(chance, _PAGES) + text
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


def _letters(data: bytes) -> str:
    return b32encode(data).rstrip(b"=").decode()
