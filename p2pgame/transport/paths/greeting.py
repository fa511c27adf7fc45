"""Authenticates both ends of a new direct link to each other.

A frame under the table's key only shows that some player made it at some time: a man in
the middle may have kept it.  So both send a fresh nonce, and sign both nonces.
Two players who dialled each other several times also agree here on the link to keep:
the one with the lower key proves last, and only once.

A man in the middle can still forward the frames, as a relay does, and nothing more.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import trio

from p2pgame.transport.link import Link, TransportError
from p2pgame.transport.paths import signals
from p2pgame.transport.paths.signals import NONCE, Hello, Proof, Signal, Voice

#: Seconds for both to prove their identity.
GREET_WITHIN = 5.0

#: Returns whether we talk to this author at all.
Knows = Callable[[bytes], bool]
#: Returns whether we want a link with this author now.
Decide = Callable[[bytes], Awaitable[bool]]


@dataclass(frozen=True, slots=True)
class Greeter:
    """Greets for one player; ``seal`` and ``open`` are the table's."""

    voice: Voice
    seal: Callable[[bytes], bytes]
    open: Callable[[bytes], bytes]
    entropy: Callable[[int], bytes]

    async def greet(self, link: Link, knows: Knows, decide: Decide) -> bytes:
        """Return the author at the other end, once both have agreed on this link.

        ``knows`` is called before we prove anything.  ``decide`` is called once the
        other has proved its identity: before our own proof on the side of the lower
        key, after it on the other.

        Raises:
          TransportError: The other is not at the table, too slow, or unwanted; or it
            does not want us.  The link is closed.
        """
        try:
            with trio.fail_after(GREET_WITHIN):
                return await self._greet(link, knows, decide)
        except trio.TooSlowError:
            await link.aclose()
            raise TransportError("The other side did not say who it is.") from None
        except TransportError:
            await link.aclose()
            raise

    async def _greet(self, link: Link, knows: Knows, decide: Decide) -> bytes:
        mine = Hello(self.voice.author, self.entropy(NONCE))
        await self._say(link, mine)
        theirs = await self._hear(link)
        if not isinstance(theirs, Hello) or theirs.author == mine.author:
            raise TransportError("The other side did not say who it is.")
        if not knows(theirs.author):
            raise TransportError("The other side is not whom we talk to.")
        proof = Proof(self.voice.sign(signals.proven(mine, theirs)))
        if mine.author > theirs.author:
            await self._say(link, proof)
        answer = await self._hear(link)
        if not isinstance(answer, Proof):
            raise TransportError("The other side did not prove who it is.")
        expected = signals.proven(theirs, mine)
        self.voice.verify(theirs.author, expected, answer.signature)
        if not await decide(theirs.author):
            raise TransportError("We have another path to the same player.")
        if mine.author < theirs.author:
            await self._say(link, proof)
        return theirs.author

    async def _say(self, link: Link, signal: Signal) -> None:
        await link.send(self.seal(signals.encode(signal)))

    async def _hear(self, link: Link) -> Signal:
        return signals.decode(self.open(await link.receive()))
