"""Finding the table of a short invite: its host announces it at a relay."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import trio

from p2pgame.client.profile import topics
from p2pgame.client.profile.topics import Subscriber
from p2pgame.transport import frames
from p2pgame.transport.envelope import Envelope
from p2pgame.transport.finding import announce
from p2pgame.transport.finding.invite import Invite, Short
from p2pgame.transport.link import InvalidFrame
from p2pgame.transport.relay.tended import TendedLink
from p2pgame.transport.relay.url import RelayUrl


async def found(short: Short, relays: Sequence[RelayUrl]) -> Invite:
    """Return the whole of an invite, as soon as one of the relays has it.

    Raises:
      UsageError: We cannot talk with the relay.
    """
    there: list[Invite] = []
    urls = (short.relay,) if short.relay is not None else tuple(relays)
    topics.check(urls)
    async with trio.open_nursery() as nursery:

        async def look(url: RelayUrl) -> None:
            async def read(link: TendedLink) -> None:
                there.append(await _read(short, link, url))
                nursery.cancel_scope.cancel()

            await Subscriber(url, short.topic, short.writing).keep(read)

        for url in urls:
            nursery.start_soon(look, url)
    return there[0]


async def _read(short: Short, link: TendedLink, url: RelayUrl) -> Invite:
    """Return the first whole invite that comes."""
    envelope = Envelope({0: short.epoch_key})
    while True:
        frame = await link.receive()
        try:
            message = frames.decode(envelope.open(frame)[1])
            if isinstance(message, frames.Announce):
                whole = announce.complete(short, message)
                relays = tuple(dict.fromkeys((*whole.relays, url)))[
                    : len(whole.relays) or 1
                ]
                return replace(whole, relays=relays)
        except InvalidFrame:
            continue  # others' frames, and what others claim
