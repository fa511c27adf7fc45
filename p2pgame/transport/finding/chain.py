"""Derives a table's keys from its invite's secret, in one direction only.

The holder of the secret may write to the table's topic and sit down; it can derive the
watch secret.
The holder of the watch secret can open what is sealed under epoch 0.  If the table lets
itself be watched, it can also open the box with the next key.
It can derive nothing that lets it write to the topic, or that makes a hello count.
"""

from __future__ import annotations

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from p2pgame.transport.envelope import derive
from p2pgame.transport.relay.topic_id import topic_of

#: Bytes of an invite's secret, and of a watch secret.
SECRET_SIZE = 16


def watch_secret(secret: bytes) -> bytes:
    """Return the secret of the watch link, from an invite's secret."""
    return derive(secret, b"watch")[:SECRET_SIZE]


def epoch_key(watch: bytes) -> bytes:
    """Return the key of epoch 0, from a watch secret."""
    return derive(watch, b"epoch 0")


def box_secret(watch: bytes) -> bytes:
    """Return the X25519 key to which a table seals keys for watchers."""
    return derive(watch, b"watch box")


def writing(secret: bytes) -> bytes:
    """Return the seed of the Ed25519 key that lets its holder write to the topic."""
    return derive(secret, b"relay write")


def joining_key(secret: bytes) -> bytes:
    """Return the key with which a hello shows that its author holds the invite.

    No spectator has it, so none can come as a guest.
    """
    return derive(secret, b"joining")


def greeting_key(secret: bytes) -> bytes:
    """Return the key under which players greet on a new direct link.

    No spectator has it, so none can find a player's address by trying to connect.
    """
    return derive(secret, b"greeting")


def calling_key(secret: bytes) -> bytes:
    """Return the key with which a first frame shows that its sender is invited."""
    return derive(secret, b"first frame")


def watching_key(watch: bytes) -> bytes:
    """Return the key with which a first frame shows that its sender may look on."""
    return derive(watch, b"first frame")


def topic(writing: bytes) -> bytes:
    """Return the topic to which the holder of this seed may write."""
    key = Ed25519PrivateKey.from_private_bytes(writing)
    return topic_of(key.public_key().public_bytes_raw())
