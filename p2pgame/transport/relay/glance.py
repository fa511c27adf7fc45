"""Reads what several topics of a relay hold just now, by one connection.

It serves topics that hold a message or two at times, and where nobody stays.  The relay
is not trusted: it may omit frames, and an endless answer is cut off.
"""

from __future__ import annotations

import ssl
from collections import deque
from collections.abc import Iterable, Mapping

import trio

from p2pgame.transport.link import Link, LinkClosed
from p2pgame.transport.relay.codec import encode
from p2pgame.transport.relay.greeting import RelayRefusal, greet, hear
from p2pgame.transport.relay.protocol import Deliver, Live, Refused, Subscribe
from p2pgame.transport.relay.url import RelayUrl

#: Topics that a relay allows one connection.
TOPICS_LIMIT = 64
#: Frames of a topic that are returned, at most: the newest.
FRAMES_LIMIT = 16
#: Bytes that are read in all, at most.
READ_LIMIT = 4 * 1024 * 1024
#: Seconds for all of it.
GLANCE_WITHIN = 15.0


async def glance(
    url: RelayUrl, topics: Iterable[bytes], *, tls: ssl.SSLContext | None = None
) -> Mapping[bytes, tuple[bytes, ...]]:
    """Return the newest frames of each topic that the relay shows.

    Raises:
      TransportError: The relay can't be reached, refuses us, or does not finish.
      ValueError: One connection may not have so many topics.
    """
    found = {topic: deque[bytes](maxlen=FRAMES_LIMIT) for topic in topics}
    if len(found) > TOPICS_LIMIT:
        raise ValueError(f"{len(found)} topics, {TOPICS_LIMIT} are allowed")
    with trio.move_on_after(GLANCE_WITHIN):
        link, _ = await greet(url, tls=tls)
        try:
            await _read(link, found)
        finally:
            with trio.CancelScope(shield=True):
                await link.aclose()
        return {topic: tuple(frames) for topic, frames in found.items()}
    raise LinkClosed("The relay does not answer.")


async def _read(link: Link, found: Mapping[bytes, deque[bytes]]) -> None:
    waiting, size = {*found}, 0
    for topic in found:
        await link.send(encode(Subscribe(topic)))
    while waiting:
        match await hear(link):
            case Deliver(topic, _, frame):
                size += len(frame)
                if topic in found:
                    found[topic].append(frame)
            case Live(topic, _, _):
                waiting.discard(topic)
            case Refused(_, refusal):
                raise RelayRefusal(refusal)
        if size > READ_LIMIT:
            raise LinkClosed("The relay sends too much.")
