"""Players shuffle one after another; there is a deck when every proof of it holds."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2pgame.protocols.arithmetic.errors import (
    InvalidEncoding,
    InvalidProof,
    ProtocolError,
)
from p2pgame.protocols.arithmetic.group import ORDER, G, Scalar
from p2pgame.protocols.deck.cards import Cards, face_point
from p2pgame.protocols.deck.dealing import open_cards, shuffle
from p2pgame.protocols.rounds import Protocol, Run
from p2pgame.protocols.threshold.keys import Keys
from tests.protocols.deck.cards_at_hand import (
    EMPTY,
    FACES,
    KEYS,
    PLAYERS,
    SEATS,
    faces_of,
    opening,
    secrets,
    shuffled,
    shuffling,
)
from tests.protocols.table import Entropy, Seat, Table, instead, prg


@settings(max_examples=12, deadline=None)
@given(
    players=st.sampled_from([(0,), (1, 0), (0, 1, 2), (4, 2, 0, 1, 3)]),
    faces=st.lists(st.sampled_from("ABC"), min_size=2, max_size=6).map(tuple),
    order=st.integers(0, 2**32),
)
def test_everybody_gets_the_same_deck_of_the_same_faces(
    players: tuple[int, ...], faces: tuple[str, ...], order: int
) -> None:
    def protocol(me: Seat, entropy: Entropy) -> Protocol[Cards]:
        return shuffle(me, players, Cards(KEYS), faces, b"hand 1", entropy)

    seats = [*range(5), None]
    results = Table(seats, protocol).play(order)
    deck = results[None]
    assert results == dict.fromkeys(seats, deck)
    slots = tuple(range(len(faces)))
    assert deck.slots.keys() == {*slots}
    for card in deck.on(slots):
        assert (card.faces, card.players, card.tokens) == (faces, players, {})
        assert (card.owner, card.face) == (None, None)
    opened = Table(
        seats,
        lambda me, entropy: open_cards(me, deck, slots, secrets(me), b"", entropy),
    ).play(order)
    assert sorted(opened[None][1]) == sorted(faces)


def test_one_player_s_shuffle_is_enough_to_change_the_order() -> None:
    orders = set()
    for seed in range(8):
        table = shuffling()
        table.runs[1] = Run(
            shuffle(1, PLAYERS, EMPTY, FACES, b"hand 1", prg(f"other {seed}"))
        )
        orders.add(faces_of(table.play()[None]))
    assert len(orders) > 4


def flipped(message: bytes) -> bytes:
    return message[:-1] + bytes([message[-1] ^ 1])


def run_of(me: Seat) -> Run[Cards]:
    return Run(shuffle(me, PLAYERS, EMPTY, FACES, b"hand 1", prg(f"table {me}")))


@pytest.mark.pitfall(29)
def test_the_next_player_speaks_first_and_verifies_while_it_waits() -> None:
    said = shuffled()[1][0, 0]
    for me in (1, 2, None):
        run = run_of(me)
        run.step()
        assert not run.has_work
        run.receive(0, 0, flipped(said))
        assert (run.step() is None) == (me != 1)
        assert run.has_work
        with pytest.raises(InvalidProof) as caught:
            run.work()
        assert caught.value.culprit == 0
        assert not run.ready
        assert not run.has_work


def test_work_is_done_once_and_then_there_is_none_until_more_was_said() -> None:
    _, said = shuffled()
    run = run_of(None)
    run.step()
    for player in PLAYERS:
        run.receive(player, player, said[player, player])
        run.step()
        assert run.has_work == (player < 2)
        run.work()
        assert not run.has_work
    assert run.result == shuffled()[0]


@pytest.mark.pitfall(29)
@pytest.mark.parametrize("busy", [False, True])
@pytest.mark.parametrize("culprit", PLAYERS)
def test_whoever_is_idle_or_not_names_the_same_culprit(
    culprit: int, busy: bool
) -> None:
    _, said = shuffled()
    bad = instead(culprit, culprit, flipped(said[culprit, culprit]))
    for order in range(3):
        table = shuffling()
        assert table.play(order, bad, busy=busy) == {}
        assert table.blamed == dict.fromkeys(SEATS, culprit)


@pytest.mark.pitfall(29)
@pytest.mark.parametrize("busy", [False, True])
@pytest.mark.parametrize(("first", "second"), [(0, 1), (0, 2), (1, 2)])
def test_whoever_lied_first_is_named_though_another_s_words_are_malformed(
    first: int, second: int, busy: bool
) -> None:
    """Some have verified the first lie by then, and some have not."""

    def tamper(player: int, round: int, message: bytes) -> bytes:
        if player == first:
            return flipped(message)
        return b"" if player == second else message

    for order in range(5):
        table = shuffling()
        assert table.play(order, tamper, busy=busy) == {}
        assert table.blamed == dict.fromkeys(SEATS, first)


def test_malformed_words_are_their_author_s_if_nobody_lied_before() -> None:
    table = shuffling()
    assert table.play(tamper=instead(1, 1, b""), busy=True) == {}
    assert table.blamed == dict.fromkeys(SEATS, 1)
    assert all(isinstance(error, InvalidEncoding) for error in table.errors.values())


@pytest.mark.pitfall(29)
def test_two_who_lie_cannot_make_up_for_each_other() -> None:
    """All proofs are one sum in the end; the first of the two is named."""
    _, said = shuffled()
    lies = {player: flipped(said[player, player]) for player in (1, 2)}
    table = shuffling()
    assert table.play(tamper=lambda p, r, m: lies.get(p, m), busy=True) == {}
    assert table.blamed == dict.fromkeys(SEATS, 1)


@pytest.mark.pitfall(29)
@pytest.mark.parametrize("culprit", PLAYERS)
def test_there_is_no_deck_until_every_proof_of_it_holds(culprit: int) -> None:
    _, said = shuffled()
    message = said[culprit, culprit]
    bad = message[:-1] + bytes([message[-1] ^ 1])
    table = shuffling()
    table.play(tamper=instead(culprit, culprit, bad))
    assert not any(run.done for run in table.runs.values())


@pytest.mark.pitfall(22)
@pytest.mark.parametrize("silent", PLAYERS)
def test_a_player_who_will_not_shuffle_is_waited_for(silent: int) -> None:
    table = shuffling()
    assert table.play(tamper=instead(silent, silent, None)) == {}
    for run in table.runs.values():
        assert (run.round, *run.waiting_for) == (silent, silent)


def test_the_same_seed_and_messages_make_the_same_run() -> None:
    _, said = shuffled()
    for me in PLAYERS:
        entropy = prg(f"table {me}")
        run = Run(shuffle(me, PLAYERS, EMPTY, FACES, b"hand 1", entropy))
        words = [run.step()]
        for player in PLAYERS:
            run.receive(player, player, said[player, player])
            words.append(run.step())
        assert run.result == shuffled()[0]
        assert words[me] == said[me, me]


@pytest.mark.pitfall(15)
def test_no_card_is_a_small_multiple_or_sum_of_others() -> None:
    faces = tuple(f"{number}" for number in range(52))
    deck, _ = shuffled(faces=faces)
    shown = [
        half
        for card in deck.slots.values()
        for half in (card.masked.C1, card.masked.C2)
    ]
    for elements in ([face_point(face) for face in faces], shown):
        known = set(elements)
        assert len(known) == len(elements)
        for k in (2, 3, 4, 13, 52, ORDER - 1):
            assert not known & {Scalar(k) * P for P in elements}
        assert not known & {P + Q for P, Q in combinations(elements[:52], 2)}


def test_a_face_has_one_element_at_every_table() -> None:
    assert face_point("A♥") != face_point("A♠")
    assert face_point("A♠").encode().hex() == (
        "3af879f37152cb02e0e81ad16d21cc69a58c7673d636926c5567c2dd1708a51c"
    )


@pytest.mark.parametrize(
    ("players", "faces"),
    [
        ((), FACES),
        ((0, 0), FACES),
        ((0, 9), FACES),
        ((0, 1), ()),
        ((0, 1), ("A♠",)),
        ((0, 1), ("A♠",) * 513),
    ],
)
def test_there_is_no_such_deck(
    players: tuple[int, ...], faces: tuple[str, ...]
) -> None:
    with pytest.raises(ValueError):
        Run(shuffle(None, players, EMPTY, faces, b"hand 1", prg("x"))).step()


@pytest.mark.pitfall(4)
def test_players_whose_keys_cancel_out_make_no_deck() -> None:
    keys = Keys({0: G, 1: -G})
    with pytest.raises(ProtocolError, match="cancel"):
        Run(shuffle(None, (0, 1), Cards(keys), FACES, b"hand 1", prg("x"))).step()


def test_equal_faces_are_the_same_card() -> None:
    deck, _ = shuffled(faces=("red", "blue", "red"))
    assert sorted(faces_of(deck)) == ["blue", "red", "red"]


def test_a_new_deck_is_all_that_lies_on_the_table() -> None:
    before = opening(shuffled(faces=(*FACES, "T♠"))[0], (4,)).play()[None][0]
    after = shuffling(cards=before, context=b"hand 2").play()[None]
    assert after.slots.keys() == {0, 1, 2, 3}
    assert sorted(faces_of(after)) == sorted(FACES)
