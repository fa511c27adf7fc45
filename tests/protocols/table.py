"""Everybody's run of one protocol, and a fake wire between them that reorders."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from hashlib import shake_256
from random import Random
from types import MappingProxyType
from typing import Generic, TypeVar

from p2pgame.protocols.arithmetic.errors import ProtocolError
from p2pgame.protocols.rounds import Protocol, Run

R = TypeVar("R")
Seat = int | None
Entropy = Callable[[int], bytes]

#: Sees a player, a round and a message; returns what everybody hears instead.
Tamper = Callable[[int, int, bytes], bytes | None]


def prg(seed: str) -> Entropy:
    """Return entropy that is another on every call, and the same in every run."""
    calls = iter(range(1_000_000))
    return lambda n: shake_256(f"{seed} {next(calls)}".encode()).digest(n)


def lies(message: bytes) -> list[bytes]:
    """Return what a liar may broadcast instead of ``message``."""
    places = sorted({0, len(message) // 2, len(message) - 1}) if message else []
    changed = [message[:i] + bytes([message[i] ^ 1]) + message[i + 1 :] for i in places]
    cut = [message[:-1], b""] if message else []
    return [*changed, *cut, message + b"\0"]


def instead(player: int, round: int, lie: bytes | None) -> Tamper:
    """Return a tamper that changes one message (None: to silence)."""
    return lambda *said: lie if said[:2] == (player, round) else said[2]


class Table(Generic[R]):
    """Players and spectators (``None``) at one fake wire.

    ``errors`` are those that runs ended in.
    """

    def __init__(
        self,
        seats: Iterable[Seat],
        protocol: Callable[[Seat, Entropy], Protocol[R]],
        seed: str = "table",
    ) -> None:
        self.runs = {seat: Run(protocol(seat, prg(f"{seed} {seat}"))) for seat in seats}
        self.wire: list[tuple[int, Seat, int, bytes]] = []
        self.said: dict[tuple[int, int], bytes] = {}
        self.errors: dict[Seat, ProtocolError] = {}

    @property
    def blamed(self) -> dict[Seat, int | None]:
        """Whom each run that ended in an error names."""
        return {seat: error.culprit for seat, error in self.errors.items()}

    def play(
        self,
        order: int = 0,
        tamper: Tamper = lambda *said: said[2],
        gone: Mapping[int, int] = MappingProxyType({}),
        *,
        busy: bool = False,
    ) -> dict[Seat, R]:
        """Run until nothing moves; return the results of those that finished.

        ``order`` picks an interleaving; ``tamper`` may change what is said.  Of
        those who are ``gone`` nothing is heard from that round on, and when all
        wait for nobody else they go on without them if they can.  Runs that are
        ``busy`` do nothing while they wait.
        """
        random = Random(order)
        while True:
            works = [] if busy else self._works()
            moves = [*self._steps(), *works, *range(len(self.wire))]
            if not moves and not self._lose(gone):
                break
            if moves:
                self._move(random.choice(moves), tamper, gone)
        return {seat: run.result for seat, run in self.runs.items() if run.done}

    def _move(
        self, move: tuple[str, Seat] | int, tamper: Tamper, gone: Mapping[int, int]
    ) -> None:
        match move:
            case ("step", seat):
                self._step(seat, tamper, gone)
            case (_, seat):
                with Catch(self, seat):
                    self.runs[seat].work()
            case int():
                sender, to, round, message = self.wire.pop(move)
                with Catch(self, to):
                    self.runs[to].receive(sender, round, message)

    def _steps(self) -> list[tuple[str, Seat]]:
        return [("step", seat) for seat, run in self.runs.items() if run.ready]

    def _works(self) -> list[tuple[str, Seat]]:
        return [("work", seat) for seat, run in self.runs.items() if run.has_work]

    def _step(self, seat: Seat, tamper: Tamper, gone: Mapping[int, int]) -> None:
        run = self.runs[seat]
        with Catch(self, seat):
            said = run.step()
            if said is None:
                return
            assert seat is not None, "a spectator spoke"
            if seat in gone and run.round >= gone[seat]:
                return
            self.said[seat, run.round] = said
            heard = tamper(seat, run.round, said)
            if heard is not None:
                self.wire += [(seat, to, run.round, heard) for to in self.runs]

    def _lose(self, gone: Mapping[int, int]) -> bool:
        """Have all who are left go on without those who are gone by now."""
        lost = []
        for seat, run in self.runs.items():
            by_now = {player for player, last in gone.items() if run.round >= last}
            if seat not in by_now and run.waiting_for and run.waiting_for <= by_now:
                lost.append(run.lose(run.waiting_for))
        return any(lost)


class Catch:
    """Note the error that a run ends in."""

    def __init__(self, table: Table[R], seat: Seat) -> None:
        self._errors, self._seat = table.errors, seat

    def __enter__(self) -> None: ...

    def __exit__(self, kind: object, error: object, trace: object) -> bool:
        if not isinstance(error, ProtocolError):
            return False
        self._errors[self._seat] = error
        return True
