"""A router asked by UPnP, and what else in a network may answer."""

from __future__ import annotations

import re
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
import trio

from p2pgame.transport.link import TransportError
from p2pgame.transport.paths import upnp
from p2pgame.transport.paths.mapping import Grant
from p2pgame.transport.paths.upnp import (
    Igd,
    RouterRefused,
    find_igd,
    read_answer,
    read_igd,
    read_location,
    tag,
)
from tests.transport.pairs import PATIENCE

HERE = "127.0.0.1"
SERVICE = "urn:schemas-upnp-org:service:WANIPConnection:1"
DEVICE = f"""<?xml version="1.0"?><root><device><serviceList><service>
<serviceType>urn:schemas-upnp-org:service:Layer3Forwarding:1</serviceType>
<controlURL>/other</controlURL></service></serviceList><deviceList><device>
<serviceList><service><serviceType>{SERVICE}</serviceType>
<controlURL>/control?a=1&amp;b=2</controlURL></service></serviceList></device>
</deviceList></device></root>"""

Answer = Callable[[str, str], tuple[int, str]]


def page(status: int, text: str) -> bytes:
    body = text.encode()
    return f"HTTP/1.1 {status} X\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body


def refusal(code: int) -> str:
    return f"<s:Fault><errorCode>{code}</errorCode></s:Fault>"


class Device:
    """A router on loopback: its table of ports, and what it was asked."""

    def __init__(self, *, errors: dict[str, int] | None = None) -> None:
        self.ports: dict[str, str] = {}
        self.asked: list[str] = []
        #: By "port lease", the error that is answered.
        self.errors = errors or {}

    def answer(self, head: str, body: str) -> tuple[int, str]:
        if head.startswith("GET /device.xml "):
            return 200, DEVICE
        assert head.startswith("POST /control?a=1&b=2 HTTP/1.1\r\n")
        found = re.search(rf'\r\nSOAPAction: "{SERVICE}#(\w+)"\r\n', head)
        assert found
        assert f'<u:{found[1]} xmlns:u="{SERVICE}">' in body
        self.asked.append(found[1])
        match found[1]:
            case "GetExternalIPAddress":
                inside = "203.0.113.7"
                return 200, f"<NewExternalIPAddress>{inside}</NewExternalIPAddress>"
            case "DeletePortMapping":
                return (
                    (200, "")
                    if self.ports.pop(_field(body, "ExternalPort"))
                    else (500, "")
                )
        external, lease = _field(body, "ExternalPort"), _field(body, "LeaseDuration")
        code = self.errors.get(f"{external} {lease}") or self.errors.get(f"* {lease}")
        if code:
            return 500, refusal(code)
        self.ports[external] = (
            f"{_field(body, 'InternalClient')}:{_field(body, 'InternalPort')}"
        )
        return 200, "<ok/>"


def _field(body: str, name: str) -> str:
    found = re.search(f"<New{name}>([^<]*)</New{name}>", body)
    assert found
    return found[1]


@asynccontextmanager
async def serving(answer: Answer) -> AsyncIterator[str]:
    """Serve HTTP on loopback; yield where the router describes itself."""

    async def serve(stream: trio.SocketStream) -> None:
        data = b""
        while b"\r\n\r\n" not in data:
            data += await stream.receive_some()
        head, _, body = data.partition(b"\r\n\r\n")
        length = re.search(rb"Content-Length: (\d+)", head)
        while length and len(body) < int(length[1]):
            body += await stream.receive_some()
        await stream.send_all(page(*answer(head.decode(), body.decode())))

    async with trio.open_nursery() as nursery:
        listeners = await trio.open_tcp_listeners(0, host=HERE)
        nursery.start_soon(trio.serve_listeners, serve, listeners)
        with trio.fail_after(PATIENCE):
            yield f"http://{HERE}:{listeners[0].socket.getsockname()[1]}/device.xml"
        nursery.cancel_scope.cancel()


@pytest.fixture
def _own_host(monkeypatch: pytest.MonkeyPatch) -> None:
    # The router is on loopback here, so that is how it sees us.
    monkeypatch.setattr(upnp, "own_host_towards", lambda _host: HERE)


@asynccontextmanager
async def found(device: Device) -> AsyncIterator[Igd]:
    """Find a router by a search on loopback."""
    async with serving(device.answer) as location, trio.open_nursery() as nursery:
        with trio.socket.socket(trio.socket.AF_INET, trio.socket.SOCK_DGRAM) as group:
            await group.bind((HERE, 0))

            async def tell() -> None:
                while True:
                    asked, client = await group.recvfrom(2048)
                    assert asked.startswith(b"M-SEARCH * HTTP/1.1\r\n")
                    told = f"HTTP/1.1 200 OK\r\nST: x\r\nLocation: {location}\r\n\r\n"
                    await group.sendto(b"noise", client)
                    await group.sendto(told.encode(), client)

            nursery.start_soon(tell)
            yield await find_igd(group.getsockname())
        nursery.cancel_scope.cancel()


@pytest.mark.usefixtures("_own_host")
async def test_a_port_is_asked_for_and_given_back() -> None:
    device = Device()
    async with found(device) as igd:
        assert igd.service == SERVICE
        granted = await igd.add(4000, 40000, 3600)
        assert granted == Grant(("203.0.113.7", 40000), 3600)
        assert device.ports == {"40000": "127.0.0.1:4000"}
        await igd.remove(4000, granted.external)
        assert device.ports == {}


@pytest.mark.usefixtures("_own_host")
async def test_a_router_that_knows_no_leases_gives_one_for_good() -> None:
    device = Device(errors={"* 3600": 725})
    async with found(device) as igd:
        assert (await igd.add(4000, 40000, 3600)).seconds == 0
        assert [*device.ports] == ["40000"]


@pytest.mark.usefixtures("_own_host")
async def test_a_port_that_is_taken_is_replaced_by_another() -> None:
    device = Device(errors={"40000 3600": 718})
    async with found(device) as igd:
        granted = await igd.add(4000, 40000, 3600)
        assert granted.external[1] != 40000
        assert [*device.ports] == [str(granted.external[1])]


@pytest.mark.usefixtures("_own_host")
@pytest.mark.parametrize("code", [501, 606, 718])
async def test_a_no_is_a_no(code: int) -> None:
    device = Device(errors={"* 3600": code})
    async with found(device) as igd:
        with pytest.raises(TransportError):
            await igd.add(4000, 40000, 3600)
        assert device.ports == {}
        assert device.asked.count("AddPortMapping") == (3 if code == 718 else 1)


async def test_in_an_empty_network_the_search_ends_in_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(upnp, "SEARCH_WITHIN", 0.05)
    with trio.socket.socket(trio.socket.AF_INET, trio.socket.SOCK_DGRAM) as silent:
        await silent.bind((HERE, 0))
        with (
            trio.fail_after(PATIENCE),
            pytest.raises(TransportError, match="No router"),
        ):
            await find_igd(silent.getsockname())


def told(location: str, status: str = "200") -> bytes:
    return f"HTTP/1.1 {status} OK\r\nLOCATION: {location}\r\n\r\n".encode()


def test_an_answer_leads_only_to_who_gave_it() -> None:
    own = "http://192.168.1.1:5000/d.xml"
    assert read_location(told(own), "192.168.1.1") == own
    for location in (
        *("http://192.168.1.2:5000/", "https://192.168.1.1/", "file:///etc/passwd"),
        *("http://192.168.1.1@10.0.0.1/", "http://192.168.1.1:0/", "//192.168.1.1/"),
        *("http://192.168.1.1:99999/", "http://[192.168.1.1/", ""),
    ):
        assert read_location(told(location), "192.168.1.1") is None
    assert read_location(told("http://8.8.8.8/"), "8.8.8.8") is None
    assert read_location(told(own, "404"), "192.168.1.1") is None
    assert read_location(told(own + "x" * 600), "192.168.1.1") is None


def test_a_description_leads_only_to_who_gave_it() -> None:
    location = "http://192.168.1.1:5000/d/device.xml"
    assert (
        read_igd(location, DEVICE).control == "http://192.168.1.1:5000/control?a=1&b=2"
    )
    control = "/control?a=1&amp;b=2"
    elsewhere = DEVICE.replace(control, "http://192.168.1.1:49152/c")
    assert read_igd(location, elsewhere).control == "http://192.168.1.1:49152/c"
    for other in (
        "http://192.168.1.9/c",
        "//10.0.0.1/c",
        "gopher://192.168.1.1/",
        "http://[",
        "",
    ):
        with pytest.raises(TransportError):
            read_igd(location, DEVICE.replace(control, other))
    with pytest.raises(TransportError):
        read_igd(location, DEVICE.replace("WANIPConnection", "WANOther"))


@pytest.mark.parametrize(
    "what", ["<service>", "<a>", "<controlURL> ", " ", "<!ENTITY a 'b'>"]
)
def test_a_hostile_description_costs_little(what: str) -> None:
    text = (what * (upnp.TEXT_LIMIT // len(what)))[: upnp.TEXT_LIMIT]
    start = time.process_time()
    with pytest.raises(TransportError):
        read_igd("http://192.168.1.1/", text)
    with pytest.raises(TransportError):
        tag(text, "controlURL")
    assert time.process_time() - start < 1.0


async def test_a_router_that_talks_too_much_is_cut_off() -> None:
    async with serving(lambda _head, _body: (200, "x" * upnp.TEXT_LIMIT)) as location:
        with pytest.raises(TransportError, match="too much"):
            await Igd(location, SERVICE).remove(1, (HERE, 1))


async def test_a_router_that_is_gone_does_not_answer() -> None:
    async with serving(lambda _head, _body: (200, "")) as location:
        pass
    with pytest.raises(TransportError, match="does not answer"):
        await Igd(location, SERVICE).remove(1, (HERE, 1))


def test_answers_are_read_whole_or_in_chunks() -> None:
    assert read_answer(page(200, "abc")) == "abc"
    chunked = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    assert read_answer(chunked + b"3;x=y\r\nabc\r\n2\r\nde\r\n0\r\n\r\n") == "abcde"
    assert read_answer(chunked + b"ffffffff\r\nabc") == "abc"
    for broken in (b"", b"HTTP/1.1 200 OK\r\n", b"SSH-2.0\r\n\r\n"):
        with pytest.raises(TransportError):
            read_answer(broken)
    with pytest.raises(RouterRefused, match="718"):
        read_answer(page(500, refusal(718)))
    with pytest.raises(RouterRefused, match="404"):
        read_answer(page(404, ""))
