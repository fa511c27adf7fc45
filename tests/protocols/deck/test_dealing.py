"""A card is seen by whom it is dealt to, and by everybody when it is opened."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from p2pgame.protocols.arithmetic.errors import ProtocolError
from p2pgame.protocols.arithmetic.group import Element, Scalar
from p2pgame.protocols.deck.cards import Cards, Secrets
from p2pgame.protocols.deck.dealing import deal, open_cards
from p2pgame.protocols.rounds import Run
from p2pgame.protocols.threshold.keys import Keys
from tests.protocols.deck.cards_at_hand import (
    KEYS,
    PLAYERS,
    SEATS,
    SECRETS,
    dealing,
    faces_of,
    opening,
    refuse,
    shuffled,
    shuffling,
)
from tests.protocols.table import instead, prg


def test_a_hand_with_a_whole_pack_of_cards() -> None:
    faces = tuple(rank + suit for suit in "♠♥♦♣" for rank in "23456789TJQKA")
    deck, said = shuffled(faces=faces)
    assert {len(message) for message in said.values()} == {8608}
    hands = {slot: slot % 3 for slot in range(39)}
    results = dealing(deck, hands).play()
    deck = results[None][0]
    _, opened = opening(deck, tuple(range(52))).play()[None]
    assert sorted(opened) == sorted(faces)
    assert opened != faces
    for player in PLAYERS:
        mine = {slot: opened[slot] for slot in range(39) if slot % 3 == player}
        assert results[player] == (deck, mine)


@pytest.mark.parametrize("order", range(5))
def test_a_card_is_seen_by_whom_it_is_dealt_to_and_by_nobody_else(order: int) -> None:
    deck, _ = shuffled()
    faces = faces_of(deck)
    results = dealing(deck, {0: 2, 1: 0, 3: 2}).play(order)
    after = results[None][0]
    assert results == {
        0: (after, {1: faces[1]}),
        1: (after, {}),
        2: (after, {0: faces[0], 3: faces[3]}),
        3: (after, {}),
        None: (after, {}),
    }
    assert [after[slot].owner for slot in range(4)] == [2, 0, None, 2]
    assert [{*after[slot].tokens} for slot in range(4)] == [
        {0, 1},
        {1, 2},
        {*()},
        {0, 1},
    ]
    assert not any(card.face for card in after.slots.values())


def test_tokens_are_published_once() -> None:
    deck = dealing(shuffled()[0], {0: 1}).play()[None][0]
    again = dealing(deck, {0: 1, 2: 1})
    result = again.play()[1]
    assert result[1].keys() == {0, 2}
    assert {len(again.said[player, 1]) for player in (0, 2)} == {32 + 96}
    nothing_new = dealing(result[0], {0: 1, 2: 1})
    assert nothing_new.play()[1] == result
    assert nothing_new.said == {}


def test_a_deck_remembers_what_was_dealt_and_opened_before() -> None:
    deck, faces = opening(shuffled()[0], (2,)).play()[None]
    deck = dealing(deck, {0: 1}).play()[None][0]
    deck = dealing(deck, {3: 0}).play()[None][0]
    deck, more = opening(deck, (0,)).play()[None]
    assert [deck[slot].owner for slot in range(4)] == [1, None, None, 0]
    assert [deck[slot].face for slot in range(4)] == [*more, None, *faces, None]
    assert [len(deck[slot].tokens) for slot in range(4)] == [3, 0, 3, 2]


def test_only_those_who_owe_a_token_are_waited_for() -> None:
    two = Keys({player: KEYS.shares[player] for player in (0, 1)})
    deck = shuffling((0, 1), cards=Cards(two)).play()[None]
    table = dealing(deck, {0: 1, 1: 1})
    table.play()
    assert table.said.keys() == {(0, 0)}
    deck, _ = shuffled()
    deck = dealing(deck, {0: 1}).play()[None][0]
    showdown = opening(deck, (0,))
    showdown.play()
    assert showdown.said.keys() == {*((player, 0) for player in range(4)), (1, 1)}


@pytest.mark.pitfall(28)
@pytest.mark.pitfall(29)
@pytest.mark.parametrize("silent", [*PLAYERS, 3])
def test_no_token_is_shown_before_all_agree_on_the_history(silent: int) -> None:
    """Not before those who hold no card agree: others might lie to them."""
    deck, _ = shuffled()
    table = dealing(deck, {0: 0, 1: 1, 2: 2})
    assert table.play(tamper=instead(silent, 0, None)) == {}
    assert table.said == {(player, 0): b"" for player in range(4)}
    for run in table.runs.values():
        assert run.waiting_for == {silent}


@pytest.mark.parametrize("culprit", PLAYERS)
def test_agreement_is_an_empty_word(culprit: int) -> None:
    deck, _ = shuffled()
    refuse(dealing(deck, {0: 0}), instead(culprit, 0, b"yes"), culprit)


@pytest.mark.pitfall(22)
@pytest.mark.parametrize("silent", PLAYERS)
def test_a_player_who_withholds_tokens_is_waited_for(silent: int) -> None:
    deck, _ = shuffled()
    for table in (dealing(deck, {0: 0, 1: 1}), opening(deck, (0,))):
        assert table.play(tamper=instead(silent, 1, None)) == {}
        for run in table.runs.values():
            assert (run.round, *run.waiting_for) == (1, silent)


@pytest.mark.parametrize(
    "hands",
    [{4: 0}, {-1: 0}, {0: 3}, {0: 9}, {1: 0}],
    ids=["beyond", "negative", "out of the game", "nobody", "another's"],
)
def test_there_is_no_such_deal(hands: dict[int, int]) -> None:
    deck = dealing(shuffled()[0], {1: 1}).play()[None][0]
    with pytest.raises(ValueError):
        Run(deal(None, deck, hands, None, b"deal 2", prg("x"))).step()


@pytest.mark.parametrize("wrong", [None, Scalar(1), SECRETS[1]])
def test_a_player_deals_with_the_secret_of_its_share(wrong: Scalar | None) -> None:
    deck, _ = shuffled()
    mine = None if wrong is None else Secrets(wrong)
    for protocol in (
        deal(0, deck, {0: 1}, mine, b"deal", prg("x")),
        open_cards(0, deck, (0,), mine, b"open", prg("x")),
    ):
        with pytest.raises(ValueError, match="secret"):
            next(protocol)


@pytest.mark.parametrize("order", range(5))
def test_opened_cards_are_seen_by_everybody(order: int) -> None:
    deck, _ = shuffled()
    faces = faces_of(deck)
    results = opening(deck, (3, 0)).play(order)
    after = results[None][0]
    assert results == dict.fromkeys(SEATS, (after, (faces[3], faces[0])))
    assert [after[slot].face for slot in range(4)] == [faces[0], None, None, faces[3]]


def test_an_open_card_is_opened_again_without_a_word() -> None:
    deck, faces = opening(shuffled()[0], (1, 2)).play()[None]
    again = opening(deck, (2, 1))
    assert again.play()[None] == (deck, faces[::-1])
    assert again.said == {}
    more = opening(deck, (0, 1))
    more.play()
    assert {len(more.said[player, 1]) for player in PLAYERS} == {32 + 96}


def test_an_open_card_may_still_be_dealt() -> None:
    deck, faces = opening(shuffled()[0], (1,)).play()[None]
    table = dealing(deck, {1: 2})
    assert table.play()[2][1] == {1: faces[0]}
    assert table.said == {}


@pytest.mark.pitfall(17)
def test_what_was_not_opened_stays_hidden_after_the_showdown() -> None:
    deck, _ = shuffled()
    deck = dealing(deck, {0: 0, 1: 1, 2: 2}).play()[None][0]
    deck = opening(deck, (0, 1)).play()[None][0]
    published = [T for card in deck.slots.values() for T in card.tokens.values()]
    folded, undealt = deck[2], deck[3]
    assert folded.tokens.keys() == {0, 1}
    assert undealt.tokens == {}
    for card, missing in ((folded, [2]), (undealt, [0, 1, 2])):
        with pytest.raises(ValueError):
            card.read(card.tokens)
        for T in published:
            with pytest.raises(ProtocolError, match="none of its faces"):
                card.read({**card.tokens, **dict.fromkeys(missing, T)})


@pytest.mark.pitfall(25)
def test_a_card_is_read_with_exactly_the_tokens_of_its_players() -> None:
    deck, faces = opening(shuffled()[0], (0,)).play()[None]
    card, tokens = deck[0], deck[0].tokens
    assert card.read(tokens) == faces[0]
    wrong: list[Mapping[int, Element]] = [
        {},
        *({p: tokens[p] for p in PLAYERS if p != without} for without in PLAYERS),
        {**tokens, 3: tokens[0]},
        {0: tokens[0], 1: tokens[1], 3: tokens[2]},
    ]
    for some in wrong:
        with pytest.raises(ValueError, match="each of its players"):
            card.read(some)
    doubled = {**tokens, 2: tokens[1]}
    with pytest.raises(ProtocolError) as caught:
        card.read(doubled)
    assert caught.value.culprit is None


@pytest.mark.parametrize("slots", [(4,), (-1,), (0, 0), (0, 1, 0)])
def test_there_is_nothing_to_open_there(slots: tuple[int, ...]) -> None:
    deck, _ = shuffled()
    with pytest.raises(ValueError):
        Run(open_cards(None, deck, slots, None, b"open", prg("x"))).step()


def test_a_lone_player_shuffles_deals_and_opens() -> None:
    deck, _ = shuffled((1,))
    table = dealing(deck, {0: 1})
    dealt, faces = table.play()[1]
    assert table.said == {}
    assert faces == {0: faces_of(deck)[0]}
    assert opening(dealt, (0,)).play()[None][1] == (faces[0],)


def test_secrets_show_nothing() -> None:
    mine = Secrets(SECRETS[0], {1: SECRETS[1]})
    assert repr(mine) == "Secrets()"
