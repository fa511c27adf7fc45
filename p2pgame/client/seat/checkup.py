"""Checks what a game needs of this machine, its network and its relays.

Each check is said in words, with the remedy where something is wrong.  Nothing secret
is read: of keys only their permissions.  All of it ends within :data:`WITHIN` seconds.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from ipaddress import ip_address
from pathlib import Path

import trio

from p2pgame.engine import Message, plain
from p2pgame.transport.link import TransportError
from p2pgame.transport.paths.candidates import is_public
from p2pgame.transport.paths.interfaces import own_hosts
from p2pgame.transport.paths.mapping import FindRouter, mapped
from p2pgame.transport.paths.seeker import Wishes
from p2pgame.transport.relay.date import date_of
from p2pgame.transport.relay.greeting import greet
from p2pgame.transport.relay.protocol import Welcome
from p2pgame.transport.relay.url import RelayUrl

from .. import system_reason
from ..errors import ClientError
from ..profile import places, settings
from ..words import message_of_error

#: Seconds for all checks, and for those that ask others.
WITHIN, ASKED_WITHIN = 10.0, 6.0
#: Libraries without which nothing goes, and what each extra is for.
LIBRARIES = ("click", "cryptography", "msgspec", "pynacl", "rbcl", "trio")
EXTRAS = {"chess": "chess", "nostr": "coincurve", "redis": "coredis"}
#: Seconds by which a clock may be behind the newest of our own files.
CLOCK_SLACK = 60.0
#: Seconds by which a clock may differ from a relay's before it is said, and is wrong.
CLOCK_TOLD, CLOCK_WRONG = 5, 60


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at; ``remedy`` says what to do where it is wrong."""

    name: str
    found: Message
    remedy: Message | None = None

    @property
    def ok(self) -> bool:
        return self.remedy is None


async def check_up(routers: Sequence[FindRouter] | None = None) -> list[Check]:
    """Look at everything; ``routers`` find routers (default: the usual ways)."""
    found = [*versions(), *profile()]
    try:
        relays = settings.relays()
    except ClientError as error:
        settled = Message.of("doctor-set-relay")
        found.append(Check("relay", error.message, settled))
        relays = ()
    hosts = own_hosts()
    asked: list[tuple[Check, Welcome | None]] = []
    apart: dict[str, int] = {}
    mapping: list[Check] = []

    async def ask(url: RelayUrl) -> None:
        asked.append(await relay(url))
        ahead = await ahead_of(url)
        if ahead is not None:
            apart[str(url)] = ahead

    async def look() -> None:
        mapping.append(await router(Wishes().routers if routers is None else routers))

    async with trio.open_nursery() as nursery:
        nursery.start_soon(look)
        for url in relays:
            nursery.start_soon(ask, url)
    found += clock(apart)
    found.append(await listening())
    shown = ", ".join(hosts)
    found.append(Check("addresses", Message.of("doctor-addresses", hosts=shown)))
    seen = [welcome.address for _, welcome in asked if welcome and welcome.address]
    found += [nat(hosts, seen), *mapping]
    if not relays:
        found.append(Check("relay", Message.of("doctor-no-relay")))
    return [*found, *(check for check, _ in asked)]


def versions() -> Iterator[Check]:
    """Say which Python this is, which libraries there are, and which extras."""
    python = ".".join(map(str, sys.version_info[:3]))
    here = [f"p2pgame {_version('p2pgame')}", f"Python {python}"]
    here += [f"{name} {_version(name)}" for name in LIBRARIES]
    missing = [name for name in LIBRARIES if _version(name) is None]
    remedy = Message.of("doctor-install") if missing else None
    yield Check("versions", plain(", ".join(here)), remedy)
    extras = [name for name, library in EXTRAS.items() if _version(library)]
    said = Message.of("doctor-extras", extras=", ".join(extras) or "-")
    yield Check("extras", said)


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def profile() -> Iterator[Check]:
    """Say where our files are, and who can read them."""
    try:
        home = places.taken(places.home)
        wide = [path for path in dict.fromkeys(_files(home)) if _is_open(path)]
    except (ClientError, OSError) as error:
        said = message_of_error(error)
        yield Check("profile", said, Message.of("doctor-set-home"))
        return
    said = Message.of("doctor-profile", path=str(home))
    if wide:
        said = Message.of("doctor-open", path=str(wide[0]), count=len(wide))
        remedy = Message.of("doctor-chmod", path=str(home))
        yield Check("profile", said, remedy)
    else:
        yield Check("profile", said)


def _files(home: Path) -> list[Path]:
    return [home, *(home / "tables").rglob("*"), *home.glob("*")]


def clock(apart: Mapping[str, int]) -> Iterator[Check]:
    """Compare the clock with our own files, and with relays.

    ``apart``: the seconds by which we are ahead of each relay that tells a time.
    """
    remedy = Message.of("doctor-set-clock")
    try:
        home = places.taken(places.home)
        newest = max(path.stat().st_mtime for path in _files(home))
    except (ClientError, OSError):
        return  # the profile's check says why
    name = max(apart, key=lambda one: abs(apart[one]), default="")
    seconds = abs(apart.get(name, 0))
    behind = int(newest - places.now())
    if seconds > CLOCK_TOLD:
        way = "doctor-clock-fast" if apart[name] > 0 else "doctor-clock-slow"
        said = Message.of(way, relay=name, seconds=seconds)
        yield Check("clock", said, remedy if seconds >= CLOCK_WRONG else None)
    elif behind > CLOCK_SLACK:
        said = Message.of("doctor-clock-behind", seconds=behind)
        yield Check("clock", said, remedy)
    elif apart:
        yield Check("clock", Message.of("doctor-clock-agrees", relay=name))
    else:
        yield Check("clock", Message.of("doctor-clock"))


def _is_open(path: Path) -> bool:
    mode = path.lstat().st_mode
    return os.name != "nt" and not stat.S_ISLNK(mode) and bool(mode & 0o077)


async def listening() -> Check:
    """Say whether a host can listen here."""
    try:
        (listener,) = await trio.open_tcp_listeners(0, host="0.0.0.0")
        await listener.aclose()
    except OSError as error:
        said = Message.of("doctor-no-port", why=system_reason.why(error))
        return Check("port", said, Message.of("doctor-allow-port"))
    return Check("port", Message.of("doctor-port"))


def nat(hosts: tuple[str, ...], seen: list[str]) -> Check:
    """Say what is between us and the internet; ``seen`` is how relays see us."""
    outside = [one.rpartition(":")[0].strip("[]") for one in seen]
    public = [one for one in outside if _is_everywhere(one)]
    if any(map(_is_everywhere, hosts)):
        return Check("nat", Message.of("doctor-nat-none"))
    if public:
        return Check("nat", Message.of("doctor-nat", host=public[0]))
    return Check("nat", Message.of("doctor-nat-unseen"))


def _is_everywhere(host: str) -> bool:
    """Return whether the internet knows an address: none of documentation or tests."""
    return is_public(host) and ip_address(host).is_global


async def router(routers: Sequence[FindRouter]) -> Check:
    """Say whether the router maps a port; it has it back at once."""
    port = (await trio.open_tcp_listeners(0, host="127.0.0.1"))[0]
    with trio.move_on_after(ASKED_WITHIN), suppress(TransportError):
        async with port, mapped(port.socket.getsockname()[1], routers) as mapping:
            assert mapping.external is not None
            return Check(
                "router", Message.of("doctor-router", host=mapping.external[0])
            )
    return Check("router", Message.of("doctor-no-router"))


async def ahead_of(url: RelayUrl) -> int | None:
    """Return the seconds that we are ahead of a relay's clock, if it tells a time."""
    with trio.move_on_after(ASKED_WITHIN / 2), suppress(TransportError):
        if not url.is_nostr:
            told = await date_of(url)
            return None if told is None else places.now() - told
    return None


async def relay(url: RelayUrl) -> tuple[Check, Welcome | None]:
    """Say how a relay answers, and what it allows."""
    name = str(url)
    if url.is_nostr:
        return Check("relay", Message.of("doctor-nostr", relay=name)), None
    remedy = Message.of("doctor-relay-remedy", relay=name)
    began = trio.current_time()
    why = Message.of("no-answer-there")
    with trio.move_on_after(ASKED_WITHIN):
        try:
            link, welcome = await greet(url)
        except TransportError as error:
            why = message_of_error(error)
        else:
            taken = max(1, round((trio.current_time() - began) * 1000))
            with trio.move_on_after(1) as closing:
                closing.shield = True
                await link.aclose()
            answers = partial(Message.of, "doctor-relay", relay=name)
            kib, days = welcome.room // 1024, welcome.days
            said = answers(milliseconds=taken, kib=kib, days=days)
            return Check("relay", said), welcome
    said = Message.of("doctor-relay-wrong", relay=name, why=why)
    return Check("relay", said, remedy), None
