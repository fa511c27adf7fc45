"""Agrees with another player, over the relay, on the moment to punch.

Source: libp2p's DCUtR specification, §The Protocol.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import trio

from p2pgame.transport.paths import signals
from p2pgame.transport.paths.candidates import Address
from p2pgame.transport.paths.greeting import Greeter
from p2pgame.transport.paths.punch import TRIES
from p2pgame.transport.paths.signals import MILLIS_LIMIT, NONCE, Step, Sync

#: Seconds for the other player's consent.
ANSWER_WITHIN = 5.0

#: Seconds between two answers to one player, at least.
ANSWER_EVERY = 2.0


@dataclass(slots=True)
class _Question:
    nonce: bytes
    answered: trio.Event


@dataclass(frozen=True, slots=True)
class _Promise:
    nonce: bytes
    targets: tuple[Address, ...]
    made: float


class Agreements:
    """One player's agreements with the others: one at a time with each."""

    tries = TRIES

    def __init__(
        self, greeter: Greeter, say: Callable[[bytes], Awaitable[None]]
    ) -> None:
        self._greeter = greeter
        self._say = say
        self._questions: dict[bytes, _Question] = {}
        self._promises: dict[bytes, _Promise] = {}

    async def ask(self, to: bytes) -> bool:
        """Return at the moment to dial; False if the other does not take part."""
        question = _Question(self._greeter.entropy(NONCE), trio.Event())
        self._questions[to] = question
        start = trio.current_time()
        await self._tell(to, question.nonce, Step.ASK)
        with trio.move_on_after(ANSWER_WITHIN):
            await question.answered.wait()
            round_trip = trio.current_time() - start
            millis = min(round(round_trip * 1000), MILLIS_LIMIT)
            go = trio.current_time() + round_trip / 2
            await self._tell(to, question.nonce, Step.GO, millis)
            await trio.sleep_until(go)
        return question.answered.is_set()

    def may_answer(self, sync: Sync) -> bool:
        """Return whether enough time has passed to answer this question."""
        last = self._promises.get(sync.author)
        return last is None or trio.current_time() - last.made >= ANSWER_EVERY

    async def answer(self, sync: Sync, targets: tuple[Address, ...]) -> None:
        """Promise to dial these addresses on the other's go."""
        promise = _Promise(sync.nonce, targets, trio.current_time())
        self._promises[sync.author] = promise
        await self._tell(sync.author, sync.nonce, Step.ANSWER)

    def hear(self, sync: Sync) -> tuple[Address, ...]:
        """Process an answer or a go; return the addresses to dial at once."""
        question = self._questions.get(sync.author)
        if sync.step is Step.ANSWER and question and question.nonce == sync.nonce:
            question.answered.set()
        promise = self._promises.get(sync.author)
        if sync.step is not Step.GO or not promise or promise.nonce != sync.nonce:
            return ()
        # The time is kept, so that the next question is not too soon; the go is used
        # up.
        self._promises[sync.author] = _Promise(b"", (), promise.made)
        return promise.targets

    async def _tell(self, to: bytes, nonce: bytes, step: Step, millis: int = 0) -> None:
        voice = self._greeter.voice
        sync = Sync(voice.author, to, nonce, step, millis)
        await self._say(signals.signed(sync, voice))
