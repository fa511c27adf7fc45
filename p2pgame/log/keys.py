"""Who said it: Ed25519 signatures, made and checked in this one place.

Libraries disagree about odd signatures, so exactly one of them decides here:
PyNaCl, whose check is cofactorless and refuses points of small order.  A key
must also pass :func:`admit` once, before its first signature counts: under a
key with a small-order part, one signature can be valid for many messages.

What is signed is always a domain, one per purpose, and the content, each
behind its length, so that no signature can be read as one for something else.

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
    """The secret half of an author's key; it never shows itself."""

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
        """Return 32 secret bytes that only the holders of both keys can work out.

        A key and its negative share the same, so bind both public keys when
        something is derived.

        Source: X25519 (RFC 7748) of the same points in Montgomery form; that a key
        may do both is shown in Thormarker, "On using the same key pair for Ed25519
        and an X25519 based KEM" (2021).

        Raises:
          InvalidEntry: ``public`` is not a key that anybody honest can have.
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
      InvalidEntry: It did not, or one of them is nonsense.

    Cost: 55 µs.
    """
    verify_unframed(public, _framed(domain, content), signature)


def verify_unframed(public: bytes, message: bytes, signature: bytes) -> None:
    """Check a signature of exactly ``message``, as published test vectors are.

    Raises:
      InvalidEntry: It is not one.
    """
    try:
        # The library checks neither, and would read past the end of a short key.
        if (len(public), len(signature)) != (KEY_BYTES, SIGNATURE_BYTES):
            raise InvalidEntry("a key has 32 bytes, a signature 64")
        sodium.crypto_sign_open(signature + message, public)
    except (CryptoError, TypeError, ValueError, RuntimeError):
        raise InvalidEntry("the signature is not its author's") from None


def admit(public: bytes) -> None:
    """Check once that ``public`` may be anybody's key.

    Raises:
      InvalidEntry: It is no point of the prime-order group in its one
        encoding, or the identity.

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
