"""Seals one short message between two peers who have just agreed on a secret.

Each slip has a key of its own, derived from the secret and the slip's purpose, so it
needs no nonce.  Never seal two texts for one purpose: both would be revealed.
Its purpose fixes its length, so the length tells nothing.
"""

from __future__ import annotations

from nacl.bindings import (
    crypto_aead_xchacha20poly1305_ietf_decrypt as _decrypt,
)
from nacl.bindings import (
    crypto_aead_xchacha20poly1305_ietf_encrypt as _encrypt,
)
from nacl.exceptions import CryptoError

from p2pgame.transport.envelope import derive
from p2pgame.transport.finding.shown import can_be_shown
from p2pgame.transport.link import InvalidFrame, TransportError

#: Characters of a name, at most.
NAME_LENGTH = 24
#: Bytes of the slip for a name, and of the one for an invite.
NAME_SLIP = 128
INVITE_SLIP = 4000
#: Bytes of an invite, at most.
INVITE_LIMIT = INVITE_SLIP - 16 - 2 - 1

_NONCE = bytes(24)
_TAG, _LENGTH = 16, 2


class NotWelcome(TransportError):
    """The host did not let us in."""


def seal(secret: bytes, purpose: bytes, text: bytes, *, size: int) -> bytes:
    """Seal a text into ``size`` bytes that only a holder of the secret can open.

    Raises:
      ValueError: The text is too long for the slip.
    """
    room = size - _TAG
    padded = (len(text).to_bytes(_LENGTH) + text).ljust(room, b"\0")
    if len(padded) > room:
        raise ValueError(f"{len(text)} bytes fit no slip of {size}")
    return _encrypt(padded, b"", _NONCE, derive(secret, b"slip " + purpose))


def unseal(secret: bytes, purpose: bytes, slip: bytes) -> bytes:
    """Open a slip and return its text.

    Raises:
      InvalidFrame: Not sealed with this secret for this purpose.
    """
    if len(slip) < _TAG + _LENGTH:
        raise InvalidFrame("This slip is cut off.")
    try:
        padded = _decrypt(slip, b"", _NONCE, derive(secret, b"slip " + purpose))
    except CryptoError:
        raise InvalidFrame("This slip was not sealed for us.") from None
    length = int.from_bytes(padded[:_LENGTH])
    text = padded[_LENGTH : _LENGTH + length]
    if len(text) != length or any(padded[_LENGTH + length :]):
        raise InvalidFrame("This slip is filled up wrongly.")
    return text


def seal_answer(secret: bytes, purpose: bytes, invite: bytes | None) -> bytes:
    """Seal the host's answer: the invite, or None; both look alike."""
    text = b"\0" if invite is None else b"\1" + invite
    return seal(secret, purpose, text, size=INVITE_SLIP)


def read_answer(secret: bytes, purpose: bytes, slip: bytes) -> bytes:
    """Return the invite that the host has sealed for us.

    Raises:
      NotWelcome: The host said no.
      InvalidFrame: This is not the host's answer.
    """
    text = unseal(secret, purpose, slip)
    if text == b"\0":
        raise NotWelcome("The host did not let you in.")
    if text[:1] != b"\1":
        raise InvalidFrame("This is neither yes nor no.")
    return text[1:]


def read_name(data: bytes) -> str:
    """Return a stranger's claimed name, if it is safe to show.

    Raises:
      InvalidFrame: It is not.
    """
    try:
        name = data.decode()
    except UnicodeDecodeError:
        raise InvalidFrame("This name is no text.") from None
    if not is_name(name):
        raise InvalidFrame("This name can't be shown as it is.")
    return name


def is_name(name: str) -> bool:
    """Return whether a name is short, and safe to show anywhere."""
    return 0 < len(name) <= NAME_LENGTH and can_be_shown(name)


def encode_name(name: str) -> bytes:
    """Return a name's bytes; ``ValueError`` for a name that peers would refuse."""
    if not is_name(name):
        raise ValueError("a name is short, and can be shown as it is")
    return name.encode()
