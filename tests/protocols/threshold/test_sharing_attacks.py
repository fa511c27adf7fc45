"""Whoever deals a share that does not fit is named, or complains of one that fits."""

from __future__ import annotations

from dataclasses import replace

import pytest

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
from p2pgame.protocols.arithmetic.polynomial import evaluate
from p2pgame.protocols.proofs import dleq, ownership
from p2pgame.protocols.threshold import vss
from p2pgame.protocols.threshold.keys import Keys
from p2pgame.protocols.threshold.vss import Occasion
from tests.protocols.table import instead, lies, prg
from tests.protocols.threshold.shares_at_hand import (
    KEYS,
    PLAYERS,
    SECRETS,
    THRESHOLD,
    complaint,
    crooked,
    honest,
    occasion,
    refuse,
    table,
)


@pytest.mark.pitfall(8)
@pytest.mark.pitfall(32)
@pytest.mark.parametrize("player", PLAYERS)
def test_a_dealing_that_was_touched_names_its_dealer(player: int) -> None:
    said = honest()[player, 0]
    assert len(said) == 32 * (THRESHOLD + len(PLAYERS) - 1) + 64
    tampered = [said[:i] + bytes([said[i] ^ 1]) + said[i + 1 :] for i in (32, 64, 100)]
    for lie in [*lies(said), *tampered, said + bytes(32), said[32:]]:
        refuse(player, 0, lie)


@pytest.mark.pitfall(9)
@pytest.mark.pitfall(11)
@pytest.mark.pitfall(12)
def test_every_part_of_a_dealing_has_one_encoding() -> None:
    said = honest()[1, 0]
    parts = [said[i : i + 32] for i in range(0, len(said), 32)]
    elements, scalars = [0, 1, 2, 6], [3, 4, 5, 7]
    assert len(parts) == 8
    for i in elements:
        alias = parts[i][:31] + bytes([parts[i][31] | 0x80])
        for lie in (alias, IDENTITY.encode(), b"\xff" * 32):
            error = refuse(1, 0, b"".join([*parts[:i], lie, *parts[i + 1 :]]))
            assert "element" in error or "identity" in error
    for i in scalars:
        larger = int.from_bytes(parts[i], "little") + ORDER
        lie = larger.to_bytes(32, "little")
        assert "scalar" in refuse(1, 0, b"".join([*parts[:i], lie, *parts[i + 1 :]]))


@pytest.mark.pitfall(3)
@pytest.mark.pitfall(24)
@pytest.mark.parametrize("thief", PLAYERS)
def test_a_dealing_is_for_one_dealer_one_occasion_and_one_roster(thief: int) -> None:
    for dealer in PLAYERS:
        if dealer != thief:
            refuse(thief, 0, honest()[dealer, 0])
    refuse(thief, 0, honest(b"table 2")[thief, 0])
    refuse(thief, 0, honest(players=(*PLAYERS, 4), threshold=2)[thief, 0])


@pytest.mark.pitfall(3)
def test_a_dealing_is_for_keys_and_a_threshold() -> None:
    one = Occasion.of(PLAYERS, KEYS, 2, b"table 1")
    moved = Occasion.of(PLAYERS, KEYS, 3, b"table 1")
    other = Keys({**KEYS.shares, 3: Scalar(5) * G})
    rekeyed = Occasion.of(PLAYERS, other, 2, b"table 1")
    assert len({one.identity, moved.identity, rekeyed.identity}) == 3
    moved_over = Keys({0: KEYS.shares[0], 1: KEYS.shares[1], 5: KEYS.shares[2]})
    seats = {
        Occasion.of((0, 1, 2), KEYS, 2, b"table 1").identity,
        Occasion.of((0, 1, 5), moved_over, 2, b"table 1").identity,
    }
    assert len(seats) == 2
    dealing = vss.deal(one, 0, SECRETS[0], prg("d"))
    vss.verify(one, 0, dealing)
    for place in (moved, rekeyed):
        with pytest.raises(InvalidProof):
            vss.verify(place, 0, dealing)


@pytest.mark.pitfall(30)
@pytest.mark.parametrize("whose", ["another's", "a card's"])
def test_nobody_deals_with_an_exchange_key_it_did_not_make(whose: str) -> None:
    # A complaint about such a dealing would open another's share, or a card.
    victim = vss.Dealing.decode(honest()[0, 0], occasion(), 0)
    card = mask(hash_to_group(b"test", b"face"), KEYS.joint(PLAYERS), Scalar(77))
    E = victim.E if whose == "another's" else card.C1
    mine = vss.Dealing.decode(honest()[2, 0], occasion(), 2)
    for proof in (mine.proof, victim.proof, ownership.Proof(E, Scalar(1))):
        assert "does not know" in refuse(2, 0, replace(mine, E=E, proof=proof).encode())


@pytest.mark.pitfall(24)
@pytest.mark.parametrize("part", ["commitments", "shares"])
def test_the_proof_of_a_dealing_is_over_all_of_it(part: str) -> None:
    mine = vss.Dealing.decode(honest()[2, 0], occasion(), 2)
    other = vss.Dealing.decode(honest()[1, 0], occasion(), 1)
    if part == "commitments":
        patched = (mine.commitments[0], *other.commitments[1:])
        refuse(2, 0, replace(mine, commitments=patched).encode())
    else:
        shares = {**mine.shares, 0: mine.shares[0] + Scalar(1)}
        refuse(2, 0, replace(mine, shares=shares).encode())


@pytest.mark.pitfall(32)
@pytest.mark.parametrize("dealer", PLAYERS)
def test_a_share_that_does_not_fit_names_its_dealer(dealer: int) -> None:
    for holder in PLAYERS:
        if holder != dealer:
            lie = crooked(dealer, {holder: Scalar(1)})
            assert "does not fit" in refuse(dealer, 0, lie)
    everybody = dict.fromkeys(PLAYERS, Scalar(3))
    assert "does not fit" in refuse(dealer, 0, crooked(dealer, everybody))


def test_a_dealing_of_ours_and_of_the_tests_are_both_right() -> None:
    tampered = table()
    results = tampered.play(tamper=instead(2, 0, crooked(2, {})))
    assert results[0][1][2] * G == results[None][0].share_key(2, 0)
    assert set(tampered.said) == {(p, r) for p in PLAYERS for r in (0, 1)}
    assert all(tampered.said[player, 1] == b"" for player in PLAYERS)


@pytest.mark.pitfall(12)
@pytest.mark.parametrize("framed", [0, 1, 3])
def test_a_share_of_0_names_the_dealer_who_would_frame_its_holder(framed: int) -> None:
    # x + b*i + c*i**2 = 0 at the holder's place i, and the commitments say so.
    i, c = Scalar(framed + 1), Scalar(11)
    b = -(SECRETS[2] + c * i * i) * i.inverse()
    polynomial = (SECRETS[2], b, c)
    assert evaluate(polynomial, framed) == Scalar(0)
    assert "does not fit" in refuse(2, 0, crooked(2, {}, polynomial))


def test_of_several_bad_dealers_the_first_is_blamed() -> None:
    bad = {
        2: crooked(2, {0: Scalar(1), 3: Scalar(1)}),
        1: crooked(1, {0: Scalar(1), 3: Scalar(1)}),
    }
    tampered = table()
    tampered.play(
        tamper=lambda player, round, message: (
            bad.get(player, message) if round == 0 else message
        )
    )
    assert tampered.blamed == dict.fromkeys(tampered.runs, 1)


@pytest.mark.parametrize("accuser", PLAYERS)
def test_a_complaint_about_a_share_that_fits_names_who_complains(accuser: int) -> None:
    for dealer in PLAYERS:
        if dealer != accuser:
            error = refuse(accuser, 1, complaint(accuser, dealer))
            assert "a share that fits" in error


@pytest.mark.pitfall(1)
@pytest.mark.pitfall(32)
def test_a_complaint_with_a_false_key_exchange_names_who_complains() -> None:
    right = complaint(1, 0)
    wrong = Element.decode(right[8:40]) + G
    refuse(1, 1, right[:8] + wrong.encode() + right[40:])
    assert "logarithms differ" in refuse(1, 1, complaint(1, 0, y=SECRETS[2]))


@pytest.mark.pitfall(3)
@pytest.mark.pitfall(8)
@pytest.mark.pitfall(9)
@pytest.mark.pitfall(11)
@pytest.mark.pitfall(12)
def test_a_malformed_complaint_names_who_complains() -> None:
    right = complaint(1, 0)
    larger = int.from_bytes(right[72:], "little") + ORDER
    for lie in [
        *(lie for lie in lies(right) if lie),
        b"\0",
        bytes(104),
        right[:8] + bytes(32) + right[40:],
        right[:8] + right[8:39] + bytes([right[39] | 0x80]) + right[40:],
        right[:72] + larger.to_bytes(32, "little"),
        complaint(1, 0, number=1),
        complaint(1, 1),
        complaint(1, 0, number=4),
        complaint(1, 0, number=2),
        complaint(1, 0, number=2**64 - 1),
        complaint(1, 0, at=occasion(b"table 2")),
        complaint(3, 0),
    ]:
        refuse(1, 1, lie)


@pytest.mark.pitfall(24)
def test_a_copied_complaint_names_who_copied_it() -> None:
    dealt = crooked(3, {2: Scalar(1)})
    first = table()
    first.play(tamper=instead(3, 0, dealt))
    assert first.said[2, 1]
    copied = table()
    copied.play(
        tamper=lambda player, round, message: {
            (3, 0): dealt,
            (0, 1): first.said[2, 1],
        }.get((player, round), message)
    )
    assert copied.blamed == dict.fromkeys(copied.runs, 0)


def test_a_complaint_opens_one_share_and_no_other() -> None:
    dealing = vss.Dealing.decode(crooked(3, {2: Scalar(1)}), occasion(), 3)
    K = SECRETS[2] * dealing.E
    right = evaluate((SECRETS[3], Scalar(5), Scalar(10)), 2)
    assert vss.open_share(occasion(), dealing, 3, 2, K) == right + Scalar(1)
    for holder in (0, 1):
        other = evaluate((SECRETS[3], Scalar(5), Scalar(10)), holder)
        assert vss.open_share(occasion(), dealing, 3, holder, K) != other


def test_a_judge_never_lets_go_of_both() -> None:
    dealings = {
        player: vss.Dealing.decode(honest()[player, 0], occasion(), player)
        for player in PLAYERS
    }
    with pytest.raises(InvalidEncoding) as caught:
        vss.judge(occasion(), dealings, 1, b"")
    assert caught.value.culprit == 1
    proof = dleq.Proof(Scalar(1), Scalar(1)).encode()
    with pytest.raises(InvalidEncoding) as caught:
        vss.judge(occasion(), dealings, 1, bytes(40) + proof)
    assert caught.value.culprit == 1
