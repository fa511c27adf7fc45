"""A key fits one card of one deck, comes when it is due, and shows no other card."""

from __future__ import annotations

from itertools import combinations

import pytest

from p2pgame.protocols.arithmetic.group import ORDER, Scalar
from p2pgame.protocols.classic.commutative import shuffle
from p2pgame.protocols.classic.commutative_deck import card_points
from p2pgame.protocols.rounds import Run
from tests.protocols.classic.locked import FACES, PLAYERS, parts, refuse, shuffled
from tests.protocols.table import instead, prg


@pytest.mark.parametrize("proved", [False, True], ids=["unproved", "proved"])
@pytest.mark.parametrize("culprit", PLAYERS)
def test_a_key_that_does_not_fit_convicts_at_once(culprit: int, proved: bool) -> None:
    game, _ = shuffled(proved=proved)
    keys = {
        player: secrets.keys
        for player in PLAYERS
        if (secrets := game.secrets[player]) is not None
    }
    right = keys[culprit][0].encode() + keys[culprit][1].encode()
    lies = {
        "another's": keys[(culprit + 1) % 3][0].encode() + right[32:],
        "of another card": right[32:] + right[:32],
        "negative": (-keys[culprit][0]).encode() + right[32:],
        "not canonical": (keys[culprit][0].value + ORDER).to_bytes(32, "little")
        + right[32:],
        "zero": bytes(32) + right[32:],
        "one": right[:32],
        "three": right + right[:32],
        "none": b"",
    }
    for lie in lies.values():
        table = game.opening(0, 1)
        refuse(table, culprit, instead(culprit, 1, lie))
    assert game.opening(0, 1).play(tamper=instead(culprit, 1, right)).keys() == {
        *game.secrets
    }


@pytest.mark.pitfall(28)
@pytest.mark.pitfall(29)
@pytest.mark.parametrize("culprit", PLAYERS)
def test_a_key_that_comes_early_is_refused(culprit: int) -> None:
    game, _ = shuffled()
    honest = game.opening(0)
    honest.play()
    early = instead(culprit, 0, honest.said[culprit, 1])
    refuse(game.opening(0), culprit, early)
    refuse(game.dealing({0: (culprit + 1) % 3}), culprit, early)


@pytest.mark.pitfall(29)
def test_keys_exist_for_no_deck_but_a_whole_one() -> None:
    """There is nothing to hand to deal or open while a turn is missing."""
    _, said = shuffled(proved=True)
    run = Run(shuffle(None, PLAYERS, FACES, b"hand 1", prg("x"), proved=True))
    run.step()
    for round in range(5):
        run.receive(round % 3, round, said[round % 3, round])
        run.step()
    assert not run.done


@pytest.mark.pitfall(17)
@pytest.mark.parametrize("proved", [False, True], ids=["unproved", "proved"])
def test_what_was_not_opened_stays_hidden_after_the_showdown(proved: bool) -> None:
    """Slot 2 was folded, slot 3 never dealt; all else is known to everybody."""
    game, _ = shuffled(proved=proved)
    game = game.dealt({0: 0, 1: 1, 2: 2}).opened(0, 1)
    deck = game.deck
    points = {*card_points(FACES)}
    published = [key for keys in deck.keys.values() for key in keys.values()]
    assert deck.keys[2].keys() == {0, 1}
    assert 3 not in deck.keys
    with pytest.raises(ValueError):
        deck.unlock(2, deck.keys[2])

    k, other = deck.keys[2][0], deck.keys[2][1]
    for some in published:
        assert (k * other * some).inverse() * deck.cards[2] not in points
    for count in (1, 2, 3):
        for keys in combinations(published, count):
            total = Scalar(1)
            for key in keys:
                total *= key
            assert total.inverse() * deck.cards[3] not in points


@pytest.mark.pitfall(17)
def test_a_key_for_the_whole_deck_would_open_all_of_it() -> None:
    """Why a second lap: what a player must show for one card of the first lap."""
    game, _ = shuffled((0, 1))
    total = Scalar(1)
    for player, turn in zip((0, 1), game.deck.first, strict=True):
        secrets = game.secrets[player]
        assert secrets is not None
        s, _order = secrets.seed.mixing(turn.before)
        total *= s
        assert s not in secrets.keys
    opened = {total.inverse() * P for P in game.deck.first[-1].after.cards}
    assert opened == {*card_points(FACES)}


@pytest.mark.pitfall(17)
def test_no_secret_of_the_first_lap_is_ever_said_before_an_audit() -> None:
    game, laps_said = shuffled()
    dealing, opening = game.dealing({0: 0, 1: 1, 2: 2}), game.opening(0, 1, 2, 3)
    dealing.play()
    opening.play()
    said = {
        part
        for words in (laps_said, dealing.said, opening.said)
        for message in words.values()
        for part in parts(message)
    }
    for player, turn in zip(PLAYERS, game.deck.first, strict=True):
        secrets = game.secrets[player]
        assert secrets is not None
        s, _order = secrets.seed.mixing(turn.before)
        hidden = {secrets.seed.data, s.encode(), s.inverse().encode()}
        assert not hidden & said


@pytest.mark.pitfall(3)
def test_keys_of_another_deck_do_not_fit() -> None:
    game, _ = shuffled()
    other = shuffled(context=b"hand 0")[0].opening(0)
    other.play()
    refuse(game.opening(0), 1, instead(1, 1, other.said[1, 1]))
