"""Asks Redis over the connection of the moment, and says its errors as a store's."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha1

from p2pgame.relay.redis.board import RESERVE
from p2pgame.relay.redis.scripts import BOUNDS, EVICT, HAND_ON, KEEP, NEWER, RAISE
from p2pgame.relay.redis.state import Damaged, DatabaseState
from p2pgame.relay.redis.wire import Lost, Refused, ScriptMissing, Wire
from p2pgame.relay.store import StoreError

_AWAY = "busy: the relay's database is away."
_NAMES = {
    script: sha1(script).hexdigest().encode()
    for script in (KEEP, HAND_ON, EVICT, BOUNDS, NEWER, RAISE)
}


class Commands:
    """The connection for commands, while there is one."""

    def __init__(self, state: DatabaseState) -> None:
        self._state = state
        self.wire: Wire | None = None

    def is_there(self) -> bool:
        """Return whether the database is connected."""
        return self.wire is not None

    async def call(
        self, script: bytes, keys: list[bytes], arguments: list[bytes]
    ) -> object:
        """Run a script.

        Raises:
          StoreError: There is no answer, or the outcome is unknown.
        """
        words = [_NAMES[script], b"%d" % len(keys), *keys, *arguments]
        return await self.ask(b"EVALSHA", *words)

    async def ask(self, command: bytes, *words: bytes) -> object:
        """Return Redis's answer.

        Raises:
          StoreError: There is none, or the outcome is unknown.
        """
        wire = self.wire
        if wire is None:
            raise StoreError(_AWAY)
        try:
            return await wire.ask(command, *words)
        except ScriptMissing:
            # The scripts were deleted from Redis: reconnecting loads them again.
            wire.drop()
            raise StoreError(_AWAY) from None
        except Lost:
            raise StoreError(_AWAY) from None
        except Refused as error:
            raise StoreError(_why(str(error))) from None

    @contextmanager
    def telling_damage(self) -> Iterator[None]:
        """Say of a read that Redis refuses that its key holds something else.

        Raises:
          Damaged: It does.
        """
        try:
            yield
        except StoreError:
            if self.is_there():
                raise Damaged from None
            raise

    def check_life(self, life: bytes | None) -> None:
        """Connect anew if the database is not what it was."""
        if life != self._state.life and self.wire is not None:
            self.wire.drop()


async def load_scripts(wire: Wire) -> None:
    """Make Redis know the scripts that are run by their names."""
    for script in (*_NAMES, RESERVE):
        await wire.ask(b"SCRIPT LOAD", script)


def _why(answer: str) -> str:
    if answer.startswith("OOM"):
        return "full: the relay's database is full."
    return "busy: the relay's database does not take it."
