"""Attacks on real programs that take another user, a database, a network or long.

``python -m tests.attacks.programs [ATTACK ...]``, or ``make attacks ATTACKS=programs``.
Each starts relays and players as processes, attacks while they play, and then lets them
play on: all must finish with one transcript, and nobody may be accused.  A line tells
what was tried and how often it succeeded.  Ends with status 1 if anything did that must
not, or a game is not as it should be.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import (
    Awaitable,
    Callable,
    Iterator,
    Mapping,
    Sequence,
)
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from shutil import copytree, rmtree
from tempfile import TemporaryDirectory
from typing import TypeAlias

import trio

from tests.attacks.chatty import chat
from tests.attacks.hostile_router import router
from tests.attacks.lying_nostr import nostr
from tests.attacks.played import BEGUN, LATER, has_written, playing
from tests.children import WITHIN
from tests.relay.programs import program
from tests.relay.redis_server import RedisServer
from tests.relay.whole_games import url_of

NOBODY = 65534
#: Attacks with a folder; returns what succeeded that must not, and what to tell.
Attack: TypeAlias = Callable[[Path], Awaitable[tuple[list[str], str]]]

#: What a process of another user tries with folders and processes.
_TRIES = """
import json, os, sys
folders, pids = json.loads(sys.stdin.read())
tried, done = 0, []
def attempt(name, act):
    global tried
    tried += 1
    try:
        act()
    except OSError:
        return
    done.append(name)
def files(folder):
    yield folder
    for here, inner, names in os.walk(folder):
        yield from (os.path.join(here, name) for name in (*inner, *names))
for path in folders:
    attempt("list " + path, lambda: os.listdir(path))
    attempt("plant in " + path, lambda: open(path + "/planted", "xb"))
for path in json.loads(sys.argv[1]):
    for mode in ("rb", "r+b"):
        attempt(f"open {mode} {path}", lambda: open(path, mode))
    attempt("remove " + path, lambda: os.unlink(path))
    attempt("rename " + path, lambda: os.rename(path, path + ".taken"))
for pid in pids:
    for name in ("environ", "mem", "maps", "io"):
        attempt(f"read {name} of {pid}", lambda: open(f"/proc/{pid}/{name}").read(1))
    attempt(f"files of {pid}", lambda: os.listdir(f"/proc/{pid}/fd"))
    attempt(f"end {pid}", lambda: os.kill(pid, 15))
print(json.dumps([tried, done]))
"""


def another_user(folders: list[Path], pids: list[int]) -> tuple[int, list[str]]:
    """Return how much a process of another user tries there, and what it can do."""
    files = [str(one) for folder in folders for one in sorted(folder.rglob("*"))]
    asked = json.dumps([[*map(str, folders)], pids])
    told = subprocess.run(
        ["/usr/bin/env", "python3", "-c", _TRIES, json.dumps(files)],
        input=asked,
        capture_output=True,
        text=True,
        user=NOBODY,
        group=NOBODY,
        extra_groups=[],
        cwd="/",
        check=True,
        timeout=WITHIN,
    )
    tried, done = json.loads(told.stdout)
    return tried, done


@contextmanager
def open_mask() -> Iterator[None]:
    """Let nothing be private that a program does not make so."""
    before = os.umask(0)
    try:
        yield
    finally:
        os.umask(before)


async def user(folder: Path) -> tuple[list[str], str]:
    """Another user of the machine reads, changes, plants and ends what it can."""
    store, here = folder / "store", folder / "game"
    for made in (folder, store, here):
        made.mkdir(exist_ok=True)
        made.chmod(0o755)
    with open_mask(), program(f"sqlite:{store / 'db'}") as relay:
        async with playing(here, url_of(relay)) as game:
            await game.wait(partial(has_written, game.players[0], BEGUN))
            homes = [player.home for player in game.players]
            running = [relay.process, *(player._process for player in game.players)]
            pids = [process.pid for process in running if process is not None]
            tried, done = another_user([*homes, store], pids)
    allowed = (f"list {store}",)  # it was made so by whoever runs the relay
    wrongs = [one for one in done if one not in allowed]
    return [*wrongs, *game.wrongs()], f"{tried} tries at files and processes"


#: One value of each type of Redis.
_JUNK = (
    ("SET", "junk"),
    ("SET", "9" * 400),
    ("SET", "\xff" * 1000),
    ("RPUSH", "junk"),
    ("SADD", "junk"),
    ("ZADD", "1", "junk"),
    ("HSET", "junk", "junk"),
    ("XADD", "99999999999999-0", "junk", "junk"),
)


async def redis(folder: Path) -> tuple[list[str], str]:
    """Somebody else writes junk of each type into every key of a relay's database."""
    server = RedisServer()
    server.start()
    written = 0
    try:
        with program(server.url) as relay:
            async with playing(folder, url_of(relay)) as game:
                for command, *words in _JUNK:
                    keys = server.ask("KEYS", "*").splitlines()
                    for key in keys:
                        server.ask("DEL", key)
                        server.ask(command, key, *words)
                        written += 1
                    await trio.sleep(0.5)
                server.ask("FLUSHALL")
            ended = relay.process.poll() is not None
    finally:
        server.kill()
        server.remove()
    wrongs = ["the relay has ended"] * ended + game.wrongs()
    return wrongs, f"{written} keys written over"


async def backup(folder: Path) -> tuple[list[str], str]:
    """The whole folder of a player is put back by file copy, twice in an evening."""
    copies = 0
    with program(f"sqlite:{folder / 'db'}") as relay:
        async with playing(folder, url_of(relay), "--again", "1") as game:
            player = game.players[1]
            for size in (BEGUN, LATER):
                await game.wait(partial(has_written, player, size))
                copytree(player.home, folder / "copy")
                await game.wait(partial(has_written, player, size + 1500))
                if not player.kill():
                    break
                rmtree(player.home)
                (folder / "copy").rename(player.home)
                copies += 1
                player.start_again()
    return game.wrongs(), f"put back {copies} times"


ATTACKS: Mapping[str, Attack] = {
    "user": user,
    "redis": redis,
    "backup": backup,
    "nostr": nostr,
    "router": router,
    "chat": chat,
}


def main(names: Sequence[str]) -> int:
    """Attack; return the exit status."""
    if unknown := {*names} - {*ATTACKS}:
        print(f"unknown: {', '.join(unknown)}; known: {', '.join(ATTACKS)}")
        return 2
    bad = False
    for name in names or ATTACKS:
        with TemporaryDirectory() as folder:
            wrongs, told = trio.run(ATTACKS[name], Path(folder))
        print(f"{name}: {told}, {len(wrongs)} wrong", *wrongs, sep="\n  ", flush=True)
        bad = bad or bool(wrongs)
    return int(bad)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
