"""What the claims of a whole game of hearts cost: counted, not timed."""

from __future__ import annotations

from p2pgame.engine import NoneOf, Prove, Shuffle
from p2pgame.games.tricks.hearts import HeartsGame, HeartsOptions
from p2pgame.playtest.playout import play
from p2pgame.protocols.deck.claims import is_by_membership
from p2pgame.protocols.proofs import membership, non_membership

HANDS, FACES = 12, 52


def claims() -> list[tuple[int, int]]:
    """Return how many cards and refused faces each claim of such a game has."""
    for seed in range(200):
        game = play(HeartsGame(), 4, HeartsOptions(), seed)
        if sum(isinstance(turn, Shuffle) for turn in game.turns) == HANDS:
            print(f"seed {seed}")
            return [
                (len(turn.claim.slots), len(turn.claim.faces))
                for turn in game.turns
                if isinstance(turn, Prove) and isinstance(turn.claim, NoneOf)
            ]
    raise AssertionError(f"no game of {HANDS} hands")


def test_the_claims_of_twelve_hands_are_cheap_and_short() -> None:
    """In proportion to forty claims, of which a game has so many or a few more."""
    found = claims()
    assert len(found) >= 30
    assert not any(is_by_membership(k, FACES - M, M) for k, M in found)
    scale = 40 / len(found)
    new = scale * sum(non_membership.cost(k, M) for k, M in found)
    old = scale * sum(4 * k * (FACES - M) for k, M in found)
    said = scale * sum(non_membership.size(k, M) for k, M in found)
    was = scale * sum(membership.size(k, FACES - M) for k, M in found)
    print(
        f"{len(found)} claims; of forty {old:.0f} to {new:.0f}, {was:.0f} to {said:.0f}"
    )
    assert new <= 3000
    assert said <= 60_000
    assert old > 12 * new
    assert was > 9 * said
