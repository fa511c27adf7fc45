from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2pgame.protocols.arithmetic.elgamal import mask
from p2pgame.protocols.arithmetic.errors import InvalidEncoding, InvalidProof
from p2pgame.protocols.arithmetic.group import (
    IDENTITY,
    ORDER,
    Element,
    G,
    Scalar,
    hash_to_group,
)
from p2pgame.protocols.arithmetic.polynomial import combine, evaluate
from p2pgame.protocols.arithmetic.transcript import Transcript
from p2pgame.protocols.proofs import dleq
from p2pgame.protocols.threshold import pvss
from p2pgame.protocols.threshold.pvss import Dealing
from tests.protocols.table import lies, prg

SECRETS = {player: Scalar(10**60 + player**5) for player in range(6)}
KEYS = {player: secret * G for player, secret in SECRETS.items()}
POLYNOMIAL = tuple(Scalar(10**50 + i) for i in range(3))
OTHER = tuple(Scalar(10**40 + i) for i in range(3))


def place(name: bytes = b"here") -> Transcript:
    return Transcript(b"pvss test " + name)


@cache
def dealt(polynomial: tuple[Scalar, ...] = POLYNOMIAL) -> Dealing:
    return pvss.deal(polynomial, KEYS, place(), prg("deal"))


def shown(share: Element, player: int) -> Element:
    """Return what ``player`` shows and everybody has verified."""
    said = pvss.decrypt(share, SECRETS[player], place(), prg("show"))
    return pvss.verify_decryption(said, share, KEYS[player], place())


@settings(max_examples=15, deadline=None)
@given(players=st.sets(st.integers(0, 5), min_size=1), data=st.data())
def test_any_threshold_of_shares_combine_to_the_secret_and_fewer_do_not(
    players: set[int], data: st.DataObject
) -> None:
    threshold = data.draw(st.integers(1, len(players)))
    keys = {player: KEYS[player] for player in players}
    polynomial = (*POLYNOMIAL, *OTHER)[-threshold:]
    dealing = pvss.deal(polynomial, keys, place(), prg("deal"))
    pvss.verify(dealing, keys, place())
    assert Dealing.decode(dealing.encode(), players, threshold) == dealing
    shares = {player: shown(dealing.shares[player], player) for player in players}
    for some in combinations(sorted(players), threshold):
        assert combine({j: shares[j] for j in some}, threshold) == polynomial[0] * G
    for few in combinations(sorted(players), threshold - 1):
        if few:
            wrong = combine({j: shares[j] for j in few}, threshold - 1)
            assert wrong != polynomial[0] * G


def test_shares_of_several_dealings_add_up_to_a_share_of_the_sum() -> None:
    total = pvss.add([dealt(), dealt(OTHER)])
    assert list(total) == sorted(KEYS)
    shares = {player: shown(share, player) for player, share in total.items()}
    assert combine(shares, 3) == (POLYNOMIAL[0] + OTHER[0]) * G
    assert pvss.add([]) == {}


@pytest.mark.pitfall(8)
@pytest.mark.pitfall(32)
def test_a_dealing_that_was_touched_is_refused() -> None:
    said = dealt().encode()
    assert len(said) == 32 * (len(KEYS) + 1 + len(POLYNOMIAL))
    flips = [said[:i] + bytes([said[i] ^ 1]) + said[i + 1 :] for i in range(0, 320, 16)]
    for lie in [*lies(said), *flips, said + bytes(32), said[32:], said[:-32]]:
        with pytest.raises((InvalidEncoding, InvalidProof)):
            pvss.verify(Dealing.decode(lie, KEYS, 3), KEYS, place())


@pytest.mark.pitfall(9)
@pytest.mark.pitfall(11)
@pytest.mark.pitfall(12)
def test_every_part_of_a_dealing_has_one_encoding() -> None:
    said = dealt().encode()
    parts = [said[i : i + 32] for i in range(0, len(said), 32)]
    for i, part in enumerate(parts):
        larger = (int.from_bytes(part, "little") + ORDER) % 2**256
        alias = part[:31] + bytes([part[31] | 0x80])
        bad = [alias, b"\xff" * 32, IDENTITY.encode()]
        for lie in bad if i < len(KEYS) else [larger.to_bytes(32, "little"), alias]:
            with pytest.raises(InvalidEncoding):
                Dealing.decode(b"".join([*parts[:i], lie, *parts[i + 1 :]]), KEYS, 3)


@pytest.mark.pitfall(3)
@pytest.mark.pitfall(24)
def test_a_dealing_is_for_one_place_and_for_its_keys() -> None:
    swapped = {**KEYS, 0: KEYS[1], 1: KEYS[0]}
    fewer = {player: KEYS[player] for player in range(5)}
    more = {**KEYS, 6: G}
    for keys, where in [
        (KEYS, b"there"),
        (swapped, b"here"),
        (fewer, b"here"),
        (more, b"here"),
    ]:
        with pytest.raises(InvalidProof):
            pvss.verify(dealt(), keys, place(where))


@pytest.mark.pitfall(6)
@pytest.mark.pitfall(32)
@pytest.mark.parametrize("player", KEYS)
def test_a_share_that_is_not_on_the_polynomial_is_refused(player: int) -> None:
    for wrong in (KEYS[player], G, dealt(OTHER).shares[player]):
        shares = {**dealt().shares, player: dealt().shares[player] + wrong}
        with pytest.raises(InvalidProof, match="one polynomial"):
            pvss.verify(replace(dealt(), shares=shares), KEYS, place())
        with pytest.raises(InvalidProof, match="one polynomial"):
            pvss.verify(cheat(shares, POLYNOMIAL), KEYS, place())


def cheat(shares: Mapping[int, Element], polynomial: tuple[Scalar, ...]) -> Dealing:
    """Return the proof that an honest prover would make for dishonest shares."""
    transcript = place()
    transcript.append(b"pvss threshold", 3)
    for player in sorted(KEYS):
        transcript.append(b"pvss share", player, KEYS[player], shares[player])
    r = tuple(Scalar(10**30 + i) for i in range(3))
    commitments = tuple(evaluate(r, player) * KEYS[player] for player in sorted(KEYS))
    transcript.append(b"pvss commitments", commitments)
    c = transcript.challenge(b"pvss challenge")
    pairs = zip(r, polynomial, strict=False)
    return Dealing(shares, c, tuple(k - c * a for k, a in pairs))


def test_the_tests_own_prover_proves_what_is_true() -> None:
    pvss.verify(cheat(dealt().shares, POLYNOMIAL), KEYS, place())


def test_a_polynomial_of_a_higher_degree_is_refused() -> None:
    # Its shares would give one result to some players and another to others.
    longer = (*POLYNOMIAL, Scalar(1))
    dealing = pvss.deal(longer, KEYS, place(), prg("deal"))
    with pytest.raises(InvalidEncoding, match="length"):
        Dealing.decode(dealing.encode(), KEYS, 3)
    for lie in (replace(dealing, z=dealing.z[:3]), cheat(dealing.shares, longer)):
        with pytest.raises(InvalidProof):
            pvss.verify(lie, KEYS, place())


def test_a_polynomial_of_a_lower_degree_is_told_from_it_by_the_threshold() -> None:
    shorter = pvss.deal(POLYNOMIAL[:2], KEYS, place(), prg("deal"))
    with pytest.raises(InvalidProof):
        pvss.verify(replace(shorter, z=(*shorter.z, Scalar(0))), KEYS, place())


@pytest.mark.pitfall(29)
@pytest.mark.pitfall(30)
def test_no_share_is_a_card_whose_inverse_token_the_dealer_would_like_to_see() -> None:
    card = mask(hash_to_group(b"test", b"face"), KEYS[1] + KEYS[2], Scalar(77))
    shares = {**dealt().shares, 1: card.C1}
    for dealing in (
        replace(dealt(), shares=shares),
        cheat(shares, POLYNOMIAL),
        cheat({**shares, 1: dealt().shares[1] + card.C1}, POLYNOMIAL),
        cheat(dict.fromkeys(KEYS, card.C1), POLYNOMIAL),
    ):
        with pytest.raises(InvalidProof):
            pvss.verify(dealing, KEYS, place())


@pytest.mark.pitfall(24)
def test_nobody_cancels_another_s_dealing_with_its_opposite() -> None:
    opposite = {player: -share for player, share in dealt().shares.items()}
    for z in (dealt().z, tuple(-k for k in dealt().z)):
        with pytest.raises(InvalidProof):
            pvss.verify(Dealing(opposite, dealt().c, z), KEYS, place())


@pytest.mark.pitfall(1)
def test_the_challenge_is_over_everything_said_before_it() -> None:
    # Weak Fiat-Shamir: without the shares in the hash, they could be chosen last.
    dealing = dealt()
    shift = {player: dealing.c.inverse() * KEYS[player] for player in KEYS}
    shares = {player: dealing.shares[player] + shift[player] for player in KEYS}
    moved = (dealing.z[0] - Scalar(1), *dealing.z[1:])
    for player, Y in KEYS.items():
        before = evaluate(dealing.z, player) * Y + dealing.c * dealing.shares[player]
        assert evaluate(moved, player) * Y + dealing.c * shares[player] == before
    with pytest.raises(InvalidProof):
        pvss.verify(Dealing(shares, dealing.c, moved), KEYS, place())


@pytest.mark.pitfall(12)
def test_a_dealing_without_everybody_s_share_is_refused() -> None:
    fewer = {player: dealt().shares[player] for player in range(5)}
    void = {**dealt().shares, 2: IDENTITY}
    for shares in ({}, fewer, void):
        with pytest.raises(InvalidProof, match="one share for each"):
            pvss.verify(replace(dealt(), shares=shares), KEYS, place())


@pytest.mark.parametrize("threshold", [0, 7])
def test_a_threshold_is_of_players_there_are(threshold: int) -> None:
    polynomial = tuple(Scalar(i + 1) for i in range(threshold))
    with pytest.raises(ValueError, match="threshold"):
        pvss.deal(polynomial, KEYS, place(), prg("deal"))


def test_a_decrypted_share_is_the_value_times_g() -> None:
    for player in KEYS:
        expected = evaluate(POLYNOMIAL, player) * G
        assert shown(dealt().shares[player], player) == expected


@pytest.mark.pitfall(8)
@pytest.mark.pitfall(9)
@pytest.mark.pitfall(11)
@pytest.mark.pitfall(32)
def test_a_decryption_that_was_touched_is_refused() -> None:
    share = dealt().shares[1]
    said = pvss.decrypt(share, SECRETS[1], place(), prg("show"))
    assert len(said) == 96
    alias = said[:31] + bytes([said[31] | 0x80]) + said[32:]
    larger = (int.from_bytes(said[64:], "little") + ORDER).to_bytes(32, "little")
    moved = (Element.decode(said[:32]) + G).encode() + said[32:]
    for lie in [*lies(said), alias, said[:64] + larger, bytes(32) + said[32:], moved]:
        with pytest.raises((InvalidEncoding, InvalidProof)):
            pvss.verify_decryption(lie, share, KEYS[1], place())


@pytest.mark.pitfall(3)
@pytest.mark.pitfall(24)
def test_a_decryption_is_for_one_share_one_owner_and_one_place() -> None:
    share = dealt().shares[1]
    said = pvss.decrypt(share, SECRETS[1], place(), prg("show"))
    for another, key, where in [
        (dealt().shares[2], KEYS[1], place()),
        (share, KEYS[2], place()),
        (share, KEYS[1], place(b"there")),
    ]:
        with pytest.raises(InvalidProof):
            pvss.verify_decryption(said, another, key, where)
    stolen = pvss.decrypt(share, SECRETS[2], place(), prg("show"))
    with pytest.raises(InvalidProof):
        pvss.verify_decryption(stolen, share, KEYS[1], place())


@pytest.mark.pitfall(1)
def test_a_wrong_share_with_an_honest_prover_s_proof_is_refused() -> None:
    share, y = dealt().shares[1], SECRETS[1]
    wrong = y.inverse() * share + G
    statement = dleq.Statement(G, wrong, y * G, share)
    proof = dleq.prove(statement, y, place(), prg("show"))
    with pytest.raises(InvalidProof):
        pvss.verify_decryption(wrong.encode() + proof.encode(), share, KEYS[1], place())


@pytest.mark.pitfall(18)
def test_the_same_seed_proves_another_polynomial_with_other_nonces() -> None:
    # z = r - c*p: with one r for both, two proofs give p away.
    one, two = dealt(), dealt(OTHER)
    for a, k, b, m in zip(POLYNOMIAL, one.z, OTHER, two.z, strict=True):
        assert k + one.c * a != m + two.c * b


@pytest.mark.pitfall(18)
def test_a_broken_source_of_entropy_does_not_give_the_polynomial_away() -> None:
    dealing = pvss.deal(POLYNOMIAL, KEYS, place(), bytes)
    transcript = place()
    transcript.append(b"pvss threshold", 3)
    for player in sorted(KEYS):
        transcript.append(b"pvss share", player, KEYS[player], dealing.shares[player])
    for guess in (b"", OTHER):
        r = next(transcript.nonces(guess, bytes))
        assert (r - dealing.z[0]) * dealing.c.inverse() != POLYNOMIAL[0]
    honest_guess = next(transcript.nonces(POLYNOMIAL, bytes))
    assert (honest_guess - dealing.z[0]) * dealing.c.inverse() == POLYNOMIAL[0]


def test_nothing_secret_is_shown_by_a_repr() -> None:
    for one in (*POLYNOMIAL, *dealt().z):
        assert str(one.value) not in repr(dealt())
