"""This package says the messages of engine, games and client in any language."""

from .catalogue import Catalogue

__all__ = ["Catalogue"]
