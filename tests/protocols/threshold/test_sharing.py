"""A threshold of the others can stand in for a player, and fewer cannot."""

from __future__ import annotations

from hashlib import sha256
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2pgame.protocols.arithmetic.elgamal import mask, remask, unmask
from p2pgame.protocols.arithmetic.errors import InvalidProof
from p2pgame.protocols.arithmetic.group import G, Scalar, hash_to_group
from p2pgame.protocols.arithmetic.polynomial import combine, weights
from p2pgame.protocols.arithmetic.transcript import Transcript
from p2pgame.protocols.deck import reveal
from p2pgame.protocols.rounds import Protocol, Run
from p2pgame.protocols.threshold import vss
from p2pgame.protocols.threshold.keys import Keys, generate
from p2pgame.protocols.threshold.sharing import share, stand_in
from tests.protocols.table import Entropy, Seat, Table, instead, prg
from tests.protocols.threshold.shares_at_hand import (
    KEYS,
    PLAYERS,
    SECRETS,
    THRESHOLD,
    complaint,
    honest,
    occasion,
    table,
)


@pytest.mark.parametrize("order", range(4))
def test_everybody_and_every_spectator_see_the_same_sharing(order: int) -> None:
    results = table().play(order)
    assert results.keys() == {*PLAYERS, 9, None}
    sharing = results[None][0]
    assert all(result[0] == sharing for result in results.values())
    assert (sharing.threshold, sharing.players) == (THRESHOLD, PLAYERS)
    for player in PLAYERS:
        assert sharing.commitments[player][0] == KEYS.shares[player]
    assert results[None][1] == results[9][1] == {}


@settings(max_examples=12, deadline=None)
@given(size=st.integers(2, 6), data=st.data())
def test_a_threshold_of_the_others_holds_what_makes_up_the_secret(
    size: int, data: st.DataObject
) -> None:
    threshold = data.draw(st.integers(1, size - 1))
    players = (*range(10 - size, 9), 0)
    results = table(players=players, threshold=threshold).play()
    sharing, nothing = results[None]
    assert nothing == {}
    for owner in players:
        others = [player for player in players if player != owner]
        shares = {holder: results[holder][1][owner] for holder in others}
        for holder, one in shares.items():
            assert one * G == sharing.share_key(owner, holder)
        for some in combinations(others, threshold):
            terms = [weight * shares[j] for j, weight in weights(some).items()]
            assert sum(terms, start=Scalar(0)) == SECRETS[owner]
        for few in combinations(others, threshold - 1):
            terms = [weight * shares[j] for j, weight in weights(few).items()]
            assert sum(terms, start=Scalar(0)) != SECRETS[owner]


@pytest.mark.pitfall(25)
@pytest.mark.parametrize("gone", PLAYERS)
def test_a_card_opens_without_the_player_who_has_vanished(gone: int) -> None:
    def keygen(me: Seat, entropy: Entropy) -> Protocol[Keys]:
        secret = None if me is None else SECRETS[me]
        return generate(me, PLAYERS, b"table 1", secret, entropy)

    keys = Table([*PLAYERS, None], keygen).play()[None]
    shared = table().play()
    sharing = shared[None][0]

    faces = [hash_to_group(b"test", bytes([i])) for i in range(3)]
    key, r = keys.joint(PLAYERS), Scalar(4242)
    cards = [remask(mask(face, key, r), key, Scalar(2**250 + 1)) for face in faces]
    others = [player for player in PLAYERS if player != gone]
    tokens = []
    for player in others:
        said = reveal.prove(cards, SECRETS[player], Transcript(b"t"), prg("t"))
        of = reveal.verify(said, cards, keys.shares[player], Transcript(b"t"))
        tokens.append(of)

    stood_in = {}
    for holder in others:
        mine = shared[holder][1][gone]
        said = reveal.prove(cards, mine, Transcript(b"in"), prg("in"))
        share_key = sharing.share_key(gone, holder)
        stood_in[holder] = reveal.verify(said, cards, share_key, Transcript(b"in"))
        with pytest.raises(InvalidProof):
            reveal.verify(said, cards, keys.shares[gone], Transcript(b"in"))
    for some in combinations(others, sharing.threshold):
        missing = stand_in({j: stood_in[j] for j in some}, sharing.threshold)
        assert missing == [SECRETS[gone] * card.C1 for card in cards]
        for i, card in enumerate(cards):
            all_tokens = [missing[i], *(of[i] for of in tokens)]
            assert unmask(card, all_tokens) == faces[i]
    for few in combinations(others, sharing.threshold - 1):
        too_few = {holder: stood_in[holder] for holder in few}
        with pytest.raises(ValueError, match="threshold"):
            stand_in(too_few, sharing.threshold)
        assert stand_in(too_few, len(few)) != missing


def test_a_false_token_of_a_holder_is_refused_by_its_share_key() -> None:
    shared = table().play()
    card = mask(hash_to_group(b"test", b"face"), KEYS.joint(PLAYERS), Scalar(77))
    for wrong in (SECRETS[1], shared[1][1][2], shared[2][1][0]):
        said = reveal.prove([card], wrong, Transcript(b"in"), prg("in"))
        share_key = shared[None][0].share_key(0, 1)
        with pytest.raises(InvalidProof):
            reveal.verify(said, [card], share_key, Transcript(b"in"))


def test_only_its_holder_can_read_a_share() -> None:
    dealing = vss.deal(occasion(), 0, SECRETS[0], prg("d"))
    for reader in (1, 2, 3):
        one = vss.open_share(occasion(), dealing, 0, 1, SECRETS[reader] * dealing.E)
        assert vss.fits(one, dealing, 1) == (reader == 1)


@pytest.mark.pitfall(18)
def test_the_same_seed_deals_other_polynomials_on_another_occasion() -> None:
    one = vss.deal(occasion(), 0, SECRETS[0], prg("d"))
    two = vss.deal(occasion(b"table 2"), 0, SECRETS[0], prg("d"))
    assert one.commitments[0] == two.commitments[0]
    assert one.E != two.E
    assert not set(one.commitments[1:]) & set(two.commitments[1:])


@pytest.mark.pitfall(18)
def test_what_a_dealer_draws_takes_fresh_bytes_and_its_secret_to_foresee() -> None:
    one, two = (vss.deal(occasion(), 0, SECRETS[0], prg(seed)) for seed in "ab")
    assert one.E != two.E
    broken = vss.deal(occasion(), 0, SECRETS[0], bytes)
    for guess in (b"", SECRETS[1]):
        draws = occasion().transcript(b"dealing draws", 0).nonces(guess, bytes)
        assert next(draws) * G != broken.E


def test_the_same_seed_says_the_same_for_ever() -> None:
    said = sha256(b"".join(honest()[key] for key in sorted(honest())))
    assert (
        said.hexdigest()
        == "cb8810cece186f6461503ed90ccd39171b4e9b9c800f1bfe0b87b9797795d699"
    )
    accused = complaint(1, 0)
    assert (
        sha256(accused).hexdigest()
        == "4e43a8a7011671ffeb42f3a8b4264f4ea9b817d49800b43889687fdda6bc1e16"
    )


@pytest.mark.pitfall(22)
@pytest.mark.parametrize("round", [0, 1])
def test_whoever_says_nothing_is_the_one_waited_for(round: int) -> None:
    silent = table()
    assert silent.play(tamper=instead(2, round, None)) == {}
    for run in silent.runs.values():
        assert (run.round, *run.waiting_for) == (round, 2)
        assert not run.lose(frozenset({2}))


@pytest.mark.parametrize(
    ("players", "threshold"),
    [
        ((0, 1, 2), 0),
        ((0, 1, 2), 3),
        ((0, 1, 2), -1),
        ((0,), 1),
        ((), 1),
        ((0, 1, 1), 1),
    ],
)
def test_a_sharing_has_bounds(players: tuple[int, ...], threshold: int) -> None:
    with pytest.raises(ValueError):
        Run(share(None, players, KEYS, threshold, None, b"", prg("0"))).step()


def test_a_player_without_its_secret_or_key_share_cannot_begin() -> None:
    for secret in (None, SECRETS[1]):
        with pytest.raises(ValueError, match="behind its key share"):
            Run(share(0, PLAYERS, KEYS, 2, secret, b"", prg("0"))).step()
    with pytest.raises(ValueError, match="one key share"):
        Run(share(None, (0, 1, 77), KEYS, 2, None, b"", prg("0"))).step()


def test_a_share_is_one_player_s_of_another_s_secret() -> None:
    sharing = table().play()[None][0]
    for owner, holder in [(0, 0), (0, 9), (9, 0)]:
        with pytest.raises(ValueError, match="of another's secret"):
            sharing.share_key(owner, holder)


def test_stand_ins_are_for_the_same_cards() -> None:
    with pytest.raises(ValueError, match="same cards"):
        stand_in({0: [G], 1: [G, G]}, 2)
    with pytest.raises(ValueError, match="same cards"):
        stand_in({}, 1)
    assert stand_in({0: [], 1: []}, 2) == []
    assert stand_in({1: [G], 2: [G]}, 2) == [combine({1: G, 2: G}, 2)]


def test_nothing_secret_is_shown_by_a_repr() -> None:
    results = table().play()
    text = repr(results[0])
    for one in (SECRETS[0], *results[0][1].values()):
        assert str(one.value) not in text
        assert one.encode().hex() not in text
