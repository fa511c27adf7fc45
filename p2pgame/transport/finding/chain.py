"""What follows from an invite's secret: one chain, and no way back up.

Whoever has the secret may write to the table's topic and sit down, and knows the watch
secret.  Whoever has the watch secret can open what is sealed under epoch 0 and, if the
table lets itself be watched, the box with its next key; it can derive nothing that lets
it write to the topic, or that makes a hello count.
"""

from __future__ import annotations

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from p2pgame.transport.envelope import derive
from p2pgame.transport.relay.protocol import topic_of

#: Bytes of an invite's secret, and of a watch secret.
SECRET_SIZE = 16


def watch_secret(secret: bytes) -> bytes:
    """Return what a watch link holds of an invite's secret."""
    return derive(secret, b"watch")[:SECRET_SIZE]


def epoch_key(watch: bytes) -> bytes:
    """Return the key of epoch 0, of a watch secret."""
    return derive(watch, b"epoch 0")


def box_secret(watch: bytes) -> bytes:
    """Return the X25519 key to which a table seals keys for watchers."""
    return derive(watch, b"watch box")


def writing(secret: bytes) -> bytes:
    """Return the seed of the Ed25519 key that lets its holder write to the topic."""
    return derive(secret, b"relay write")


def joining_key(secret: bytes) -> bytes:
    """Return the key with which a hello shows that its author holds the invite.

    No watcher has it, so none can come as a guest.
    """
    return derive(secret, b"joining")


def greeting_key(secret: bytes) -> bytes:
    """Return the key under which players greet on a new direct link.

    No watcher has it, so none finds out by knocking where a player is.
    """
    return derive(secret, b"greeting")


def topic(writing: bytes) -> bytes:
    """Return the topic to which the holder of this seed may write."""
    key = Ed25519PrivateKey.from_private_bytes(writing)
    return topic_of(key.public_key().public_bytes_raw())
