"""An invite: which table, its first secret and where to knock, as one line of text.

Whoever reads the line can join, so it is handed over like a key.  A table's id
is the author key of whoever opened it, so nobody else can pose as the host; the
key of epoch 0 is derived from the secret.  The text is ``p2pgame:`` and
base64url without padding of

    version (1) | table (32) | secret (16) | count (1)
    | count × (length (1) | address) | CRC-32 of all before (4)

CRC-32 because the checksum is against slips of the finger, not against
forgers: it finds every wrong character and every two swapped neighbours, where
a cut hash would only probably.  Addresses come from
a stranger and are dialled, so they are read strictly.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv6Address
from zlib import crc32

from p2pgame.transport.envelope import derive

ADDRESSES_LIMIT = 8

_SCHEME = "p2pgame:"
_VERSION = 1
_TABLE = 32
_SECRET = 16
_CHECKSUM = 4
_HOST_LIMIT = 253
_ADDRESS_LIMIT = 255
_BODY_LIMIT = 2 + _TABLE + _SECRET + ADDRESSES_LIMIT * (1 + _ADDRESS_LIMIT) + _CHECKSUM
_TEXT_LIMIT = len(_SCHEME) + (_BODY_LIMIT * 4 + 2) // 3

_BASE64 = re.compile(r"[A-Za-z0-9_-]+")
_LABEL = re.compile(r"(?!-)[A-Za-z0-9-]{1,63}(?<!-)")
_PORT = re.compile(r"[1-9][0-9]{0,4}")

# What ends like this, systems read as an IPv4 address in one of its odd
# spellings (127.1, 2130706433, 0x7f000001): a name that hides an address.
_NUMBER = re.compile(r"[0-9]+|0[xX][0-9a-fA-F]*")


class InvalidInvite(ValueError):
    """This is not an invite; ask for it again."""


@dataclass(frozen=True, slots=True)
class Invite:
    """What a guest needs in order to find a table and to read its frames."""

    table: bytes
    secret: bytes = field(repr=False)
    addresses: tuple[str, ...]

    def __post_init__(self) -> None:
        if len(self.table) != _TABLE or len(self.secret) != _SECRET:
            raise InvalidInvite("An invite's table or secret has another length.")
        if len(self.addresses) > ADDRESSES_LIMIT:
            raise InvalidInvite(f"An invite has at most {ADDRESSES_LIMIT} addresses.")
        for address in self.addresses:
            split_address(address)

    @property
    def epoch_key(self) -> bytes:
        """The key of epoch 0."""
        return derive(self.secret, b"epoch 0")

    def encode(self) -> str:
        """Return the line of text to hand over; it holds the secret."""
        body = bytes([_VERSION]) + self.table + self.secret
        body += bytes([len(self.addresses)])
        for address in self.addresses:
            body += bytes([len(address)]) + address.encode()
        return _SCHEME + _to_base64(body + crc32(body).to_bytes(_CHECKSUM))

    @classmethod
    def parse(cls, text: str) -> Invite:
        """Read an invite's text; space around it does not matter.

        Raises:
          InvalidInvite: With one sentence that says what is wrong.
        """
        body = _read_text(text.strip())
        if body[0] != _VERSION:
            raise InvalidInvite("This invite is from another version of p2pgame.")
        return cls(*_Reader(body[1:]).read_fields())


def split_address(address: str) -> tuple[str, int]:
    """Return the host, without an IPv6 address's brackets, and the port.

    Raises:
      InvalidInvite: Not ``name:port``, ``1.2.3.4:port`` or ``[::1]:port``, or
        an address that nobody can be reached at.
    """
    host, _, port = address.rpartition(":")
    if not _PORT.fullmatch(port) or int(port) > 65535:
        raise InvalidInvite("An address in this invite has no valid port.")
    if host.startswith("[") and host.endswith("]"):
        host = host[1:-1]
        good = _is_reachable(host, IPv6Address) and "%" not in host
    else:
        good = _is_reachable(host, IPv4Address) or _is_name(host)
    if not good or len(address) > _ADDRESS_LIMIT:
        raise InvalidInvite("An address in this invite has no valid host.")
    return host, int(port)


def _is_reachable(host: str, kind: type[IPv4Address] | type[IPv6Address]) -> bool:
    try:
        address = kind(host)
    except ValueError:
        return False
    return not (address.is_unspecified or address.is_multicast)


def _is_name(host: str) -> bool:
    labels = host.split(".")
    return (
        len(host) <= _HOST_LIMIT
        and all(_LABEL.fullmatch(label) for label in labels)
        and not _NUMBER.fullmatch(labels[-1])
    )


def _read_text(text: str) -> bytes:
    if not text.startswith(_SCHEME):
        raise InvalidInvite(f"An invite begins with {_SCHEME}")
    encoded = text[len(_SCHEME) :]
    if len(text) > _TEXT_LIMIT or not _BASE64.fullmatch(encoded):
        raise InvalidInvite("This invite has characters that no invite has.")
    if len(encoded) % 4 == 1:
        raise InvalidInvite("This invite is mistyped or cut off.")
    data = urlsafe_b64decode(encoded + "=" * (-len(encoded) % 4))
    body, checksum = data[:-_CHECKSUM], data[-_CHECKSUM:]
    # The last character may carry bits that no byte uses: one spelling only.
    if not body or crc32(body).to_bytes(4) != checksum or _to_base64(data) != encoded:
        raise InvalidInvite("This invite is mistyped or cut off.")
    return body


def _to_base64(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


class _Reader:
    """Takes an invite's fields one after the other from its bytes."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def read_fields(self) -> tuple[bytes, bytes, tuple[str, ...]]:
        table, secret = self._take(_TABLE), self._take(_SECRET)
        count = self._take(1)[0]
        if count > ADDRESSES_LIMIT:
            raise InvalidInvite(f"An invite has at most {ADDRESSES_LIMIT} addresses.")
        raws = [self._take(self._take(1)[0]) for _ in range(count)]
        if self._at != len(self._data) or not all(raw.isascii() for raw in raws):
            raise InvalidInvite("This invite is damaged.")
        return table, secret, tuple(raw.decode("ascii") for raw in raws)

    def _take(self, size: int) -> bytes:
        taken = self._data[self._at : self._at + size]
        if len(taken) != size:
            raise InvalidInvite("This invite is damaged.")
        self._at += size
        return taken
