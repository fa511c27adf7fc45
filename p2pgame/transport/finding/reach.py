"""Encodes where a table can be reached: its addresses and its relays.

  u8 count | count × (u8 length | address)
  | u8 count | count × (u8 length | url | u8 length (0 or 16) | admission token)

Readers dial these addresses, so the reader is strict, and a relay's url must be in its
one spelling.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NoReturn

from p2pgame.transport.address import ADDRESS_LIMIT, InvalidAddress, split_address
from p2pgame.transport.relay.url import (
    TOKEN_SIZE,
    URL_LIMIT,
    InvalidUrl,
    RelayUrl,
)
from p2pgame.transport.unreadable import Unreadable

ADDRESSES_LIMIT = 8
RELAYS_LIMIT = 3
#: Bytes of both lists, at most.
_RELAY_LIMIT = 2 + URL_LIMIT + TOKEN_SIZE
LIMIT = 2 + ADDRESSES_LIMIT * (1 + ADDRESS_LIMIT) + RELAYS_LIMIT * _RELAY_LIMIT


class InvalidReach(Unreadable):
    """A list of addresses or relays can't be used."""

    key = "invite-unfit"


def check(addresses: tuple[str, ...], relays: tuple[RelayUrl, ...]) -> None:
    """Check that both lists can be encoded.

    Raises:
      InvalidReach: A list is too long, or has an invalid address or relay.
    """
    _check_count(len(addresses), ADDRESSES_LIMIT, "addresses")
    _check_count(len(relays), RELAYS_LIMIT, "relays")
    for address in addresses:
        try:
            split_address(address)
        except InvalidAddress:
            raise InvalidReach("address") from None
    for relay in relays:
        if read_relay(str(relay)) != replace(relay, token=b""):
            raise InvalidReach("relay-spelling")


def read_relay(text: str) -> RelayUrl:
    """Return the relay of a url in its one spelling.

    Raises:
      InvalidReach: The url is invalid, or spelled otherwise.
    """
    try:
        relay = RelayUrl.parse(text)
    except InvalidUrl:
        raise InvalidReach("relay") from None
    if str(relay) != text:
        raise InvalidReach("relay-spelling")
    return relay


def encode(addresses: tuple[str, ...], relays: tuple[RelayUrl, ...]) -> bytes:
    """Return the bytes of both lists."""
    return _listed(map(str.encode, addresses)) + encode_relays(relays)


def encode_relays(relays: Iterable[RelayUrl]) -> bytes:
    """Return the bytes of the second list."""
    parts = [_sized(str(relay).encode()) + _sized(relay.token) for relay in relays]
    return bytes([len(parts)]) + b"".join(parts)


def _listed(raws: Iterable[bytes]) -> bytes:
    parts = [_sized(raw) for raw in raws]
    return bytes([len(parts)]) + b"".join(parts)


def _sized(raw: bytes) -> bytes:
    return bytes([len(raw)]) + raw


class Fields:
    """Reads fields one after the other."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def take(self, size: int) -> bytes:
        """Return the next ``size`` bytes.

        Raises:
          InvalidReach: Fewer are left.
        """
        taken = self._data[self._at : self._at + size]
        if len(taken) != size:
            _refuse_damaged()
        self._at += size
        return taken

    def number(self, size: int) -> int:
        return int.from_bytes(self.take(size))

    def rest(self) -> bytes:
        return self.take(len(self._data) - self._at)

    def reach(self) -> tuple[tuple[str, ...], tuple[RelayUrl, ...]]:
        """Return addresses and relays.

        Raises:
          InvalidReach: A list is too long, or has an invalid address or relay.
        """
        count = self.number(1)
        _check_count(count, ADDRESSES_LIMIT, "addresses")
        addresses = tuple(self.text() for _ in range(count))
        relays = self.relays()
        check(addresses, relays)
        return addresses, relays

    def relays(self) -> tuple[RelayUrl, ...]:
        """Return the relays, each with its token.

        Raises:
          InvalidReach: The list is too long, or has an invalid relay.
        """
        count = self.number(1)
        _check_count(count, RELAYS_LIMIT, "relays")
        return tuple(self._relay() for _ in range(count))

    def _relay(self) -> RelayUrl:
        relay, token = read_relay(self.text()), self.take(self.number(1))
        if len(token) not in (0, TOKEN_SIZE):
            raise InvalidReach("token")
        return replace(relay, token=token)

    def text(self) -> str:
        """Return the next text, which is ASCII behind its length."""
        return ascii_of(self.take(self.number(1)))

    def reach_at_end(self) -> tuple[tuple[str, ...], tuple[RelayUrl, ...]]:
        """Return addresses and relays, and check that nothing follows."""
        found = self.reach()
        self.end()
        return found

    def end(self) -> None:
        """Check that nothing is left."""
        if self._at != len(self._data):
            _refuse_damaged()


def ascii_of(raw: bytes) -> str:
    """Return the text of ASCII bytes."""
    if not raw.isascii():
        _refuse_damaged()
    return raw.decode("ascii")


def _check_count(count: int, limit: int, what: str) -> None:
    if count > limit:
        raise InvalidReach(what, most=limit)


def _refuse_damaged() -> NoReturn:
    raise InvalidReach("damaged")
