"""What liars try with a commutative deck, when it is found out, and by whom.

Each attack on the laps is made twice: unproved, where the laps let it pass and
the audit names the liar, and proved, where the first message of it does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, product

import pytest

from protocols import commutative, commutative_deck, laps
from protocols.commutative import shuffle
from protocols.commutative_deck import card_points
from protocols.errors import (
    InvalidEncoding,
    InvalidOpening,
    InvalidProof,
    ProtocolError,
)
from protocols.group import ORDER, Element, G, Scalar, hash_to_group
from protocols.laps import First, Seed
from protocols.rounds import Run
from tests.protocols.locked import (
    FACES,
    PLAYERS,
    Cards,
    Cheat,
    Game,
    Mix,
    Said,
    parts,
    play,
    refuse,
    shuffled,
    shuffling,
    with_part,
)
from tests.protocols.table import instead, prg

PACK = tuple(rank + suit for suit in "♠♥♦♣" for rank in "23456789TJQKA")

#: A foreign card, and a factor that cheats know cards by.
FOREIGN = hash_to_group(b"test", b"no card")
MARK = Scalar(2)


def convict(game: Game, culprit: int) -> None:
    """Check that an audit names ``culprit`` to everybody."""
    table = game.auditing()
    refuse(table, culprit)
    assert {type(error) for error in table.errors.values()} == {InvalidOpening}


def at_once(cheat: Cheat, round: int) -> None:
    """Check that the cheat's proof fails, before anybody but the next has spoken."""
    table = shuffling(proved=True, cheat=cheat)
    refuse(table, cheat.player)
    assert {type(error) for error in table.errors.values()} == {InvalidProof}
    assert max(said[1] for said in table.said) == min(round + 1, 5)


# Structure: what the laps themselves refuse.


@pytest.mark.pitfall(6)
@pytest.mark.pitfall(9)
@pytest.mark.pitfall(12)
@pytest.mark.parametrize("proved", [False, True], ids=["unproved", "proved"])
@pytest.mark.parametrize("round", range(6))
@pytest.mark.parametrize(
    "card",
    [bytes(32), b"\xff" * 32, b"\x01" + bytes(31), "top bit", "double"],
    ids=["identity", "too big", "odd", "top bit", "double"],
)
def test_a_card_that_cannot_be_is_refused_at_once(
    round: int, card: bytes | str, proved: bool
) -> None:
    _, said = shuffled(proved=proved)
    message, culprit = said[round % 3, round], round % 3
    if card == "top bit":
        card = message[:31] + bytes([message[31] | 0x80])
    elif card == "double":
        card = message[32:64]
    assert isinstance(card, bytes)
    lie = instead(culprit, round, with_part(message, 0, card))
    table = shuffling(proved=proved)
    refuse(table, culprit, lie)
    assert {type(error) for error in table.errors.values()} == {InvalidEncoding}


@pytest.mark.pitfall(9)
@pytest.mark.pitfall(12)
@pytest.mark.parametrize("lock", [bytes(32), b"\xff" * 32])
def test_a_lock_that_cannot_be_is_refused_at_once(lock: bytes) -> None:
    _, said = shuffled()
    lie = instead(1, 4, with_part(said[1, 4], 6, lock))
    refuse(shuffling(), 1, lie)


# The laps: each deed of a liar, and what finds it out.


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


# Keys.


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


# What cards are made of.


def order_seen(cards: Sequence[Element], n: int) -> list[int] | None:
    """Return the order of a deck if its elements are 1, 2, … n times one of them."""
    where = {P: place for place, P in enumerate(cards)}
    for P in cards:
        places = [where.get(Scalar(i) * P) for i in range(1, n + 1)]
        if None not in places:
            return [place for place in places if place is not None]
    return None


@pytest.mark.pitfall(15)
def test_related_card_elements_would_show_the_order_to_anybody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    n = 12
    faces = PACK[:n]
    honest, _ = shuffled(faces=faces)
    assert order_seen(honest.deck.first[-1].after.cards, n) is None

    def related(faces: tuple[str, ...]) -> tuple[Element, ...]:
        return tuple(Scalar(i) * G for i in range(1, len(faces) + 1))

    for module in (commutative, commutative_deck):
        monkeypatch.setattr(module, "card_points", related)
    game = play(shuffling(faces=faces))
    # The second lap hides the relation, but the order is known by then.
    assert order_seen(game.deck.cards, n) is None
    places = order_seen(game.deck.first[-1].after.cards, n)
    assert places is not None
    assert [game.faces[slot] for slot in places] == [*faces]


@pytest.mark.pitfall(15)
def test_no_card_is_a_small_multiple_or_a_sum_of_others() -> None:
    game, _ = shuffled(faces=PACK)
    decks = [card_points(PACK), *(turn.after.cards for turn in game.deck.first)]
    for elements in (*decks, game.deck.cards):
        known = {*elements}
        assert len(known) == 52
        for k in (2, 3, 4, 13, 52, ORDER - 1):
            assert not known & {Scalar(k) * P for P in elements}
        assert not known & {P + Q for P, Q in combinations(elements[:20], 2)}


def legendre(number: int, p: int) -> int:
    return pow(number, (p - 1) // 2, p)


@pytest.mark.pitfall(14)
def test_exponents_modulo_a_prime_keep_one_bit_of_every_card() -> None:
    """Why there is no deck of Shamir, Rivest and Adleman's numbers here."""
    p = 2**255 - 19
    faces = [int.from_bytes(face.encode(), "big") for face in PACK]
    deck = faces
    for player in PLAYERS:
        e = Scalar.random(prg(f"exponent {player}")).value | 1
        deck = [pow(m, e, p) for m in deck]
    kept = sum(
        legendre(m, p) == legendre(c, p) for m, c in zip(faces, deck, strict=True)
    )
    assert kept == 52
    assert 13 < sum(legendre(m, p) == 1 for m in faces) < 39


@pytest.mark.pitfall(14)
def test_a_locked_card_keeps_no_such_bit() -> None:
    """Every element is twice another, so no map of the group to ±1 tells two apart."""
    p = 2**255 - 19
    game, _ = shuffled(faces=PACK)
    points = dict(zip(PACK, card_points(PACK), strict=True))
    assert ORDER % 2 == 1
    for P in points.values():
        assert Scalar(2) * (Scalar(2).inverse() * P) == P

    def bit(P: Element) -> int:
        return legendre(int.from_bytes(P.encode(), "little"), p)

    faces = [points[face] for face in game.faces]
    for cards in (game.deck.first[-1].after.cards, game.deck.cards):
        kept = sum(bit(P) == bit(Q) for P, Q in zip(faces, cards, strict=True))
        assert 13 < kept < 39


# Other occasions.


@pytest.mark.pitfall(3)
@pytest.mark.parametrize("proved", [False, True], ids=["unproved", "proved"])
def test_a_turn_from_another_occasion_is_refused(proved: bool) -> None:
    """The first player says again what it has said for another hand."""
    _, said = shuffled(context=b"hand 0", proved=proved)
    replay = instead(0, 0, said[0, 0])
    table = shuffling(proved=proved)
    if proved:
        refuse(table, 0, replay)
        assert {round for _, round in table.said} == {0, 1}
    else:
        results = table.play(tamper=replay)
        secrets = {seat: mine for seat, (_, mine) in results.items()}
        convict(Game(results[None][0], secrets), 0)


@pytest.mark.pitfall(3)
@pytest.mark.parametrize(
    ("players", "faces"),
    [((0, 1), FACES), ((0, 2, 1), FACES), (PLAYERS, (*FACES[:3], "T♠"))],
    ids=["roster", "order", "faces"],
)
def test_a_proved_turn_is_for_these_players_and_these_faces(
    players: tuple[int, ...], faces: tuple[str, ...]
) -> None:
    _, said = shuffled(players, faces, proved=True)
    table = shuffling(proved=True)
    refuse(table, 0, instead(0, 0, said[0, 0]))
    assert {round for _, round in table.said} == {0, 1}


@pytest.mark.pitfall(3)
@pytest.mark.pitfall(24)
def test_a_turn_cannot_be_said_again_by_another_player() -> None:
    stage = laps.start(PLAYERS, card_points(FACES), b"hand 1", proved=True)
    seed = Seed.draw(1, stage, prg("x"))
    message = laps.first_turn(stage, seed, prg("x"), proved=True)
    First.decode(stage, 1, message, proved=True).verify()
    with pytest.raises(InvalidProof) as caught:
        First.decode(stage, 0, message, proved=True).verify()
    assert caught.value.culprit == 0
    honest, _ = shuffled((0, 1))
    stolen = honest.secrets[0]
    assert stolen is not None
    # An order drawn for one seat is no other seat's, from whatever seed.
    first = honest.deck.first[1].before
    mine = Seed(1, stolen.seed.data)
    assert mine.mixing(first) != stolen.seed.mixing(first)


@pytest.mark.pitfall(3)
def test_keys_of_another_deck_do_not_fit() -> None:
    game, _ = shuffled()
    other = shuffled(context=b"hand 0")[0].opening(0)
    other.play()
    refuse(game.opening(0), 1, instead(1, 1, other.said[1, 1]))


# Every part of every message.


@pytest.mark.pitfall(2)
@pytest.mark.pitfall(26)
@pytest.mark.parametrize("round", [0, 2, 3, 5])
def test_no_part_of_a_proved_turn_can_be_another(round: int) -> None:
    """Each element is moved by G, each scalar by one."""
    _, said = shuffled(proved=True)
    culprit, message = round % 3, said[round % 3, round]
    for place, part in enumerate(parts(message)):
        lie = with_part(message, place, moved(part))
        with pytest.raises(ProtocolError) as caught:
            watch({**said, (culprit, round): lie})
        assert caught.value.culprit == culprit, place


def watch(said: Said) -> None:
    """Hear what is said for a proved deck, as a spectator."""
    run = Run(shuffle(None, PLAYERS, FACES, b"hand 1", prg("x"), proved=True))
    run.step()
    for round in range(6):
        run.receive(round % 3, round, said[round % 3, round])
        run.step()


def moved(part: bytes) -> bytes:
    try:
        return (Element.decode(part) + G).encode()
    except InvalidEncoding:
        return (Scalar.decode(part) + Scalar(1)).encode()


@pytest.mark.pitfall(16)
@pytest.mark.parametrize("round", range(6))
def test_no_part_of_an_unproved_turn_passes_the_audit(round: int) -> None:
    _, said = shuffled()
    culprit, message = round % 3, said[round % 3, round]
    for place, part in enumerate(parts(message)):
        lie = with_part(message, place, moved(part))
        table = shuffling()
        results = table.play(tamper=instead(culprit, round, lie))
        assert table.errors == {}
        secrets = {seat: mine for seat, (_, mine) in results.items()}
        game = Game(results[None][0], secrets)
        convict(game, culprit)
        if place >= 4:  # a lock that was moved: no key fits it
            refuse(game.opening(place - 4), culprit)


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
