"""Has the router lead a port to a host, for friends outside where there is no relay.

The router is asked while the table opens.  Its answer may come late, and no invite
waits for it longer than :data:`INVITE_WAITS`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from ipaddress import ip_address

import trio

from p2pgame.engine import Message
from p2pgame.transport.address import split_address
from p2pgame.transport.link import TransportError
from p2pgame.transport.paths.candidates import is_public
from p2pgame.transport.paths.mapping import mapped
from p2pgame.transport.paths.seeker import Wishes

#: Seconds that an invite waits for the router, and for all that it may take.
INVITE_WAITS, ASKED_WITHIN = 2.0, 15.0
ROUTERS = Wishes().routers


def is_led(addresses: Sequence[str]) -> bool:
    """Return whether one of these addresses means one machine everywhere."""
    hosts = [split_address(one)[0] for one in addresses]
    return any(is_public(host) for host in hosts if _is_ip(host))


def _is_ip(host: str) -> bool:
    with suppress(ValueError):
        ip_address(host)
        return True
    return False


class OutsidePort:
    """A router's port that leads to ours; ``address`` is HOST:PORT, None: none does.

    ``late`` is called if it comes after the invite; ``tell`` says how it stands.
    """

    def __init__(self, port: int, tell: Callable[[Message], None]) -> None:
        self._port, self._tell = port, tell
        self._answered = trio.Event()
        self.address: str | None = None
        self.late: Callable[[str], None] | None = None

    async def wait(self) -> None:
        """Wait for the router's answer, no longer than an invite may wait."""
        with trio.move_on_after(INVITE_WAITS):
            await self._answered.wait()

    async def run(self) -> None:
        """Ask, and keep the port until cancelled."""
        try:
            with trio.fail_after(ASKED_WITHIN) as asking:
                async with mapped(self._port, ROUTERS) as mapping:
                    asking.deadline = float("inf")
                    assert mapping.external is not None
                    self._note("{}:{}".format(*mapping.external))
                    await trio.sleep_forever()
        except (TransportError, trio.TooSlowError):
            self._tell(Message.of("not-reached-from-outside", port=str(self._port)))
            self._answered.set()

    def _note(self, address: str) -> None:
        self.address = address
        self._tell(Message.of("reached-from-outside", address=address))
        self._answered.set()
        if self.late is not None:
            self.late(address)
