"""Shares doors among the relays of one Redis: which relay has which, and messages.

A database has

    p2pgame:doors        the number of each door, and the relay that has it
    p2pgame:doors:until  the same numbers, by when they end

and each relay subscribes to a channel of its own, on which others write to it.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from hashlib import sha1
from typing import NoReturn, cast

import trio

from p2pgame.relay.redis.scripts import PREFIX
from p2pgame.relay.store import RELAY

DOORS, UNTIL = PREFIX + b"doors", PREFIX + b"doors:until"

#: Messages that may wait for Redis, and numbers that are drawn for one door.
WAITING_LIMIT = 10_000
_DRAWN = 64

#: Reserve a number for a relay; return it, or 0 if there are too many doors.
#: Arguments: the relay, milliseconds, the most doors, the fewest numbers and numbers
#: for each open door; then chances between 0 and 1.
RESERVE = b"""
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
for _, over in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', now)) do
  redis.call('HDEL', KEYS[1], over)
  redis.call('ZREM', KEYS[2], over)
end
local count = redis.call('HLEN', KEYS[1])
if count >= tonumber(ARGV[3]) then return 0 end
local numbers = math.max(ARGV[4], ARGV[5] * count)
for i = 6, #ARGV do
  local number = math.floor(ARGV[i] * (numbers - 1)) + 1
  if redis.call('HSETNX', KEYS[1], number, ARGV[1]) == 1 then
    redis.call('ZADD', KEYS[2], now + ARGV[2], number)
    return number
  end
end
return 0
"""
_RESERVE = sha1(RESERVE).hexdigest().encode()

#: Asks Redis; raises ``StoreError``.
Ask = Callable[..., Awaitable[object]]


class RedisBoard:
    """The doors of all relays at one Redis: a relay's ``Switchboard``."""

    def __init__(self, ask: Ask, channels: bytes) -> None:
        """``channels`` is the prefix of the relays' channels."""
        self.relay = secrets.token_bytes(RELAY)
        #: Gets what others write to this relay.
        self.heard: Callable[[bytes], None] = lambda message: None
        self.channel = channels + self.relay.hex().encode()
        self._ask, self._channels = ask, channels
        self._put, self._waiting = trio.open_memory_channel[tuple[bytes, ...]](
            WAITING_LIMIT
        )

    async def reserve(
        self, seconds: int, most: int, numbers: tuple[int, int]
    ) -> int | None:
        """Return a number for a new door here, None if there are too many in all.

        It is drawn below ``max(fewest, sparse * open)``, which are the ``numbers``.

        Raises:
          StoreError: Redis does not answer.
        """
        words = [b"%d" % n for n in (1000 * seconds, most, *numbers)]
        chance = secrets.SystemRandom().random
        words += [b"%.9f" % chance() for _ in range(_DRAWN)]
        head = (_RESERVE, b"2", DOORS, UNTIL, self.relay)
        return cast(int, await self._ask(b"EVALSHA", *head, *words)) or None

    async def find(self, number: int) -> bytes | None:
        """Return the relay that has a door, None: no relay has it.

        Raises:
          StoreError: Redis does not answer.
        """
        return cast("bytes | None", await self._ask(b"HGET", DOORS, b"%d" % number))

    def release(self, number: int) -> None:
        """Tell that a door of ours is closed."""
        self._soon(b"HDEL", DOORS, b"%d" % number)
        self._soon(b"ZREM", UNTIL, b"%d" % number)

    def send(self, relay: bytes, message: bytes) -> None:
        """Write to a relay; nobody hears it if that relay is gone."""
        self._soon(b"PUBLISH", self._channels + relay.hex().encode(), message)

    def _soon(self, *words: bytes) -> None:
        try:
            self._put.send_nowait(words)
        except trio.WouldBlock:
            return  # Redis is away or too slow; a door is for a moment only.

    async def run(self) -> NoReturn:
        """Give Redis what waits for it, in order, until the connection is lost."""
        while True:
            command, *words = await self._waiting.receive()
            await self._ask(command, *words)
