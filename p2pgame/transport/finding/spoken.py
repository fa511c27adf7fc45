"""Who knows the code gets the invite: a host and its guests, through a door.

Three words are too few for a key, but enough for a *password-authenticated* exchange
(SPAKE2): both draw a secret of their own, and end with a common key exactly if both
used the same words.  Who listens, or is the relay, learns nothing that words could be
tried against afterwards; each guess takes a talk of its own with the host.  The guest
proves first that it has the key.  So a wrong guess learns no more than that it was
wrong, the host counts it, and after three there is nobody at the door any more.

What passes at the door, its kind in the first byte:

    Hello    1 | guest's element (32)
    Answer   2 | host's element (32)
    Proof    3 | proof (32) | slip (128): the guest's name
    Proved   4 | proof (32) | slip (128): the host's name
    Given    5 | slip (4000): 1 and the invite, or 0
    Refused  6 | why (1): 1 wrong words, 2 shut

``Given`` comes when a person at the host's has said yes to the name.  Every guest has
a talk of its own, with secrets of its own; no talk goes on once anything in it was
wrong.  The library's arithmetic takes a time that depends on secrets, a little; a door
stands open for ten minutes, to so few talks that nothing comes of it.

Source: SPAKE2 as in RFC 9382, with the group, the elements and the hash of the Python
package of that name, and with identities that hold the number of the door; key
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

#: How many wrong guesses shut a door, over all guests.
FAILURES = 3
#: Seconds that a door stands open.
LIFETIME = 600.0
#: How many talks a host has at once that have not got to a proof.
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
    """These are not the words of this door."""


class RendezvousShut(TransportError):
    """Nobody lets in at this door any more."""


class Host:
    """Gives an invite to whoever knows the code and is welcome.

    Nobody but the caller is at a host at once: a talk is counted as it is heard.
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
        #: Until when it listens.
        self.until = now + LIFETIME
        #: Who has proved to know the code and waits for a yes, by guest's number.
        self.asking: dict[int, str] = {}

    def receive(self, guest: int, body: bytes, *, now: float) -> bytes:
        """Return the reply to a guest; one who knows the code is then ``asking``.

        Raises:
          RendezvousShut: Too late, or too many guesses were wrong: reply ``SHUT``.
          WrongCode: The guest does not know the code: reply ``WRONG``.
          InvalidFrame: No guest of ours says that now: do not reply.

        Cost: 7 ms, all but nothing for what is refused at sight.
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
        """Begin a talk; the oldest without a proof makes room."""
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
        """Return what gives the invite to a guest who is asking; once."""
        return self._give(guest, self._invite)

    def refuse(self, guest: int) -> bytes:
        """Return what tells a guest who is asking that it is not welcome; once."""
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
        #: Who the host says it is, once it has proved to know the code.
        self.host: str | None = None
        #: What we came for, once it is here.
        self.invite: bytes | None = None

    def start(self) -> bytes:
        """Return the first thing to say; once."""
        hello: bytes = self._side.start()
        return bytes([_HELLO]) + hello[1:]

    def receive(self, body: bytes) -> bytes | None:
        """Return what to say next, if anything; what raises ends the talk.

        Raises:
          WrongCode: The host has other words than we, or we talk to somebody else.
          RendezvousShut: It lets nobody in any more.
          NotWelcome: It does not let us in.
          InvalidFrame: No host of ours says that now.
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
    """Return the password, and who the host and the guest are."""
    door = str(code.number).encode()
    host, guest = b"p2pgame/1/spoken host ", b"p2pgame/1/spoken guest "
    return code.encode().encode(), host + door, guest + door


def _read(body: bytes, kind: int) -> bytes:
    """Return what follows the kind; ``InvalidFrame`` if it is anything else."""
    if body[:1] != bytes([kind]) or len(body) != 1 + _SIZES[kind]:
        raise InvalidFrame("This is not what is said at a door now.")
    return body[1:]


def _finish(side: SPAKE2_A | SPAKE2_B, other: bytes, element: bytes) -> bytes:
    """Return the common key, if there is one."""
    # The library would take the point in a second spelling.
    if int.from_bytes(element, "little") & ~(1 << 255) >= _FIELD:
        raise InvalidFrame("This is no element.")
    try:
        key: bytes = side.finish(other + element)
    except Exception:
        # It has a kind of its own for each thing that can be wrong with a stranger's
        # bytes; and none of them may get any further.
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
    """What a host has of a door at a relay."""

    def knocks(self) -> AsyncIterator[tuple[int, bytes]]:
        """Yield what guests say, with their numbers."""

    async def reply(self, guest: int, body: bytes) -> None: ...


class RendezvousGuest(Protocol):
    """What a guest has of a door at a relay."""

    async def say(self, body: bytes) -> None: ...

    async def hear(self) -> bytes: ...


async def offer(
    door: RendezvousHost, host: Host, ask: Callable[[str], Awaitable[bool]]
) -> None:
    """Give the invite to all who know the code, until the host's time is over.

    ``ask`` is called with the name of a guest, of one at a time, and says whether it
    is welcome; who asks when the time is over is still let in.

    Raises:
      RendezvousShut: Too many guesses were wrong.
      TransportError: The door is gone.
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
    """Return the invite; ``told`` hears who the host is as soon as it has proved it.

    Raises:
      TransportError: As :meth:`Guest.receive` does, or the door is gone.
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
