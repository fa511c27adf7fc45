"""Keeps the frames of several relays in one Redis."""

from .store import RedisStore
from .url import InvalidRedisUrl

__all__ = ["InvalidRedisUrl", "RedisStore"]
