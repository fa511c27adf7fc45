"""Multi-round protocols as generators: one ``yield`` is one round.

A protocol is a generator that yields a :class:`Round`, what I say and whose
messages I need before going on, and is sent those messages.  It does no I/O,
asks no clock, and takes its randomness as an argument; so the same seed and
the same inboxes always give the same run, which is how a crashed client
resumes from its log and how anybody audits a hand afterwards.

What I say comes back to me through the same door as everybody's words, so a
protocol treats all players alike, and a spectator runs the same code in
silence.
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

    Whoever speaks is in its own ``hear``.  Those in ``spare`` may be missing from
    the inbox: the table has agreed that they are gone, and the protocol goes on
    without their word.  ``meanwhile`` is work that may as well be done while
    waiting, such as verifying what was said before; it raises what a resumed
    protocol would.
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
        """The players without whom this round cannot end."""
        return self.hear - self._messages.get(self.round, {}).keys()

    @property
    def ready(self) -> bool:
        """Whether :meth:`step` may be called now."""
        return self._alive and not self.waiting_for

    @property
    def done(self) -> bool:
        return bool(self._results)

    @property
    def result(self) -> R:
        """What the protocol returned.

        Raises:
          ValueError: The run is not done.
        """
        if not self._results:
            raise ValueError("this run has no result yet")
        return self._results[0]

    def receive(self, player: int, round: int, message: bytes) -> None:
        """Keep what ``player`` says in ``round``, until that round needs it.

        Words for a round that is over, second words in one round, and words in
        a round without a part in it are void: nobody is blamed for them, because
        whether they come before or after their round is over is chance.
        """
        if self._alive and round >= self.round:
            self._messages.setdefault(round, {}).setdefault(player, message)

    def lose(self, players: frozenset[int]) -> bool:
        """Go on without ``players``, who are gone; return False if that is impossible.

        Whatever they said in this round is void from then on.
        """
        if not (self._alive and players <= self.spare):
            return False
        self.hear = frozenset(self.hear - players)
        return True

    @property
    def has_work(self) -> bool:
        """Whether :meth:`work` has something to do, while the round is on."""
        return self._meanwhile is not None

    def work(self) -> None:
        """Do what is to be done while waiting.

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

        Resumes the protocol exactly once, so that a driver can send what was
        said before it has the next piece of work done.

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
