"""This package says the messages of engine, games and client in any language."""

from .catalogue import Catalogue, title_of
from .languages import ENGLISH, language_in, language_of, languages

__all__ = [
    "ENGLISH",
    "Catalogue",
    "language_in",
    "language_of",
    "languages",
    "title_of",
]
