"""Gives the styles of drawings their colours.

They are chosen to be read on dark and on light terminals, and none says anything that
is not said without colour, too: NO_COLOR, or a terminal without any, loses nothing.
"""

from __future__ import annotations

import os

from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style

from ..text.telling import Ink

#: The styles of games' drawings (:mod:`p2pgame.engine.drawing`).
DRAWING_STYLES = {
    "strong": "bold",
    "dim": "ansibrightblack",
    "frame": "ansibrightblack",
    "red-suit": "ansired bold",
    "black-suit": "bold",
    "hidden": "ansiblue",
    "light-square": "bg:#9fb2bd",
    "dark-square": "bg:#6f8794",
    "first-piece": "#ffffff bold",
    "second-piece": "#000000 bold",
    "last-move": "bg:#b8a94a",
    "to-move": "ansigreen bold",
    "good": "ansigreen",
    "bad": "ansired",
    "colour-0": "ansired bold",
    "colour-1": "ansiblue bold",
    "colour-2": "ansigreen bold",
    "colour-3": "ansiyellow bold",
    "colour-4": "ansimagenta bold",
    "colour-5": "ansicyan bold",
    "colour-6": "ansibrightred",
    "colour-7": "ansibrightblue",
}

_WINDOW = {
    "title": "reverse bold",
    "hurry": "ansired",
    "prompt": "bold",
    "key": "underline bold",
    "typed": "ansibrightblack",
}

PALETTE = Style.from_dict(_WINDOW | DRAWING_STYLES)


def ink() -> Ink:
    """Return what this terminal can show."""
    colours = ColorDepth.from_env() is not ColorDepth.DEPTH_1_BIT
    is_console = os.environ.get("TERM") == "linux"  # its font has few signs
    return Ink(colours and not os.environ.get("NO_COLOR"), symbols=not is_console)


def classes(style: str) -> str:
    """Return a drawing's style as the library writes it."""
    return " ".join(f"class:{name}" for name in style.split())
