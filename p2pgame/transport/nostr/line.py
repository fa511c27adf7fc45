"""Talks to a nostr relay: reads its messages strictly, and tests that it keeps events.

An event must belong to the requested topic and be signed by its author, or the relay is
not used.
A refusal begins with one word for programs.  People see only a sentence of ours for it,
because the rest is a stranger's text.  The first notice for people is kept.

Source: NIP-01.
"""

from __future__ import annotations

from collections.abc import Callable

import trio

from p2pgame.transport.link import InvalidFrame, Link, LinkClosed
from p2pgame.transport.meter import charge_frames
from p2pgame.transport.nostr.events import (
    Answer,
    Closed,
    End,
    Event,
    Found,
    Notice,
    Other,
    ask,
    drop,
    forgotten_at,
    publish,
    read_word,
)
from p2pgame.transport.rate import TokenBucket
from p2pgame.transport.relay.notice import shown

#: Seconds for an answer that a relay can give at once.
ANSWER_WITHIN = 10.0

#: Messages of any kind that a relay may send a second in the long run, and at once: a
#: whole backlog may come as fast as we read it.
WORD_RATE, WORDS = 200.0, 16 * 1024.0

#: Messages that are read while waiting for one answer, at most.
WORDS_LIMIT = 256

#: The names of our subscriptions.
TABLE, OLDER, PROBE = "table", "older", "probe"
_NAMES = {TABLE, OLDER, PROBE}

_REFUSALS = {
    "rate-limited": "The relay takes no more from us for now.",
    "blocked": "The relay does not want us.",
    "restricted": "The relay is not for everybody.",
    "auth-required": "The relay is not for everybody.",
    "pow": "The relay asks for work that we do not do.",
    "invalid": "The relay does not take what tables say.",
    "unsupported": "The relay does not take what tables ask for.",
    "error": "The relay is in trouble.",
}


class Unwanted(LinkClosed):
    """The relay refuses what we publish, or does not keep it."""


#: Verifies an event's signature; raises InvalidFrame.
Verify = Callable[[Event], None]


def kind_of(reason: str) -> str:
    """Return the word for programs at the start of a reason."""
    return reason.partition(":")[0]


def told(reason: str) -> str:
    """Explain a refusal in a sentence of ours."""
    return _REFUSALS.get(kind_of(reason), "The relay refused what we asked for.")


class Line:
    """A connection; calls ``note`` with each notice, made safe to show."""

    def __init__(
        self, link: Link, topic: bytes, verify: Verify, note: Callable[[str], None]
    ) -> None:
        self.topic = topic
        self._link = link
        self._verify = verify
        self._note = note
        self._words = TokenBucket(WORD_RATE, WORDS)

    async def say(self, message: bytes) -> None:
        await self._link.send(message)

    async def hear(self) -> Found | Answer | End | Closed:
        """Return the next message for programs.

        Raises:
          TransportError: The connection is gone, the message is malformed, or there are
            too many.
        """
        while True:
            data = await self._link.receive()
            charge_frames(self._words, 1, now=trio.current_time())
            try:
                word = read_word(data)
                if isinstance(word, Found):
                    forgotten_at(word.event, self.topic)
                    self._verify(word.event)
            except InvalidFrame as error:
                raise LinkClosed(str(error)) from None
            match word:
                case Notice(text):
                    self._note(shown(text))
                case Found(name) | End(name) | Closed(name) if name not in _NAMES:
                    raise LinkClosed("The relay answers what we did not ask.")
                case Found() | Answer() | End() | Closed():
                    return word
                case Other():
                    pass

    async def hear_soon(self) -> Found | Answer | End | Closed:
        """Return an answer that the relay must give at once; errors as for ``hear``."""
        with trio.move_on_after(ANSWER_WITHIN):
            return await self.hear()
        raise LinkClosed("The relay does not answer.")

    async def aclose(self) -> None:
        await self._link.aclose()


async def prove(line: Line, probe: Event) -> None:
    """Publish a probe, and check that the relay keeps it and finds it by a query.

    Raises:
      Unwanted: The relay does not.
      LinkClosed: The connection is gone, or makes no sense.
    """
    with trio.move_on_after(ANSWER_WITHIN):
        await line.say(publish(probe))
        await _wait_taken(line, probe)
        await line.say(ask(PROBE, line.topic, limit=1, author=probe.author))
        if not await _is_found(line, probe):
            raise Unwanted("The relay does not keep what it says that it keeps.")
        await line.say(drop(PROBE))
        return
    raise LinkClosed("The relay does not answer.")


async def _wait_taken(line: Line, probe: Event) -> None:
    for _ in range(WORDS_LIMIT):
        match await line.hear():
            case Answer(number, is_taken, reason) if number in (b"", probe.id):
                if not is_taken and kind_of(reason) != "duplicate":
                    raise Unwanted(told(reason))
                return
            case Answer():
                raise LinkClosed("The relay answers what we did not say.")
    raise LinkClosed("The relay does not come to an end.")


async def _is_found(line: Line, probe: Event) -> bool:
    is_found = False
    for _ in range(WORDS_LIMIT):
        match await line.hear():
            case Found(_, event):
                is_found |= event == probe
            case End():
                return is_found
            case Closed(_, reason):
                raise LinkClosed(told(reason))
    raise LinkClosed("The relay does not come to an end.")
