"""Many proofs checked as one: as good as one by one, and as good at naming liars."""

from collections.abc import Callable, Sequence
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2pgame.protocols.arithmetic import equations, group
from p2pgame.protocols.arithmetic.elgamal import Masked, token
from p2pgame.protocols.arithmetic.equations import Check, Terms
from p2pgame.protocols.arithmetic.errors import ProtocolError
from p2pgame.protocols.arithmetic.group import (
    Element,
    G,
    Scalar,
    hash_to_group,
    multiply_sum,
)
from p2pgame.protocols.arithmetic.transcript import Transcript
from p2pgame.protocols.deck import reveal, stage
from p2pgame.protocols.deck.reveal import Claim
from p2pgame.protocols.proofs import shuffle
from p2pgame.protocols.proofs.dleq import Batch, BatchProof
from tests.protocols.deck.chains import (
    CARDS,
    KEYS,
    ONE,
    SECRETS,
    chain,
    culprit_of,
    first_culprit_of,
    with_f,
    with_z,
)
from tests.protocols.table import prg

LIES: list[Callable[[stage.Claim], stage.Claim]] = [
    with_f,
    partial(with_z, change=ONE),
    partial(with_z, change=-ONE),
]


@pytest.mark.parametrize("length", range(6))
def test_honest_shuffles_hold_together(length: int) -> None:
    stage.verify_all(chain(length))


@pytest.mark.pitfall(27)
@pytest.mark.parametrize("liar", range(5))
@pytest.mark.parametrize("lie", LIES)
def test_one_bad_shuffle_among_many_names_its_maker(
    liar: int, lie: Callable[[stage.Claim], stage.Claim]
) -> None:
    claims = [*chain()]
    claims[liar] = lie(claims[liar])
    assert culprit_of(*claims) == liar


@pytest.mark.pitfall(27)
def test_the_first_liar_is_named_also_where_the_second_is_found_out_sooner() -> None:
    first, second, third, *rest = chain()
    assert culprit_of(first, with_z(second, ONE), with_f(third), *rest) == 1
    assert culprit_of(first, with_f(second), with_z(third, ONE), *rest) == 1


def errors_of(check: Check) -> list[Element]:
    """Return what each equation gives: the identity, if it holds."""
    return [
        multiply_sum([k for k, _ in terms], [P for _, P in terms])
        for terms in check.equations
    ]


def check_of(claim: stage.Claim) -> Check:
    before, after = claim.before, claim.after
    transcript = before.transcript(claim.player)
    return shuffle.check(before.cards, after.cards, before.key, claim.proof, transcript)


@pytest.mark.pitfall(27)
def test_two_bad_shuffles_that_cancel_fail_beside_a_good_one() -> None:
    good, second, third = chain(3)
    liars = with_z(second, ONE), with_z(third, -ONE)
    errors = [errors_of(check_of(claim)) for claim in (good, *liars)]
    # With equal weights there would be nothing to see.
    for column in zip(*errors, strict=True):
        assert sum(column, start=group.IDENTITY).is_identity
    assert not any(all(P.is_identity for P in row) for row in errors[1:])
    assert culprit_of(good, *liars) == 1
    assert culprit_of(*liars) == 1


@pytest.mark.pitfall(27)
@pytest.mark.parametrize("known", [0, 1, 2, 3])
def test_lies_that_cancel_under_foreseen_weights_change_the_weights(known: int) -> None:
    """Liars who hope that only so many of the proofs are hashed, as they were."""
    claims = chain(3)
    transcript = Transcript(b"proofs checked together")
    if known:
        honest = [check_of(claim).weight for claim in claims[:known]]
        transcript.append(b"weights", *honest)
    w = transcript.challenge(b"weight of an equation")
    four = w * w * w * w
    liars = with_z(claims[1], -four), with_z(claims[2], ONE)
    (*_, one, _), (*_, two, _) = (errors_of(check_of(claim)) for claim in liars)
    assert (one + four * two).is_identity
    assert culprit_of(claims[0], *liars) == 1


@pytest.mark.pitfall(27)
@settings(max_examples=40, deadline=None)
@given(st.data())
def test_a_batch_says_what_single_checks_say_in_any_order(data: st.DataObject) -> None:
    claims = data.draw(st.lists(st.sampled_from(chain()), unique_by=id, max_size=4))
    told = [data.draw(st.sampled_from([None, None, *LIES])) for _ in range(len(claims))]
    said = [
        claim if lie is None else lie(claim)
        for claim, lie in zip(claims, told, strict=True)
    ]
    assert culprit_of(*said) == first_culprit_of(*said)


def test_a_chain_multiplies_each_deck_and_each_base_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    multiplied: list[Element] = []

    def watch(scalars: Sequence[Scalar], elements: Sequence[Element]) -> Element:
        multiplied.extend(elements)
        return multiply_sum(scalars, elements)

    monkeypatch.setattr(equations, "multiply_sum", watch)
    p, n = 5, CARDS
    stage.verify_all(chain(p))
    decks = 2 * n * (p + 1) - n  # of the start deck one half is the identity
    assert len({*multiplied}) == len(multiplied) == decks + n + 2 + 7 * p


def test_no_claims_are_no_claims() -> None:
    stage.verify_all([])
    assert reveal.verify_all([]) == []


def test_a_proof_that_holds_alone_but_not_with_others_is_not_believed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As if the hash were broken: a check never ends in doubt."""
    false: Terms = ((ONE, G),)
    monkeypatch.setattr(equations, "_merged", lambda _: Check((false,), ONE))
    with pytest.raises(ProtocolError):
        stage.verify_all(chain(2))


# Reveal tokens

MASKED = [
    Masked(hash_to_group(b"test", bytes([i])), hash_to_group(b"test", bytes([i, 1])))
    for i in range(3)
]


def place(player: int) -> Transcript:
    transcript = Transcript(b"tokens")
    transcript.append(b"place", player)
    return transcript


def said(player: int, message: bytes | None = None) -> Claim:
    if message is None:
        secret, entropy = SECRETS[player], prg(f"tokens {player}")
        message = reveal.prove(MASKED, secret, place(player), entropy)
    return Claim(player, message, MASKED, KEYS.shares[player], place(player))


def with_S(player: int, change: Element) -> Claim:
    """Return tokens with a proof of which the only equation is off by ``-change``."""
    x, transcript = SECRETS[player], place(player)
    tokens = [token(card, x) for card in MASKED]
    pairs = zip((card.C1 for card in MASKED), tokens, strict=True)
    batch = Batch(KEYS.shares[player], tuple(pairs))
    transcript.append(b"dleq batch", batch.A, batch.pairs)
    w = [transcript.challenge(b"dleq weight") for _ in tokens]
    k = Scalar(31337 + player)
    S = k * multiply_sum(w, [H for H, _ in batch.pairs]) + change
    transcript.append(b"dleq commitment", k * G, S)
    c = transcript.challenge(b"dleq challenge")
    proof = BatchProof(S, c, k - c * x)
    return said(player, b"".join(T.encode() for T in tokens) + proof.encode())


def blamed(*claims: Claim) -> int | None:
    with pytest.raises(ProtocolError) as caught:
        reveal.verify_all(claims)
    return caught.value.culprit


def test_the_tokens_of_several_players_are_read_at_once() -> None:
    claims = [said(player) for player in range(4)]
    expected = [[token(card, SECRETS[p]) for card in MASKED] for p in range(4)]
    assert reveal.verify_all(claims) == expected
    for claim, tokens in zip(claims, expected, strict=True):
        fresh = place(claim.player)
        assert reveal.verify(claim.message, MASKED, claim.share, fresh) == tokens


@pytest.mark.pitfall(27)
@pytest.mark.parametrize("liar", range(3))
def test_one_bad_message_among_many_names_its_sender(liar: int) -> None:
    honest = said(liar).message
    turned = honest[32:64] + honest[:32] + honest[64:]
    false: list[Claim] = [
        said(liar, turned),
        said(liar, honest[:-1]),
        said(liar, b""),
        said(liar, said((liar + 1) % 3).message),
        with_S(liar, G),
    ]
    for lie in false:
        assert blamed(*(lie if p == liar else said(p) for p in range(3))) == liar


@pytest.mark.pitfall(27)
def test_the_first_liar_about_tokens_is_named_before_one_who_says_nonsense() -> None:
    assert blamed(said(0), with_S(1, G), said(2, b"nonsense")) == 1
    assert blamed(said(2, b"nonsense"), with_S(1, G), said(0)) == 2


@pytest.mark.pitfall(27)
def test_two_proofs_of_tokens_that_cancel_fail_beside_a_good_one() -> None:
    assert reveal.verify_all([with_S(1, group.IDENTITY)])
    assert blamed(said(0), with_S(1, G), with_S(2, -G)) == 1
    assert blamed(with_S(2, -G), with_S(1, G)) == 2


def test_cards_that_all_speak_of_are_multiplied_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    multiplied: list[Element] = []

    def watch(scalars: Sequence[Scalar], elements: Sequence[Element]) -> Element:
        multiplied.extend(elements)
        return multiply_sum(scalars, elements)

    monkeypatch.setattr(equations, "multiply_sum", watch)
    reveal.verify_all([said(player) for player in range(4)])
    # The first player's S has no factor.
    assert len({*multiplied}) == len(multiplied) == 3 + 4 * 3 + 4 - 1
