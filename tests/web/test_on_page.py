"""Each command with ``--web``: a browser is opened at what was asked for."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack
from html import unescape
from pathlib import Path
from re import findall
from time import monotonic, sleep

import pytest

from tests.web.front_end import WITHIN, FrontEnd, connected
from tests.web.hub_process import HubProcess, hub_in
from tests.web.test_hub import play

FILE = Path(__file__).parent.parent / "archive" / "kuhn-1-masked.p2pgame"
#: Stands in for a browser: keeps the address that it is to open.
BROWSER = """import sys
from pathlib import Path
Path(sys.argv[1]).write_text(sys.argv[2])
"""
TABLE = "#/table/1"
#: Nothing of this machine's network is used.
HOST = ("--listen", "127.0.0.1:0", "--no-relay", "--no-lan")


class Commands:
    """Programs that were started with ``--web``, each in a folder of its own."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self._folder, self._stack = folder, stack
        self._browser = folder / "browser.py"
        self._browser.write_text(BROWSER)

    def run(self, name: str, *arguments: str) -> HubProcess:
        """Start a command, until the test is over."""
        folder = self._folder / name
        folder.mkdir()
        words = (sys.executable, str(self._browser), str(folder / "opened"))
        browser = " ".join([*(f'"{word}"' for word in words), "%s"])
        environment = {"BROWSER": browser, "LOGNAME": name}
        return self._stack.enter_context(
            hub_in(folder, *arguments, "--web", **environment)
        )


@pytest.fixture
def commands(tmp_path: Path) -> Iterator[Commands]:
    with ExitStack() as stack:
        yield Commands(tmp_path, stack)


def place_of(hub: HubProcess) -> str:
    """Return the place of the page to which a hub's file leads."""
    (place,) = findall(r'name="next" value="([^"]*)"', hub.file.read_text())
    return unescape(place)


def text_of(path: Path) -> str:
    """Return what is in a file, once there is something."""
    end = monotonic() + WITHIN
    while not path.exists() or not path.read_text():
        assert monotonic() < end, f"nothing is written to {path}"
        sleep(0.05)
    return path.read_text()


async def says_yes(front: FrontEnd, ask: str) -> None:
    """Answer a question of the first table, which must be of this kind."""
    asked = await front.until(
        lambda frame: (
            frame.get("event", {}).get("event") == "asked"
            and frame["event"]["question"]["ask"]["ask"] == ask
        )
    )
    number = asked["event"]["question"]["number"]
    answer = {"command": "answer", "number": number, "answer": 1}
    await front.send(table=1, command=answer)


async def test_a_host_a_guest_and_a_watcher_have_their_table_on_the_page(
    commands: Commands,
) -> None:
    host = commands.run("Anna", "host", "kuhn", "--spectators", *HOST)
    assert place_of(host) == TABLE
    async with connected(host.enter()) as anna:
        await anna.send(table=1, follow=0)
        invited = await anna.event("invited", 1)
        guest = commands.run("Ben", "join", invited["invite"])
        watcher = commands.run("Cleo", "watch", invited["watch"])
        assert (place_of(guest), place_of(watcher)) == (TABLE, TABLE)
        async with connected(guest.enter()) as ben, connected(watcher.enter()) as cleo:
            for one in (ben, cleo):
                await one.send(table=1, follow=0)
            await says_yes(ben, "dial-nearby")
            await says_yes(cleo, "dial-nearby")
            await says_yes(anna, "play-with")
            seats = [(await one.event("begun", 1))["seat"] for one in (anna, ben, cleo)]
            assert sorted(seats[:2]) == [0, 1]
            assert seats[2] is None


async def test_a_browser_is_opened_on_the_file_that_lets_it_in(
    commands: Commands, tmp_path: Path
) -> None:
    hub = commands.run("Anna", "play", "kuhn")
    assert place_of(hub) == TABLE
    opened = tmp_path / "Anna" / "opened"
    async with connected(hub.enter()) as front:
        await front.send(table=1, follow=0)
        await play(front, 1)
    assert text_of(opened) == hub.file.as_uri()


async def test_a_transcript_is_replayed_where_its_page_was_opened(
    commands: Commands,
) -> None:
    hub = commands.run("Anna", "show", str(FILE))
    shown = place_of(hub)
    assert shown.startswith("#/replay/")
    async with connected(hub.enter()) as front:
        file = shown.removeprefix("#/replay/")
        *_, verified, finished = await front.ask(1, command="replay", file=file)
        assert (verified["event"], finished["event"]) == ("verified", "finished")
        assert finished.get("error") is None
