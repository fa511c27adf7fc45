"""Understands what a person may type before a game begins."""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

import trio

from p2pgame.client.commands import Begin, GoWithout, Remove
from p2pgame.client.errors import ClientError
from p2pgame.client.events import Guest
from p2pgame.client.names import distinct
from p2pgame.client.seat.seat import Seat
from p2pgame.engine import IllegalMove, Message

from . import moves, words
from .aside import Aside, why_not
from .aside_words import HELP, LEAVE, QUIT
from .typed import in_english

REMOVE, WITHOUT, BEGIN = "remove", "without", "begin"


class WaitingWords:
    """What may be typed at a table that waits for players; ``say`` shows a line.

    All that is known at the table ``before`` may be typed, too.  Somebody who
    ``looks_on`` can only end that.
    """

    def __init__(
        self,
        seat: Seat,
        say: Callable[[str], None],
        before: Aside | None = None,
        *,
        looks_on: bool = False,
    ) -> None:
        self._seat, self._say, self._before = seat, say, before
        self._looks_on = looks_on
        self._send, self._acts = trio.open_memory_channel[
            Callable[[], Awaitable[None]]
        ](math.inf)

    def words(self) -> Sequence[str]:
        """Return the words that may be typed now."""
        removable = (f"{REMOVE} {name}" for name in self._removable())
        waiting = self._seat.now.waiting
        begin = [BEGIN] if waiting is not None and waiting.can_begin else []
        without = [WITHOUT] if self._missing else []
        before = () if self._before is None else self._before.words()
        if self._looks_on:
            return [*dict.fromkeys([QUIT, *HELP, *before])]
        here = [*removable, *without, *begin, LEAVE, QUIT, *HELP]
        return [*dict.fromkeys([*here, *before])]

    def takes(self, line: str) -> bool:
        """Take a line if it is one of these words; return whether it is."""
        text = in_english(moves.cleaned(line))
        word, _, name = text.partition(" ")
        if self._looks_on and text.lower() not in (QUIT, *HELP):
            return self._before is not None and self._before.takes(line)
        if word.lower() == REMOVE:
            self._remove(name.strip())
            return True
        word = text.lower()
        if word == WITHOUT:
            self._send.send_nowait(partial(self._seat.do, GoWithout()))
        elif word == BEGIN:
            self._send.send_nowait(partial(self._seat.do, Begin()))
        elif word == LEAVE:
            self._send.send_nowait(self._seat.leave)
        elif word == QUIT:
            self._seat.quit()
        elif word in HELP:
            known = "looking-on-help" if self._looks_on else "waiting-help"
            self._say(words.phrase(known))
        if word in (WITHOUT, BEGIN, LEAVE, QUIT, *HELP):
            return True
        return self._before is not None and self._before.takes(line)

    def why_not(self, line: str) -> str:
        """Return why a line is of no use that is none of these words."""
        if self._before is not None:
            return why_not(self._before, line)
        return words.phrase("cli-not-asked")

    @property
    def _missing(self) -> Sequence[str]:
        """The names of those who are missing for whom seats are reserved."""
        waiting = self._seat.now.waiting
        return () if waiting is None else waiting.missing

    def _removable(self) -> dict[str, Guest]:
        """Return the guests who can be removed, by names that are told apart."""
        waiting = self._seat.now.waiting
        guests = () if waiting is None else waiting.guests
        named = zip(distinct([guest.name for guest in guests]), guests, strict=True)
        return {name: guest for name, guest in named if guest.can_remove}

    def _remove(self, name: str) -> None:
        guest = self._removable().get(name)
        if guest is None:
            self._say(words.phrase("nobody-to-remove", name=name))
            return
        self._send.send_nowait(partial(self._removed, guest, name))

    async def _removed(self, guest: Guest, name: str) -> None:
        await self._seat.do(Remove(guest.key))
        self._say(words.sentence(words.say(Message.of("gets-no-seat", name=name))))

    async def run(self) -> None:
        """Do what was typed, one after the other; what can't be is told."""
        async with trio.open_nursery() as nursery:
            if self._before is not None:
                nursery.start_soon(self._before.run)
            await self._run()

    async def _run(self) -> None:
        async for act in self._acts:
            try:
                await act()
            except (IllegalMove, ClientError) as error:
                self._say(words.sentence(words.told(error)))
