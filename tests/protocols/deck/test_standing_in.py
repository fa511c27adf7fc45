"""What becomes of the cards when players go, and the others hold their shares."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from itertools import combinations, product

import pytest

from p2pgame.protocols.arithmetic.elgamal import token
from p2pgame.protocols.arithmetic.errors import InvalidProof, ProtocolError
from p2pgame.protocols.arithmetic.group import Element
from p2pgame.protocols.deck import reveal
from p2pgame.protocols.deck.cards import Cards, Secrets
from p2pgame.protocols.deck.dealing import deal, open_cards
from p2pgame.protocols.deck.placing import read, turn
from p2pgame.protocols.rounds import Run
from p2pgame.protocols.threshold.keys import Keys
from p2pgame.protocols.threshold.sharing import Sharing
from tests.protocols.deck.cards_at_hand import (
    KEYS,
    SECRETS,
    Dealt,
    dealing,
    faces_of,
    mixing,
    opening,
    placing,
    refuse,
    refuse_the_word_of,
    rolling,
    secrets,
    shared,
    shuffled,
    shuffling,
)
from tests.protocols.table import instead, lies, prg

PACK = ("A♠", "K♠", "Q♠", "J♠", "T♠", "9♠")

#: Players and threshold, and who goes in which round: of the agreement, the
#: tokens, and what stands in for them.
LEAVING = [
    (3, 1, {1: 0}),
    (3, 2, {0: 0}),
    (3, 2, {2: 1}),
    (3, 1, {0: 1, 2: 2}),
    (4, 2, {1: 0, 3: 1}),
    (4, 3, {3: 1}),
    (5, 3, {0: 0, 4: 0}),
    (5, 3, {0: 0, 1: 2}),
    (5, 3, {2: 1, 3: 1}),
    (5, 2, {0: 0, 2: 1, 4: 2}),
]


@cache
def deck(n: int, threshold: int, players: tuple[int, ...] = ()) -> Cards:
    cards, _ = shared(n, threshold)
    table = shuffling(players or tuple(range(n)), PACK, cards=cards)
    return table.play()[None]


def true_tokens(cards: Cards, slot: int) -> dict[int, Element]:
    card = cards[slot]
    return {p: token(card.masked, SECRETS[p]) for p in card.players}


@pytest.mark.parametrize("order", range(2))
@pytest.mark.parametrize(("n", "threshold", "gone"), LEAVING)
def test_cards_are_dealt_though_players_go(
    n: int, threshold: int, gone: Mapping[int, int], order: int
) -> None:
    before = deck(n, threshold)
    faces = faces_of(before)
    table = dealing(before, {player: player for player in range(n)})
    results = table.play(order, gone=gone)
    assert results.keys() >= table.runs.keys() - gone.keys()
    after = results[None][0]
    for seat in table.runs.keys() - gone.keys():
        mine = {} if seat is None else {seat: faces[seat]}
        assert results[seat] == (after, mine)
    for slot in range(n):
        tokens = true_tokens(before, slot)
        del tokens[slot]
        assert (after[slot].tokens, after[slot].owner) == (tokens, slot)


@pytest.mark.parametrize("order", range(2))
@pytest.mark.parametrize(("n", "threshold", "gone"), LEAVING)
def test_cards_are_opened_though_players_go(
    n: int, threshold: int, gone: Mapping[int, int], order: int
) -> None:
    before = dealing(deck(n, threshold), {0: 0, 2: 2}).play()[None][0]
    faces = faces_of(before)
    table = opening(before, (2, 0, 5))
    results = table.play(order, gone=gone)
    after = results[None][0]
    for seat in table.runs.keys() - gone.keys():
        assert results[seat] == (after, (faces[2], faces[0], faces[5]))
    for slot in (0, 2, 5):
        assert after[slot].tokens == true_tokens(before, slot)


def test_who_has_gone_before_is_not_waited_for() -> None:
    before = deck(4, 2)
    gone = frozenset({1, 3})
    table = dealing(before, {0: 0, 1: 2}, gone=gone)
    results = table.play()
    faces = faces_of(before)
    assert results[0][1] == {0: faces[0]}
    assert results[2][1] == {1: faces[1]}
    # The two who are left need no agreement.
    assert table.said.keys() == {(0, 0), (2, 0), (0, 1), (2, 1)}
    assert len(table.said[0, 0]) == reveal.size(1)
    assert len(table.said[0, 1]) == 2 * reveal.size(2)


def test_those_who_hold_shares_stand_in_though_the_cards_are_not_theirs() -> None:
    before = deck(4, 3, (0, 1))
    table = opening(before, (4,), gone=frozenset({1}))
    assert {result[1] for result in table.play().values()} == {(faces_of(before)[4],)}
    assert table.said.keys() == {
        *((player, 0) for player in (0, 2, 3)),
        (0, 1),
        *((player, 2) for player in (0, 2, 3)),
    }


def test_nobody_stands_in_for_somebody_who_is_there() -> None:
    for table in (
        opening(deck(4, 3), (0, 1)),
        dealing(deck(4, 3), {0: 0, 1: 1}),
    ):
        table.play()
        assert {number for _, number in table.said} == {0, 1}


def test_tokens_of_somebody_who_goes_later_are_used() -> None:
    before = dealing(deck(3, 2), {0: 0}).play()[None][0]
    table = opening(before, (0,), gone=frozenset({1}))
    assert table.play()[None][1] == (faces_of(before)[0],)
    assert table.said.keys() == {(0, 0)}


def test_a_card_of_somebody_who_has_gone_is_opened_and_dealt_on() -> None:
    before = dealing(deck(4, 3), {0: 1, 1: 1}).play()[None][0]
    gone, faces = frozenset({1}), faces_of(before)
    opened = opening(before, (0,), gone=gone).play()
    assert {result[1] for result in opened.values()} == {(faces[0],)}
    mixed = mixing(opened[None][0], (0, 1, 2), players=(0, 2, 3)).play()[None]
    assert mixed[10].players == (0, 1, 2, 3)
    results = dealing(mixed, {10: 0, 11: 2}, b"deal 2", gone).play()
    again = faces_of(results[None][0])[-3:]
    assert sorted(again) == sorted(faces[:3])
    assert (results[0][1], results[2][1]) == ({10: again[0]}, {11: again[1]})


def test_what_somebody_placed_and_rolled_is_opened_when_it_has_gone() -> None:
    cards, _ = shared(4, 2)
    hands = {1: (0, 1), 2: (2,)}
    cards = turn(rolling(hands, 6, cards=cards).play()[None], hands, 6, b"seed")
    cards = placing(1, (3,), ("sea", "ship"), ("ship",), cards=cards).play()[None][0]
    mine = read(cards, (0, 1, 3), 1, Secrets(SECRETS[1]))
    for gone in ({1: 0}, {1: 1}, {1: 1, 3: 2}):
        table = opening(cards, (0, 3, 1))
        results = table.play(gone=gone)
        for seat in table.runs.keys() - gone.keys():
            assert results[seat][1] == (mine[0], mine[3], mine[1])


@pytest.mark.parametrize("round", [0, 1, 2])
def test_too_few_cannot_stand_in(round: int) -> None:
    before = deck(4, 3)
    table = opening(before, (0,))
    with pytest.raises(ValueError, match="too few"):
        table.play(gone={1: 0, 2: round})
    with pytest.raises(ValueError, match="too few"):
        opening(before, (0,), gone=frozenset({1, 2})).play()


def test_too_few_say_nothing_that_could_stand_in() -> None:
    cards = deck(4, 3)
    run = Run(
        open_cards(0, cards, (0,), secrets(0, cards), b"", prg("x"), frozenset({1, 2}))
    )
    run.step()
    for player in (0, 3):
        run.receive(player, 0, tokens_of(cards, player))
    with pytest.raises(ValueError, match="too few"):
        run.step()


def tokens_of(cards: Cards, me: int) -> bytes:
    gone = frozenset({1, 2})
    mine = secrets(me, cards)
    return Run(open_cards(me, cards, (0,), mine, b"", prg("y"), gone)).step() or b""


def test_nobody_stands_in_where_no_shares_are_held() -> None:
    with pytest.raises(ValueError, match="shares"):
        opening(shuffled()[0], (0,)).play(gone={1: 1})


def test_one_who_was_lost_is_no_more_waited_for_in_the_same_turn() -> None:
    table = opening(deck(5, 2), (0, 1))
    table.play(gone={0: 0, 2: 1, 4: 2})
    assert {(0, 0), (0, 1), (2, 1), (4, 2)}.isdisjoint(table.said)
    assert {player for player, number in table.said if number == 2} == {1, 3}


@pytest.mark.pitfall(8)
@pytest.mark.pitfall(9)
@pytest.mark.parametrize("culprit", [0, 2, 3])
def test_a_false_stand_in_names_who_made_it(culprit: int) -> None:
    """Though enough others have made theirs well."""
    before, gone = deck(5, 2), frozenset({1, 4})
    honest = opening(before, (0, 1), gone=gone)
    honest.play()
    message = honest.said[culprit, 2]
    half = reveal.size(2)
    assert len(message) == 2 * half
    first, second = message[:half], message[half:]
    elsewhere = opening(before, (0, 1), b"open 2", gone)
    elsewhere.play()
    others = opening(before, (0, 2), gone=gone)
    others.play()
    changed = [
        second + first,
        first + first,
        first,
        message + first,
        first[32:64] + first[:32] + first[64:] + second,
        bytes(32) + message[32:],
        honest.said[2 if culprit == 0 else 0, 2],
        elsewhere.said[culprit, 2],
        others.said[culprit, 2],
    ]
    for lie in [*lies(message), *changed]:
        table = opening(before, (0, 1), gone=gone)
        refuse(table, instead(culprit, 2, lie), culprit)


@pytest.mark.pitfall(1)
@pytest.mark.parametrize("culprit", [0, 2])
def test_a_stand_in_made_with_another_share_is_refused(culprit: int) -> None:
    before, gone = deck(4, 2), frozenset({1})
    mine = secrets(culprit, before)
    assert mine is not None
    for wrong in (mine.key, mine.shares[3], SECRETS[1]):
        lie = Secrets(mine.key, {**mine.shares, 1: wrong})
        protocol = open_cards(culprit, before, (0,), lie, b"open 1", prg("cheat"), gone)
        refuse_the_word_of(opening(before, (0,), gone=gone), culprit, protocol)


@pytest.mark.pitfall(3)
def test_a_stand_in_is_not_the_token_of_who_made_it_nor_the_other_way() -> None:
    before, gone = deck(3, 1), frozenset({1})
    honest = opening(before, (0,), gone=gone)
    honest.play()
    for number, other in ((0, 1), (1, 0)):
        lie = honest.said[0, other]
        assert len(lie) == len(honest.said[0, number])
        refuse(opening(before, (0,), gone=gone), instead(0, number, lie), 0)


@pytest.mark.pitfall(24)
def test_nobody_stands_in_with_a_copy_of_another_s_words() -> None:
    """Where one is enough, all hold the same share."""
    before, gone = deck(3, 1), frozenset({1})
    honest = opening(before, (0,), gone=gone)
    honest.play()
    mine = [secrets(player, before) for player in (0, 2)]
    assert len({held.shares[1] for held in mine if held is not None}) == 1
    refuse(
        opening(before, (0,), gone=gone), instead(2, 1, honest.said[0, 1]), culprit=2
    )


@pytest.mark.pitfall(3)
def test_a_stand_in_is_bound_to_its_owner_and_not_only_to_a_key() -> None:
    """No table has two equal keys; the proof does not rely on it."""
    shares = {0: KEYS.shares[0], 1: KEYS.shares[1], 2: KEYS.shares[1]}
    held = Sharing(1, (0, 1, 2), {player: (Y,) for player, Y in shares.items()})
    card = replace(shuffled()[0][0], players=(0, 1, 2))
    cards = Cards(Keys(shares), held, {0: card})
    mine = Secrets(SECRETS[0], {1: SECRETS[1], 2: SECRETS[1]})
    hands, gone = {0: 0}, frozenset({1, 2})

    def standing_in(me: int | None) -> Run[Dealt]:
        run = Run(deal(me, cards, hands, mine, b"deal 1", prg("x"), gone))
        run.step()
        return run

    own = Run(deal(0, cards, hands, mine, b"deal 1", prg("x"), gone)).step() or b""
    first, second = own[: reveal.size(1)], own[reveal.size(1) :]
    run = standing_in(None)
    run.receive(0, 0, own)
    run.step()
    assert run.done
    for lie in (second + first, first + first):
        run = standing_in(None)
        run.receive(0, 0, lie)
        with pytest.raises(InvalidProof) as caught:
            run.step()
        assert caught.value.culprit == 0


@pytest.mark.parametrize("culprits", [*combinations((0, 2, 3), 2)])
def test_of_two_false_stand_ins_the_first_is_named(culprits: tuple[int, int]) -> None:
    before, gone = deck(4, 2), frozenset({1})

    def tamper(player: int, round: int, message: bytes) -> bytes:
        if round < 2 or player not in culprits:
            return message
        if player == culprits[1]:
            return b""
        return message[:-1] + bytes([message[-1] ^ 1])

    table = opening(before, (0,), gone=gone)
    assert table.play(tamper=tamper) == {}
    assert table.blamed == dict.fromkeys(table.runs, culprits[0])


@pytest.mark.pitfall(17)
def test_standing_in_opens_nothing_but_what_was_asked_for() -> None:
    """Nor does all that was said, with the secrets of one who is left."""
    before = dealing(deck(3, 2), {1: 1, 2: 0}).play()[None][0]
    gone = frozenset({1})
    table = opening(before, (0,), gone=gone)
    after = table.play()[None][0]
    assert after[0].face == faces_of(before)[0]
    # A message is a token and then a proof, which begins with an element, too.
    said = [message for message in table.said.values() if message]
    shown = [Element.decode(m[at : at + 32]) for m in said for at in (0, 32)]
    shown += [T for card in after.slots.values() for T in card.tokens.values()]
    assert len({*shown}) > 6
    for me in (0, 2):
        mine = secrets(me, before)
        assert mine is not None
        for slot in (1, 3, 4):
            card = after[slot]
            of_1 = [*{*shown}, token(card.masked, mine.shares[1])]
            of_others = {p: [token(card.masked, SECRETS[p])] for p in (0, 2)}
            if slot != 1:  # of slot 1 the others' tokens are out
                of_others[2 - me] = [*{*shown}]
            else:
                assert card.tokens.keys() == {0, 2}
            known = {**of_others, 1: of_1}
            for chosen in product(*known.values()):
                with pytest.raises(ProtocolError):
                    card.read(dict(zip(known, chosen, strict=True)))


@pytest.mark.pitfall(22)
def test_who_does_not_stand_in_and_is_not_gone_is_waited_for() -> None:
    before, gone = deck(4, 2), frozenset({1})
    table = opening(before, (0,), gone=gone)
    assert table.play(tamper=instead(2, 2, None)) == {}
    assert all(run.waiting_for == {2} for run in table.runs.values())
