"""Who is at the other end of a new direct link: each proves it to the other.

A frame that opens under the table's key shows that some player made it, some time:
whoever stood in between may have kept it.  So both say a fresh nonce and sign both
of them.  It is also here that two players who dialled each other by several ways at
once agree which link they keep: the one with the lower key is the last to prove, and
proves only once.

Whoever sits between two players all the same can carry their frames, as a relay
does, and no more.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import trio

from p2pgame.transport.link import Link, TransportError
from p2pgame.transport.paths import signals
from p2pgame.transport.paths.signals import NONCE, Hello, Proof, Signal, Voice

#: Seconds for both to prove who they are.
GREET_WITHIN = 5.0

#: Whether somebody is one whom we talk to at all.
Knows = Callable[[bytes], bool]
#: Whether a link with somebody may be had now.
Decide = Callable[[bytes], Awaitable[bool]]


@dataclass(frozen=True, slots=True)
class Greeter:
    """Greets on behalf of one player; ``seal`` and ``open`` are the table's."""

    voice: Voice
    seal: Callable[[bytes], bytes]
    open: Callable[[bytes], bytes]
    entropy: Callable[[int], bytes]

    async def greet(self, link: Link, knows: Knows, decide: Decide) -> bytes:
        """Return the author at the other end, once both have agreed on this link.

        ``knows`` is asked before we prove anything.  ``decide`` is asked once the
        other has proven who it is: on the side of the lower key before we prove it,
        on the other after.

        Raises:
          TransportError: It is not at the table, is too slow, or one of us does
            not want this link; the link is closed.
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
