"""People in front of the page: each has a hub of its own, and a browser's window.

    with visitor(chromium, tmp_path, "Anna") as anna:
        anna.page.get_by_role("button", name="Play now against programs").click()

A fault that the page's scripts report fails the test when the visitor leaves.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

from tests.browser.jitter import slow_down
from tests.web.hub_process import HubProcess, hub_in

#: Milliseconds within which whatever a test waits for has to be there.
WITHIN = 60_000
#: Nobody looks, so nothing is shown for longer than it takes.
_QUICK = """if (location.protocol === 'http:' && !localStorage['p2pgame-prefs'])
  localStorage['p2pgame-prefs'] = JSON.stringify({quick: true});"""
#: Where pictures of the page are kept, if anybody wants them.
PICTURES = os.environ.get("P2PGAME_PICTURES")
#: Whether somebody wants all, also what takes long.
ALL = bool(os.environ.get("P2PGAME_ALL_GAMES"))
#: For what the gate has no time for.
whole = pytest.mark.skipif(not ALL, reason="only make test-web-all has it")
_NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")


def chromium_here() -> str | None:
    """Return where a browser is that Playwright can drive, or None."""
    return next(filter(None, map(shutil.which, _NAMES)), None)


@dataclass
class Visitor:
    """One person: a program, a browser's window, and what its scripts reported."""

    hub: HubProcess
    context: BrowserContext
    page: Page
    faults: list[str] = field(default_factory=list)

    def go(self, place: str) -> None:
        """Go to a place of the page, as ``#/tables``."""
        self.page.evaluate("place => { location.hash = place; }", place)

    def picture(self, name: str) -> None:
        """Keep a picture, if anybody wants them."""
        if PICTURES:
            path = Path(PICTURES) / f"{name}.png"
            path.parent.mkdir(parents=True, exist_ok=True)
            self.page.screenshot(path=path)

    def listen_to(self, page: Page) -> None:
        """Note what the page's scripts report."""
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", self._noted)

    def _noted(self, message: ConsoleMessage) -> None:
        # A game without a drawing of its own is asked for one: 404 is the answer.
        if message.type == "error" and "404" not in message.text:
            self.faults.append(message.text)


@contextmanager
def visit(
    chromium: Browser,
    hub: HubProcess,
    *,
    size: tuple[int, int] = (1280, 850),
    dark: bool = False,
) -> Iterator[Visitor]:
    """Open a hub's page in a window of its own."""
    context = chromium.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme="dark" if dark else "light",
        reduced_motion="reduce",
    )
    context.set_default_timeout(WITHIN)
    context.add_init_script(_QUICK)
    slow_down(context)
    page = context.new_page()
    found = Visitor(hub, context, page)
    found.listen_to(page)
    try:
        page.goto(hub.file.as_uri())
        page.get_by_role("main").get_by_role("heading").first.wait_for()
        yield found
    except BaseException:
        print(f"{page.url} showed:\n{page.locator('body').aria_snapshot()}")
        raise
    finally:
        context.close()
    assert not found.faults, found.faults


@contextmanager
def hub_of(
    folder: Path, name: str, *arguments: str, **given: str
) -> Iterator[HubProcess]:
    """Start a person's program: ``p2pgame web``, or another command."""
    folder = folder / "".join(filter(str.isalnum, name))
    folder.mkdir(parents=True, exist_ok=True)
    named = {"LOGNAME": name, "P2PGAME_TRANSCRIPTS": str(folder), **given}
    with hub_in(folder, *arguments, **named) as hub:
        yield hub


@contextmanager
def visitor(
    chromium: Browser, folder: Path, name: str = "Anna", **given: str
) -> Iterator[Visitor]:
    """Start a person's program, and open its page in a window."""
    with hub_of(folder, name, **given) as hub, visit(chromium, hub) as found:
        yield found
