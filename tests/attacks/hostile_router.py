"""Routers that lie to ``p2pgame doctor``, each in a network namespace of its own.

:func:`router` starts this module there.  It answers the search for routers and what is
asked then, and watches what doctor says, how long it takes and how much memory.
"""

from __future__ import annotations

import json
import os
import socket
import struct
import sys
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import repeat
from pathlib import Path

import trio

from p2pgame.transport.paths.upnp import GROUP
from tests.blackbox.players import environment

#: Where the router and doctor are, and where nobody may be asked.
HERE, ELSEWHERE = "192.168.7.1", "192.168.7.9"
PORT = 8080
#: Seconds and MiB that doctor may take.
SECONDS, MEMORY = 30.0, 100
_SERVICE = "urn:schemas-upnp-org:service:WANIPConnection:1"
#: Commands that make the namespace's only network.
_NETWORK = (
    "ip link set lo up multicast on",
    f"ip addr add {HERE}/24 dev lo",
    f"ip addr add {ELSEWHERE}/24 dev lo",
    "ip route add 239.0.0.0/8 dev lo",
)


def _device(control: str = "/control", before: str = "") -> str:
    return (
        f'<?xml version="1.0"?>{before}<root><device><serviceList><service>'
        f"<serviceType>{_SERVICE}</serviceType><controlURL>{control}</controlURL>"
        "</service></serviceList></device></root>"
    )


def _page(text: str, status: str = "200 OK", more: str = "") -> list[bytes]:
    head = f"HTTP/1.1 {status}\r\nContent-Length: {len(text.encode())}\r\n{more}\r\n"
    return [f"{head}{text}".encode()]


def _endless(word: bytes) -> Iterator[bytes]:
    yield b"HTTP/1.1 200 OK\r\n\r\n"
    yield from repeat(word * 4096)


def _address(text: str) -> list[bytes]:
    return _page(f"<NewExternalIPAddress>{text}</NewExternalIPAddress>")


_true_device = partial(_page, _device())
_true_address = partial(_address, "8.8.8.8")


@dataclass(frozen=True)
class Lie:
    """What a router says in place of the truth, and how often.

    ``pause``: the seconds between two parts of an answer.
    """

    where: str = f"http://{HERE}:{PORT}/device.xml"
    device: Callable[[], Iterable[bytes]] = _true_device
    address: Callable[[], Iterable[bytes]] = _true_address
    answers: int = 1
    pause: float = 0.0


_BOMB = '<!DOCTYPE a [<!ENTITY a "ha">' + "".join(
    f'<!ENTITY {after} "{f"&{before};" * 10}">'
    for before, after in zip("abcdefgh", "bcdefghi", strict=True)
)
_BOMB += "]>"
_FILE = '<!DOCTYPE a [<!ENTITY i SYSTEM "file:///etc/passwd">]>'
_AWAY = f"Location: http://{ELSEWHERE}:{PORT}/\r\n"
#: How lies are called that name no public address.
WRONG = "the address"
_CHUNKS = "Transfer-Encoding: chunked\r\n"
LIES = {
    "the truth": Lie(),
    "a description without end": Lie(device=partial(_endless, b"<service>")),
    "an address without end": Lie(address=partial(_endless, b"<")),
    "a description of 100 MB": Lie(device=lambda: _page("<service>" * 11_000_000)),
    "a byte now and then": Lie(device=lambda: repeat(b"x"), pause=0.5),
    "a redirect": Lie(device=partial(_page, "", "302 Found", _AWAY)),
    "a redirect of what is asked": Lie(address=partial(_page, "", "307 X", _AWAY)),
    "a bomb of entities": Lie(device=partial(_page, _device("&i;", _BOMB))),
    "a file as an entity": Lie(device=partial(_page, _device("/&i;", _FILE))),
    "a control elsewhere": Lie(
        device=partial(_page, _device(f"http://{ELSEWHERE}:{PORT}/control"))
    ),
    "a control by a name": Lie(
        device=partial(_page, _device(f"//x@{ELSEWHERE}:{PORT}/"))
    ),
    "a description elsewhere": Lie(where=f"http://{ELSEWHERE}:{PORT}/device.xml"),
    "a description in a file": Lie(where="file:///etc/passwd"),
    "3000 answers to a search": Lie(answers=3000),
    "chunks of other sizes": Lie(
        device=partial(_page, "FFFFFFFF\r\n" + _device(), more=_CHUNKS)
    ),
    "no HTTP": Lie(device=lambda: [b"\xff\x00" * 3000]),
    "a refusal that draws": Lie(
        address=partial(_page, "<errorCode>\x1b[2J</errorCode>", "500 \x1b[2J")
    ),
    **{
        f"{WRONG} {text!a}": Lie(address=partial(_address, text))
        for text in (
            *("127.0.0.1", "0.0.0.0", "10.1.2.3", "239.255.255.250", "::1"),
            *("255.255.255.255", "1.2.3.4\x1b[2J", "&#27;[2J", "&lt;b&gt;", "9" * 500),
        )
    },
}
#: What doctor says where it believes a router.
BELIEVED = "the router gave us"


async def router(folder: Path) -> tuple[list[str], str]:
    """A router, or another machine at home, lies to ``p2pgame doctor``."""
    inside = [sys.executable, "-P", "-m", "tests.attacks.hostile_router", str(folder)]
    done = await trio.run_process(
        ["unshare", "--net", *inside], capture_stdout=True, env=environment(folder)
    )
    wrongs, told = json.loads(done.stdout)
    return wrongs, told


class Network:
    """A home with one router, and how often somebody else was asked."""

    def __init__(self) -> None:
        self.lie, self.strayed = Lie(), 0

    async def answer(self, stream: trio.SocketStream) -> None:
        """Answer one request as this lie does."""
        with suppress(trio.BrokenResourceError):
            asked = bytes(await stream.receive_some())
            said = self.lie.device if asked.startswith(b"GET") else self.lie.address
            for part in said():
                await stream.send_all(part)
                await trio.sleep(self.lie.pause)
            await stream.send_eof()

    async def stray(self, stream: trio.SocketStream) -> None:
        """Note that somebody was asked who must not be."""
        self.strayed += 1

    async def be_found(self, task_status: trio.TaskStatus[None]) -> None:
        """Answer searches."""
        with trio.socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
            group = struct.pack("4s4s", *map(socket.inet_aton, (GROUP[0], HERE)))
            asked.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, group)
            await asked.bind(("", GROUP[1]))
            task_status.started()
            while True:
                _, client = await asked.recvfrom(2048)
                for number in range(self.lie.answers):
                    end = f"?{number}" if number else ""
                    said = f"HTTP/1.1 200 OK\r\nLOCATION: {self.lie.where}{end}\r\n\r\n"
                    await asked.sendto(said.encode(), client)


async def _doctor(home: Path) -> tuple[list[str], float, int]:
    """Return what is wrong with what doctor says, its seconds and its MiB."""
    began = trio.current_time()
    done = await trio.run_process(
        ["/usr/bin/time", "-f", "%M", sys.executable, "-P", "-m", "p2pgame", "doctor"],
        capture_stdout=True,
        capture_stderr=True,
        check=False,
        env=environment(home),
    )
    said, left = done.stdout.decode(), done.stderr.decode().splitlines()
    lines = [line for line in said.splitlines() if " router " in line]
    wrongs = [
        f"prints {line!a}" for line in said.splitlines() if not line.isprintable()
    ]
    wrongs += [f"says {left[0]}"] if len(left) > 1 and "Traceback" in left[0] else []
    wrongs += [] if len(lines) == 1 else [f"says of the router: {lines}"]
    return [*lines, *wrongs], trio.current_time() - began, int(left[-1]) // 1024


async def _lies(home: Path) -> AsyncIterator[tuple[str, list[str], float, int]]:
    network = Network()
    async with trio.open_nursery() as nursery:
        await nursery.start(network.be_found)
        for host, handle in ((HERE, network.answer), (ELSEWHERE, network.stray)):
            await nursery.start(partial(trio.serve_tcp, handle, PORT, host=host))
        for name, lie in LIES.items():
            network.lie, network.strayed = lie, 0
            (line, *wrongs), seconds, memory = await _doctor(home)
            print(f"{name}: {line}, {seconds:.1f} s, {memory} MiB", file=sys.stderr)
            if name.startswith(WRONG) and BELIEVED in line:
                wrongs.append("is believed")
            if network.strayed:
                wrongs.append(f"another machine is asked {network.strayed} times")
            if seconds > SECONDS or memory > MEMORY:
                wrongs.append(f"{seconds:.0f} s, {memory} MiB")
            yield name, wrongs, seconds, memory
        nursery.cancel_scope.cancel()


async def main(home: Path) -> None:
    """Print, as JSON, what is wrong and what was tried."""
    for command in _NETWORK:
        await trio.run_process(command.split())
    wrongs, most = [], (0.0, 0)
    async for name, found, seconds, memory in _lies(home):
        wrongs += [f"{name}: {one}" for one in found]
        most = max(most[0], seconds), max(most[1], memory)
    told = f"{len(LIES)} lies, at most {most[0]:.1f} s and {most[1]} MiB"
    print(json.dumps([wrongs, told]))


if __name__ == "__main__":
    os.umask(0o077)
    trio.run(main, Path(sys.argv[1]))
