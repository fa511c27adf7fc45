"""Answers a relay's operator, on a port of its own whose budget players don't share.

``/live`` tells that the program works, ``/ready`` whether it can do all that it
promises, and if not, what is wrong; ``/metrics`` counts.
"""

from __future__ import annotations

import trio

from p2pgame.relay import metrics
from p2pgame.relay.counts import Counts
from p2pgame.relay.health import TROUBLES, Health
from p2pgame.transport.listener.listening import serve
from p2pgame.transport.listener.reception import ListenerConfig
from p2pgame.transport.websocket import Address, Socket

#: Requests at once; the oldest makes room.
REQUESTS = 16


def readiness(health: Health, *, is_stopping: bool) -> tuple[int, str]:
    """Return the page of readiness: its status, and what is wrong, a line for each."""
    wrong = [f"{word}: {TROUBLES[word]}" for word in sorted(health.troubles)]
    if is_stopping:
        wrong.append("stopping: the relay is about to stop")
    return (503, "\n".join([*wrong, ""])) if wrong else (200, "ready\n")


async def serve_admin(
    where: tuple[str, int],
    counts: Counts,
    health: Health,
    stop: trio.Event,
    *,
    task_status: trio.TaskStatus[tuple[Address, ...]] = trio.TASK_STATUS_IGNORED,
) -> None:
    """Answer an operator until cancelled; reports the bound addresses as started.

    ``stop`` is set once the relay is about to stop.

    Raises:
      TransportError: The address can't be bound.
    """

    def page(path: str) -> tuple[int, str]:
        match path:
            case "/live":
                return 200, "live\n"
            case "/ready":
                return readiness(health, is_stopping=stop.is_set())
            case "/metrics":
                return 200, metrics.page(counts, health)
        return 404, ""

    async def turn_away(link: Socket) -> None:
        """End a WebSocket: there are only pages here."""

    config = ListenerConfig(REQUESTS, REQUESTS, pages=page)
    await serve(*where, turn_away, config=config, task_status=task_status)
