"""A browser page that shows one game's drawing alone: no hub, no network."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.sources import ROOT

STATIC = ROOT / "p2pgame" / "web" / "static"
HERE = Path(__file__).parent
SITE = "http://page.test"
#: As the hub serves the page.
POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:"
TYPES = {".js": "text/javascript", ".css": "text/css", ".html": "text/html"}


def file_of(path: str) -> Path | None:
    """Return the file that is served at a path, if there is one."""
    if path.startswith("/static/"):
        found = STATIC / path.removeprefix("/static/")
    elif game := re.fullmatch(r"/games/([a-z_-]+)\.js", path):
        name = f"{game[1].replace('-', '_')}_page.js"
        found = next((ROOT / "games").rglob(name), HERE / "none")
    else:
        found = HERE / f"drawing{Path(path).suffix or '.html'}"
    return found if found.is_file() else None


def _serve(route: Any) -> None:
    path = route.request.url.removeprefix(SITE).partition("?")[0]
    found = file_of(path)
    if found is None:
        route.fulfill(status=204 if path == "/favicon.ico" else 404)
        return
    headers = {
        "content-type": f"{TYPES.get(found.suffix, 'text/plain')}; charset=utf-8",
        "content-security-policy": POLICY,
    }
    route.fulfill(body=found.read_bytes(), headers=headers)


class Drawn:
    """A recorded game in a drawing; ``wrong`` is all that a browser complains about.

    It is the game's own drawing, or that of its scenes if the recording is ``plain``.
    """

    def __init__(
        self,
        browser: Any,
        recording: dict[str, Any],
        *,
        width: int = 1280,
        language: str = "en",
        refusal: str = "",
        calm: bool = True,
    ) -> None:
        motion = "reduce" if calm else "no-preference"
        context = browser.new_context(
            viewport={"width": width, "height": 800}, reduced_motion=motion
        )
        context.route("**/*", _serve)
        self.page = context.new_page()
        self.context = context
        plain = recording.get("plain", False)
        own = file_of(f"/games/{recording['begun']['game']}.js")
        recording = {**recording, "own": own is not None and not plain}
        self.recording = recording
        self._wrong: list[str] = []
        self.page.on("pageerror", lambda error: self._wrong.append(str(error)))
        self.page.on("console", self._heard)
        self.page.goto(SITE)
        texts = STATIC / "text" / language
        words = "\n".join(
            (texts / f"{name}.ftl").read_text() for name in ("pieces", "table")
        )
        # As one text: Playwright needs most of a second for so many values.
        self.page.evaluate(
            "([r, l, w, no]) => open(JSON.parse(r), l, w, no)",
            [json.dumps(recording), language, words, refusal],
        )

    def _heard(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self._wrong.append(message.text)

    def show(self, number: int, *, animate: bool = False) -> None:
        self.page.evaluate("([n, a]) => frame(n, a)", [number, animate])

    def frames(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.recording["frames"]
        return found

    def did(self) -> list[dict[str, str]]:
        """Return what the drawing has done to its table since this was last asked."""
        found: list[dict[str, str]] = self.page.evaluate("did.splice(0)")
        return found

    def wrong(self) -> list[str]:
        return [*self._wrong, *self.page.evaluate("wrong")]

    def seen(
        self, numbers: Sequence[int] | None = None, *, animate: bool = False
    ) -> dict[int, dict[str, Any]]:
        """Show frames, all or these; return what is seen of each.

        That is ``html``, ``overflow`` (by how many pixels the page is wider than the
        window) and ``faces`` (of the cards that lie face up, by slot).
        """
        every = range(len(self.frames())) if numbers is None else numbers
        told = self.page.evaluate("([n, a]) => seen(n, a)", [[*every], animate])
        return {int(number): found for number, found in told.items()}

    def close(self) -> None:
        self.context.close()
