"""Chains of shuffles, each a claim about the deck that the one before left."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from p2pgame.protocols.arithmetic.errors import ProtocolError
from p2pgame.protocols.arithmetic.group import G, Scalar, hash_to_group
from p2pgame.protocols.deck import stage
from p2pgame.protocols.deck.stage import Claim, Stage
from p2pgame.protocols.threshold.keys import Keys
from tests.protocols.table import prg

CARDS = 4
SECRETS = {player: Scalar(10**60 + player) for player in range(5)}
KEYS = Keys({player: secret * G for player, secret in SECRETS.items()})
ONE = Scalar(1)


def start(cards: int = CARDS, players: int = len(SECRETS)) -> Stage:
    faces = tuple(hash_to_group(b"test card", bytes([i])) for i in range(cards))
    return stage.first(tuple(range(players)), KEYS, faces, b"chain")


@cache
def chain(length: int = len(SECRETS)) -> tuple[Claim, ...]:
    """Return the honest claims of as many players."""
    now, claims = start(), []
    for player in range(length):
        message = stage.mix(now, player, prg(f"player {player}"))
        claims.append(stage.decode(now, player, message))
        now = claims[-1].after
    return tuple(claims)


def with_z(claim: Claim, change: Scalar) -> Claim:
    """Return a claim of which one equation is off by ``-change * G``.

    The response is the last that is said, so that no challenge changes with it.
    """
    content = claim.proof.content
    content = replace(content, z=content.z + change)
    return replace(claim, proof=replace(claim.proof, content=content))


def with_f(claim: Claim) -> Claim:
    """Return a claim that is found out before any equation is checked."""
    content = claim.proof.content
    content = replace(content, f=(content.f[0] + ONE, *content.f[1:]))
    return replace(claim, proof=replace(claim.proof, content=content))


def culprit_of(*claims: Claim) -> int | None:
    """Return whom it names to check all of these claims at once."""
    try:
        stage.verify_all(claims)
    except ProtocolError as error:
        return -1 if error.culprit is None else error.culprit
    return None


def first_culprit_of(*claims: Claim) -> int | None:
    """Return whom it names to check one claim after the other."""
    for claim in claims:
        if (culprit := culprit_of(claim)) is not None:
            return culprit
    return None
