"""What a page costs: how long its tasks are, and how many bytes it loads.

Times of tasks are those of the processor, so that a busy machine lengthens none.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from playwright.sync_api import Browser, Page

#: The trace's categories with the tasks of all threads.
_CATEGORIES = ["toplevel", "disabled-by-default-devtools.timeline"]
_TASKS = ("ThreadControllerImpl::RunTask", "RunTask")
#: What the page has loaded: each file's text by its address.
_LOADED = """async () => Object.fromEntries(await Promise.all(
  performance.getEntriesByType('resource')
    .filter(entry => entry.initiatorType !== 'websocket')
    .map(async ({name}) => [name, await (await fetch(name)).text()])))"""


@dataclass
class Tasks:
    """The tasks of a page's main thread, in milliseconds of the processor."""

    milliseconds: list[float] = field(default_factory=list)

    @property
    def longest(self) -> float:
        return max(self.milliseconds, default=0.0)


@contextmanager
def traced(chromium: Browser, page: Page) -> Iterator[Tasks]:
    """Trace a page; its tasks are known when the block is left."""
    tasks = Tasks()
    chromium.start_tracing(page=page, categories=_CATEGORIES)
    try:
        yield tasks
    finally:
        trace = json.loads(chromium.stop_tracing())
    events = trace["traceEvents"]
    mains = {
        (one["pid"], one["tid"])
        for one in events
        if one.get("name") == "thread_name"
        if one["args"].get("name") == "CrRendererMain"
    }
    tasks.milliseconds = [
        one["tdur"] / 1000
        for one in events
        if one.get("name") in _TASKS and "tdur" in one
        if (one["pid"], one["tid"]) in mains
    ]


def loaded(page: Page) -> dict[str, int]:
    """Return the compressed size of each file that a page has loaded, by address."""
    texts: dict[str, str] = page.evaluate(_LOADED)
    return {url: len(gzip.compress(text.encode())) for url, text in texts.items()}
