"""Seals one seat into one file under a passphrase, for another device.

Whoever reads such a file plays the seat and sees its cards, so it is encrypted:

    title | salt (16) | nonce (24) | XChaCha20-Poly1305 of the rest

under a key that Argon2id makes of passphrase and salt, at a fixed cost, so that no
file can make us spend more; title and salt are authenticated with it.  Inside,
each field after its length (4 bytes), big-endian:

    name of the move | seed | ticket | plan | the log's records, one after the other
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from nacl.bindings import (
    crypto_aead_xchacha20poly1305_ietf_decrypt as _decrypt,
)
from nacl.bindings import (
    crypto_aead_xchacha20poly1305_ietf_encrypt as _encrypt,
)
from nacl.exceptions import CryptoError
from nacl.pwhash import argon2id
from nacl.utils import random

from p2pgame.log.records import RECORD_LIMIT

from . import places, ticket
from .ticket import Ticket

#: No file of this kind is longer, in bytes.
LIMIT = 256 * 1024 * 1024
#: Bytes of the name that a move has, so that a file is known again.
NAME_SIZE = 16

_TITLE = b"p2pgame seat 2\n"
_SALT, _NONCE, _TAG, _LENGTH = argon2id.SALTBYTES, 24, 16, 4
_SHORTEST = len(_TITLE) + _SALT + _NONCE + _TAG


class InvalidParcel(ValueError):
    """This is no seat that was moved, or it is damaged."""


class WrongPassphrase(ValueError):
    """The passphrase is wrong, or the file is damaged."""


@dataclass(frozen=True, slots=True)
class Parcel:
    """A seat on its way: ``name`` is drawn for each move; ``plan`` may be empty."""

    name: bytes
    seed: bytes = field(repr=False)
    ticket: Ticket
    records: tuple[bytes, ...] = field(repr=False)
    plan: bytes = field(default=b"", repr=False)


def seal(parcel: Parcel, passphrase: str) -> bytes:
    """Return the file that takes a seat to another device.

    Raises:
      ValueError: It is too long to be read back.

    Cost: 256 MiB of memory and about a second, as for :func:`unseal`.
    """
    head = _TITLE + random(_SALT)
    nonce = random(_NONCE)
    fields = (
        parcel.name,
        parcel.seed,
        ticket.encode(parcel.ticket),
        parcel.plan,
        *parcel.records,
    )
    plain = b"".join(len(one).to_bytes(_LENGTH) + one for one in fields)
    if _SHORTEST + len(plain) > LIMIT:
        raise ValueError("this seat's log is too long for a file")
    return head + nonce + _encrypt(plain, head, nonce, _key(head, passphrase))


def unseal(data: bytes, passphrase: str) -> Parcel:
    """Read such a file.

    Raises:
      InvalidParcel: It is none.
      WrongPassphrase: It was written under another passphrase, or is damaged.
    """
    if not data.startswith(_TITLE) or not _SHORTEST <= len(data) <= LIMIT:
        raise InvalidParcel("this file is no seat that was moved")
    start = len(_TITLE) + _SALT
    head, nonce = data[:start], data[start : start + _NONCE]
    key = _key(head, passphrase)
    try:
        plain = _decrypt(data[start + _NONCE :], head, nonce, key)
    except CryptoError:
        raise WrongPassphrase(
            "the passphrase is wrong, or the file is damaged"
        ) from None
    return _read(list(_fields(plain)))


def _key(head: bytes, passphrase: str) -> bytes:
    return argon2id.kdf(
        32,
        passphrase.encode(),
        head[-_SALT:],
        opslimit=argon2id.OPSLIMIT_MODERATE,
        memlimit=argon2id.MEMLIMIT_MODERATE,
    )


def _fields(plain: bytes) -> Iterator[bytes]:
    at = 0
    while at < len(plain):
        start = at + _LENGTH
        at = start + int.from_bytes(plain[at:start])
        if start > len(plain) or at > len(plain):
            raise InvalidParcel("a field of this file is cut off")
        yield plain[start:at]


def _read(fields: list[bytes]) -> Parcel:
    if len(fields) < 4:
        raise InvalidParcel("fields of this file are missing")
    name, seed, kept, plan, *records = fields
    if len(name) != NAME_SIZE or len(seed) != places.SEED_SIZE:
        raise InvalidParcel("a field of this file has another length")
    if any(len(record) > RECORD_LIMIT for record in records):
        raise InvalidParcel("a record in this file is too long")
    try:
        return Parcel(name, seed, ticket.decode(kept), tuple(records), plan)
    except ValueError:
        raise InvalidParcel("the ticket in this file is none") from None
