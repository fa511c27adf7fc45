"""One process image that runs twice: whatever it drew before is there both times."""

from __future__ import annotations

from itertools import product

import pytest

from p2pgame.protocols.arithmetic.group import Scalar
from p2pgame.protocols.arithmetic.permutation import permutation
from p2pgame.protocols.arithmetic.transcript import Transcript
from p2pgame.protocols.deck import stage
from p2pgame.protocols.deck.stage import Claim, Stage
from p2pgame.protocols.proofs import known_content, shuffle
from tests.protocols.deck.chains import chain
from tests.protocols.proofs.shuffled import PLACE, honest, parts, prove
from tests.protocols.table import prg

ME = 3


def decks() -> tuple[Stage, Stage]:
    """Return two decks of one table and turn that a player may be handed."""
    return chain()[0].after, chain()[1].after


def message(now: Stage) -> bytes:
    """Return what the image says of a deck: all that it draws is the same."""
    return stage.mix(now, ME, prg("image"))


def claims() -> list[Claim]:
    return [stage.decode(now, ME, message(now)) for now in decks()]


def challenges(claim: Claim) -> tuple[tuple[Scalar, ...], tuple[Scalar, ...], Scalar]:
    """Return the ``t`` and ``m`` of a proof, and its ``e``."""
    before, proof = claim.before, claim.proof
    place = before.transcript(ME)
    shuffle._begin(before.cards, claim.after.cards, before.key, place)
    t = shuffle._commit(proof.c, proof.c_d, proof.E_d, len(proof.f), place)
    lambda_ = shuffle._respond(proof.f, proof.Z, place)
    statement = shuffle._content(proof.c, proof.c_d, proof.f, t, lambda_)
    known_content._begin(statement, place)
    content = proof.content
    e = known_content._commit(content.c_d, content.c_Delta, content.c_a, place)
    return t, statement.m, e


@pytest.mark.attack(40)
@pytest.mark.pitfall(18)
def test_an_image_that_shuffles_two_decks_uses_no_nonce_and_no_mask_twice() -> None:
    """Neither as it is, nor as what is left when a response's challenge is out."""
    one, other = (message(now) for now in decks())
    assert len({*parts(one)}) > 20
    assert not {*parts(one)} & {*parts(other)}
    first, second = claims()
    masks = [
        {new.C1 - old.C1 for new, old in product(claim.after.cards, claim.before.cards)}
        for claim in (first, second)
    ]
    assert not masks[0] & masks[1]
    (t, m, e), (t_2, m_2, e_2) = challenges(first), challenges(second)
    for i, f_i in enumerate(first.proof.f):  # were d_i the same, t would be told
        assert f_i - second.proof.f[i] not in {a - b for a, b in product(t, t_2)}
    for i, f_i in enumerate(first.proof.content.f):
        shown = {e * a - e_2 * b for a, b in product(m, m_2)}
        assert f_i - second.proof.content.f[i] not in shown


@pytest.mark.attack(40)
@pytest.mark.pitfall(18)
def test_an_image_that_proves_one_shuffle_in_two_places_uses_no_nonce_twice() -> None:
    """A broken source, too, gives nonces of their own to another table or turn."""
    case = honest(4)
    proofs = [
        prove(
            case.before,
            case.after,
            case.witness,
            transcript=Transcript(place),
            entropy=prg("image"),
        ).proof
        for place in (PLACE, b"table 1, hand 3, player 3")
    ]
    one, other = ({*parts(proof.encode())} for proof in proofs)
    assert not one & other


def test_an_image_that_shuffles_one_deck_twice_says_the_same_bytes() -> None:
    """So a snapshot that comes back to the same deck tells no second story."""
    for now in decks():
        stage.verify(stage.decode(now, ME, message(now)))
        assert message(now) == message(now)


@pytest.mark.parametrize("n", [2, 5, 52])
def test_an_image_draws_another_order_for_another_deck(n: int) -> None:
    drawn = {
        permutation(n, stage._hedged(prg("image"), b"deck %d" % deck))
        for deck in range(20)
    }
    assert len(drawn) > 1
