"""Where an invite may make us dial, once its names are resolved."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from ipaddress import ip_address
from socket import AF_INET, SOCK_STREAM
from typing import Any

import pytest
import trio

from p2pgame.transport.paths.candidates import Candidate, Kind, may_dial
from p2pgame.transport.paths.invited import Verdict, judge
from p2pgame.transport.ports import dial

HOME = ("192.168.1.10", "fd00:1:2:3::10")


@pytest.mark.parametrize("host", ["203.0.113.7", "2001:4860::1", "192.168.1.77"])
def test_a_peer_is_dialled_at_no_port_of_other_services(host: str) -> None:
    for port in (22, 25, 80, 443, 1023):
        assert judge(host, port, HOME) is Verdict.PORT
    assert judge(host, 1024, HOME) is Verdict.GOOD


@pytest.mark.parametrize("host", ["203.0.113.7", "10.9.8.7", "64:ff9b::cb00:7107"])
def test_a_relay_is_dialled_at_443_and_from_1024_up(host: str) -> None:
    for port in (22, 25, 80, 1023):
        assert judge(host, port, HOME, is_relay=True) is Verdict.PORT
    for port in (443, 1024, 8777):
        assert judge(host, port, HOME, is_relay=True) is Verdict.GOOD


@pytest.mark.parametrize("host", ["169.254.169.254", "169.254.170.2", "fe80::1"])
@pytest.mark.parametrize("is_relay", [False, True])
def test_where_a_cloud_tells_its_secrets_is_never_dialled(
    host: str, is_relay: bool
) -> None:
    for port in (443, 1024, 8777):
        verdict = judge(host, port, HOME, is_relay=is_relay)
        assert verdict in (Verdict.NOWHERE, Verdict.PORT)


@pytest.mark.parametrize(
    ("host", "verdict"),
    [
        *((one, Verdict.LOOPBACK) for one in ("127.0.0.1", "127.8.8.8", "::1")),
        ("169.254.7.7", Verdict.LINK_LOCAL),
        *((one, Verdict.NETWORK) for one in ("192.168.2.1", "10.0.0.1", "fd00:9::1")),
        *((one, Verdict.NOWHERE) for one in ("0.0.0.0", "224.0.0.1", "::", "ff02::1")),
        *((one, Verdict.NOWHERE) for one in ("::ffff:127.0.0.1", "64:ff9b::7f00:1")),
        *((one, Verdict.NOWHERE) for one in ("2002:7f00:1::1", "fe80::1%1")),
        *((one, Verdict.GOOD) for one in ("192.168.1.1", "fd00:1:2:9::1")),
    ],
)
def test_an_address_is_judged_by_whom_it_reaches(host: str, verdict: Verdict) -> None:
    assert judge(host, 4000, HOME) is verdict
    if "%" not in host:  # as for what seated players tell
        told = Candidate(Kind.GIVEN, str(ip_address(host)), 4000)
        assert may_dial(told, HOME) == (verdict is Verdict.GOOD)


class Names(trio.abc.HostnameResolver):
    """Lets one name stand for these addresses, and counts how often it is asked."""

    def __init__(self, *addresses: str) -> None:
        self._addresses = addresses
        self.asked = 0

    async def getaddrinfo(self, host: Any, port: Any, *_: Any, **__: Any) -> Any:
        await trio.lowlevel.checkpoint()
        self.asked += 1
        return [(AF_INET, SOCK_STREAM, 6, "", (one, port)) for one in self._addresses]

    async def getnameinfo(self, *_: Any) -> Any:
        raise AssertionError("nobody asks for a name")


@asynccontextmanager
async def listening(names: Names) -> AsyncIterator[tuple[list[str], int]]:
    """Listen at two loopback addresses; yield which were dialled, and the port."""
    dialled: list[str] = []

    async def note(stream: trio.SocketStream) -> None:
        dialled.append(stream.socket.getsockname()[0])
        await stream.aclose()

    trio.socket.set_custom_hostname_resolver(names)
    async with trio.open_nursery() as nursery:
        (first,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
        port = first.socket.getsockname()[1]
        (second,) = await trio.open_tcp_listeners(port, host="127.0.0.2")
        nursery.start_soon(trio.serve_listeners, note, [first, second])
        yield dialled, port
        nursery.cancel_scope.cancel()


async def test_of_a_name_only_what_was_judged_is_dialled() -> None:
    names = Names("127.0.0.1", "127.0.0.2")
    async with listening(names) as (dialled, port):
        stream = await dial("evil.example", port, None, lambda host, _: host[-1] == "2")
        assert not await stream.receive_some()
        await stream.aclose()
    assert dialled == ["127.0.0.2"]
    assert names.asked == 1  # a second answer could be another one


async def test_a_name_that_leads_nowhere_allowed_is_not_dialled() -> None:
    names = Names("127.0.0.1")
    async with listening(names) as (dialled, port):
        with pytest.raises(OSError, match=r"no address that may be dialled"):
            await dial("evil.example", port, None, lambda *_: False)
        await trio.testing.wait_all_tasks_blocked()
    assert not dialled
