"""Maps a router's port by UPnP: finds the router by multicast, then speaks SOAP to it.

Any machine in the home network may answer a search.  So an answer may only name the
machine that sent it, all sizes are bounded, and no XML is parsed: we search the text
for the few words that count.
An answer that can't be understood so is not used.  A library would bring compiled code
for less than this file does.

Source: UPnP Device Architecture 1.0, §1 and §3; InternetGatewayDevice:1,
WANIPConnection:1 and WANPPPConnection:1, §2.4.
"""

from __future__ import annotations

import random
import re
import socket
from dataclasses import dataclass
from html import escape, unescape
from ipaddress import IPv4Address
from urllib.parse import urljoin, urlsplit

import trio

from p2pgame.transport.link import TransportError
from p2pgame.transport.paths.candidates import Address, is_private
from p2pgame.transport.paths.interfaces import own_host_towards
from p2pgame.transport.paths.mapping import Grant

#: The multicast address at which routers listen.
GROUP = ("239.255.255.250", 1900)

#: Seconds for the search, and for each question to a router.
SEARCH_WITHIN = 1.0
ASK_WITHIN = 3.0
#: Seconds to wait for more answers after the first, which may be a liar's.
_OTHERS_WITHIN = 0.1

#: Answers that are followed, and bytes of any answer that are read, at most.
ROUTERS_LIMIT = 4
TEXT_LIMIT = 64 * 1024
_SERVICES_LIMIT = 64
_DATAGRAM = 2048

_KINDS = (
    "urn:schemas-upnp-org:device:InternetGatewayDevice:1",
    "urn:schemas-upnp-org:device:InternetGatewayDevice:2",
)
_SEARCH = (
    "M-SEARCH * HTTP/1.1\r\nHOST: 239.255.255.250:1900\r\n"
    'MAN: "ssdp:discover"\r\nMX: 1\r\nST: {}\r\n\r\n'
)
_LOCATION = re.compile(rb"\nLOCATION:[ \t]*([\x21-\x7e]{1,512})[ \t]*\r?\n", re.I)
_STATUS = re.compile(rb"HTTP/1\.[01] ([0-9]{3})\b")
_CHUNKED = re.compile(rb"\nTransfer-Encoding:[ \t]*chunked", re.I)
_CHUNK = re.compile(rb"([0-9A-Fa-f]{1,8})[^\r\n]{0,64}\r\n")
_SERVICE = re.compile(r"<service>", re.I)
_TYPE = re.compile(r"urn:schemas-upnp-org:service:WAN(?:IP|PPP)Connection:[12]")
_ERROR = re.compile(r"<errorCode>\s*([0-9]{3})\s*</errorCode>", re.I)

_CONFLICT, _ONLY_PERMANENT = 718, 725
#: The router's error for a port that another machine at home has mapped.
_OTHER_PORTS = 3


class RouterRefused(TransportError):
    """The router refuses."""

    def __init__(self, code: int) -> None:
        super().__init__(f"The router says no (UPnP error {code}).")
        self.code = code


@dataclass(frozen=True, slots=True)
class Igd:
    """The router whose ``service`` can be asked at ``control``."""

    control: str
    service: str

    async def add(self, port: int, wanted: int, seconds: int) -> Grant:
        """Map the router's ``wanted`` TCP port, or another, to ``port``.

        Raises:
          TransportError: The router does not answer, or refuses.
        """
        own = own_host_towards(urlsplit(self.control).hostname or "")
        if own is None:
            raise TransportError("There is no way to the router.")
        host = await self._external_host()
        for _ in range(_OTHER_PORTS):
            try:
                seconds = await self._map(own, port, wanted, seconds)
                return Grant((host, wanted), seconds)
            except RouterRefused as error:
                if error.code != _CONFLICT:
                    raise
                wanted = random.randrange(20_000, 60_000)
        raise TransportError("The router has given all these ports away.")

    async def remove(self, port: int, external: Address) -> None:
        """Remove the mapping; errors as in ``add``."""
        await self._do("DeletePortMapping", **_place(external[1]))

    async def _external_host(self) -> str:
        answer = await self._do("GetExternalIPAddress")
        try:
            return str(IPv4Address(tag(answer, "NewExternalIPAddress")))
        except ValueError:
            raise TransportError("The router has no address itself.") from None

    async def _map(self, own: str, port: int, wanted: int, seconds: int) -> int:
        """Ask for one port; return the lease in seconds."""
        rest = {
            "NewInternalPort": str(port),
            "NewInternalClient": own,
            "NewEnabled": "1",
            "NewPortMappingDescription": "p2pgame",
        }
        for lease in (seconds, 0):
            try:
                words = {**_place(wanted), **rest, "NewLeaseDuration": str(lease)}
                await self._do("AddPortMapping", **words)
                return lease
            except RouterRefused as error:
                if error.code != _ONLY_PERMANENT or not lease:
                    raise
        raise AssertionError("a second refusal is raised")

    async def _do(self, action: str, **words: str) -> str:
        """Return the answer's text."""
        inner = "".join(f"<{name}>{escape(words[name])}</{name}>" for name in words)
        body = (
            '<?xml version="1.0"?>'
            '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"'
            ' s:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"><s:Body>'
            f'<u:{action} xmlns:u="{self.service}">{inner}</u:{action}>'
            "</s:Body></s:Envelope>"
        )
        headers = (
            'Content-Type: text/xml; charset="utf-8"\r\n'
            f'SOAPAction: "{self.service}#{action}"\r\n'
            f"Content-Length: {len(body)}\r\n"
        )
        return await _fetch("POST", self.control, headers, body)


def _place(external: int) -> dict[str, str]:
    port = {"NewExternalPort": str(external)}
    return {"NewRemoteHost": "", **port, "NewProtocol": "TCP"}


async def find_igd(group: Address = GROUP) -> Igd:
    """Return the first router that answers a search and can map ports.

    Raises:
      TransportError: No router does.
    """
    for location in await _search(group):
        try:
            return read_igd(location, await _fetch("GET", location))
        except TransportError:
            continue
    raise TransportError("No router here speaks UPnP.")


async def _search(group: Address) -> list[str]:
    """Return the urls at which routers describe themselves."""
    found: dict[str, None] = {}
    with trio.socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        asking.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 2)
        try:
            for kind in _KINDS:
                await asking.sendto(_SEARCH.format(kind).encode(), group)
            with trio.move_on_after(SEARCH_WITHIN) as patience:
                while len(found) < ROUTERS_LIMIT:
                    answer, (host, _) = await asking.recvfrom(_DATAGRAM)
                    location = read_location(answer, host)
                    if location is not None:
                        found[location] = None
                        soon = trio.current_time() + _OTHERS_WITHIN
                        patience.deadline = min(patience.deadline, soon)
        except OSError as error:
            raise TransportError("Nobody can be searched for here.") from error
    return [*found]


def read_location(answer: bytes, host: str) -> str | None:
    """Return the url in an answer, if it is on the machine that answered."""
    status, location = _STATUS.match(answer), _LOCATION.search(answer)
    if status is None or status[1] != b"200" or location is None:
        return None
    url = location[1].decode("ascii")
    return url if _is_at(url, host) and is_private(host) else None


def _is_at(url: str, host: str) -> bool:
    try:
        parts = urlsplit(url)
        return (parts.scheme, parts.hostname) == ("http", host) and parts.port != 0
    except ValueError:
        return False


def read_igd(location: str, text: str) -> Igd:
    """Read a router's description.

    Raises:
      TransportError: It can't map ports, or names another machine.
    """
    for part in _SERVICE.split(text, _SERVICES_LIMIT)[1:]:
        service = part.partition("</service>")[0]
        kind = _TYPE.search(service)
        try:
            control = urljoin(location, tag(service, "controlURL"))
        except (TransportError, ValueError):
            continue
        if kind is not None and _is_at(control, urlsplit(location).hostname or ""):
            return Igd(control, kind[0])
    raise TransportError("This device is no router that gives ports away.")


def tag(text: str, name: str) -> str:
    """Return the text of the first element with this name.

    Raises:
      TransportError: There is none.
    """
    found = re.search(rf"<{name}>([^<]{{1,512}})</{name}>", text, re.I)
    inside = unescape(found[1]).strip() if found else ""
    if not inside or not inside.isprintable():
        raise TransportError("The router's answer can't be understood.")
    return inside


async def _fetch(method: str, url: str, headers: str = "", body: str = "") -> str:
    """Send one HTTP request to a router, and return the text of its answer."""
    parts = urlsplit(url)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    head = f"{method} {path} HTTP/1.1\r\nHost: {parts.netloc}\r\nConnection: close\r\n"
    if not path.isascii() or any(c.isspace() for c in path + parts.netloc):
        raise TransportError("The router's address can't be understood.")
    answer = b""
    try:
        with trio.fail_after(ASK_WITHIN):
            stream = await trio.open_tcp_stream(parts.hostname or "", parts.port or 80)
            async with stream:
                await stream.send_all(f"{head}{headers}\r\n{body}".encode())
                while chunk := await stream.receive_some(TEXT_LIMIT):
                    answer += chunk
                    if len(answer) > TEXT_LIMIT:
                        raise TransportError("The router talks too much.")
    except (OSError, trio.TooSlowError, trio.BrokenResourceError) as error:
        raise TransportError("The router does not answer.") from error
    return read_answer(answer)


def read_answer(answer: bytes) -> str:
    """Return the text of an HTTP answer.

    Raises:
      TransportError: It is malformed, or a refusal (:class:`RouterRefused`).
    """
    head, blank, body = answer.partition(b"\r\n\r\n")
    status = _STATUS.match(head)
    if status is None or not blank:
        raise TransportError("What answers there is no router.")
    text = (_unchunked(body) if _CHUNKED.search(head) else body).decode(
        errors="replace"
    )
    if status[1] == b"200":
        return text
    code = _ERROR.search(text)
    raise RouterRefused(int(code[1] if code else status[1]))


def _unchunked(body: bytes) -> bytes:
    parts, at = [], 0
    while (chunk := _CHUNK.match(body, at)) and (size := int(chunk[1], 16)):
        parts.append(body[chunk.end() : chunk.end() + size])
        at = chunk.end() + size + 2
    return b"".join(parts)
