"""This module runs multi-round protocols as generators: one ``yield`` is one round.

A protocol is a generator that yields a :class:`Round`: the message I send, and the
players whose messages I need. It is then sent those messages. It does no I/O, reads
no clock, and takes its randomness as an argument. So the same seed and inboxes
always give the same run. That lets a crashed client resume from its log, and lets
anyone audit a hand afterwards.

My own message is received like everyone else's, so a protocol treats all players
alike, and a spectator runs the same code without sending.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

R = TypeVar("R")

#: Messages by player, in the order of the players.
Inbox: TypeAlias = Mapping[int, bytes]


@dataclass(frozen=True, slots=True)
class Round:
    """Broadcast ``say`` (if not None), then wait for all of ``hear``.

    A player that sends is in its own ``hear``. Players in ``spare`` may be missing
    from the inbox: if the table evicts them, the protocol continues without their
    messages. ``meanwhile`` is work to do while waiting, such as verifying earlier
    messages; it raises what a resumed protocol would.
    """

    say: bytes | None
    hear: frozenset[int]
    spare: frozenset[int] = frozenset()
    meanwhile: Callable[[], None] | None = None


Protocol: TypeAlias = Generator[Round, Inbox, R]


class Run(Generic[R]):
    """One player's part in one run of a protocol.

    Call :meth:`step` whenever the run is ``ready``, send everybody what it
    returns (and :meth:`receive` it too), and hand over what the others send,
    in whatever order it comes.
    """

    def __init__(self, protocol: Protocol[R]) -> None:
        self._protocol = protocol
        self._messages: dict[int, dict[int, bytes]] = {}
        self._results: list[R] = []
        self._alive = True
        self.round = -1
        self.hear: frozenset[int] = frozenset()
        self.spare: frozenset[int] = frozenset()
        self._meanwhile: Callable[[], None] | None = None

    @property
    def waiting_for(self) -> frozenset[int]:
        """Return the players without whom this round cannot end."""
        return self.hear - self._messages.get(self.round, {}).keys()

    @property
    def ready(self) -> bool:
        """Return whether :meth:`step` may be called now."""
        return self._alive and not self.waiting_for

    @property
    def done(self) -> bool:
        return bool(self._results)

    @property
    def result(self) -> R:
        """Return the protocol's result.

        Raises:
          ValueError: The run is not done.
        """
        if not self._results:
            raise ValueError("this run has no result yet")
        return self._results[0]

    def receive(self, player: int, round: int, message: bytes) -> None:
        """Keep the message of ``player`` for ``round`` until that round needs it.

        Ignores messages for a finished round, second messages in a round, and
        messages of players with no part in it. Blames no one for them, because
        whether they arrive before or after their round ends is chance.
        """
        if self._alive and round >= self.round:
            self._messages.setdefault(round, {}).setdefault(player, message)

    def lose(self, players: frozenset[int]) -> bool:
        """Go on without the evicted ``players``; return False if that is impossible.

        Their messages in this round are void from then on.
        """
        if not (self._alive and players <= self.spare):
            return False
        self.hear = frozenset(self.hear - players)
        return True

    @property
    def has_work(self) -> bool:
        """Return whether :meth:`work` has something to do in this round."""
        return self._meanwhile is not None

    def work(self) -> None:
        """Do the round's ``meanwhile`` work.

        Raises:
          ProtocolError: As :meth:`step`.
        """
        meanwhile, self._meanwhile = self._meanwhile, None
        try:
            if meanwhile is not None:
                meanwhile()
        except BaseException:
            self._end()
            raise

    def step(self) -> bytes | None:
        """End the round in progress and return what to say in the next.

        Resumes the protocol exactly once, so that a driver can send the message
        before it starts the next piece of work.

        Raises:
          ProtocolError: The ``culprit`` broke the protocol; the run is dead.
          ValueError: The run is not ready.
        """
        if not self.ready:
            raise ValueError("this round is not over")
        spoken = self._messages.pop(self.round, {})
        try:
            return self._resume(
                {player: spoken[player] for player in sorted(self.hear)}
            )
        except StopIteration as stop:
            self._end()
            self._results.append(stop.value)
            return None
        except BaseException:
            self._end()
            raise

    def _resume(self, inbox: Inbox) -> bytes | None:
        first = self.round < 0
        now = next(self._protocol) if first else self._protocol.send(inbox)
        self.round, self.hear, self.spare = self.round + 1, now.hear, now.spare
        self._meanwhile = now.meanwhile
        return now.say

    def _end(self) -> None:
        self._protocol.close()
        self._messages.clear()
        self.hear, self.spare, self._alive = frozenset(), frozenset(), False
        self._meanwhile = None
