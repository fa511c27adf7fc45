"""Shuffles that are prepared before there are any cards."""

import pickle
from collections.abc import Callable, Iterator
from copy import copy, deepcopy

import pytest

from protocols.arithmetic import group
from protocols.arithmetic.group import IDENTITY, Entropy, G, Scalar
from protocols.arithmetic.once import Once
from protocols.arithmetic.transcript import Item, Transcript
from protocols.deck import stage
from protocols.deck.stage import Stage
from protocols.proofs import shuffle
from protocols.proofs.witness import Prepared
from tests.protocols.deck.chains import SECRETS, chain, start
from tests.protocols.proofs.shuffled import KEY, PLACE, face, honest, parts, start_deck
from tests.protocols.table import prg


def prepared(n: int = 4, seed: str = "prepared") -> Prepared:
    return shuffle.prepare(n, start().key, prg(seed))


def later() -> Stage:
    return chain()[0].after


def test_a_prepared_shuffle_is_as_good_as_any() -> None:
    now = later()
    message = stage.mix(now, 3, prg("run"), prepared())
    claim = stage.decode(now, 3, message)
    stage.verify(claim)
    assert len(message) == len(stage.mix(now, 3, prg("run")))


@pytest.mark.parametrize("n", [2, 3, 52])
def test_a_prepared_shuffle_keeps_every_face(n: int) -> None:
    before = start_deck(n)
    ready = shuffle.prepare(n, KEY, prg("prepared"))
    after, witness = shuffle.shuffle(before, KEY, ready)
    assert [*map(face, after)] == [face(before[i]) for i in witness.permutation]
    proof = shuffle.prove(before, after, KEY, witness, Transcript(PLACE), prg("x"))
    shuffle.verify(before, after, KEY, proof, Transcript(PLACE))


@pytest.mark.pitfall(18)
def test_what_is_prepared_is_used_once() -> None:
    """Two decks in one secret order, with the same masks, give it away."""
    ready, other = prepared(), chain()[1].after
    stage.mix(later(), 3, prg("run"), ready)
    for now in (later(), other):
        with pytest.raises(ValueError, match="used before"):
            stage.mix(now, 3, prg("run"), ready)
    ready = prepared()  # also where no proof is asked for
    shuffle.shuffle(other.cards, other.key, ready)
    with pytest.raises(ValueError, match="used before"):
        shuffle.shuffle(other.cards, other.key, ready)


@pytest.mark.pitfall(18)
def test_no_second_proof_is_made_with_prepared_nonces() -> None:
    deck, other = start_deck(4), honest(4).before
    ready = shuffle.prepare(4, KEY, prg("prepared"))
    after, witness = shuffle.shuffle(deck, KEY, ready)
    shuffle.prove(deck, after, KEY, witness, Transcript(PLACE), prg("x"))
    for before in (deck, other):
        with pytest.raises(ValueError, match="used before"):
            shuffle.prove(before, after, KEY, witness, Transcript(b"2"), prg("x"))


@pytest.mark.pitfall(18)
def test_a_second_deck_would_show_the_order() -> None:
    """Why all this is needed: what a replayed preparation gives away."""
    orders = []
    for now in (chain()[0].after, chain()[1].after):
        claim = stage.decode(now, 3, stage.mix(now, 3, prg("run"), prepared()))
        orders.append((now.cards, claim.after.cards))
    (old, new), (old_2, new_2) = orders
    shown = [
        next(i for i in range(4) if masked.C1 - old[i].C1 == masked_2.C1 - old_2[i].C1)
        for masked, masked_2 in zip(new, new_2, strict=True)
    ]
    assert sorted(shown) == [0, 1, 2, 3]


@pytest.mark.parametrize("write", [copy, deepcopy, pickle.dumps])
def test_what_is_used_once_has_no_copy(write: Callable[[object], object]) -> None:
    with pytest.raises(TypeError, match="no copy"):
        write(Once(b"secret"))
    if write is not copy:  # a shallow copy shares what is used once
        with pytest.raises(TypeError, match="no copy"):
            write(prepared())
    else:
        ready = prepared()
        twin = copy(ready)
        stage.mix(later(), 3, prg("run"), ready)
        with pytest.raises(ValueError, match="used before"):
            stage.mix(later(), 3, prg("run"), twin)


def test_nothing_secret_is_shown() -> None:
    ready = prepared(3)
    assert repr(ready) == f"Prepared(n=3, key={ready.key!r})"
    witness, _ = ready.take(3, ready.key)
    assert repr(witness) == "Witness()"
    assert witness.begun is not None
    begun = witness.begun.take()
    for secret in (begun, begun.content, Once(b"secret")):
        assert "Scalar" not in repr(secret)
        assert "secret" not in repr(secret)


@pytest.mark.parametrize(("n", "key"), [(5, start().key), (4, G)])
def test_what_is_prepared_for_other_cards_is_kept(n: int, key: group.Element) -> None:
    ready = shuffle.prepare(n, key, prg("prepared"))
    with pytest.raises(ValueError, match="other cards"):
        stage.mix(later(), 3, prg("run"), ready)
    ready.take(n, key)


def test_we_prepare_only_what_can_be_shuffled() -> None:
    for n in (0, 1, 513):
        with pytest.raises(ValueError, match="2 to 512 cards"):
            shuffle.prepare(n, KEY, prg("prepared"))
    with pytest.raises(ValueError, match="nobody's key"):
        shuffle.prepare(2, IDENTITY, prg("prepared"))


def test_other_entropy_prepares_another_shuffle_and_another_proof() -> None:
    def said(seed: str) -> set[bytes]:
        return {*parts(stage.mix(later(), 3, prg("run"), prepared(seed=seed)))}

    assert said("one") == said("one")
    assert not said("one") & said("two")


def test_everything_prepared_has_a_mask_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """r, r_d, R_d and d_i; then r_d, r_Δ, r_a, d_i and δ_2 … δ_(n-1)."""
    drawn: list[Scalar] = []

    class Counting(Transcript):
        def nonces(self, secret: Item, entropy: Entropy) -> Iterator[Scalar]:
            for nonce in super().nonces(secret, entropy):
                drawn.append(nonce)
                yield nonce

    monkeypatch.setattr(shuffle, "Transcript", Counting)
    prepared(5)
    assert len({*drawn}) == len(drawn) == (3 + 5) + (3 + 5 + 3)


@pytest.mark.parametrize("n", [4, 20])
def test_what_is_left_to_do_with_the_cards_is_3n_multiplications(
    monkeypatch: pytest.MonkeyPatch, n: int
) -> None:
    now = start(cards=n, players=len(SECRETS))
    now = stage.decode(now, 0, stage.mix(now, 0, prg("first"))).after
    ready, done, multiply = prepared(n), 0, group._multiply

    def count(k: bytes, P: bytes) -> bytes:
        nonlocal done
        done += 1
        return multiply(k, P)

    monkeypatch.setattr(group, "_multiply", count)
    stage.mix(now, 1, prg("run"), ready)
    assert done == 3 * n - 1
