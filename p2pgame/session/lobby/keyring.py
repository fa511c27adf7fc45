"""This module seals keys and secrets for all seats of a table, one box for each.

A box opens for one seat alone; one more may be for spectators with the watch link.
The key's hash is published with the boxes, so that no seat gets another key
unnoticed. Keys and boxes are derived from the player's seed and their purpose, so
they are the same after a crash.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b

from p2pgame.transport.envelope import KEY_SIZE, box_public, open_key, seal_key
from p2pgame.transport.finding import chain
from p2pgame.transport.link import InvalidFrame

from ..entries.errors import Unplayable
from ..entries.identity import Me
from ..entries.payloads import Epoch, Genesis, Successor

#: A box holds a key; behind the secret of an invite it is filled up with these.
_ZEROS = bytes(KEY_SIZE - chain.SECRET_SIZE)


@dataclass(frozen=True, slots=True)
class Sealed:
    """A key's ``name``, which is its hash, and the boxes that hold it."""

    name: bytes
    boxes: tuple[bytes, ...]
    watch: bytes


class Keyring:
    """Makes and opens boxes; ``watch`` is the spectators' X25519 key."""

    def __init__(self, me: Me | None, watch: bytes | None) -> None:
        self._me = me
        self._watch = watch

    @property
    def may_be_watched(self) -> bool:
        """Return whether we know the spectators' public key."""
        return self._watch is not None

    def fresh(
        self, purpose: bytes, publics: Sequence[bytes], *, watched: bool
    ) -> Sealed:
        """Return a key of ours for this purpose, sealed to ``publics``, in order.

        An empty public key gets an empty box.
        """
        assert self._me is not None
        key = self._me.derive(b"epoch key", purpose)
        entropy = self._me.entropy(b"epoch boxes" + purpose)
        boxes = tuple(seal_key(key, one, entropy) if one else b"" for one in publics)
        watch = b""
        if watched:
            assert self._watch is not None
            watch = seal_key(key, box_public(self._watch), entropy)
        return Sealed(_name_of(key), boxes, watch)

    def open(self, said: Genesis | Epoch, seat: int | None) -> bytes:
        """Return the key that is offered to us, in this seat or as a spectator.

        Raises:
          Unplayable: There is none in it for us, or not the one that it names.
        """
        found: list[bytes] = []
        try:
            if seat is not None and self._me is not None:
                found.append(open_key(said.boxes[seat], self._me.box_secret))
            if said.watch and self._watch is not None:
                found.append(open_key(said.watch, self._watch))
        except InvalidFrame:
            found.clear()
        if not found:
            raise Unplayable("the offer holds no epoch key for us")
        if any(_name_of(key) != said.epoch for key in found):
            raise Unplayable("the offer holds another epoch key for us than it says")
        return found[0]

    def next(
        self, table: bytes, secret: bytes, publics: Sequence[bytes], *, watched: bool
    ) -> Successor:
        """Return the invitation to play again at a table, with this invite's secret.

        The secret is sealed to ``publics``, in order, without the empty ones. If
        ``watched``, spectators get the content of a watch link, no more.
        """
        assert self._me is not None
        entropy = self._me.entropy(b"next boxes" + table + secret)
        whole = secret + _ZEROS
        boxes = tuple(seal_key(whole, one, entropy) if one else b"" for one in publics)
        watch = b""
        if watched and self._watch is not None:
            link = chain.watch_secret(secret) + chain.topic(chain.writing(secret))
            watch = seal_key(link, box_public(self._watch), entropy)
        return Successor(table, boxes, watch)

    def secret_in(self, said: Successor, seat: int) -> bytes | None:
        """Return the secret of the next table's invite, if this seat is given it."""
        try:
            assert self._me is not None
            whole = open_key(said.boxes[seat], self._me.box_secret)
        except InvalidFrame:
            return None
        secret = whole.removesuffix(_ZEROS)
        return secret if len(secret) == chain.SECRET_SIZE else None

    def watch_in(self, said: Successor) -> tuple[bytes, bytes] | None:
        """Return secret and topic of the next table's watch link, if we get them."""
        if self._watch is None:
            return None
        try:
            link = open_key(said.watch, self._watch)
        except InvalidFrame:
            return None
        return link[: chain.SECRET_SIZE], link[chain.SECRET_SIZE :]


def _name_of(key: bytes) -> bytes:
    """Return the public name of an epoch key, so that all get the same key."""
    return blake2b(key, digest_size=32, person=b"p2pgame epoch").digest()
