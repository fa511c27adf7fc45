"""Measures the page: python -m tests.browser.figures (make page-figures).

Prints what docs/design/page.md promises, as measured on this machine: two people with a
hub each on direct links, in two windows of one Chromium.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import monotonic

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.measuring import loaded, traced
from tests.browser.playing import admit, open_table, seated, sit_down, start
from tests.browser.visiting import Visitor, chromium_here, hub_of, visit, visitor
from tests.web.hub_process import ROOT

#: Games of two that are clicked through, and points in the long replay.
GAMES, GOAL = 4, 30
#: Times that the lobby is opened.
REVISITS = 10
#: Has the page note when its history grew, in milliseconds since 1970.
_NOTE = """() => {
  const list = document.querySelector('[aria-label="History"]');
  window.grown = [];
  new MutationObserver(() => requestAnimationFrame(() =>
    window.grown.push(performance.timeOrigin + performance.now())))
    .observe(document.querySelector('.stage') ?? list, {childList: true, subtree: true,
      attributes: true, characterData: true});
}"""
_CLICK = """(cell) => {
  cell.click();
  return performance.timeOrigin + performance.now();
}"""


def clicks(chromium: Browser, folder: Path) -> list[float]:
    """Return the milliseconds from clicks to what the other's page shows of them."""
    found: list[float] = []
    with ExitStack() as stack:
        anna, ben = (
            stack.enter_context(visitor(chromium, folder, name))
            for name in ("Anna", "Ben")
        )
        for _ in range(GAMES):
            link = open_table(anna, "tictactoe", 2)
            sit_down(ben, link)
            admit(anna, "Ben")
            for one in (anna, ben):
                seated(one)
                one.page.evaluate(_NOTE)
            found += _played(anna.page, ben.page)
    return found


def _played(first: Page, second: Page) -> Iterator[float]:
    """Click through a game of tic-tac-toe; yield how long each move took."""
    pages = [first, second]
    if not first.locator(".stage .cell.can").count():
        first.wait_for_timeout(500)
    for _ in range(6):
        mover = next((p for p in pages if p.locator(".stage .cell.can").count()), None)
        if mover is None:
            first.wait_for_timeout(200)
            continue
        other = second if mover is first else first
        other.wait_for_timeout(300)  # until nothing moves any more
        other.evaluate("window.grown.length = 0")
        at = mover.locator(".stage .cell.can").first.evaluate(_CLICK)
        while not other.evaluate("window.grown.length"):
            other.wait_for_timeout(20)
        yield other.evaluate("window.grown[0]") - at


def lobbies(page: Page) -> list[float]:
    """Return how long the page takes, each time it is loaded, until one can play."""
    found = []
    for _ in range(REVISITS):
        asked = monotonic()
        page.reload(wait_until="commit")
        page.get_by_role("button", name="Play now").wait_for()
        found.append((monotonic() - asked) * 1000)
    return found


@contextmanager
def long_replay(folder: Path) -> Iterator[Path]:
    """Have programs play hearts for some hands; yield the transcript."""
    where = folder / "long.p2pgame"
    subprocess.run(
        [
            *(sys.executable, "-P", "-m", "p2pgame", "play", "hearts"),
            *("-o", f"goal={GOAL}", "--transcript", str(where)),
            *(word for seat in "1234" for word in ("--seat", f"{seat}=random")),
        ],
        cwd=folder,
        env={
            **os.environ,
            "P2PGAME_HOME": str(folder / "played"),
            "PYTHONPATH": str(ROOT),
        },
        check=True,
        timeout=600,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    yield where


_SEEK = """async ([slider, to]) => {
  const began = performance.now();
  slider.value = to;
  slider.dispatchEvent(new Event('input', {bubbles: true}));
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  return performance.now() - began;
}"""


def seeks(anna: Visitor, name: str) -> tuple[int, int, list[float]]:
    """Return the entries and steps of a replay, and how long jumps in it take."""
    page = anna.page
    anna.go(f"#/replay/{name}")
    fair = page.get_by_role("status").filter(has_text="Checked: fair")
    fair.wait_for(timeout=600_000)
    entries = int(
        fair.inner_text().split(" signed entries")[0].split()[-1].replace(",", "")
    )
    slider = page.get_by_label("Timeline").element_handle()
    assert slider is not None
    steps = int(slider.get_attribute("max") or 0)
    places = [1 + (step * 7919) % steps for step in range(40)]
    return entries, steps, [page.evaluate(_SEEK, [slider, at]) for at in places]


def told(name: str, value: str) -> None:
    print(f"{name:48}{value}", flush=True)


def _ms(values: list[float]) -> str:
    ordered = sorted(values)
    p90 = ordered[len(ordered) * 9 // 10]
    return f"p50 {statistics.median(ordered):.0f} ms, p90 {p90:.0f} ms ({len(ordered)})"


def _kb(sizes: dict[str, int]) -> str:
    return f"{sum(sizes.values()) / 1000:.0f} kB in {len(sizes)} files, compressed"


def main() -> None:
    where = chromium_here()
    if where is None:
        sys.exit("No Chromium is installed.")
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        playwright = stack.enter_context(sync_playwright())
        chromium = playwright.chromium.launch(
            executable_path=where, args=["--no-sandbox"]
        )
        stack.callback(chromium.close)
        with (
            hub_of(folder, "Cleo") as hub,
            long_replay(folder / "Cleo") as long,
            visit(chromium, hub) as cleo,
        ):
            cleo.page.get_by_role("button", name="Play now").wait_for()
            cleo.page.wait_for_load_state("networkidle")
            first = loaded(cleo.page)
            told("first screen (the lobby)", _kb(first))
            told("from its address to the lobby", _ms(lobbies(cleo.page)))
            with traced(chromium, cleo.page) as tasks:
                asked = monotonic()
                start(cleo, "holdem")
                seen = (monotonic() - asked) * 1000
                moves = cleo.page.get_by_role("region", name="Your moves")
                moves.wait_for(timeout=120_000)
            told("from the lobby to the first table", f"{seen:.0f} ms")
            told("longest task while a deck is dealt", f"{tasks.longest:.0f} ms")
            more = loaded(cleo.page)
            told("first table (hold'em), beyond that", _kb(_beyond(more, first)))
            entries, steps, jumps = seeks(cleo, long.name)
            told(f"seek in {entries} entries, {steps} steps", _ms(jumps))
        told("click to visible at the other's", _ms(clicks(chromium, folder)))


def _beyond(after: dict[str, int], before: dict[str, int]) -> dict[str, int]:
    return {url: size for url, size in after.items() if url not in before}


if __name__ == "__main__":
    main()
