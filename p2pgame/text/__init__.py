"""The words for what engine, games and client say, in any language."""

from .catalogue import Catalogue

__all__ = ["Catalogue"]
