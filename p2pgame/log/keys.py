"""Signs and verifies with Ed25519, in this one place.

Libraries disagree about odd signatures, so exactly one decides here: PyNaCl, whose
check is cofactorless and refuses points of small order.  A key must also pass
:func:`admit` once, before its first signature counts.
Otherwise one signature under a key with a small-order part can be valid for many
messages.

Signatures are always over a domain, one for each purpose, and the content, each behind
its length.  So no signature is valid for another purpose.

Source: RFC 8032; Chalkias, Garillot and Nikolaenko, "Taming the Many EdDSAs"
(SSR 2020).
"""

from __future__ import annotations

from nacl import bindings as sodium
from nacl.exceptions import CryptoError

from .errors import InvalidEntry

KEY_BYTES = 32
SIGNATURE_BYTES = 64


class AuthorKey:
    """The secret half of an author's key; its ``repr`` hides it."""

    __slots__ = ("_secret", "public")

    def __init__(self, seed: bytes) -> None:
        """Derive the key pair from 32 secret random bytes.

        Raises:
          ValueError: ``seed`` is not 32 bytes.
        """
        if type(seed) is not bytes or len(seed) != KEY_BYTES:
            raise ValueError("an author key is made from 32 bytes")
        self.public: bytes
        self._secret: bytes
        self.public, self._secret = sodium.crypto_sign_seed_keypair(seed)

    def sign(self, domain: bytes, content: bytes) -> bytes:
        """Return a signature of ``content`` for the purpose ``domain``."""
        signed = sodium.crypto_sign(_framed(domain, content), self._secret)
        return signed[:SIGNATURE_BYTES]

    def shared(self, public: bytes) -> bytes:
        """Return 32 secret bytes that only holders of either secret key can compute.

        A key and its negative give the same, so bind both public keys when you derive
        from it.

        Source: X25519 (RFC 7748) of the same points in Montgomery form; that a key
        may do both is shown in Thormarker, "On using the same key pair for Ed25519
        and an X25519 based KEM" (2021).

        Raises:
          InvalidEntry: ``public`` is not a key that an honest peer can have.
        """
        admit(public)
        theirs = sodium.crypto_sign_ed25519_pk_to_curve25519(public)
        ours = sodium.crypto_sign_ed25519_sk_to_curve25519(self._secret)
        shared: bytes = sodium.crypto_scalarmult(ours, theirs)
        return shared

    def __repr__(self) -> str:
        return f"<author key {self.public.hex()[:16]}>"


def verify(public: bytes, domain: bytes, content: bytes, signature: bytes) -> None:
    """Check that the owner of ``public`` signed ``content`` for ``domain``.

    Raises:
      InvalidEntry: The signature is invalid, or an argument is malformed.

    Cost: 55 µs.
    """
    verify_unframed(public, _framed(domain, content), signature)


def verify_unframed(public: bytes, message: bytes, signature: bytes) -> None:
    """Check a signature of exactly ``message``, as published test vectors are.

    Raises:
      InvalidEntry: The signature is invalid.
    """
    try:
        # The library checks neither, and would read past the end of a short key.
        if (len(public), len(signature)) != (KEY_BYTES, SIGNATURE_BYTES):
            raise InvalidEntry("a key has 32 bytes, a signature 64")
        sodium.crypto_sign_open(signature + message, public)
    except (CryptoError, TypeError, ValueError, RuntimeError):
        raise InvalidEntry("the signature is not its author's") from None


def admit(public: bytes) -> None:
    """Check once that ``public`` is acceptable as an author's key.

    Raises:
      InvalidEntry: It is the identity, or no canonical encoding of a point of the
        prime-order group.

    Cost: 43 µs.
    """
    try:
        valid = sodium.crypto_core_ed25519_is_valid_point(public)
    except (CryptoError, TypeError, ValueError, RuntimeError):
        valid = False
    if not valid:
        raise InvalidEntry("this is not a key that an honest author can have")


def _framed(domain: bytes, content: bytes) -> bytes:
    return b"".join(
        (
            len(domain).to_bytes(8, "big"),
            domain,
            len(content).to_bytes(8, "big"),
            content,
        )
    )
