"""Puts together the page's Fluent sources: its own words, and the games' titles.

A title stands once, in the texts of its game; the page knows it before it asks.
"""

from __future__ import annotations

from functools import cache
from html import escape
from pathlib import Path

from p2pgame.client.game_names import shipped_titles
from p2pgame.client.words import say
from p2pgame.engine import Message
from p2pgame.text import languages

_TEXTS = Path(__file__).parent / "static" / "text"


def page_words() -> dict[str, list[str]]:
    """Return all sources by language, those of the first screen first.  Reads files."""
    return {
        path.stem: [
            first_words(path.stem),
            *(one.read_text() for one in sorted(_TEXTS.glob(f"{path.stem}/*.ftl"))),
        ]
        for path in sorted(_TEXTS.glob("*.ftl"))
    }


@cache
def first_page() -> str:
    """Return the page as it is before any of its modules run.  It reads files."""
    page = (_TEXTS.parent / "index.html").read_text()
    needs = Message.of("needs-javascript")
    needed = " ".join(say(needs, language=one) for one in languages())
    page = page.replace("LANGUAGES", " ".join(languages()))
    return page.replace("NEEDS-JAVASCRIPT", escape(needed))


@cache
def first_words(language: str) -> str:
    """Return the source of the first screen.  It reads files.

    Raises:
      KeyError: The page does not speak the language.
    """
    path = {one.stem: one for one in _TEXTS.glob("*.ftl")}[language]
    titles = shipped_titles(language).items()
    return path.read_text() + "".join(f"game-{name} = {t}\n" for name, t in titles)
