"""Subscribes to a topic at a relay, whichever kind of relay it is."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NoReturn

from p2pgame.transport.ports import Allows
from p2pgame.transport.relay.client import Subscription, Use, keep
from p2pgame.transport.relay.tended import TendedLink
from p2pgame.transport.relay.url import RelayUrl

if TYPE_CHECKING:
    from p2pgame.transport.nostr.client import NostrSubscription


class Subscriber:
    """One subscriber of one topic at one relay; ``check`` has let its url pass.

    ``writing`` is the seed that lets one write there, None: we only read.  ``source``
    is a port as in :class:`p2pgame.transport.relay.client.Subscription`, of which a
    relay of nostr would say nothing; ``allows`` says which of the relay's addresses may
    be dialled, None: all.
    """

    def __init__(
        self,
        url: RelayUrl,
        topic: bytes,
        writing: bytes | None,
        *,
        source: int | None = None,
        allows: Allows | None = None,
    ) -> None:
        self.url = url
        #: Whether there has ever been a connection.
        self.is_reached = False
        self._subscription: Subscription | NostrSubscription
        if url.is_nostr:
            from p2pgame.transport.nostr.client import NostrSubscription

            self._subscription = NostrSubscription(url, topic, writing)
        else:
            self._subscription = Subscription(url, topic, writing)
            self._subscription.source = source
        self._subscription.allows = allows

    @property
    def trouble(self) -> str | None:
        """Why there is no connection, once one was lost or could not be had."""
        return self._subscription.trouble

    @property
    def refusal(self) -> int | None:
        """The number by which the relay refused us, if that is why."""
        return self._subscription.refusal

    @property
    def is_kept(self) -> bool:
        """Whether the relay keeps what we publish; else it only hands it on."""
        link = self._subscription.link
        return link is None or link.is_kept

    @property
    def notice(self) -> str | None:
        """What the relay has said to people first, if it has said anything."""
        return self._subscription.notice

    async def keep(self, use: Use[TendedLink]) -> NoReturn:
        """Connect for ever, and ``use`` each link until it is gone."""

        async def used(link: TendedLink) -> None:
            self.is_reached = True
            await use(link)

        held = self._subscription
        if isinstance(held, Subscription):
            await keep(held, used, os.urandom)
        await keep(held, used, os.urandom)
