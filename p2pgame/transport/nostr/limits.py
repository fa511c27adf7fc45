"""Asks a nostr relay for its limits and its clock, before the first connection.

It asks by plain HTTP.  The answer may be missing or untrue: it only spares us later
refusals, and the smaller of its limits and ours counts.
The answer's date tells the relay's time: a relay refuses events whose stamps are far
from its own clock.

Source: NIP-11.
"""

from __future__ import annotations

import re
import ssl
from contextlib import suppress
from dataclasses import dataclass
from email.utils import parsedate_to_datetime

import msgspec
import trio

from p2pgame.transport.link import TransportError
from p2pgame.transport.nostr.content import LEAST_ROOM
from p2pgame.transport.nostr.events import EVENT_LIMIT, EVENT_REST
from p2pgame.transport.ports import Allows, dial
from p2pgame.transport.relay.url import RelayUrl
from p2pgame.transport.tls import secure

#: Seconds for the answer, and its bytes, at most.
ANSWER_WITHIN = 5.0
ANSWER_LIMIT = 64 * 1024

#: Events that are asked for at once, unless the relay wants fewer.
PAGE = 500

#: Seconds by which clocks may differ unnoticed: dates have no fractions.
CLOSE_ENOUGH = 3.0

_BLANK_LINE = re.compile(rb"\r?\n\r?\n")
_DATE = re.compile(rb"\ndate:[ \t]*([\x20-\x7e]{1,64})\r?\n", re.IGNORECASE)
_LENGTH = re.compile(rb"\ncontent-length:[ \t]*([0-9]{1,6})[ \t]*\r?\n", re.IGNORECASE)
_OK = re.compile(rb"HTTP/1\.[01] 200\b")


class _Limitation(msgspec.Struct, frozen=True):
    max_message_length: int | None = None
    max_content_length: int | None = None
    max_limit: int | None = None
    min_pow_difficulty: int | None = None
    auth_required: bool | None = None
    payment_required: bool | None = None
    restricted_writes: bool | None = None


class _About(msgspec.Struct, frozen=True):
    limitation: _Limitation | None = None


_READ_ABOUT = msgspec.json.Decoder(_About)


@dataclass(frozen=True, slots=True)
class Limits:
    """A relay's limits: bytes in an event (``room``), events at once (``page``).

    ``ahead`` is the seconds that its clock is ahead of ours.  ``refusal`` says why it
    would accept nothing from us, if it would not.
    """

    room: int
    page: int
    ahead: float = 0.0
    refusal: str | None = None


def limits_of(answer: bytes, now: float) -> Limits:
    """Read an HTTP answer that came at ``now``; use defaults for what it omits."""
    head, body = _divided(answer)
    about = _About()
    if _OK.match(head):
        with suppress(msgspec.MsgspecError, UnicodeError, RecursionError):
            about = _READ_ABOUT.decode(body)
    said = about.limitation or _Limitation()
    message = min(EVENT_LIMIT, _sensible(said.max_message_length, EVENT_LIMIT))
    content = min(message - EVENT_REST, _sensible(said.max_content_length, message))
    room = content // 4 * 3
    page = max(1, min(PAGE, _sensible(said.max_limit, PAGE)))
    return Limits(room, page, _ahead(head, now), _refusal(said, room))


def _divided(answer: bytes) -> tuple[bytes, bytes]:
    blank = _BLANK_LINE.search(answer)
    if blank is None:
        return b"", b""
    return answer[: blank.start()] + b"\r\n", answer[blank.end() :]


def _sensible(said: int | None, usual: int) -> int:
    """Return a stated limit, or the default for 0: some relays mean no limit by it."""
    return said if said is not None and said > 0 else usual


def _ahead(head: bytes, now: float) -> float:
    date = _DATE.search(head)
    if date is None:
        return 0.0
    try:
        ahead = parsedate_to_datetime(date[1].decode()).timestamp() - now
    except (ValueError, OverflowError):
        return 0.0
    return ahead if abs(ahead) > CLOSE_ENOUGH else 0.0


def _refusal(said: _Limitation, room: int) -> str | None:
    if said.auth_required or said.payment_required or said.restricted_writes:
        return "The relay is not for everybody."
    if said.min_pow_difficulty is not None and said.min_pow_difficulty > 0:
        return "The relay asks for work that we do not do."
    if room < LEAST_ROOM:
        return "The relay's events are too small for a table."
    return None


async def ask_limits(
    url: RelayUrl,
    now: float,
    *,
    tls: ssl.SSLContext | None,
    allows: Allows | None = None,
) -> Limits:
    """Return a relay's stated limits, or the defaults if it states none."""
    answer = bytearray()
    with trio.move_on_after(ANSWER_WITHIN):
        # The following connection will report whatever is wrong.
        with suppress(OSError, trio.BrokenResourceError, TransportError):
            await _get(url, tls, answer, allows)
    return limits_of(bytes(answer[:ANSWER_LIMIT]), now)


async def _get(
    url: RelayUrl,
    tls: ssl.SSLContext | None,
    answer: bytearray,
    allows: Allows | None,
) -> None:
    # HTTP/1.0, so that the answer is not chunked.
    asking = f"GET {url.path} HTTP/1.0\r\nHost: {url.authority}\r\n"
    asking += "Accept: application/nostr+json\r\n\r\n"
    tcp = await dial(url.host, url.port, None, allows)
    async with tcp:
        stream = tcp if tls is None else await secure(tcp, tls, url.host)
        await stream.send_all(asking.encode())
        while len(answer) < ANSWER_LIMIT and not _is_whole(answer):
            data = await stream.receive_some(ANSWER_LIMIT)
            if not data:
                break
            answer += data


def _is_whole(answer: bytearray) -> bool:
    """Return whether the whole answer has come: some relays never hang up."""
    head, body = _divided(bytes(answer))
    length = _LENGTH.search(head)
    return length is not None and len(body) >= int(length[1])
