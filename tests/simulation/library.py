"""The library's pure functions, asked once, and what each call of one would cost.

The players of a simulated game share one process, and all of them check the same
signatures and proofs.  So the answers are remembered, for as long as a game lasts: they
are the library's own, and a function that fails is asked again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import lru_cache
from typing import Any
from unittest.mock import patch

from nacl import bindings

from p2pgame.protocols.arithmetic import group

#: Seconds of one call with the program's own work around it: by these a hand of hold'em
#: and one of hearts take a little longer than a measured machine took for them.
GROUP = {
    "_multiply": 90e-6,
    "_multiply_base": 40e-6,
    "_add": 20e-6,
    "_subtract": 20e-6,
    "_is_valid": 12e-6,
    "_from_hash": 30e-6,
}
SIGNED = {
    "crypto_sign_open": 300e-6,
    "crypto_sign": 300e-6,
    "crypto_core_ed25519_is_valid_point": 60e-6,
}


#: So many answers are remembered of each function.
MOST = 1 << 16


class Library:
    """Remembers answers; ``seconds`` are what all counted calls would take."""

    def __init__(self) -> None:
        self.seconds = 0.0

    @contextmanager
    def remembered(self, *, counted: bool = False) -> Iterator[None]:
        """Ask the library only what was not asked before in this game."""
        with ExitStack() as stack:
            for room, costs in ((group, GROUP), (bindings, SIGNED)):
                for name, cost in costs.items():
                    answer = self._answered(getattr(room, name), cost, counted)
                    stack.enter_context(patch.object(room, name, answer))
            yield

    def _answered(
        self, ask: Callable[..., Any], cost: float, counted: bool
    ) -> Callable[..., Any]:
        answer = lru_cache(MOST)(ask)
        if not counted:
            return answer

        def told(*given: bytes) -> Any:
            self.seconds += cost
            return answer(*given)

        return told


LIBRARY = Library()
