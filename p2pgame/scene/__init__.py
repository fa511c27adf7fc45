"""Draws scenes for terminals, and reads them aloud.

Games make scenes, and :mod:`p2pgame.engine.scene` says what they are; no game is
known here.
"""

from .drawing import drawn
from .reading import sentences

__all__ = ["drawn", "sentences"]
