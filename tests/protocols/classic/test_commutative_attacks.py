"""What liars try in the laps of a commutative deck, when it is found out, and by whom.

Each attack is made twice: unproved, where the laps let it pass and the audit names
the liar, and proved, where the first message of it does.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest

from p2pgame.protocols.arithmetic.errors import InvalidProof
from p2pgame.protocols.arithmetic.group import Scalar, hash_to_group
from p2pgame.protocols.classic.commutative_deck import card_points
from tests.protocols.classic.locked import (
    FACES,
    PACK,
    PLAYERS,
    Cards,
    Cheat,
    Game,
    Mix,
    convict,
    play,
    refuse,
    shuffled,
    shuffling,
    with_part,
)

#: A foreign card, and a factor that cheats know cards by.
FOREIGN = hash_to_group(b"test", b"no card")
MARK = Scalar(2)


def at_once(cheat: Cheat, round: int) -> None:
    """Check that the cheat's proof fails, before anybody but the next has spoken."""
    table = shuffling(proved=True, cheat=cheat)
    refuse(table, cheat.player)
    assert {type(error) for error in table.errors.values()} == {InvalidProof}
    assert max(said[1] for said in table.said) == min(round + 1, 5)


def marked(cards: Cards, s: Scalar, order: tuple[int, ...]) -> Cards:
    """Lose the second card, and have the first twice, once under a mark."""
    first, second = order.index(0), order.index(1)
    honest = [s * cards[i] for i in order]
    honest[second] = MARK * honest[first]
    return tuple(honest)


def foreign(cards: Cards, s: Scalar, order: tuple[int, ...]) -> Cards:
    return (s * FOREIGN, *(s * cards[i] for i in order[1:]))


def another_s(cards: Cards, s: Scalar, order: tuple[int, ...]) -> Cards:
    return (s * MARK * cards[order[0]], *(s * cards[i] for i in order[1:]))


def two_others(cards: Cards, s: Scalar, order: tuple[int, ...]) -> Cards:
    """Change two cards so that their sum is the old one."""
    a, b, *rest = (s * cards[i] for i in order)
    return (a + FOREIGN, b - FOREIGN, *rest)


def two_secrets(cards: Cards, s: Scalar, order: tuple[int, ...]) -> Cards:
    half = len(cards) // 2
    secrets = [s] * half + [s + Scalar(1)] * (len(cards) - half)
    return tuple(k * cards[i] for k, i in zip(secrets, order, strict=True))


def swapped(cards: Cards, s: Scalar, keys: tuple[Scalar, ...]) -> Cards:
    honest = [k * s.inverse() * P for k, P in zip(keys, cards, strict=True)]
    return (honest[1], honest[0], *honest[2:])


def peeked(cards: Cards, s: Scalar, keys: tuple[Scalar, ...]) -> Cards:
    """Put the card of slot 1 on slot 0 too, under the mark."""
    off = s.inverse()
    mine = MARK * off * keys[0] * cards[1]
    return (mine, *(off * k * P for k, P in zip(keys[1:], cards[1:], strict=True)))


def exchanged(cards: Cards, s: Scalar, keys: tuple[Scalar, ...]) -> Cards:
    off = s.inverse()
    return (FOREIGN, *(off * k * P for k, P in zip(keys[1:], cards[1:], strict=True)))


def s_left_on(cards: Cards, s: Scalar, keys: tuple[Scalar, ...]) -> Cards:
    return tuple(k * P for k, P in zip(keys, cards, strict=True))


@pytest.mark.pitfall(6)
@pytest.mark.pitfall(16)
@pytest.mark.parametrize("mix", [marked, foreign, another_s, two_others, two_secrets])
@pytest.mark.parametrize("culprit", PLAYERS)
def test_a_lie_in_the_first_lap_is_found_in_the_end_or_if_proved_at_once(
    mix: Mix, culprit: int
) -> None:
    cheat = Cheat(culprit, mix=mix)
    convict(play(shuffling(cheat=cheat)), culprit)
    at_once(cheat, culprit)


@pytest.mark.pitfall(6)
@pytest.mark.parametrize("change", [swapped, peeked, exchanged, s_left_on])
@pytest.mark.parametrize("culprit", PLAYERS)
def test_a_lie_in_the_second_lap_is_found_in_the_end_or_if_proved_at_once(
    change: Callable[[Cards, Scalar, tuple[Scalar, ...]], Cards], culprit: int
) -> None:
    cheat = Cheat(culprit, change_locks=change)
    convict(play(shuffling(cheat=cheat)), culprit)
    at_once(cheat, 3 + culprit)


@pytest.mark.pitfall(16)
def test_a_marked_card_is_known_again_and_the_audit_tells_who_marked_it() -> None:
    """What a marker gains, and why only an audit or a proof ends it."""
    game = play(shuffling(faces=PACK[:8], cheat=Cheat(0, mix=marked)))
    last = game.deck.first[-1].after.cards
    pairs = [
        (i, j) for i, j in product(range(8), repeat=2) if MARK * last[i] == last[j]
    ]
    assert len(pairs) == 1
    known, lost = pairs[0]
    # Nobody minds when the card is dealt and opened that the marker knew all along.
    game = game.dealt({known: 1}).opened(known)
    assert game.deck.opened == {known: PACK[0]}
    # What lies where a card was lost is none: an audit is due, and nobody is named.
    refuse(game.opening(lost), None)
    convict(game, 0)


@pytest.mark.pitfall(16)
def test_no_card_is_known_again_in_an_honest_deck() -> None:
    game, _ = shuffled(faces=PACK[:8])
    for turn in game.deck.first:
        cards = turn.after.cards
        assert not {MARK * P for P in cards} & {*cards}


@pytest.mark.pitfall(16)
def test_a_card_that_is_there_twice_is_noticed_when_both_are_open() -> None:
    """The marker takes its mark off in the second lap, and nothing looks wrong."""
    places: list[int] = []

    def unmarked(cards: Cards, s: Scalar, keys: tuple[Scalar, ...]) -> Cards:
        places[:] = next(
            [i, j]
            for i, j in product(range(len(cards)), repeat=2)
            if MARK * cards[i] == cards[j]
        )
        clean = [*cards]
        clean[places[1]] = MARK.inverse() * clean[places[1]]
        return tuple(k * s.inverse() * P for k, P in zip(keys, clean, strict=True))

    game = play(shuffling(cheat=Cheat(0, mix=marked, change_locks=unmarked)))
    game = game.opened(places[0])
    table = game.opening(places[1])
    refuse(table, None)
    assert {str(error) for error in table.errors.values()} == {
        "a card of the deck is there twice"
    }
    own = game.dealing({places[1]: 2})
    own.play()
    assert own.blamed == {2: None}
    convict(game, 0)


@pytest.mark.pitfall(16)
@pytest.mark.pitfall(30)
def test_a_peeking_player_sees_another_s_card_and_the_audit_tells_who() -> None:
    """The price of having no proofs, and what it costs the liar afterwards."""
    game = play(shuffling((0, 1), cheat=Cheat(0, change_locks=peeked)))
    after = game.dealing({0: 0, 1: 1})
    after.play()
    assert after.blamed == {0: None}  # the card it was dealt is none, as it knows
    mine, other = game.secrets[0], game.secrets[1]
    assert mine is not None
    assert other is not None
    seen = (MARK * mine.keys[0] * other.keys[0]).inverse() * game.deck.cards[0]
    points = dict(zip(card_points(FACES), FACES, strict=True))
    assert points[seen] == game.deck.unlock(1, {0: mine.keys[1], 1: other.keys[1]})
    convict(game, 0)


def test_the_first_of_two_liars_is_named() -> None:
    _, said = shuffled()
    lies = {
        (player, player): with_part(said[player, player], 1, FOREIGN.encode())
        for player in (1, 2)
    }
    table = shuffling()
    results = table.play(tamper=lambda *word: lies.get(word[:2], word[2]))
    secrets = {seat: mine for seat, (_, mine) in results.items()}
    refuse(Game(results[None][0], secrets).auditing(), 1)
