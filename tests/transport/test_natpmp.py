"""A router asked by NAT-PMP, and one that answers badly or not at all."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
import trio

from p2pgame.transport.link import TransportError
from p2pgame.transport.paths import natpmp
from p2pgame.transport.paths.interfaces import read_gateway
from p2pgame.transport.paths.mapping import Grant
from p2pgame.transport.paths.natpmp import NatPmp
from tests.transport.pairs import PATIENCE

HERE = "127.0.0.1"
#: RFC 6886, §3.2 and §3.3, by hand: 203.0.113.7; port 4000 as 40000 for an hour.
ADDRESS = bytes.fromhex("00 80 0000 00000007 cb007107")
MAPPED = bytes.fromhex("00 82 0000 00000007 0fa0 9c40 00000e10")
ASK_MAP = bytes.fromhex("00 02 0000 0fa0 9c40 00000e10")
ASK_UNMAP = bytes.fromhex("00 02 0000 0fa0 0000 00000000")
UNMAPPED = bytes.fromhex("00 82 0000 00000007 0fa0 0000 00000000")

Answer = Callable[[bytes], list[bytes]]


@asynccontextmanager
async def router(answer: Answer) -> AsyncIterator[tuple[NatPmp, list[bytes]]]:
    """Have a router on loopback; yield it and what it is asked."""
    asked: list[bytes] = []

    async def serve() -> None:
        while True:
            request, client = await here.recvfrom(100)
            asked.append(request)
            for datagram in answer(request):
                await here.sendto(datagram, client)

    with trio.socket.socket(trio.socket.AF_INET, trio.socket.SOCK_DGRAM) as here:
        await here.bind((HERE, 0))
        async with trio.open_nursery() as nursery:
            nursery.start_soon(serve)
            with trio.fail_after(PATIENCE):
                yield NatPmp(HERE, here.getsockname()[1]), asked
            nursery.cancel_scope.cancel()


def honest(request: bytes) -> list[bytes]:
    known = {bytes(2): ADDRESS, ASK_MAP: MAPPED, ASK_UNMAP: UNMAPPED}
    return [known[request]]


async def test_a_port_is_asked_for_and_given_back() -> None:
    async with router(honest) as (asking, asked):
        granted = await asking.add(4000, 40000, 3600)
        assert granted == Grant(("203.0.113.7", 40000), 3600)
        await asking.remove(4000, granted.external)
        assert asked == [ASK_MAP, bytes(2), ASK_UNMAP]


async def test_what_is_lost_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(natpmp, "PATIENCE", (0.01, 0.01, PATIENCE))
    losing = [True, True]

    def answer(request: bytes) -> list[bytes]:
        return [] if losing and losing.pop() else honest(request)

    async with router(answer) as (asking, asked):
        await asking.add(4000, 40000, 3600)
        assert asked == [ASK_MAP] * 3 + [bytes(2)]


async def test_a_silent_router_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(natpmp, "PATIENCE", (0.01, 0.01))
    async with router(lambda _request: []) as (asking, asked):
        with pytest.raises(TransportError, match="did not answer"):
            await asking.add(4000, 40000, 3600)
        assert len(asked) == 2


async def test_a_machine_that_listens_nowhere_is_given_up_at_once() -> None:
    with trio.socket.socket(trio.socket.AF_INET, trio.socket.SOCK_DGRAM) as closed:
        await closed.bind((HERE, 0))
        port = closed.getsockname()[1]
    with pytest.raises(TransportError, match="knows no"):
        await NatPmp(HERE, port).add(4000, 40000, 3600)


async def test_noise_before_the_answer_is_passed_over() -> None:
    def answer(request: bytes) -> list[bytes]:
        noise = [b"", b"\0", ADDRESS[:4] + bytes(100), b"\1" + MAPPED[1:], bytes(16)]
        return [*noise, *honest(request)]

    async with router(answer) as (asking, _):
        assert (await asking.add(4000, 40000, 3600)).seconds == 3600


@pytest.mark.parametrize(
    "answer",
    [
        bytes.fromhex("00 82 0002 00000007 0fa0 9c40 00000e10"),
        bytes.fromhex("00 82 0003 00000007"),
        bytes.fromhex("00 82 0000 00000007 0fa1 9c40 00000e10"),
        bytes.fromhex("00 82 0000 00000007 0fa0 0000 00000e10"),
        bytes.fromhex("00 82 0000 00000007 0fa0 9c40 00000000"),
    ],
    ids=["refused", "short no", "other port", "no port", "no lease"],
)
async def test_a_no_is_a_no(answer: bytes) -> None:
    def answering(request: bytes) -> list[bytes]:
        return [answer] if request == ASK_MAP else honest(request)

    async with router(answering) as (asking, asked):
        with pytest.raises(TransportError):
            await asking.add(4000, 40000, 3600)
        assert asked == [ASK_MAP]


def test_linux_says_where_the_router_is() -> None:
    routes = (
        "Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\n"
        "eth\t0001A8C0\t00000000\t0001\t0\t0\t0\t00FFFFFF\t0\t0\t0\n"
        "eth\t00000000\t0101A8C0\t0003\t0\t0\t0\t00000000\t0\t0\t0\n"
    )
    assert read_gateway(routes) == "192.168.1.1"
    assert read_gateway(routes.replace("0101A8C0", "00000000")) is None
    assert read_gateway("") is None
