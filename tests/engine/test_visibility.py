"""A table says what each policy shows to each seat, and a card can be followed."""

from __future__ import annotations

from itertools import permutations

import pytest

from p2pgame.engine import (
    EMPTY,
    Opened,
    Policy,
    Reshuffle,
    Reshuffled,
    Seen,
    Zone,
    learn,
    sanitise,
)
from p2pgame.engine.turns import Open
from p2pgame.engine.visibility import visible

HIDDEN, NON_EMPTY, LENGTH, ORDER, VISIBLE = Policy
E = EMPTY
FACES = {3: "As", 7: "Td", 9: "2c"}

#: The visible part of two cards with a gap between them, and of an empty zone.
TABLE = [
    (HIDDEN, Seen("z"), Seen("z")),
    (NON_EMPTY, Seen("z", True), Seen("z", False)),
    (LENGTH, Seen("z", True, 2, (3, 7)), Seen("z", False, 0, ())),
    (ORDER, Seen("z", True, 2, (7, E, 3)), Seen("z", False, 0, (E,))),
    (
        VISIBLE,
        Seen("z", True, 2, (7, E, 3), ("Td", "", "As")),
        Seen("z", False, 0, (E,), ("",)),
    ),
]


@pytest.mark.row("B46", "B47")
@pytest.mark.parametrize(("policy", "full", "empty"), TABLE)
@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_a_policy_for_others_binds_all_who_are_not_in_the_group(
    policy: Policy, full: Seen, empty: Seen, seat: int | None
) -> None:
    for slots, wanted in (((7, E, 3), full), ((E,), empty)):
        zone = Zone("z", slots, policy, group=(1, 2), inside=VISIBLE)
        inside = sanitise([Zone("z", slots, VISIBLE)], FACES, None)
        expected = inside if seat in (1, 2) else (wanted,)
        assert sanitise([zone], FACES, seat) == expected


@pytest.mark.row("B47")
def test_a_common_zone_is_the_same_to_all_and_a_hand_is_its_players() -> None:
    common, hand = Zone("pile", (3,)), Zone("hand", (7,), LENGTH, (1,))
    for seat in (0, 2, None):
        assert common.policy(seat) is ORDER
        assert hand.policy(seat) is LENGTH
    assert hand.policy(1) is VISIBLE


@pytest.mark.row("B47")
def test_a_group_may_see_less_than_others_and_be_a_team() -> None:
    forehead = Zone("hat", (3,), VISIBLE, (0,), HIDDEN)
    assert sanitise([forehead], FACES, 0) == (Seen("hat"),)
    assert sanitise([forehead], FACES, 1)[0].faces == ("As",)
    team = Zone("ours", (7,), HIDDEN, (0, 2))
    assert [team.policy(seat) for seat in (0, 1, 2, None)] == [
        *(VISIBLE, HIDDEN, VISIBLE, HIDDEN)
    ]


@pytest.mark.row("B46")
@pytest.mark.parametrize("policy", [HIDDEN, NON_EMPTY, LENGTH, ORDER])
def test_nothing_but_visible_shows_a_face(policy: Policy) -> None:
    zone = Zone("z", (7, 3), policy)
    assert sanitise([zone], FACES, 0)[0].faces is None
    assert visible([zone], FACES, 0) == {}
    assert visible([Zone("z", (7, 3), VISIBLE)], FACES, 0) == {7: "Td", 3: "As"}


@pytest.mark.row("B46")
def test_a_visible_card_with_an_unknown_face_is_none() -> None:
    assert sanitise([Zone("z", (3, 8), VISIBLE)], FACES, 0)[0].faces == ("As", None)


@pytest.mark.row("B46")
@pytest.mark.parametrize("policy", [HIDDEN, NON_EMPTY, LENGTH, ORDER])
def test_hidden_faces_make_no_difference_to_a_seat(policy: Policy) -> None:
    zone = Zone("z", (3, 7, 9), policy)
    views = {
        sanitise([zone], dict(zip(FACES, faces, strict=True)), 0)
        for faces in permutations(FACES.values())
    }
    assert len(views) == 1


@pytest.mark.row("B50")
@pytest.mark.parametrize("slots", list(permutations((3, 7, E, 9))))
def test_order_keeps_ids_in_place_length_sorts_them_and_less_drops_them(
    slots: tuple[int, ...],
) -> None:
    def ids(policy: Policy) -> tuple[int, ...] | None:
        return sanitise([Zone("z", slots, policy)], FACES, 0)[0].slots

    assert ids(VISIBLE) == ids(ORDER) == slots
    assert ids(LENGTH) == (3, 7, 9)
    assert ids(NON_EMPTY) is None
    assert ids(HIDDEN) is None


@pytest.mark.row("B48")
def test_a_card_is_shown_and_hidden_by_moving_it() -> None:
    def shown(down: tuple[int, ...], up: tuple[int, ...]) -> dict[int, str]:
        return visible([Zone("down", down), Zone("up", up, VISIBLE)], FACES, None)

    assert shown((3, 7), (E, E)) == {}
    assert shown((3, E), (E, 7)) == {7: "Td"}
    assert shown((3, 7), (E, E)) == {}


@pytest.mark.row("B49", "B69")
def test_a_hidden_card_is_followed_from_zone_to_zone_by_its_slot() -> None:
    def where(*zones: Zone) -> dict[int, str]:
        return {
            slot: seen.name
            for seen in sanitise(zones, {}, None)
            for slot in seen.slots or ()
        }

    before = where(Zone("pile", (3, 7, 9)), Zone("hand", (), LENGTH, (0,)))
    after = where(Zone("pile", (7, 9)), Zone("hand", (3,), LENGTH, (0,)))
    assert before.keys() == after.keys()
    moved = {slot for slot in before if before[slot] != after[slot]}
    assert moved == {3}


@pytest.mark.row("B49")
def test_a_card_is_followed_until_a_reshuffle_and_not_beyond() -> None:
    turn = Reshuffle((3, 7), (0, 1), first=10)
    known = learn({9: "2c"}, Open((3, 7)), Opened(("As", "Td")), {})
    assert known == FACES
    left = learn(known, turn, Reshuffled(), {})
    assert left == {9: "2c"}
    pile = Zone("pile", (10, 11), VISIBLE)
    assert sanitise([pile], left, 0)[0].faces == (None, None)


@pytest.mark.row("B49")
def test_an_id_says_nothing_about_a_face() -> None:
    zone = Zone("pile", tuple(range(4)))
    packs = permutations(("As", "Ks", "Qs", "Js"))
    seen = {sanitise([zone], dict(enumerate(pack)), 1) for pack in packs}
    assert seen == {(Seen("pile", True, 4, (0, 1, 2, 3)),)}
