"""The first words between us and a relay: its welcome, and the work it asks for.

A relay is anybody's, so what it says is read strictly, what it asks for is bounded,
and of its refusals only the kind is told to people: its text is a stranger's.
"""

from __future__ import annotations

import ssl
from itertools import count

import trio

from p2pgame.transport.link import SIZES, InvalidFrame, Link, LinkClosed, TransportError
from p2pgame.transport.relay.codec import encode, read_relay
from p2pgame.transport.relay.protocol import (
    MESSAGE_LIMIT,
    FromRelay,
    Refused,
    Welcome,
    Work,
    is_worked,
)
from p2pgame.transport.relay.url import RelayUrl
from p2pgame.transport.websocket import Socket, connect

#: Seconds for a relay's answer to what it can answer at once.
ANSWER_WITHIN = 10.0

#: No more bits of work are done: 20 take a second or two, and each one doubles it.
WORK_LIMIT = 20

_SLICE = 4096
_REFUSALS = {
    "rate-limited": "The relay takes no more from us for now.",
    "too-large": "The relay takes no frame of this length.",
    "full": "The relay has no room for more of this table.",
    "not-claimed": "The relay does not let us write here.",
    "work": "The relay did not accept our work.",
    "busy": "The relay is too busy for us.",
}


async def greet(
    url: RelayUrl, *, tls: ssl.SSLContext | None = None, source: int | None = None
) -> tuple[Socket, Welcome]:
    """Return a connection to a relay that has welcomed us, and its welcome.

    The caller closes it.  ``tls`` says whom to trust; by default those whom the
    machine trusts.  A backlog may come as fast as it is read: frames of topics are
    not counted against what a connection may bring, smaller messages are.
    ``source`` is a port as in :func:`p2pgame.transport.websocket.connect`.

    Raises:
      TransportError: It can't be reached, is no relay, or asks for too much.
      ValueError: This is the url of a relay of nostr.
    """
    if url.is_nostr:
        raise ValueError(f"{url} is greeted in other words")
    trusted = (tls or ssl.create_default_context()) if url.is_secure else None
    link = await connect(
        url.host,
        url.port,
        path=url.path,
        tls=trusted,
        limit=MESSAGE_LIMIT,
        free=SIZES[0],
        source=source,
    )
    try:
        return link, await _answer_welcome(link)
    except BaseException:
        with trio.CancelScope(shield=True):
            await link.aclose()
        raise


async def _answer_welcome(link: Link) -> Welcome:
    welcome = await hear_soon(link)
    if not isinstance(welcome, Welcome):
        raise TransportError("What answers there is not a relay.")
    if welcome.bits > WORK_LIMIT:
        raise TransportError("The relay asks for more work than we do.")
    if welcome.bits:
        answer = await work(welcome.nonce, welcome.bits)
        await link.send(encode(Work(answer)))
    return welcome


async def work(nonce: bytes, bits: int) -> bytes:
    """Return an answer of which :func:`.protocol.is_worked` holds.

    Cost: a microsecond or two, doubled ``bits`` times; others may run meanwhile.
    """
    for number in count():
        answer = number.to_bytes(8)
        if is_worked(nonce, answer, bits):
            break
        if number % _SLICE == 0:
            await trio.lowlevel.checkpoint()
    return answer


async def hear(link: Link) -> FromRelay:
    """Return the next word of a relay.

    Raises:
      LinkClosed: The connection is gone, or this was not a relay's word.
    """
    try:
        return read_relay(await link.receive())
    except InvalidFrame as error:
        raise LinkClosed(str(error)) from None


async def hear_soon(link: Link) -> FromRelay:
    """Return what a relay has to answer at once.

    Raises:
      LinkClosed: As :func:`hear`, or it does not answer.
    """
    with trio.move_on_after(ANSWER_WITHIN):
        return await hear(link)
    raise LinkClosed("The relay does not answer.")


def told(refused: Refused) -> str:
    """Return a refusal in a sentence of ours."""
    kind = refused.reason.partition(":")[0]
    return _REFUSALS.get(kind, "The relay refused what we asked for.")
