from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pgame.protocols.arithmetic.group import (
    IDENTITY,
    ORDER,
    Element,
    G,
    Scalar,
    hash_to_group,
)
from p2pgame.protocols.arithmetic.polynomial import (
    combine,
    commit,
    evaluate,
    evaluate_commitments,
    weights,
)

P = hash_to_group(b"test", b"P")

scalars = st.integers(0, ORDER - 1).map(Scalar)
polynomials = st.lists(scalars, min_size=1, max_size=5)


def scalar(text: str) -> Scalar:
    return Scalar.decode(bytes.fromhex(text))


def element(text: str) -> Element:
    return Element.decode(bytes.fromhex(text))


class Participant(NamedTuple):
    """What one participant draws, says and gets."""

    secret: str
    other_coefficient: str
    commitment: str
    other_commitment: str
    #: What it gets of each other participant.
    shares: dict[int, str]
    share: str
    share_key: str

    @property
    def polynomial(self) -> tuple[Scalar, Scalar]:
        return scalar(self.secret), scalar(self.other_coefficient)


# Two of three on ristretto255, from ZcashFoundation/frost,
# frost-ristretto255/tests/helpers/vectors_dkg.json.
FROST = {
    0: Participant(
        "d4c9fd3791845b7de290023b97608a8d02a32884e07c3000625dc6763f978402",
        "2c82ed212c86135dfb96d8fa101e14a9f7eaa68c3a7c631da8f923a339d4290d",
        "7a79f973094a1a3bf62a380ca55f7a4a14cfcedcbae5671c745689acf8db8a40",
        "7e12837ca7590e8bfd91f3d5a297e4471eb35dcde71a99ff8a74981c2622977e",
        {
            1: "37fd7a8fa7ef7e905c4cc1ca7a244672a3f90077a86746c1c95a0b8b2a7bbe09",
            2: "f93fcf4b8fd02dd5a84922b624e57bbb13ddc8e43ee8eab51380d09abbe62a02",
        },
        "43b53fd8d96709e80c21c713698e814fb164996c0249c594e731c63f5fcd970b",
        "34a6dfc4a2abd44c8fd4b1c25d4dd2b739fcd0769974e2bf043872ba888d6836",
    ),
    1: Participant(
        "244e234486f729a9ce275e151ee0600028e7ae5177ab8fd3a33133492f8fae0a",
        "00834da83b5b673f64c15a583b3ec4867b12522531bcb6ed2529d841fbeb0f0f",
        "86f699bf3f55baca2d2b1745cf131af2f9601f9b670abb2aa609edccb8c8b866",
        "7cff88ebfe8a35a5a362c53fe64f65f4e1fde0152265f4b0d267244cac1ac21d",
        {
            0: "3ffae21ecf2d70df0222bc8ddaa2d3caf178769d5575f73ab2500ebdb23fd80c",
            2: "b2c44da0b4018ab427b4650b3925fe6e4537c1be14fb1e6515e4bca2216c6105",
        },
        "4e970d3d32b4bbb33eaa4e760c371e0956bc8af84394134fb7b8ae2cfa12080b",
        "f2a45b7d4c5b18e7af08477e0a079fe80a0ce187794d34b7118b3c964ccd8f48",
    ),
    2: Participant(
        "2d8f46548402e44d007cd603ef9ed81ce282d00a69d5b606121ce4925561f40e",
        "b9847e5425315cdf7e6a4355144082b3315af8d9d51234af0164ec0766853603",
        "90cf8b404afaa3050e8623695ebf24376b85eae516e31e40187f720fb337826a",
        "f6bcb935c8362dd673ebdc39b7c27620a6d8b4ad99b18d26c25c0aaf154a0023",
        {
            0: "7ea8dae3e05071e4271c9de50cc7085fe9631d2a90f15a585a4a3260ec13020a",
            1: "5d5b2a26eadf285f7895873534ad10569a1ea5c10ae0b39c15adbb0e2153de07",
        },
        "5979dba18a006e7f7033d6d8afdfbac2fa137c8485df6109873f97199558780a",
        "0c7b8a84fbe0bb7d2b5d2748b21887832d0981df4faabd9dd503a3fd384ba26e",
    ),
}
FROST_KEY = element("b83aed2f02a94ddd7f2b08543fb45f372aac439fc6001b91d8ddac25f1ce953c")


@pytest.mark.parametrize("dealer", FROST)
def test_frost_commits_to_the_same(dealer: int) -> None:
    one = FROST[dealer]
    commitments = (element(one.commitment), element(one.other_commitment))
    assert commit(one.polynomial) == commitments


@pytest.mark.parametrize("holder", FROST)
def test_frost_deals_the_same_shares_and_sums_them_up_to_the_same(holder: int) -> None:
    total, in_public = Scalar(0), IDENTITY
    for dealer, one in FROST.items():
        share = evaluate(one.polynomial, holder)
        share_key = evaluate_commitments(commit(one.polynomial), holder)
        if dealer != holder:
            assert share == scalar(FROST[holder].shares[dealer])
        assert share_key == share * G
        total += share
        in_public += share_key
    assert total == scalar(FROST[holder].share)
    assert in_public == element(FROST[holder].share_key)


@pytest.mark.parametrize("some", [(0, 1), (0, 2), (1, 2), (0, 1, 2)])
def test_any_two_shares_of_frost_combine_to_its_key(some: tuple[int, ...]) -> None:
    values = {holder: element(FROST[holder].share_key) for holder in some}
    assert combine(values, 2) == FROST_KEY


@given(polynomial=polynomials, player=st.integers(0, 100))
def test_a_value_is_the_sum_of_the_coefficients_times_powers_of_the_place(
    polynomial: list[Scalar], player: int
) -> None:
    powers = [pow(player + 1, k, ORDER) for k in range(len(polynomial))]
    total = sum(a.value * x for a, x in zip(polynomial, powers, strict=True))
    assert evaluate(polynomial, player).value == total % ORDER


@given(polynomial=polynomials, player=st.integers(0, 20))
def test_commitments_have_the_values_of_the_polynomial(
    polynomial: list[Scalar], player: int
) -> None:
    value = evaluate_commitments(commit(polynomial), player)
    assert value == evaluate(polynomial, player) * G


@given(
    polynomial=polynomials,
    players=st.sets(st.integers(0, 20), min_size=5, max_size=8),
)
def test_as_many_values_as_coefficients_give_the_constant(
    polynomial: list[Scalar], players: set[int]
) -> None:
    threshold, secret = len(polynomial), polynomial[0] * P
    values = {player: evaluate(polynomial, player) * P for player in players}
    some = sorted(players)
    for subset in (some[:threshold], some[-threshold:], some):
        chosen = {player: values[player] for player in subset}
        assert combine(chosen, threshold) == secret


@given(polynomial=st.lists(scalars, min_size=2, max_size=5), secret=scalars)
def test_one_value_fewer_would_fit_any_secret(
    polynomial: list[Scalar], secret: Scalar
) -> None:
    players = range(len(polynomial) - 1)
    # Add a polynomial that is 0 at all these places, and what is missing at 0.
    difference = [Scalar(1)]
    for player in players:
        x = Scalar(player + 1)
        shifted, scaled = [Scalar(0), *difference], [x * a for a in difference]
        scaled.append(Scalar(0))
        difference = [a - b for a, b in zip(shifted, scaled, strict=True)]
    gap = (secret - polynomial[0]) * difference[0].inverse()
    other = [a + gap * b for a, b in zip(polynomial, difference, strict=True)]
    assert other[0] == secret
    for player in players:
        assert evaluate(other, player) == evaluate(polynomial, player)


def test_the_weights_of_all_players_sum_up_to_one() -> None:
    # The constant polynomial 1 has the secret 1.
    by_player = weights((4, 0, 2))
    assert by_player.keys() == {0, 2, 4}
    assert sum(by_player.values(), start=Scalar(0)) == Scalar(1)


def test_a_place_that_is_named_twice_has_no_weight() -> None:
    with pytest.raises(ValueError, match="one place"):
        weights((0, 1, 0))


@pytest.mark.parametrize("threshold", [-1, 0, 4])
def test_too_few_values_combine_to_nothing(threshold: int) -> None:
    with pytest.raises(ValueError, match="threshold"):
        combine(dict.fromkeys(range(3), P), threshold)


def test_the_polynomial_0_has_the_value_0_everywhere() -> None:
    assert evaluate([], 3) == Scalar(0)
    assert evaluate_commitments([IDENTITY, IDENTITY], 3) == IDENTITY
    assert combine({0: IDENTITY, 1: IDENTITY}, 2) == IDENTITY
