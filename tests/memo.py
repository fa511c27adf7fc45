"""Works out each product of curve points and each signature once in a process.

A test has all peers of a table in one process, and they compute the same things: each
verifies every shuffle, proof and signature, and tests with one seed play the same
beginning again and again.  What is remembered here are functions of bytes, and of
nothing else.  They are libsodium's, below everything that is ours, so each peer still
runs all of its own code, with the same result.

Programs that tests start have no memo.  ``P2PGAME_COLD=1`` goes without, too.
"""

from __future__ import annotations

import os
from functools import lru_cache

import pytest

#: Results of one function that are kept.
KEPT = 1 << 15
GROUP = ("_add", "_is_valid", "_multiply", "_multiply_base", "_subtract")
SIGNATURES = (
    *("crypto_core_ed25519_is_valid_point", "crypto_sign", "crypto_sign_open"),
    "crypto_sign_seed_keypair",
)


def remember(patch: pytest.MonkeyPatch) -> None:
    """Remember what libsodium returns; an exception is raised anew each time."""
    if os.environ.get("P2PGAME_COLD"):
        return
    from nacl import bindings

    from p2pgame.protocols.arithmetic import group

    for module, names in ((group, GROUP), (bindings, SIGNATURES)):
        for name in names:
            patch.setattr(module, name, lru_cache(KEPT)(getattr(module, name)))
