"""Invites, what a host announces, and invitations to friends, as docs/wire.md has it.

Part of the second reader: it shares no code with the program.
"""

from __future__ import annotations

import re
from base64 import b32decode, b32encode
from dataclasses import dataclass
from hashlib import blake2b
from ipaddress import IPv6Address, ip_address
from typing import TypeAlias
from zlib import crc32

from nacl import bindings as sodium

from tests.wire_reader import can_be_shown, check_signature, hkdf, open_frame
from tests.wire_values import Bytes, Malformed, need

#: Addresses, urls of relays, and the relays' tokens.
Reach: TypeAlias = tuple[tuple[str, ...], tuple[str, ...], tuple[bytes, ...]]

LABEL = re.compile(r"(?!-)[A-Za-z0-9-]{1,63}(?<!-)")
SEGMENT = re.compile("[A-Za-z0-9._~-]{1,64}")
KINDS = {("P2PGAME", 1): "invite", ("P2PGAME", 2): "short"}
KINDS["P2PGAME-WATCH", 3] = "watch"
#: The version of the wire that this reader speaks.
LOWEST, HIGHEST = 2, 3
ANNOUNCED, INVITED = b"p2pgame announce 1", b"p2pgame invitation 1"


@dataclass(frozen=True)
class Invite:
    """What a line holds: ``table`` is the start of an id in a short one.

    ``secret`` is the watch secret in a watch link, which alone holds a topic.
    """

    kind: str
    table: bytes
    secret: bytes
    reach: Reach
    told: bytes = b""
    game: str = ""
    versions: tuple[int, int] = (LOWEST, HIGHEST)

    @property
    def watch_secret(self) -> bytes:
        if self.kind == "watch":
            return self.secret
        return hkdf(self.secret, b"p2pgame/1/watch", 32)[:16]

    @property
    def key(self) -> bytes:
        return hkdf(self.watch_secret, b"p2pgame/1/epoch 0", 32)

    @property
    def box_key(self) -> bytes:
        return hkdf(self.watch_secret, b"p2pgame/1/watch box", 32)

    @property
    def writing(self) -> bytes:
        return hkdf(self.secret, b"p2pgame/1/relay write", 32)

    @property
    def joining(self) -> bytes:
        return hkdf(self.secret, b"p2pgame/1/joining", 32)

    @property
    def topic(self) -> bytes:
        if self.kind == "watch":
            return self.told
        public, _ = sodium.crypto_sign_seed_keypair(self.writing)
        return blake2b(public, digest_size=16, person=b"p2pgame topic").digest()


class OtherVersion(Malformed):
    """The line is whole, and says that another release is needed."""


def read_invite(text: str) -> Invite:
    """Read a line of any of the three kinds, or a link that ends in one."""
    text = "".join(one for one in text if not is_blank(ord(one)))
    if re.match("https?://", text, re.IGNORECASE):
        text = text.partition("#")[2]
    scheme, _, letters = text.partition(":")
    need(scheme in ("P2PGAME", "P2PGAME-WATCH"), "another scheme")
    data = _unspelled(letters)
    need(len(data) >= 6 and crc32(data[:-4]) == int.from_bytes(data[-4:]), "checksum")
    fields = Bytes(data[:-4])
    lowest, highest = fields.number(1), fields.number(1)
    need(0 < lowest <= highest, "versions")
    if not (lowest <= HIGHEST and highest >= LOWEST):
        raise OtherVersion("versions")
    kind = KINDS.get((scheme, fields.number(1)))
    need(kind is not None and len(data) <= 2406, "kind, or length")
    assert kind is not None
    table, secret = fields.take(16 if kind == "short" else 32), fields.take(16)
    topic = fields.take(16) if kind == "watch" else b""
    game = fields.take(fields.number(1))
    need(len(game) <= 32 and all(33 <= byte <= 126 for byte in game), "game")
    reach = ((), *_relays(fields, 1)) if kind == "short" else read_reach(fields)
    fields.end()
    versions = lowest, highest
    return Invite(kind, table, secret, reach, topic, game.decode(), versions)


def is_blank(code: int) -> bool:
    single = (0x20, 0x85, 0xA0, 0xAD, 0x1680, 0x180E, 0x3000, 0xFEFF)
    ranges = ((0x9, 0xD), (0x2000, 0x200F), (0x2028, 0x202F), (0x205F, 0x2064))
    spans = (*ranges, (0x2066, 0x2069), *((one, one) for one in single))
    return any(low <= code <= high for low, high in spans)


def _unspelled(letters: str) -> bytes:
    try:
        data = b32decode(letters + "=" * (-len(letters) % 8))
    except ValueError:
        raise Malformed("letters") from None
    need(b32encode(data).rstrip(b"=").decode() == letters, "letters")
    return data


def read_reach(fields: Bytes) -> Reach:
    count = fields.number(1)
    need(count <= 8, "too many addresses")
    addresses = [fields.take(fields.number(1)) for _ in range(count)]
    need(all(map(is_address, addresses)), "an address")
    return tuple(address.decode() for address in addresses), *_relays(fields, 3)


def _relays(fields: Bytes, limit: int) -> tuple[tuple[str, ...], tuple[bytes, ...]]:
    urls, tokens = [], []
    count = fields.number(1)
    need(count <= limit, "too many relays")
    for _ in range(count):
        urls.append(_url(fields.take(fields.number(1))))
        tokens.append(fields.take(fields.number(1)))
        need(len(tokens[-1]) in (0, 16), "length of a token")
    return tuple(urls), tuple(tokens)


def is_address(data: bytes) -> bool:
    host, _, port = data.decode("latin-1").rpartition(":")
    if not re.fullmatch("[1-9][0-9]{0,4}", port) or int(port) > 65535:
        return False
    try:
        address = ip_address(host.strip("[]"))
    except ValueError:
        labels = host.split(".")
        hides = re.fullmatch("[0-9]+|0[xX][0-9a-fA-F]*", labels[-1])
        return len(host) <= 253 and all(map(LABEL.fullmatch, labels)) and not hides
    reachable = not (address.is_unspecified or address.is_multicast or "%" in host)
    bare = host.strip("[]")
    return reachable and host == (f"[{bare}]" if ":" in host else bare)


def _url(data: bytes) -> str:
    need(len(data) <= 255, "length of a url")
    url = data.decode("latin-1")
    scheme, _, rest = url.partition("://")
    need(scheme in ("ws", "wss", "nostr+ws", "nostr+wss"), "scheme of a url")
    place, slash, path = rest.partition("/")
    usual = "443" if scheme.endswith("wss") else "80"
    numbered = re.fullmatch(r"(.*):([0-9]+)", place) if place[-1:] != "]" else None
    host, port = numbered.groups() if numbered else (place, usual)
    need(is_address(f"{host}:{port}".encode("latin-1")), "host of a url")
    need(numbered is None or port != usual, "a port that goes without saying")
    need(host == host.lower(), "spelling of a host")
    if host.startswith("["):
        address = IPv6Address(host[1:-1])
        need(address.ipv4_mapped is None, "IPv4 in disguise")
        need(str(address) == host[1:-1], "spelling of a host")
    need(bool(path) or not slash, "a path that goes without saying")
    segments = path.removesuffix("/").split("/") if path else []
    need(all(map(SEGMENT.fullmatch, segments)), "path of a url")
    return url


@dataclass(frozen=True)
class Announcement:
    table: bytes
    when: int
    reach: Reach
    label: str


def read_announce(plaintext: bytes) -> Announcement:
    fields = Bytes(plaintext)
    need(fields.number(1) == 5, "kind")
    table, signature = fields.take(32), fields.take(64)
    content = fields.rest
    need(len(content) <= 4096, "length of a content")
    check_signature(table, ANNOUNCED, table + content, signature)
    when, reach = fields.number(8), read_reach(fields)
    try:
        label = fields.rest.decode()
    except UnicodeDecodeError:
        raise Malformed("no text") from None
    need(len(fields.rest) <= 160 and can_be_shown(label), "label")
    return Announcement(table, when, reach, label)


@dataclass(frozen=True)
class Line:
    """What two who know each other derive for one way and one week."""

    sender: bytes
    recipient: bytes
    week: int
    root: bytes

    @property
    def writing(self) -> bytes:
        return hkdf(self.root, b"p2pgame/1/relay write", 32)

    @property
    def key(self) -> bytes:
        return hkdf(self.root, b"p2pgame/1/key", 32)


def line_of(secret_key: bytes, sender: bytes, recipient: bytes, week: int) -> Line:
    """Return the line as one of the two works it out from its own secret key."""
    own, secret = sodium.crypto_sign_seed_keypair(secret_key)
    other = recipient if own == sender else sender
    shared = sodium.crypto_scalarmult(
        sodium.crypto_sign_ed25519_sk_to_curve25519(secret),
        sodium.crypto_sign_ed25519_pk_to_curve25519(other),
    )
    context = b"p2pgame/1/invitations" + sender + recipient + week.to_bytes(8)
    return Line(sender, recipient, week, hkdf(shared, context, 32))


def read_invitation(frame: bytes, line: Line) -> tuple[int, int, str]:
    """Return from when and until when an invitation is good, and the invite."""
    opened = open_frame(frame, {0: line.key})
    need(opened is not None, "epoch")
    assert opened is not None
    fields = Bytes(opened[1])
    need(fields.number(1) == 1, "version")
    times, signature, invite = fields.take(16), fields.take(64), fields.rest
    content = line.recipient + times + invite
    check_signature(line.sender, INVITED, content, signature)
    when, until = int.from_bytes(times[:8]), int.from_bytes(times[8:])
    need(when <= until <= when + 604800 < 1 << 64, "times")
    need(invite.isascii() and len(invite) <= 4096, "invite")
    return when, until, invite.decode()
