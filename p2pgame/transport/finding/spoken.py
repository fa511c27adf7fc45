"""Gives the invite to guests who know a spoken code; both meet at a rendezvous.

Three words are too few for a key, but enough for a *password-authenticated* exchange
(SPAKE2).  Both sides draw a secret, and get a common key exactly if both used the same
words.
An eavesdropper, or the relay, learns nothing against which it could try words
afterwards.  Each guess takes one talk with the host.
The guest proves first that it has the key.  So a wrong guess learns only that it was
wrong, and the host counts it.  After three the host closes the rendezvous.

Messages at the rendezvous, with their kind in the first byte:

    Hello    1 | guest's element (32)
    Answer   2 | host's element (32)
    Proof    3 | proof (32) | slip (128): the guest's name
    Proved   4 | proof (32) | slip (128): the host's name
    Given    5 | slip (4000): 1 and the invite, or 0
    Refused  6 | why (1): 1 wrong words, 2 shut

``Given`` is sent when a person at the host's side has accepted the guest's name.  Every
guest has a talk of its own, with its own secrets; any error ends the talk.
The library's arithmetic is not constant-time.  A rendezvous is open for ten minutes,
for few talks: too few to measure anything.

Source: SPAKE2 as in RFC 9382, with the group, the elements and the hash of the Python
package of that name, and with identities that hold the rendezvous's number; key
confirmation as there, guest first.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from functools import partial
from hmac import compare_digest
from typing import Protocol

import trio
from spake2 import SPAKE2_A, SPAKE2_B

from p2pgame.transport.envelope import Entropy, derive
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
from p2pgame.transport.finding.words import Code
from p2pgame.transport.link import InvalidFrame, TransportError

#: Wrong guesses of all guests together that close a rendezvous.
FAILURES = 3
#: Seconds that a rendezvous is open.
LIFETIME = 600.0
#: Talks without a proof that a host keeps at once.
TALKS_LIMIT = 32

_HELLO, _ANSWER, _PROOF, _PROVED, _GIVEN, _REFUSED = range(1, 7)
_ELEMENT, _SHOWN = 32, 32
_SIZES = {
    _HELLO: _ELEMENT,
    _ANSWER: _ELEMENT,
    _PROOF: _SHOWN + NAME_SLIP,
    _PROVED: _SHOWN + NAME_SLIP,
    _GIVEN: INVITE_SLIP,
    _REFUSED: 1,
}
_FIELD = 2**255 - 19
_WRONG, _SHUT = 1, 2

WRONG = bytes((_REFUSED, _WRONG))
SHUT = bytes((_REFUSED, _SHUT))


class WrongCode(TransportError):
    """These words are not the host's."""


class RendezvousShut(TransportError):
    """The host lets nobody in by this code any more."""


class Host:
    """Gives an invite to guests who know the code and are welcome.

    Call it from one task at a time: each message counts as it comes.
    """

    def __init__(
        self, code: Code, invite: bytes, entropy: Entropy, *, name: str, now: float
    ) -> None:
        if len(invite) > INVITE_LIMIT:
            raise ValueError(f"an invite of {len(invite)} bytes fits no slip")
        self._code = code
        self._invite = invite
        self._entropy = entropy
        self._name = encode_name(name)
        self._talks: dict[int, bytes] = {}
        self._proved: dict[int, bytes] = {}
        #: How many guesses were wrong.
        self.failures = 0
        #: When the code expires.
        self.until = now + LIFETIME
        #: Names of guests who know the code and wait for a yes, by guest's number.
        self.asking: dict[int, str] = {}

    def receive(self, guest: int, body: bytes, *, now: float) -> bytes:
        """Return the reply to a guest; one who proves the code is then ``asking``.

        Raises:
          RendezvousShut: The code has expired, or too many guesses were wrong: reply
            ``SHUT``.
          WrongCode: The guest does not know the code: reply ``WRONG``.
          InvalidFrame: An honest guest does not send this now: do not reply.

        Cost: 7 ms; almost nothing for what is refused at sight.
        """
        if self.failures >= FAILURES or now >= self.until:
            raise RendezvousShut("This door is shut.")
        if guest in self._proved:
            raise InvalidFrame("This guest has nothing more to say.")
        secret = self._talks.pop(guest, None)
        kind = _HELLO if secret is None else _PROOF
        rest = _read(body, kind)
        if secret is None:
            return self._answer(guest, rest)
        return self._check(guest, secret, rest)

    def _answer(self, guest: int, element: bytes) -> bytes:
        """Begin a talk; above the limit the oldest one without a proof ends."""
        if len(self._talks) >= TALKS_LIMIT:
            del self._talks[next(iter(self._talks))]
        side = SPAKE2_A(*_identify(self._code), entropy_f=self._entropy)
        answer: bytes = side.start()[1:]
        self._talks[guest] = _finish(side, b"B", element)
        return bytes([_ANSWER]) + answer

    def _check(self, guest: int, secret: bytes, rest: bytes) -> bytes:
        try:
            _check_proof(secret, b"guest", rest[:_SHOWN])
        except WrongCode:
            self.failures += 1
            raise
        name = read_name(unseal(secret, b"spoken guest", rest[_SHOWN:]))
        self._proved[guest] = secret
        self.asking[guest] = name
        return _prove(_PROVED, secret, b"host", self._name)

    def admit(self, guest: int) -> bytes:
        """Return the message that gives the invite to an asking guest; once."""
        return self._give(guest, self._invite)

    def refuse(self, guest: int) -> bytes:
        """Return the message that refuses an asking guest; once."""
        return self._give(guest, None)

    def _give(self, guest: int, invite: bytes | None) -> bytes:
        del self.asking[guest]
        secret = self._proved[guest]
        return bytes([_GIVEN]) + seal_answer(secret, b"spoken answer", invite)


class Guest:
    """Gets an invite from the host whose code it knows."""

    def __init__(self, code: Code, name: str, entropy: Entropy) -> None:
        self._name = encode_name(name)
        self._side = SPAKE2_B(*_identify(code), entropy_f=entropy)
        self._secret: bytes | None = None
        #: The host's name, once it has proved that it knows the code.
        self.host: str | None = None
        #: The invite, once it has come.
        self.invite: bytes | None = None

    def start(self) -> bytes:
        """Return the first message; once."""
        hello: bytes = self._side.start()
        return bytes([_HELLO]) + hello[1:]

    def receive(self, body: bytes) -> bytes | None:
        """Return the next message, if any; an error ends the talk.

        Raises:
          WrongCode: The host uses other words, or another peer is at the other end.
          RendezvousShut: The host lets nobody in any more.
          NotWelcome: The host does not let us in.
          InvalidFrame: An honest host does not send this now.
        """
        if self.host is None and body[:1] == bytes([_REFUSED]):
            if _read(body, _REFUSED)[0] == _SHUT:
                raise RendezvousShut("Nobody lets in at this door any more.")
            raise WrongCode("These are not the words of this door.")
        if self._secret is None:
            self._secret = _finish(self._side, b"A", _read(body, _ANSWER))
            return _prove(_PROOF, self._secret, b"guest", self._name)
        if self.host is None:
            rest = _read(body, _PROVED)
            _check_proof(self._secret, b"host", rest[:_SHOWN])
            name = unseal(self._secret, b"spoken host", rest[_SHOWN:])
            self.host = read_name(name)
            return None
        if self.invite is not None:
            raise InvalidFrame("The host has nothing more to say.")
        answer = _read(body, _GIVEN)
        self.invite = read_answer(self._secret, b"spoken answer", answer)
        return None


def _identify(code: Code) -> tuple[bytes, bytes, bytes]:
    """Return the password and the identities of host and guest."""
    door = str(code.number).encode()
    host, guest = b"p2pgame/1/spoken host ", b"p2pgame/1/spoken guest "
    return code.encode().encode(), host + door, guest + door


def _read(body: bytes, kind: int) -> bytes:
    """Return what follows the kind; ``InvalidFrame`` for another kind or length."""
    if body[:1] != bytes([kind]) or len(body) != 1 + _SIZES[kind]:
        raise InvalidFrame("This is not what is said at a door now.")
    return body[1:]


def _finish(side: SPAKE2_A | SPAKE2_B, other: bytes, element: bytes) -> bytes:
    """Return the common key, if there is one."""
    # The library would accept the point in a second spelling.
    if int.from_bytes(element, "little") & ~(1 << 255) >= _FIELD:
        raise InvalidFrame("This is no element.")
    try:
        key: bytes = side.finish(other + element)
    except Exception:
        # The library raises errors of many kinds for a stranger's bytes; none of them
        # may
        # get any further.
        raise InvalidFrame("This is no element of the group, or our own.") from None
    return key


def _prove(kind: int, secret: bytes, who: bytes, name: bytes) -> bytes:
    slip = seal(secret, b"spoken " + who, name, size=NAME_SLIP)
    return bytes([kind]) + _proof(secret, who) + slip


def _proof(secret: bytes, who: bytes) -> bytes:
    return derive(secret, b"spoken proof " + who)


def _check_proof(secret: bytes, who: bytes, shown: bytes) -> None:
    if not compare_digest(_proof(secret, who), shown):
        raise WrongCode("These are not the words of this door.")


class RendezvousHost(Protocol):
    """The host's side of a rendezvous."""

    def knocks(self) -> AsyncIterator[tuple[int, bytes]]:
        """Yield guests' messages with their numbers."""

    async def reply(self, guest: int, body: bytes) -> None: ...


class RendezvousGuest(Protocol):
    """A guest's side of a rendezvous."""

    async def say(self, body: bytes) -> None: ...

    async def hear(self) -> bytes: ...


async def offer(
    door: RendezvousHost, host: Host, ask: Callable[[str], Awaitable[bool]]
) -> None:
    """Give the invite to all who know the code, until the code expires.

    ``ask`` is called with a guest's name, for one guest at a time, and returns whether
    it is welcome.  A guest that waits for an answer when the code expires is still let
    in.

    Raises:
      RendezvousShut: Too many guesses were wrong.
      TransportError: The rendezvous is gone.
    """
    turn, knocks = trio.Lock(), aiter(door.knocks())
    gone: TransportError | None = None

    async def decide(guest: int, name: str) -> None:
        async with turn:
            answer = host.admit if await ask(name) else host.refuse
        with suppress(TransportError):  # which the loop hears of as well
            await door.reply(guest, answer(guest))

    async with trio.open_nursery() as nursery:
        try:
            while host.failures < FAILURES:
                with trio.move_on_at(host.until):
                    guest, body = await anext(knocks)
                if trio.current_time() >= host.until:
                    break
                reply = await _hear(host, guest, body)
                if reply is not None:
                    await door.reply(guest, reply)
                    if guest in host.asking:
                        nursery.start_soon(decide, guest, host.asking[guest])
        except StopAsyncIteration:
            nursery.cancel_scope.cancel()
        except TransportError as error:
            gone = error
            nursery.cancel_scope.cancel()
    if gone is not None:
        raise gone
    if host.failures >= FAILURES:
        raise RendezvousShut("Wrong words were tried three times; the door is shut.")


async def _hear(host: Host, guest: int, body: bytes) -> bytes | None:
    now = trio.current_time()
    try:
        return await trio.to_thread.run_sync(
            partial(host.receive, guest, body, now=now)
        )
    except WrongCode:
        return WRONG
    except RendezvousShut:
        return SHUT
    except InvalidFrame:
        return None


async def take(
    knocker: RendezvousGuest,
    guest: Guest,
    *,
    told: Callable[[str], None] = lambda host: None,
) -> bytes:
    """Return the invite; ``told`` gets the host's name once the host has proved it.

    Raises:
      TransportError: As in :meth:`Guest.receive`, or the rendezvous is gone.
    """
    await knocker.say(await trio.to_thread.run_sync(guest.start))
    while guest.invite is None:
        body = await knocker.hear()
        was = guest.host
        said = await trio.to_thread.run_sync(guest.receive, body)
        if said is not None:
            await knocker.say(said)
        if was is None and guest.host is not None:
            told(guest.host)
    return guest.invite
