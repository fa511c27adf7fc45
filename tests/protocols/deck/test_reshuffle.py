from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2pgame.protocols.arithmetic.elgamal import Masked, start, token
from p2pgame.protocols.arithmetic.errors import InvalidProof, ProtocolError
from p2pgame.protocols.arithmetic.group import Element, G, Scalar
from p2pgame.protocols.deck import stage
from p2pgame.protocols.deck.cards import Card, Cards, face_point
from p2pgame.protocols.deck.dealing import reshuffle
from p2pgame.protocols.deck.placing import turn
from p2pgame.protocols.proofs import remasking
from p2pgame.protocols.rounds import Run
from tests.protocols.deck.cards_at_hand import (
    FACES,
    KEYS,
    PLAYERS,
    SECRETS,
    dealing,
    faces_of,
    mixing,
    opening,
    placing,
    refuse,
    refuse_the_word_of,
    rolling,
    shuffled,
)
from tests.protocols.table import Table, instead, lies, prg


def faces_on(cards: Cards, slots: Sequence[int]) -> tuple[str, ...]:
    by_slot = dict(zip(sorted(cards.slots), faces_of(cards), strict=True))
    return tuple(by_slot[slot] for slot in slots)


def opened(slots: tuple[int, ...]) -> Cards:
    return opening(shuffled()[0], slots).play()[None][0]


def cannot_be_read(card: Card, by_player: dict[int, list[Element]]) -> None:
    """Check that no choice of one token for each player shows a face."""
    assert {*by_player} == {*card.players}
    for chosen in product(*by_player.values()):
        with pytest.raises(ProtocolError, match="none of its faces"):
            card.read(dict(zip(by_player, chosen, strict=True)))


@settings(max_examples=10, deadline=None)
@given(
    shown=st.frozensets(st.integers(0, 3)),
    slots=st.permutations(range(4)).flatmap(
        lambda order: st.integers(1, 4).map(lambda n: tuple(order[:n]))
    ),
    players=st.sampled_from([(0, 2), (1, 0), (2, 0, 1)]),
    order=st.integers(0, 2**32),
)
def test_what_is_mixed_is_the_same_cards_hidden_on_new_slots(
    shown: frozenset[int], slots: tuple[int, ...], players: tuple[int, ...], order: int
) -> None:
    """Open, hidden or both; many, or a single one."""
    before = opened(tuple(shown)) if shown else shuffled()[0]
    table = mixing(before, slots, 7, players)
    results = table.play(order)
    after = results[None]
    assert results == dict.fromkeys(table.runs, after)
    piled = tuple(range(7, 7 + len(slots)))
    assert after.slots.keys() == {*range(4)} - {*slots} | {*piled}
    assert sorted(faces_on(after, piled)) == sorted(faces_on(before, slots))
    holders = players if shown >= {*slots} else PLAYERS
    for card in after.on(piled):
        assert (card.players, card.faces) == (holders, FACES)
        assert (card.tokens, card.owner, card.face) == ({}, None, None)


def test_who_mixes_a_pile_changes_its_order() -> None:
    orders = set()
    for context in range(8):
        table = mixing(shuffled()[0], (0, 1, 2, 3), 0, (1, 2), b"%d" % context)
        orders.add(faces_of(table.play()[None]))
    assert len(orders) > 3


def test_what_was_mixed_is_dealt_and_opened_like_any_card() -> None:
    after = mixing(opened((0, 1)), (0, 1, 2, 3)).play()[None]
    faces = faces_on(after, (10, 11, 12, 13))
    results = dealing(after, {11: 0, 12: 2}).play()
    assert results[0][1] == {11: faces[1]}
    assert results[2][1] == {12: faces[2]}
    assert results[1][1] == {}
    again = opening(results[None][0], (10, 12)).play()[None]
    assert again[1] == (faces[0], faces[2])


def test_open_cards_come_in_as_their_faces_and_not_as_they_were_masked() -> None:
    """So what somebody once did to their masks is gone."""
    before = opened((0, 1, 2, 3))
    forged = before.change(
        {slot: replace(before[slot], masked=before[0].masked) for slot in range(4)}
    )
    after = mixing(forged, (0, 1, 2, 3)).play()[None]
    assert sorted(faces_of(after)) == sorted(FACES)


def test_a_pile_of_two_decks_has_the_faces_of_both() -> None:
    hand_2 = shuffled(faces=("A♠", "A♥"), context=b"hand 2")[0]
    both = shuffled()[0].lay({slot + 4: hand_2[slot] for slot in (0, 1)})
    after = mixing(both, (0, 1, 4, 5)).play()[None]
    assert after[10].faces == (*FACES, "A♥")
    assert sorted(faces_on(after, range(10, 14))) == sorted(
        faces_on(both, (0, 1, 4, 5))
    )


@pytest.mark.pitfall(17)
@pytest.mark.parametrize("slots", [(0,), (0, 1, 2)])
def test_old_tokens_open_nothing_that_was_mixed(slots: tuple[int, ...]) -> None:
    """Not even together with what one player may make with its own secret."""
    before = dealing(opened((1,)), {0: 1}).play()[None][0]
    after = mixing(before, slots).play()[None]
    old = [T for card in before.slots.values() for T in card.tokens.values()]
    for slot in range(10, 10 + len(slots)):
        card = after[slot]
        for me in PLAYERS:
            mine = [token(card.masked, SECRETS[me])]
            cannot_be_read(card, {p: mine if p == me else old for p in PLAYERS})


@pytest.mark.pitfall(17)
@pytest.mark.parametrize("slots", [(0,), (0, 1)])
def test_cards_pass_hidden_from_one_player_to_another(slots: tuple[int, ...]) -> None:
    hand = dealing(shuffled()[0], {0: 0, 1: 0, 2: 2}).play()[None][0]
    passed = mixing(hand, slots, 10, players=(0,)).play()[None]
    new = tuple(range(10, 10 + len(slots)))
    results = dealing(passed, dict.fromkeys(new, 1)).play()
    after = results[None][0]
    assert sorted(results[1][1].values()) == sorted(faces_on(hand, slots))
    assert results[0][1] == results[2][1] == {}
    assert all(after[slot].owner == 1 for slot in new)

    old = [hand[slot] for slot in slots]
    for slot in new:
        card = after[slot]
        assert card.tokens.keys() == {0, 2}
        of_1 = [
            *(token(one.masked, SECRETS[p]) for one in old for p in PLAYERS),
            *(T for one in old for T in one.tokens.values()),
            *(token(card.masked, SECRETS[p]) for p in (0, 2)),
        ]
        known: dict[int, list[Element]] = {p: [T] for p, T in card.tokens.items()}
        cannot_be_read(card, {**known, 1: of_1})
        opened = opening(after, (slot,)).play()[None][1]
        assert opened == (results[1][1][slot],)


def test_a_player_who_has_no_part_in_the_cards_may_mix_them() -> None:
    deck, _ = shuffled((0, 1))
    after = mixing(deck, (0, 1, 2), players=(2, 0)).play()[None]
    assert after[10].players == (0, 1)
    assert sorted(faces_on(after, (10, 11, 12))) == sorted(faces_on(deck, (0, 1, 2)))


@pytest.mark.pitfall(17)
def test_whoever_remasks_a_card_alone_could_read_it_when_it_is_dealt_on() -> None:
    """What a table refuses: player 2 has no part in the card, its holders are honest.

    The card was player 1's, and goes to player 0.  Each of them gives one token, for
    the card before or after; player 2 makes the later one into one for the card
    before, as it knows the mask.
    """
    before = dealing(shuffled((0, 1))[0], {0: 1}).play()[None][0]
    first = before[0]
    mask = Scalar(10**40)
    joint = KEYS.joint((0, 1))
    remasked = Masked(first.masked.C1 + mask * G, first.masked.C2 + mask * joint)
    token_of_1 = token(remasked, SECRETS[1])  # for the deal to player 0
    stripped = token_of_1 + -(mask * KEYS.shares[1])
    read = first.read({0: first.tokens[0], 1: stripped})
    assert read == faces_on(before, (0,))[0]


@pytest.mark.pitfall(17)
@pytest.mark.parametrize("slots", [(0,), (1,), (0, 1), (2,)])
@pytest.mark.parametrize("mixer", PLAYERS)
def test_one_player_alone_mixes_only_cards_that_were_dealt_to_it(
    slots: tuple[int, ...], mixer: int
) -> None:
    """Slot 0 was dealt to player 0, 1 to player 1, and 2 is open."""
    cards = opening(dealing(shuffled()[0], {0: 0, 1: 1}).play()[None][0], (2,))
    run = Run(
        reshuffle(None, (mixer,), cards.play()[None][0], slots, 10, b"mix", prg("x"))
    )
    if slots == (mixer,) and mixer < 2:
        run.step()
        return
    with pytest.raises(ValueError, match="were not dealt to it"):
        run.step()


@pytest.mark.parametrize(
    ("slots", "first", "players", "why"),
    [
        ((0, 1), 3, PLAYERS, "something lies"),
        ((0, 1), 2, PLAYERS, "something lies"),
        ((0,), 3, PLAYERS, "something lies"),
        ((0, 9), 10, PLAYERS, "nothing lies"),
        ((0, 0), 10, PLAYERS, "twice"),
        ((), 10, PLAYERS, "no pile"),
        ((0, 1), 10, (), "somebody"),
        ((0, 20), 30, PLAYERS, "do not open alike"),
        ((20, 21), 30, PLAYERS, "do not open alike"),
        ((22,), 30, PLAYERS, "die"),
        ((23,), 30, PLAYERS, "die"),
        ((22, 0), 30, PLAYERS, "die"),
    ],
)
def test_there_is_no_such_pile(
    slots: tuple[int, ...], first: int, players: tuple[int, ...], why: str
) -> None:
    cards = placing(0, (20,), ("sea", "ship"), ("sea",)).play()[None][0]
    cards = placing(1, (21,), ("sea", "ship"), ("sea",), cards=cards).play()[None][0]
    hands = {0: (22, 23)}
    cards = rolling(hands, 2, cards=cards).play()[None]
    cards = turn(cards, hands, 2, b"seed 4")
    assert {cards[22].shift, cards[23].shift} == {0, 1}
    cards = cards.lay(shuffled()[0].slots)
    run = Run(reshuffle(None, players, cards, slots, first, b"mix", prg("x")))
    with pytest.raises(ValueError, match=why):
        run.step()


def test_an_open_cell_that_was_placed_may_be_mixed_with_cards() -> None:
    cards = placing(0, (20,), ("sea", "ship"), ("ship",)).play()[None][0]
    cards = opening(cards.lay(shuffled()[0].slots), (20,)).play()[None][0]
    after = mixing(cards, (0, 20)).play()[None]
    assert {*faces_on(after, (10, 11))} == {*faces_on(cards, (0,)), "ship"}


def test_a_pile_may_lie_where_it_lay() -> None:
    after = mixing(shuffled()[0], (1, 2), 1).play()[None]
    assert after.slots.keys() == {0, 1, 2, 3}


@pytest.mark.pitfall(30)
@pytest.mark.parametrize("cheat", PLAYERS)
def test_a_card_that_was_not_in_the_pile_cannot_come_in(cheat: int) -> None:
    """The cheat's program mixes another's card in, to have it opened as its own."""
    deck = dealing(shuffled()[0], {3: (cheat + 1) % 3}).play()[None][0]
    for smuggled in (
        replace(deck[0], masked=deck[3].masked),
        replace(deck[0], origin=deck[3].origin),
        replace(deck[3], tokens={}, owner=None),
    ):
        lie = deck.change({0: smuggled})
        protocol = reshuffle(cheat, PLAYERS, lie, (0, 1), 10, b"mix 1", prg("cheat"))
        refuse_the_word_of(mixing(deck, (0, 1)), cheat, protocol)


@pytest.mark.pitfall(30)
@pytest.mark.parametrize("cheat", PLAYERS)
def test_an_open_card_cannot_come_in_as_another_face(cheat: int) -> None:
    deck = opened((0, 1))
    lie = deck.change({0: replace(deck[0], face=deck[1].face)})
    protocol = reshuffle(cheat, PLAYERS, lie, (0, 1), 10, b"mix 1", prg("cheat"))
    refuse_the_word_of(mixing(deck, (0, 1)), cheat, protocol)


@pytest.mark.pitfall(30)
@pytest.mark.parametrize("cheat", PLAYERS)
def test_a_single_card_cannot_be_swapped_for_another(cheat: int) -> None:
    """The cheat says of another card all that is true of it."""
    deck = opened((1,))
    now = stage.again(
        PLAYERS, PLAYERS, KEYS, (deck[0].masked,), (deck[0].origin,), b"mix 1"
    )
    honest = mixing(deck, (0,))
    honest.play()
    for player in range(cheat):
        after = Masked.decode(honest.said[player, player][:64])
        now = now.then(player, (after,))
    for other in (deck[3].masked, start(face_point("A♠"))):
        bound = now.transcript(cheat)
        lie = remasking.remask(other, now.key, bound, prg("cheat"))
        refuse(mixing(deck, (0,)), instead(cheat, cheat, lie), cheat)


@pytest.mark.pitfall(3)
@pytest.mark.parametrize("slots", [(0, 1), (0,)])
def test_what_was_mixed_elsewhere_is_void(slots: tuple[int, ...]) -> None:
    deck, _ = shuffled()
    twin = deck.change({0: replace(deck[0], origin=bytes(40))})
    for elsewhere in (
        mixing(deck, slots, context=b"mix 2"),
        mixing(deck, slots, players=(0, 2, 1)),
        mixing(twin, slots),
        mixing(deck, (2, 3)[: len(slots)]),
    ):
        elsewhere.play()
        refuse(mixing(deck, slots), instead(0, 0, elsewhere.said[0, 0]), 0)
    honest = mixing(deck, slots, players=(1, 0))
    honest.play()
    refuse(mixing(deck, slots, players=(0, 1)), instead(0, 0, honest.said[1, 0]), 0)


@pytest.mark.pitfall(7)
@pytest.mark.pitfall(8)
@pytest.mark.parametrize("culprit", PLAYERS)
@pytest.mark.parametrize("slots", [(0, 1), (2,)])
def test_changed_words_name_their_author(culprit: int, slots: tuple[int, ...]) -> None:
    deck, _ = shuffled()
    honest = mixing(deck, slots)
    honest.play()
    message = honest.said[culprit, culprit]
    end = 64 * len(slots)
    other = deck[3].masked.encode()
    changed = [other + message[64:], bytes(64) + message[64:], message[:end]]
    for lie in [*lies(message), *changed]:
        refuse(mixing(deck, slots), instead(culprit, culprit, lie), culprit)


def test_a_single_card_is_remasked_by_one_after_the_other() -> None:
    table = mixing(shuffled()[0], (2,))
    after = table.play()[None]
    assert table.said.keys() == {(player, player) for player in PLAYERS}
    assert {len(message) for message in table.said.values()} == {remasking.SIZE}
    halves = {message[:64] for message in table.said.values()}
    assert after[10].masked.encode() == table.said[2, 2][:64]
    assert len(halves) == 3


@pytest.mark.parametrize("culprit", PLAYERS)
def test_a_single_card_that_is_not_remasked_names_who_did_not(culprit: int) -> None:
    deck, _ = shuffled()
    honest = mixing(deck, (2,))
    honest.play()
    before = deck[2].masked.encode()
    if culprit:
        before = honest.said[culprit - 1, culprit - 1][:64]
    lie = before + honest.said[culprit, culprit][64:]
    table = mixing(deck, (2,))
    refuse(table, instead(culprit, culprit, lie), culprit)
    assert all(isinstance(error, InvalidProof) for error in table.errors.values())


@pytest.mark.pitfall(22)
@pytest.mark.parametrize("silent", PLAYERS)
@pytest.mark.parametrize("slots", [(0, 1), (0,)])
def test_a_player_who_will_not_mix_is_waited_for(
    silent: int, slots: tuple[int, ...]
) -> None:
    table: Table[Cards] = mixing(shuffled()[0], slots)
    assert table.play(tamper=instead(silent, silent, None)) == {}
    for run in table.runs.values():
        assert (run.round, *run.waiting_for) == (silent, silent)
