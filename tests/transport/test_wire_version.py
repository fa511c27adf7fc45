"""Ranges of wire versions, and the releases that speak them."""

import pytest

from p2pgame.transport.wire_version import HIGHEST, LOWEST, SPOKEN, Versions, release_of


@pytest.mark.parametrize(
    ("one", "other", "both"),
    [
        (Versions(1, 3), Versions(2, 4), Versions(2, 3)),
        (Versions(2, 2), Versions(1, 9), Versions(2, 2)),
        (Versions(1, 2), Versions(2, 3), Versions(2, 2)),
        (Versions(1, 2), Versions(3, 4), None),
    ],
)
def test_two_ranges_share_what_lies_in_both(
    one: Versions, other: Versions, both: Versions | None
) -> None:
    assert one.shared(other) == other.shared(one) == both


def test_a_range_holds_its_ends_and_nothing_outside() -> None:
    assert [n for n in range(1, 7) if n in Versions(2, 4)] == [2, 3, 4]
    assert LOWEST in SPOKEN
    assert HIGHEST in SPOKEN
    assert HIGHEST + 1 not in SPOKEN


def test_a_version_that_is_not_known_here_needs_a_later_release() -> None:
    assert release_of(HIGHEST) == "p2pgame 0.2"
    assert release_of(HIGHEST + 1) == "a later release of p2pgame than 0.2"
    assert str(Versions(2, 2)) == "version 2"
    assert str(Versions(2, 3)) == "versions 2 to 3"
