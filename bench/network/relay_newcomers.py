"""Honest newcomers at a relay, one after the other, and how long each waits."""

from __future__ import annotations

import itertools
import socket
import threading
import time
from types import TracebackType

from bench.network.relay_members import REQUEST, split
from p2pgame.transport.websocket import Address

#: Seconds between two newcomers, and for one of them: who has not been welcome by then
#: counts as one who was, just then.
_PAUSE, _PATIENCE = 0.25, 30.0


class Newcomers:
    """Comes again and again in a thread, each time from another address."""

    def __init__(self, to: Address) -> None:
        self._to = to
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._come)
        #: Seconds that each has waited for its welcome.
        self.waits: list[float] = []

    def __enter__(self) -> Newcomers:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._over.set()
        self._thread.join()

    @property
    def slowest(self) -> float:
        """The longest wait."""
        return max(self.waits)

    def _come(self) -> None:
        for number in itertools.count():
            start = time.perf_counter()
            try:
                self._knock(f"127.6.{number >> 8}.{(number & 255) or 1}")
            except OSError:
                self.waits.append(_PATIENCE)
            else:
                self.waits.append(time.perf_counter() - start)
            if self._over.wait(_PAUSE):
                break

    def _knock(self, source: str) -> None:
        with socket.create_connection(self._to, _PATIENCE, (source, 0)) as line:
            line.sendall(REQUEST)
            rest = b""
            while b"\r\n\r\n" not in rest:
                rest += _some(line)
            rest = rest.partition(b"\r\n\r\n")[2]
            while not split(rest)[0]:
                rest += _some(line)


def _some(line: socket.socket) -> bytes:
    data = line.recv(4096)
    if not data:
        raise ConnectionError("The relay has hung up.")
    return data
