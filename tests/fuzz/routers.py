"""What routers answer, or whoever pretends to be one, against a second reader.

The first byte of an input says what is read: an answer to a search, a description, an
answer by HTTP, or datagrams of NAT-PMP.  Of the first two no second reader repeats how
URLs are written: what is checked is where one would be led by them, which must be the
machine that has answered, and that what a real router says is understood.
"""

from __future__ import annotations

import re
from random import Random
from types import ModuleType
from typing import Any

from p2pgame.transport.link import TransportError
from p2pgame.transport.paths import natpmp, upnp
from p2pgame.transport.paths.mapping import Grant
from tests.fuzz.havoc import below, havoc, noise, one_of
from tests.fuzz.target import Input, Target, Wrong

HOST, PORT = "192.168.1.1", 4400
_PLACE = f"http://{HOST}:5000/root.xml"
_URLS = (
    *(_PLACE, f"http://{HOST}/", f"HTTP://{HOST}:80/a?b#c", f"http://{HOST}"),
    *("http://192.168.1.10/", "http://192.168.1.1.example/", f"https://{HOST}/"),
    *(f"http://{HOST}@evil.example/", f"http://user@{HOST}/", f"http://{HOST}:0/"),
    *(f"http://{HOST}:99999/", "http://[::1]/", "http://[", f"//{HOST}/x", "/ctl"),
    *("http://evil.example/http://192.168.1.1/", "ctl/IPConn", "", "http:///x"),
    *(f"http://{HOST}\\@evil.example/", f"http://evil.example#@{HOST}/", "a&amp;b"),
)
_KINDS = tuple(
    f"urn:schemas-upnp-org:service:WAN{way}Connection:{version}"
    for way in ("IP", "PPP")
    for version in (1, 2)
)
_LINES = (
    *("HTTP/1.1 200 OK", "HTTP/1.0 500 no", "HTTP/1.1 2000", "HTTP/2 200", "ST: x"),
    *("Content-Length: 3", "Transfer-Encoding: chunked", "transfer-encoding:chunked"),
    *("Transfer-Encoding: gzip", "Transfer-Encoding : chunked"),
)
_SIZES = ("0", "1", "a", "A0", "fffffff", "00000003", "3;x=y", "3 ", "g", "123456789")


class _Silent(Exception):
    """No more datagrams have come."""


class _Datagrams:
    """A socket that has received these."""

    def __init__(self, waiting: list[bytes]) -> None:
        self._waiting = waiting

    async def recv(self, size: int) -> bytes:
        if not self._waiting:
            raise _Silent
        return self._waiting.pop(0)[:size]


class Routers(Target):
    """``search`` and ``speak`` are the modules that read what routers say."""

    name, inputs = "routers", 1_000_000

    def __init__(
        self, *, search: ModuleType = upnp, speak: ModuleType = natpmp
    ) -> None:
        self._upnp: Any = search
        self._natpmp: Any = speak

    def make(self, chance: Random) -> Input:
        way = below(chance, 4)
        make = (_found, _described, _answered, _datagrams)[way]
        data, valid = make(chance)
        if chance.random() < 0.25:
            data, valid = havoc(chance, data, [data]), False
        elif chance.random() < 0.02:
            data, valid = noise(chance, 200), False
        return Input(bytes([way]) + data, valid=valid)

    def parse(self, data: bytes) -> object:
        return self.judge(Input(data))

    def judge(self, given: Input) -> str:
        ways = self._search, self._describe, self._answer, self._map
        judge = dict(enumerate(ways)).get(given.data[0] if given.data else 9)
        word = "nothing" if judge is None else judge(given.data[1:])
        if given.valid and word.startswith("no"):
            raise Wrong("refused, though routers say so")
        return word

    def _search(self, data: bytes) -> str:
        url = self._upnp.read_location(data, HOST)
        if url is None:
            return "not found"
        _check_place(url)
        return "found"

    def _describe(self, data: bytes) -> str:
        text = data.decode(errors="replace")
        try:
            igd = self._upnp.read_igd(_PLACE, text)
        except TransportError:
            return "not described"
        _check_place(igd.control)
        if igd.service not in _KINDS or igd.service not in text:
            raise Wrong("a service that is not described")
        return "described"

    def _answer(self, data: bytes) -> str:
        second = _http(data)
        try:
            said = self._upnp.read_answer(data)
        except TransportError:
            said = None
        if said != second:
            raise Wrong("one reads another text, or none")
        return "no text" if said is None else "text"

    def _map(self, data: bytes) -> str:
        waiting = _parts(data)
        second = _mapped([one[:64] for one in waiting])
        try:
            first = self._ask(_Datagrams(waiting))
        except (TransportError, _Silent):
            first = None
        if first != second:
            raise Wrong("one finds another port given, or none")
        return "no port" if first is None else "port"

    def _ask(self, socket: _Datagrams) -> tuple[str, int, int]:
        """Return the port that is given; nothing here waits."""
        router = self._natpmp.NatPmp(HOST)

        async def ask(request: bytes, size: int) -> bytes:
            answer: bytes = await self._natpmp._answer(socket, request[1], size)
            return answer

        router._ask = ask
        try:
            router.add(PORT, PORT, 3600).send(None)
        except StopIteration as done:
            grant: Grant = done.value
            return *grant.external, grant.seconds
        raise Wrong("it waits for more than datagrams")


def _check_place(url: str) -> None:
    """Check that a URL leads to the machine that has answered, and nowhere else."""
    place = re.split(r"[/?#]", url.partition("://")[2], maxsplit=1)[0]
    host, _, port = place.rpartition("@")[2].partition(":")
    scheme = url.partition("://")[0].lower()
    if (scheme, host) != ("http", HOST) or not (port.isdecimal() or not port):
        raise Wrong(f"it leads to {url!r}")
    if port and not 0 < int(port) < 65536:
        raise Wrong(f"it leads to port {port}")


def _http(data: bytes) -> str | None:
    """Return the text of an answer by HTTP, or None if it is a no, or none at all."""
    head, blank, body = data.partition(b"\r\n\r\n")
    version, status, rest = head[:9], head[9:12], head[12:13]
    is_number = len(status) == 3 and set(status) <= set(b"0123456789")
    is_word = rest.isalnum() or rest == b"_"
    if version not in (b"HTTP/1.0 ", b"HTTP/1.1 ") or not is_number or is_word:
        return None
    if not blank or status != b"200":
        return None
    name = b"transfer-encoding:"
    fields = [line.lower() for line in head.split(b"\n")[1:] if b":" in line]
    ways = [one[len(name) :].lstrip(b" \t") for one in fields if one.startswith(name)]
    if any(way.startswith(b"chunked") for way in ways):
        body = _unchunked(body)
    return body.decode(errors="replace")


def _unchunked(data: bytes) -> bytes:
    out = b""
    while True:
        line, end, rest = data.partition(b"\r\n")
        size = next((n for n, c in enumerate(line) if c not in _HEX), len(line))
        digits = line[: min(size, 8)]
        more = line[len(digits) :]
        if not digits or not end or b"\r" in more or b"\n" in more or len(more) > 64:
            return out
        length = int(digits, 16)
        if not length:
            return out
        out, data = out + rest[:length], rest[length + 2 :]


_HEX = b"0123456789abcdefABCDEF"


def _mapped(datagrams: list[bytes]) -> tuple[str, int, int] | None:
    """Return what port NAT-PMP gives, in these answers to both questions."""
    found: list[bytes] = []
    for one in datagrams:
        kind, size = ((130, 16), (128, 12))[len(found)]
        if len(one) < 4 or one[0] or one[1] != kind:
            continue
        if one[2] or one[3]:
            return None
        if len(one) == size:
            found.append(one)
            if kind == 130:
                port, given, lease = one[8:10], one[10:12], one[12:]
                if int.from_bytes(port) != PORT or not any(given) or not any(lease):
                    return None
            else:
                break
    if len(found) < 2:
        return None
    host = ".".join(map(str, found[1][8:]))
    return host, int.from_bytes(found[0][10:12]), int.from_bytes(found[0][12:])


def _parts(data: bytes) -> list[bytes]:
    """Return datagrams, each after a byte with its length."""
    parts = []
    while data:
        parts.append(data[1 : 1 + data[0]])
        data = data[1 + data[0] :]
    return parts


# What is made


def _found(chance: Random) -> tuple[bytes, bool]:
    url, is_plain = one_of(chance, _URLS), chance.random() < 0.5
    status = "HTTP/1.1 200 OK" if is_plain else one_of(chance, _LINES)
    name = "LOCATION: " if is_plain else one_of(chance, ("Location:", "location :\t"))
    end = "\r\n" if is_plain else one_of(chance, ("\r\n", "\n", " \r\n", "\r"))
    more = "".join(one_of(chance, _LINES) + end for _ in range(below(chance, 3)))
    is_real = is_plain and url == _PLACE
    return f"{status}\r\n{more}{name}{url}{end}\r\n".encode(), is_real


def _described(chance: Random) -> tuple[bytes, bool]:
    parts, has_real = "", False
    for _ in range(1 + below(chance, 3)):
        kind, url = one_of(chance, (*_KINDS, "urn:x")), one_of(chance, _URLS)
        tag = one_of(chance, ("service", "service", "SERVICE", "serviceList"))
        has_real |= kind in _KINDS and url == _PLACE and tag.lower() == "service"
        fields = [
            f"<serviceType>{kind}</serviceType>",
            f"<controlURL>{url}</controlURL>",
        ]
        chance.shuffle(fields)
        parts += f"<{tag}>{''.join(fields)}</{tag.lower()}>"
    if chance.random() < 0.001:
        start = one_of(chance, ("<service>", "<controlURL>", "<controlURL>a", " "))
        parts += start * (65536 // len(start))
    return f"<root>{parts}</root>".encode(), has_real


def _answered(chance: Random) -> tuple[bytes, bool]:
    is_plain = chance.random() < 0.3
    lines = [one_of(chance, _LINES) for _ in range(below(chance, 4))]
    head = "\r\n".join(
        ["HTTP/1.1 200 OK" if is_plain else one_of(chance, _LINES), *lines]
    )
    body = b"<errorCode>718</errorCode>" if chance.random() < 0.2 else b"abc"
    for _ in range(below(chance, 4)):
        size = one_of(chance, _SIZES).encode()
        body += (
            size + one_of(chance, (b"\r\n", b"\n", b";" * 70 + b"\r\n")) + b"abc\r\n"
        )
    if chance.random() < 0.5:
        body = body[3:]
    return head.encode() + b"\r\n\r\n" + body, is_plain


def _datagrams(chance: Random) -> tuple[bytes, bool]:
    given = one_of(chance, (bytes(2), b"\x11\x30", b"\xff\xff"))
    lease = one_of(chance, (bytes(4), b"\0\0\x0e\x10"))
    mapped = b"\0\x82\0\0" + bytes(4) + PORT.to_bytes(2) + given + lease
    host = b"\0\x80\0\0" + bytes(4) + chance.randbytes(4)
    is_real, said = any(given) and any(lease), [mapped, host]
    if chance.random() < 0.5:
        other = one_of(chance, (host, noise(chance, 20), b"\0\x82\1", mapped + b"\0"))
        said.insert(below(chance, 3), other)
        is_real = False
    if chance.random() < 0.3:
        at, is_real = below(chance, len(said)), False
        said[at] = havoc(chance, said[at], said)[:255]
    return b"".join(bytes([len(one)]) + one for one in said), is_real
