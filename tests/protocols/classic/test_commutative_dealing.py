"""Locked cards are dealt to one, opened to all, and all of them shown by an audit."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from p2pgame.protocols.arithmetic.errors import (
    InvalidEncoding,
    InvalidOpening,
    ProtocolError,
)
from p2pgame.protocols.arithmetic.group import Scalar
from p2pgame.protocols.classic.commutative import audit, deal, open_cards
from p2pgame.protocols.rounds import Run
from tests.protocols.classic.locked import PLAYERS, SEATS, refuse, shuffled
from tests.protocols.table import instead, lies


@pytest.mark.parametrize("order", range(5))
def test_a_card_is_seen_by_whom_it_is_dealt_to_and_by_nobody_else(order: int) -> None:
    game, _ = shuffled()
    faces = game.faces
    results = game.dealing({0: 2, 1: 0, 3: 2}).play(order)
    after = results[None][0]
    assert results == {
        0: (after, {1: faces[1]}),
        1: (after, {}),
        2: (after, {0: faces[0], 3: faces[3]}),
        3: (after, {}),
        None: (after, {}),
    }
    assert after.dealt == {0: 2, 1: 0, 3: 2}
    assert {slot: set(keys) for slot, keys in after.keys.items()} == {
        0: {0, 1},
        1: {1, 2},
        3: {0, 1},
    }


@pytest.mark.parametrize("order", range(5))
def test_opened_cards_are_seen_by_everybody(order: int) -> None:
    game, _ = shuffled()
    faces = game.faces
    results = game.opening(3, 0).play(order)
    after = results[None][0]
    assert results == dict.fromkeys(SEATS, (after, (faces[3], faces[0])))
    assert after.opened == {3: faces[3], 0: faces[0]}


def test_keys_are_published_once() -> None:
    game = shuffled()[0].dealt({0: 1})
    more = game.dealing({0: 1, 2: 1})
    results = more.play()
    assert results[1][1].keys() == {0, 2}
    assert {len(more.said[player, 1]) for player in (0, 2)} == {32}
    nothing_new = game.now(results[1][0]).dealing({0: 1, 2: 1})
    assert nothing_new.play()[1] == results[1]
    assert nothing_new.said == {}


def test_an_open_card_is_opened_and_dealt_again_without_a_word() -> None:
    game = shuffled()[0].opened(1, 2)
    again, dealing = game.opening(2, 1), game.dealing({1: 2})
    assert again.play()[None] == (game.deck, (game.faces[2], game.faces[1]))
    assert dealing.play()[2][1] == {1: game.faces[1]}
    assert again.said == dealing.said == {}


def test_only_those_who_owe_a_key_are_waited_for() -> None:
    table = shuffled((0, 1))[0].dealing({0: 1, 1: 1})
    table.play()
    assert table.said.keys() == {(0, 0)}
    showdown = shuffled()[0].dealt({0: 1}).opening(0)
    showdown.play()
    assert showdown.said.keys() == {(0, 0), (1, 0), (2, 0), (1, 1)}


@pytest.mark.pitfall(28)
@pytest.mark.pitfall(29)
@pytest.mark.parametrize("silent", PLAYERS)
def test_nothing_is_shown_before_all_agree_on_the_history(silent: int) -> None:
    game, _ = shuffled()
    for table in (game.dealing({0: 0, 1: 1, 2: 2}), game.opening(0), game.auditing()):
        assert table.play(tamper=instead(silent, 0, None)) == {}
        assert table.said == {(player, 0): b"" for player in PLAYERS}
        for run in table.runs.values():
            assert run.waiting_for == {silent}


@pytest.mark.pitfall(22)
@pytest.mark.parametrize("silent", PLAYERS)
def test_a_player_who_withholds_secrets_is_waited_for(silent: int) -> None:
    game, _ = shuffled()
    for table in (game.dealing({0: 0, 1: 1}), game.opening(0), game.auditing()):
        assert table.play(tamper=instead(silent, 1, None)) == {}
        for run in table.runs.values():
            assert (run.round, *run.waiting_for) == (1, silent)


@pytest.mark.parametrize(
    "hands",
    [{4: 0}, {-1: 0}, {0: 3}, {0: 9}, {1: 0}],
    ids=["beyond", "negative", "out of the game", "nobody", "another's"],
)
def test_there_is_no_such_deal(hands: dict[int, int]) -> None:
    deck = shuffled()[0].dealt({1: 1}).deck
    with pytest.raises(ValueError):
        Run(deal(None, deck, hands, None)).step()


@pytest.mark.parametrize("slots", [(4,), (-1,), (0, 0), (0, 1, 0)])
def test_there_is_nothing_to_open_there(slots: tuple[int, ...]) -> None:
    with pytest.raises(ValueError):
        Run(open_cards(None, shuffled()[0].deck, slots, None)).step()


def test_a_player_needs_its_own_secrets_of_the_very_deck() -> None:
    game, _ = shuffled()
    other, _ = shuffled(context=b"hand 2")
    for wrong in (None, game.secrets[1], other.secrets[0]):
        for protocol in (
            deal(0, game.deck, {0: 1}, wrong),
            open_cards(0, game.deck, (0,), wrong),
        ):
            with pytest.raises(ValueError, match="secrets"):
                next(protocol)
        with pytest.raises(ValueError, match="secrets"):
            next(audit(0, game.deck, wrong))
    with pytest.raises(ValueError, match="secrets"):
        next(audit(None, game.deck, game.secrets[0]))


@pytest.mark.pitfall(25)
def test_a_card_is_unlocked_with_exactly_the_keys_of_its_players() -> None:
    game = shuffled()[0].opened(0)
    keys = game.deck.keys[0]
    assert game.deck.unlock(0, keys) == game.faces[0]
    wrong: list[Mapping[int, Scalar]] = [
        {},
        *({p: keys[p] for p in PLAYERS if p != without} for without in PLAYERS),
        {**keys, 3: keys[0]},
        {0: keys[0], 1: keys[1], 3: keys[2]},
    ]
    for some in wrong:
        with pytest.raises(ValueError, match="each player"):
            game.deck.unlock(0, some)
    with pytest.raises(ProtocolError) as caught:
        game.deck.unlock(0, {**keys, 2: keys[1]})
    assert caught.value.culprit is None


def test_a_lone_player_shuffles_deals_opens_and_is_audited() -> None:
    game, _ = shuffled((1,))
    table = game.dealing({0: 1})
    dealt, faces = table.play()[1]
    assert table.said == {}
    assert game.now(dealt).opening(0).play()[None][1] == (faces[0],)
    assert game.auditing().play()[None] == game.faces


def test_an_audit_shows_every_card_and_each_player_says_its_seed_for_it() -> None:
    game = shuffled()[0].dealt({0: 0, 1: 1})
    table = game.auditing()
    assert table.play() == dict.fromkeys(SEATS, game.faces)
    said = {player: table.said[player, 1] for player in PLAYERS}
    assert {len(seed) for seed in said.values()} == {32}
    assert len({*said.values()}) == 3


@pytest.mark.parametrize("gone", PLAYERS)
def test_an_audit_checks_those_who_stay_and_shows_no_card_without_the_others(
    gone: int,
) -> None:
    game, _ = shuffled()
    table = game.auditing(frozenset({gone}))
    assert table.play() == dict.fromkeys(SEATS, ())
    stay = {*PLAYERS} - {gone}
    assert table.said.keys() == {(player, 0) for player in stay}
    for culprit in stay:
        for lie in lies(table.said[culprit, 0]):
            again = game.auditing(frozenset({gone}))
            refuse(again, culprit, instead(culprit, 0, lie))


@pytest.mark.parametrize("culprit", PLAYERS)
def test_agreement_is_an_empty_word(culprit: int) -> None:
    game, _ = shuffled()
    lie = instead(culprit, 0, b"yes")
    refuse(game.dealing({0: 0}), culprit, lie)
    refuse(game.opening(0), culprit, lie)
    refuse(game.auditing(), culprit, lie)


@pytest.mark.parametrize("culprit", PLAYERS)
def test_a_false_seed_convicts_whoever_says_it(culprit: int) -> None:
    game, _ = shuffled()
    honest = game.auditing()
    honest.play()
    for lie in lies(honest.said[culprit, 1]):
        table = game.auditing()
        refuse(table, culprit, instead(culprit, 1, lie))
        kind = InvalidOpening if len(lie) == 32 else InvalidEncoding
        assert {type(error) for error in table.errors.values()} == {kind}
    another_s = honest.said[(culprit + 1) % 3, 1]
    refuse(game.auditing(), culprit, instead(culprit, 1, another_s))
