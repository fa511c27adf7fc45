from collections import Counter
from dataclasses import replace
from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2pgame.protocols.arithmetic.elgamal import token
from p2pgame.protocols.arithmetic.errors import InvalidProof, ProtocolError
from p2pgame.protocols.arithmetic.group import ORDER, Entropy
from p2pgame.protocols.chance import coin
from p2pgame.protocols.deck.cards import Cards, Secrets
from p2pgame.protocols.deck.dealing import open_cards
from p2pgame.protocols.deck.placing import place, read, roll, turn
from p2pgame.protocols.proofs import membership
from p2pgame.protocols.rounds import Run
from tests.protocols.deck.cards_at_hand import (
    EMPTY,
    PLAYERS,
    SEATS,
    SECRETS,
    Dealt,
    opening,
    placing,
    refuse,
    refuse_the_word_of,
    rolling,
    secrets,
    shuffled,
)
from tests.protocols.table import Table, instead, lies, prg

SEA = ("sea", "ship", "mine")
SLOTS = (20, 21, 22, 23)
CHOSEN = ("sea", "ship", "sea", "mine")
HANDS = {0: (30, 31), 2: (32,)}


def honest(context: bytes = b"place 1") -> Table[Dealt]:
    return placing(1, SLOTS, SEA, CHOSEN, context)


def placed() -> Cards:
    return honest().play()[None][0]


@settings(max_examples=10, deadline=None)
@given(
    player=st.sampled_from(PLAYERS),
    faces=st.permutations(["a", "b", "c", "d"]).flatmap(
        lambda faces: st.integers(1, 4).map(lambda n: tuple(faces[:n]))
    ),
    data=st.data(),
    order=st.integers(0, 2**32),
)
def test_a_placement_is_there_for_all_and_its_faces_for_one(
    player: int, faces: tuple[str, ...], data: st.DataObject, order: int
) -> None:
    chosen = tuple(data.draw(st.lists(st.sampled_from(faces), min_size=1, max_size=5)))
    slots = tuple(range(40, 40 + len(chosen)))
    table = placing(player, slots, faces, chosen)
    results = table.play(order)
    cards = results[None][0]
    mine = dict(zip(slots, chosen, strict=True))
    assert results == {seat: (cards, mine if seat == player else {}) for seat in SEATS}
    assert table.said.keys() == {(player, 0)}
    size = 64 * len(slots) + membership.size(len(slots), len(faces))
    assert len(table.said[player, 0]) == size
    for card in cards.on(slots):
        assert (card.players, card.owner, card.faces) == ((player,), player, faces)
        assert (card.shift, card.tokens, card.face) == (None, {}, None)
    assert read(cards, slots, player, Secrets(SECRETS[player])) == mine


@pytest.mark.pitfall(17)
def test_a_placement_opens_cell_by_cell_to_what_was_placed() -> None:
    cards = placed()
    for at, (slot, face) in enumerate(zip(SLOTS, CHOSEN, strict=True)):
        table = opening(cards, (slot,))
        cards, faces = table.play()[None]
        assert faces == (face,)
        assert table.said.keys() == {*((player, 0) for player in range(4)), (1, 1)}
        shown = [T for card in cards.slots.values() for T in card.tokens.values()]
        for hidden in SLOTS[at + 1 :]:
            assert cards[hidden].tokens == {}
            for T in shown:
                with pytest.raises(ProtocolError):
                    cards[hidden].read({1: T})


def test_equal_faces_do_not_look_alike() -> None:
    cards = placing(1, SLOTS, SEA, ("sea",) * 4).play()[None][0]
    halves = {half for c in cards.on(SLOTS) for half in (c.masked.C1, c.masked.C2)}
    assert len(halves) == 8
    assert len({card.origin for card in cards.on(SLOTS)}) == 4


@pytest.mark.parametrize(
    "chosen", [("sea",), CHOSEN[:3], (*CHOSEN, "sea"), ("rock",) * 4, ("",) * 4]
)
def test_nobody_places_what_is_not_asked_for(chosen: tuple[str, ...]) -> None:
    mine = Secrets(SECRETS[1])
    protocol = place(1, 1, EMPTY, SLOTS, SEA, chosen, mine, b"place", prg("x"))
    with pytest.raises(ValueError):
        next(protocol)


def test_a_placement_takes_the_secret_of_ones_share() -> None:
    wrong = Secrets(SECRETS[0])
    protocol = place(1, 1, EMPTY, SLOTS, SEA, CHOSEN, wrong, b"place", prg("x"))
    with pytest.raises(ValueError):
        next(protocol)


@pytest.mark.parametrize(
    ("slots", "why"), [((0,), "lies"), ((20, 3), "lies"), ((20, 20), "twice")]
)
def test_nothing_is_placed_or_rolled_where_something_lies(
    slots: tuple[int, ...], why: str
) -> None:
    cards, _ = shuffled()
    for protocol in (
        place(None, 1, cards, slots, SEA, None, None, b"place", prg("x")),
        roll(None, cards, {1: slots}, 6, None, b"roll", prg("x")),
        roll(None, cards, {1: slots[:1], 0: slots}, 6, None, b"roll", prg("x")),
    ):
        with pytest.raises(ValueError, match=f"{why}|twice"):
            next(protocol)


@pytest.mark.pitfall(8)
@pytest.mark.pitfall(9)
def test_a_changed_placement_names_its_author() -> None:
    table = honest()
    table.play()
    message = table.said[1, 0]
    cell, other, rest = message[:64], message[64:128], message[128:]
    larger = int.from_bytes(message[-32:], "little") + ORDER
    changed = [
        other + cell + rest,
        cell + cell + rest,
        bytes(32) + message[32:],
        cell[:32] + bytes(32) + message[64:],
        message[:31] + bytes([message[31] | 0x80]) + message[32:],
        message[:-32] + larger.to_bytes(32, "little"),
        message[:256],
        message[64:],
        cell + message,
    ]
    for lie in [*lies(message), *changed]:
        refuse(honest(), instead(1, 0, lie), 1)


@pytest.mark.parametrize(
    ("faces", "chosen"),
    [
        (("sea", "ship", "rock"), ("sea", "ship", "sea", "rock")),
        (("ship", "sea", "mine"), CHOSEN),
        (("sea", "ship", "sea ship"), ("sea ship",) * 4),
    ],
)
def test_a_face_that_is_not_allowed_cannot_be_placed(
    faces: tuple[str, ...], chosen: tuple[str, ...]
) -> None:
    """Not with a program that thinks it is, nor in another order."""
    mine = Secrets(SECRETS[1])
    lie = place(1, 1, EMPTY, SLOTS, faces, chosen, mine, b"place 1", prg("x"))
    refuse_the_word_of(honest(), 1, lie)


@pytest.mark.pitfall(3)
def test_a_placement_is_void_elsewhere() -> None:
    moved = tuple(slot + 1 for slot in SLOTS)
    for elsewhere in (
        honest(b"place 2"),
        placing(1, SLOTS[::-1], SEA, CHOSEN),
        placing(1, moved, SEA, CHOSEN),
    ):
        elsewhere.play()
        refuse(honest(), instead(1, 0, elsewhere.said[1, 0]), 1)


@pytest.mark.pitfall(24)
def test_nobody_places_a_copy_of_what_another_placed() -> None:
    of_1, of_2 = honest(), placing(2, SLOTS, SEA, CHOSEN)
    of_1.play()
    refuse(of_2, instead(2, 0, of_1.said[1, 0]), 2)


@pytest.mark.pitfall(3)
@pytest.mark.pitfall(30)
def test_a_token_opens_the_cell_of_one_placement_only() -> None:
    """Even when a cell is masked by the same numbers a second time."""
    here, there = placed(), honest(b"place 2").play()[None][0]
    twin = here.change({20: replace(here[20], origin=there[20].origin)})
    for lie in (there, twin):
        protocol = open_cards(
            1, lie, (20,), Secrets(SECRETS[1]), b"open 1", prg("cheat")
        )
        refuse_the_word_of(opening(here, (20,)), 1, protocol)


@pytest.mark.pitfall(30)
def test_a_cell_comes_from_its_own_masks_and_not_only_from_its_occasion() -> None:
    mine = secrets(1)
    again = place(1, 1, EMPTY, SLOTS, SEA, CHOSEN, mine, b"place 1", prg("again"))
    other = honest()
    other.runs[1] = Run(again)
    origins = [
        {card.origin for card in table.play()[None][0].on(SLOTS)}
        for table in (honest(), other)
    ]
    assert not origins[0] & origins[1]


@pytest.mark.pitfall(22)
def test_who_places_nothing_is_waited_for() -> None:
    table = honest()
    assert table.play(tamper=instead(1, 0, None)) == {}
    assert all(run.waiting_for == {1} for run in table.runs.values())
    silent = place(1, 1, EMPTY, SLOTS, SEA, None, secrets(1), b"place 1", prg("x"))
    assert Run(silent).step() is None


def loaded(sides: int, dice: int) -> Entropy:
    """Return entropy that makes an honest program place only zeros."""
    for i in count():
        first = i.to_bytes(coin.SIZE, "little")
        if not any(coin.roll(first, sides, dice)):
            break
    rest, draws = prg("loaded"), iter([first])
    return lambda n: next(draws, b"") or rest(n)


@pytest.mark.parametrize("order", range(3))
def test_private_dice_are_known_to_their_players_alone(order: int) -> None:
    table = rolling(HANDS, 6)
    results = table.play(order)
    assert results == dict.fromkeys(SEATS, results[None])
    assert table.said.keys() == {(0, 0), (2, 0)}
    cards = turn(results[None], HANDS, 6, b"seed")
    assert [card.shift for card in cards.on((30, 31, 32))] == [
        *coin.roll(b"seed", 6, 3)
    ]
    for player, slots in HANDS.items():
        mine = read(cards, slots, player, Secrets(SECRETS[player]))
        assert opening(cards, slots).play()[None][1] == tuple(mine.values())
        for slot in slots:
            card = cards[slot]
            with pytest.raises(ValueError):
                card.read({})
            for other in {*PLAYERS} - {player}:
                T = token(card.masked, SECRETS[other])
                with pytest.raises(ProtocolError):
                    card.read({player: T})
                with pytest.raises(ValueError):
                    card.read({other: T})


def test_a_die_is_uniform_if_its_player_is_fair_or_if_the_others_are() -> None:
    """Each number placed, turned on by each: every value comes up as often."""
    faces = tuple(map(str, range(6)))
    slots = tuple(range(6))
    cards, mine = placing(0, slots, faces, faces).play()[0]
    values: dict[tuple[str, int], str] = {}
    for shift in range(6):
        turned = {slot: replace(cards[slot], shift=shift) for slot in slots}
        seen = read(cards.change(turned), slots, 0, Secrets(SECRETS[0]))
        values |= {(mine[slot], shift): seen[slot] for slot in slots}
    for fixed in range(6):
        assert {values[str(fixed), shift] for shift in range(6)} == {*faces}
        assert {values[face, fixed] for face in faces} == {*faces}


def test_who_always_places_zero_gets_what_all_roll() -> None:
    hands = {1: (0, 1, 2)}
    table = rolling(hands, 6)
    cheat = loaded(6, 3)
    table.runs[1] = Run(roll(1, EMPTY, hands, 6, Secrets(SECRETS[1]), b"roll 1", cheat))
    cards = table.play()[None]
    assert [*read(cards, (0, 1, 2), 1, Secrets(SECRETS[1])).values()] == ["0"] * 3
    for seed in (b"a", b"b", b"c"):
        shifts = coin.roll(seed, 6, 3)
        opened = opening(turn(cards, hands, 6, seed), (0, 1, 2)).play()[None][1]
        assert opened == tuple(map(str, shifts))


def test_an_honest_player_s_numbers_are_spread_whatever_all_roll() -> None:
    hands = {1: tuple(range(120))}
    cards = rolling(hands, 3).play()[None]
    mine = read(turn(cards, hands, 3, b"x"), hands[1], 1, Secrets(SECRETS[1]))
    counts = Counter(mine.values())
    assert {*counts} == {"0", "1", "2"}
    assert min(counts.values()) > 20


def test_a_die_keeps_its_number_once_it_lies() -> None:
    """Turned on, it is still the same ciphertext, and opens with the same token."""
    cards = rolling(HANDS, 6).play()[None]
    turned = turn(cards, HANDS, 6, b"seed")
    for slot in (30, 31, 32):
        assert turned[slot].masked == cards[slot].masked
        assert turned[slot].origin == cards[slot].origin
    first = opening(turned, (30,)).play()[None]
    assert opening(first[0], (30,), b"open 2").play()[None] == first


def test_dice_turn_by_rising_player_and_each_for_itself() -> None:
    hands = {2: (5,), 0: (9, 7)}
    cards = rolling(hands, 2).play()[None]
    turned = turn(cards, hands, 1000, b"seed")
    shifts = coin.roll(b"seed", 1000, 3)
    assert [turned[slot].shift for slot in (9, 7, 5)] == [*shifts]
    assert len({*shifts}) == 3


@pytest.mark.parametrize("culprit", [0, 2])
def test_false_dice_name_who_laid_them(culprit: int) -> None:
    table = rolling(HANDS, 6)
    table.play()
    message = table.said[culprit, 0]
    other = table.said[2 - culprit, 0]
    another = rolling(HANDS, 6, b"roll 2")
    another.play()
    for lie in [*lies(message), other, another.said[culprit, 0], message[64:]]:
        refuse(rolling(HANDS, 6), instead(culprit, 0, lie), culprit)


def test_a_number_that_the_die_does_not_have_is_refused() -> None:
    hands = {1: (0,)}
    faces = ("0", "1", "6")
    protocol = place(1, 1, EMPTY, (0,), faces, ("6",), secrets(1), b"roll 1", prg("x"))
    refuse(rolling(hands, 3), instead(1, 0, Run(protocol).step()), 1)
    six = rolling(hands, 6)
    six.play()
    refuse(rolling(hands, 3), instead(1, 0, six.said[1, 0]), 1)


def test_a_spectator_s_error_says_what_was_wrong() -> None:
    table = honest()
    table.play(tamper=lambda p, r, m: m[:-1] + bytes([m[-1] ^ 1]))
    assert isinstance(table.errors[None], InvalidProof)
