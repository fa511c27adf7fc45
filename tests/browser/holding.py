"""Stands between a page and its hub: frames are seen, held back, and let go.

wire = Wire(anna)
wire.hold(lambda frame: event_of(frame) == "your-turn")
…
wire.let_go()
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, Route, WebSocketRoute

from tests.browser.visiting import Visitor

Frame = dict[str, Any]


class Wire:
    """The frames between a page and its hub, from the next loading of the page on."""

    def __init__(self, visitor: Visitor) -> None:
        #: What the page has sent.
        self.sent: list[Frame] = []
        #: What it does not know as yet.
        self.held: list[Frame] = []
        self._holds: Callable[[Frame], bool] = lambda _: False
        self._also_after = False
        self._page: WebSocketRoute | None = None
        visitor.page.route_web_socket("**/ws", self._connect)
        visitor.page.reload()
        visitor.page.get_by_role("main").get_by_role("heading").first.wait_for()

    def hold(self, holds: Callable[[Frame], bool], *, also_after: bool = False) -> None:
        """Hold frames back; ``also_after``: the first, and what follows of tables."""
        self._holds, self._also_after = holds, also_after

    def let_go(self, *frames: Frame) -> None:
        """Let these frames go, or all; hold none from now on if it was all."""
        if not frames:
            self._holds = lambda _: False
        for frame in frames or tuple(self.held):
            self.held.remove(frame)
            self.say(frame)

    def say(self, frame: Frame) -> None:
        """Say something to the page in its hub's place."""
        assert self._page is not None
        self._page.send(json.dumps(frame))

    def _connect(self, page: WebSocketRoute) -> None:
        self._page = page
        self.held.clear()  # of a connection that is gone
        hub = page.connect_to_server()

        def to_hub(text: str | bytes) -> None:
            self.sent.append(json.loads(text))
            hub.send(text)

        def to_page(text: str | bytes) -> None:
            frame = json.loads(text)
            if self._is_held(frame):
                self.held.append(frame)
            else:
                page.send(text)

        page.on_message(to_hub)
        hub.on_message(to_page)

    def _is_held(self, frame: Frame) -> bool:
        if self._also_after and self.held and "at" in frame:
            return True
        # The rest of an answer stays behind its beginning.
        requests = {one["id"] for one in self.held if "id" in one}
        return frame.get("id") in requests or self._holds(frame)


def event_of(frame: Frame) -> str:
    """What a frame tells of; empty: it is no event."""
    event = frame.get("event")
    return str(event["event"]) if isinstance(event, dict) else ""


def held_back(page: Page, place: str) -> list[Route]:
    """Hold back what a page fetches from a place: go on with ``route.continue_()``."""
    held: list[Route] = []
    page.route(place, lambda route: held.append(route))
    return held


def until(page: Page, holds: Callable[[], object]) -> None:
    """Wait until something is so that no element shows."""
    for _ in range(600):
        if holds():
            return
        page.wait_for_timeout(20)
    raise AssertionError("it has not come")
