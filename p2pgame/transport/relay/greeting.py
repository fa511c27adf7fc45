"""Greets a relay: reads its welcome, and does the work that it asks for.

Anybody may run a relay.  So its messages are read strictly, the work it may ask for is
bounded, and a refusal is a number, for which front ends have sentences of their own.
A relay's token is shown by a MAC of the relay's nonce, and never sent.
"""

from __future__ import annotations

import ssl
from itertools import count

import trio

from p2pgame.transport.link import SIZES, InvalidFrame, Link, LinkClosed, TransportError
from p2pgame.transport.ports import Allows
from p2pgame.transport.relay.codec import encode, read_relay
from p2pgame.transport.relay.protocol import (
    ENTER_TAG,
    MESSAGE_LIMIT,
    Enter,
    FromRelay,
    Refusal,
    Welcome,
    Work,
    entering,
    is_worked,
)
from p2pgame.transport.relay.url import RelayUrl
from p2pgame.transport.websocket import Incoming, Socket, connect
from p2pgame.transport.wire import CROWDED
from p2pgame.transport.wire_version import SPOKEN, disagreement

#: Seconds for an answer that a relay can give at once.
ANSWER_WITHIN = 10.0

#: Bits of work, at most: 20 take a second or two, and each one more doubles that.
WORK_LIMIT = 20

_SLICE = 4096


class RelayRefusal(LinkClosed):
    """A relay refuses what we ask for; front ends have a sentence for each number."""

    def __init__(self, refusal: int) -> None:
        super().__init__(f"The relay refuses what we ask for: number {refusal}.")
        self.refusal = int(refusal)


async def greet(
    url: RelayUrl,
    *,
    tls: ssl.SSLContext | None = None,
    source: int | None = None,
    allows: Allows | None = None,
) -> tuple[Socket, Welcome]:
    """Return a connection to a relay that has welcomed us, and its welcome.

    The caller closes it.  ``tls`` says which certificates to trust; by default the
    machine's.  ``source`` and ``allows`` are as in
    :func:`p2pgame.transport.websocket.connect`.
    A backlog may come as fast as it is read: frames of topics do not count against the
    limit, smaller messages do.

    Raises:
      TransportError: The relay can't be reached, is no relay, speaks no version of
        ours, or asks for too much work.
      RelayRefusal: It admits only those with its token, and we have none; or nobody
        more from our address.
      ValueError: This is the url of a nostr relay.
    """
    if url.is_nostr:
        raise ValueError(f"{url} is greeted in other words")
    trusted = (tls or ssl.create_default_context()) if url.is_secure else None
    try:
        link = await connect(
            url.host,
            url.port,
            path=url.path,
            tls=trusted,
            incoming=Incoming(MESSAGE_LIMIT, SIZES[0]),
            source=source,
            allows=allows,
        )
    except TransportError as error:
        if str(error) == CROWDED:
            raise RelayRefusal(Refusal.CROWDED) from None
        raise
    try:
        return link, await _answer_welcome(link, url.token)
    except BaseException:
        with trio.CancelScope(shield=True):
            await link.aclose()
        raise


async def _answer_welcome(link: Link, token: bytes) -> Welcome:
    welcome = await hear_soon(link)
    if not isinstance(welcome, Welcome):
        raise TransportError("What answers there is not a relay.")
    if welcome.bits > WORK_LIMIT and not welcome.is_closed:
        raise TransportError("The relay asks for more work than we do.")
    tag = entering(token, welcome.nonce, SPOKEN) if token else bytes(ENTER_TAG)
    await link.send(encode(Enter(SPOKEN, tag)))
    if welcome.versions.shared(SPOKEN) is None:
        raise TransportError(disagreement(welcome.versions, whom="the relay"))
    if welcome.is_closed:
        if not token:
            raise RelayRefusal(Refusal.TOKEN)
        return welcome
    if welcome.bits:
        answer = await work(welcome.nonce, welcome.bits)
        await link.send(encode(Work(answer)))
    return welcome


async def work(nonce: bytes, bits: int) -> bytes:
    """Find an answer that satisfies :func:`.protocol.is_worked`.

    Cost: 1 to 2 µs, doubled ``bits`` times; other tasks may run meanwhile.
    """
    for number in count():
        answer = number.to_bytes(8)
        if is_worked(nonce, answer, bits):
            break
        if number % _SLICE == 0:
            await trio.lowlevel.checkpoint()
    return answer


async def hear(link: Link) -> FromRelay:
    """Return the relay's next message.

    Raises:
      LinkClosed: The connection is gone, or the message is malformed.
    """
    try:
        return read_relay(await link.receive())
    except InvalidFrame as error:
        raise LinkClosed(str(error)) from None


async def hear_soon(link: Link) -> FromRelay:
    """Return an answer that the relay must give at once.

    Raises:
      LinkClosed: As in :func:`hear`, or no answer came in time.
    """
    with trio.move_on_after(ANSWER_WITHIN):
        return await hear(link)
    raise LinkClosed("The relay does not answer.")
