"""Pairs two peers on one link: people compare three pictures, then the host says yes.

On a local network the guest sees the host's table listed, and has no code.  Both sides
agree on a key over a direct link, and derive three of 64 pictures from it.
Equal pictures mean that nobody is in between.  A man in the middle needs two talks
whose pictures agree: 1 in 262 144, if it can't try many keys before it chooses.
It can't, because the guest first *commits* to its key, and shows it only once it has
the host's:

    Commit  1 | hash of the guest's key (32)
    Key     2 | host's key (32)
    Reveal  3 | guest's key (32) | slip (128): the guest's name
    Name    4 | slip (128): the host's name
    Given   5 | slip (4000): 1 and the invite, or 0

Keys are X25519, drawn for this one talk.  The link's first frame asks for pairing.
None of its messages is as long as a sealed frame, so neither is taken for the other.
The host compares the pictures and decides, because the host gives something away.  A
guest that sees other pictures hangs up.

Source: short authentication strings as in ZRTP (RFC 6189 §4.4.1), without its cache.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from hashlib import blake2b
from hmac import compare_digest
from typing import TypeAlias

import trio
from cryptography.hazmat.primitives.asymmetric.x25519 import (
    X25519PrivateKey,
    X25519PublicKey,
)

from p2pgame.transport.envelope import Entropy, derive
from p2pgame.transport.finding.emoji import EMOJI, Emoji
from p2pgame.transport.finding.slip import (
    INVITE_LIMIT,
    INVITE_SLIP,
    NAME_SLIP,
    encode_name,
    read_answer,
    read_name,
    seal,
    seal_answer,
    unseal,
)
from p2pgame.transport.link import InvalidFrame, Link, LinkClosed, TransportError

#: Seconds for each message of a program, and for each decision of a person.
PROGRAM_WITHIN = 10.0
PERSON_WITHIN = 120.0
#: Guests that may wait for the host's decision.
WAITING_LIMIT = 8

Pictures: TypeAlias = tuple[Emoji, Emoji, Emoji]

_COMMIT, _KEY, _REVEAL, _NAME, _GIVEN = range(1, 6)
_SECRET = _PUBLIC = _HASH = 32
_SIZES = {
    _COMMIT: _HASH,
    _KEY: _PUBLIC,
    _REVEAL: _PUBLIC + NAME_SLIP,
    _NAME: NAME_SLIP,
    _GIVEN: INVITE_SLIP,
}


class NotCommitted(TransportError):
    """The other side showed another key than it had committed to."""


class Host:
    """The host's side of one talk."""

    def __init__(self, invite: bytes, name: str, entropy: Entropy) -> None:
        if len(invite) > INVITE_LIMIT:
            raise ValueError(f"an invite of {len(invite)} bytes fits no slip")
        self._invite = invite
        self._name = encode_name(name)
        self._key = X25519PrivateKey.from_private_bytes(entropy(_SECRET))
        self._commitment: bytes | None = None
        self._secret: bytes | None = None
        self._is_done = False
        #: The guest's claimed name and the pictures to compare, once known.
        self.guest: str | None = None
        self.pictures: Pictures | None = None

    def receive(self, body: bytes) -> bytes:
        """Return the next message; an error ends the talk.

        Raises:
          NotCommitted: The guest changed its key after it had ours.
          InvalidFrame: An honest guest does not send this now.
        """
        if self._commitment is None:
            self._commitment = _read(body, _COMMIT)
            return bytes([_KEY]) + _public(self._key)
        if self._secret is not None:
            raise InvalidFrame("The guest has nothing more to say.")
        rest = _read(body, _REVEAL)
        theirs, slip = rest[:_PUBLIC], rest[_PUBLIC:]
        if not compare_digest(commit(theirs), self._commitment):
            raise NotCommitted("The guest showed another key than it had chosen.")
        self._secret = _agree(self._key, theirs, theirs + _public(self._key))
        self.guest = read_name(unseal(self._secret, b"pair guest", slip))
        self.pictures = _see(self._secret)
        name = seal(self._secret, b"pair host", self._name, size=NAME_SLIP)
        return bytes([_NAME]) + name

    def admit(self) -> bytes:
        """Return the message that gives the invite to the guest; once, after
        ``pictures``."""
        return self._give(self._invite)

    def refuse(self) -> bytes:
        """Return the message that refuses the guest; once, instead."""
        return self._give(None)

    def _give(self, invite: bytes | None) -> bytes:
        if self._secret is None or self.pictures is None or self._is_done:
            raise ValueError("there is nobody to answer, or it has been answered")
        self._is_done = True
        return bytes([_GIVEN]) + seal_answer(self._secret, b"pair answer", invite)


class Guest:
    """The guest's side of one talk."""

    def __init__(self, name: str, entropy: Entropy) -> None:
        self._name = encode_name(name)
        self._key = X25519PrivateKey.from_private_bytes(entropy(_SECRET))
        self._secret: bytes | None = None
        #: The host's claimed name and the pictures to compare, once known.
        self.host: str | None = None
        self.pictures: Pictures | None = None
        #: The invite, once it has come.
        self.invite: bytes | None = None

    def start(self) -> bytes:
        """Return the first thing to say."""
        return bytes([_COMMIT]) + commit(_public(self._key))

    def receive(self, body: bytes) -> bytes | None:
        """Return the next message, if any; an error ends the talk.

        Raises:
          NotWelcome: The host does not let us in.
          InvalidFrame: An honest host does not send this now.
        """
        if self._secret is None:
            theirs, ours = _read(body, _KEY), _public(self._key)
            self._secret = _agree(self._key, theirs, ours + theirs)
            slip = seal(self._secret, b"pair guest", self._name, size=NAME_SLIP)
            return bytes([_REVEAL]) + ours + slip
        if self.host is None:
            name = unseal(self._secret, b"pair host", _read(body, _NAME))
            self.host, self.pictures = read_name(name), _see(self._secret)
            return None
        if self.invite is not None:
            raise InvalidFrame("The host has nothing more to say.")
        answer = _read(body, _GIVEN)
        self.invite = read_answer(self._secret, b"pair answer", answer)
        return None


def commit(key: bytes) -> bytes:
    """Commit to a key and hide it; 32 random bytes need no blinding."""
    return blake2b(key, digest_size=_HASH, person=b"p2pgame pair").digest()


def _read(body: bytes, kind: int) -> bytes:
    """Return what follows the kind; ``InvalidFrame`` for another kind or length."""
    if body[:1] != bytes([kind]) or len(body) != 1 + _SIZES[kind]:
        raise InvalidFrame("This is not what is said in pairing now.")
    return body[1:]


def _public(key: X25519PrivateKey) -> bytes:
    return key.public_key().public_bytes_raw()


def _agree(key: X25519PrivateKey, theirs: bytes, both: bytes) -> bytes:
    """Derive the common secret; it binds both keys, the guest's first."""
    try:
        shared = key.exchange(X25519PublicKey.from_public_bytes(theirs))
    except ValueError:
        raise InvalidFrame("This is no key.") from None
    return derive(shared, b"pair " + both)


def _see(secret: bytes) -> Pictures:
    bits = int.from_bytes(derive(secret, b"pair pictures")[:3]) >> 6
    return EMOJI[bits >> 12], EMOJI[bits >> 6 & 63], EMOJI[bits & 63]


#: Returns whether a guest with this name and these pictures is welcome.
Ask: TypeAlias = Callable[[str, Pictures], Awaitable[bool]]


class Pairing:
    """Asks the host about the guests of a local network, one after the other."""

    def __init__(self, invite: bytes, name: str, ask: Ask, entropy: Entropy) -> None:
        self._invite = invite
        self._name = name
        self._ask = ask
        self._entropy = entropy
        self._turn = trio.Lock()
        self._waiting = 0

    async def meet(self, link: Link) -> None:
        """Talk with a guest, and close the link.

        ``ask`` is called for one guest at a time.  No decision within
        :data:`PERSON_WITHIN` means no.

        Raises:
          TransportError: The link is gone, or the guest broke the protocol.
        """
        try:
            if self._waiting >= WAITING_LIMIT:
                raise TransportError("Too many ask to be let in.")
            self._waiting += 1
            try:
                await self._talk(link)
            finally:
                self._waiting -= 1
        finally:
            await link.aclose()

    async def _talk(self, link: Link) -> None:
        host = Host(self._invite, self._name, self._entropy)
        while host.guest is None:
            await link.send(host.receive(await _hear(link, PROGRAM_WITHIN)))
        is_welcome = await self._decide(link, host.guest, host.pictures)
        await link.send(host.admit() if is_welcome else host.refuse())
        # Hanging up first may cut off our own last message.
        with trio.move_on_after(PROGRAM_WITHIN):
            await _wait_gone(link)

    async def _decide(self, link: Link, guest: str, pictures: Pictures | None) -> bool:
        """Ask the host when it is this guest's turn, unless the guest has gone by
        then."""
        assert pictures is not None
        is_welcome, has_gone = False, True
        async with trio.open_nursery() as nursery:

            async def watch() -> None:
                await _wait_gone(link)
                nursery.cancel_scope.cancel()

            nursery.start_soon(watch)
            async with self._turn:
                with trio.move_on_after(PERSON_WITHIN):
                    is_welcome = await self._ask(guest, pictures)
            has_gone = False
            nursery.cancel_scope.cancel()
        if has_gone:
            raise LinkClosed("The guest has gone.")
        return is_welcome


async def ask_in(
    link: Link, name: str, show: Callable[[str, Pictures], None], entropy: Entropy
) -> bytes:
    """Return the invite of the host at the other end of a link, and close the link.

    ``show`` is called with the host's claimed name and the pictures to compare.

    Raises:
      NotWelcome: The host does not let us in.
      TransportError: The link is gone, or the host broke the protocol.
    """
    guest = Guest(name, entropy)
    try:
        await link.send(guest.start())
        while guest.pictures is None:
            said = guest.receive(await _hear(link, PROGRAM_WITHIN))
            if said is not None:
                await link.send(said)
        assert guest.host is not None
        show(guest.host, guest.pictures)
        # The host may decide about others first.
        guest.receive(await _hear(link, WAITING_LIMIT * PERSON_WITHIN))
        assert guest.invite is not None
        return guest.invite
    finally:
        await link.aclose()


async def _hear(link: Link, seconds: float) -> bytes:
    with trio.move_on_after(seconds):
        return await link.receive()
    raise TransportError("The other side has not answered in time.")


async def _wait_gone(link: Link) -> None:
    """Wait until the other side hangs up, or speaks out of turn."""
    with suppress(LinkClosed):
        await link.receive()
