"""Draws scenes for terminals, and reads them aloud.

Games make scenes, and :mod:`p2pgame.engine.scene` says what they are; no game is
known here.  Of a game that makes none, :func:`standard` makes one.
"""

from .drawing import drawn
from .reading import sentences
from .standard import standard

__all__ = ["drawn", "sentences", "standard"]
