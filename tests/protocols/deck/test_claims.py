from dataclasses import replace
from functools import cache
from itertools import product

import pytest

from p2pgame.protocols.arithmetic.errors import InvalidProof
from p2pgame.protocols.arithmetic.transcript import Transcript
from p2pgame.protocols.deck.cards import Cards, Secrets, face_point
from p2pgame.protocols.deck.claims import claim, is_by_membership
from p2pgame.protocols.deck.placing import turn
from p2pgame.protocols.proofs import membership, non_membership
from p2pgame.protocols.rounds import Protocol, Round, Run
from tests.protocols.deck.cards_at_hand import (
    PLAYERS,
    SEATS,
    SECRETS,
    claiming,
    dealing,
    faces_of,
    opening,
    placing,
    refuse,
    refuse_the_word_of,
    rolling,
    shuffled,
)
from tests.protocols.table import Table, instead, lies, prg

PACK = ("♠1", "♠2", "♠3", "♥1", "♥2", "♥3")
MINE = Secrets(SECRETS[1])


@cache
def held() -> Cards:
    """Return a table on which player 1 holds slots 0, 1, 2, and 0 holds slot 3."""
    deck, _ = shuffled(faces=PACK)
    return dealing(deck, {0: 1, 1: 1, 2: 1, 3: 0}).play()[None][0]


def hand() -> tuple[str, ...]:
    return faces_of(held())[:3]


def size(cards: int, allowed: int, others: int) -> int:
    """Return how long the proof of a claim is."""
    if is_by_membership(cards, allowed, others):
        return membership.size(cards, allowed)
    return non_membership.size(cards, others)


def saying(message: bytes) -> Protocol[None]:
    """Say this as player 1, whatever is asked."""
    yield Round(message, frozenset({1}))


def passes(table: Table[None]) -> None:
    assert table.play() == dict.fromkeys(table.runs)
    assert table.runs.keys() == {*SEATS}


def fails(table: Table[None], culprit: int) -> None:
    """Check that nobody has to hear a word to name ``culprit``."""
    assert table.play() == {}
    assert table.said == {}
    assert table.blamed == dict.fromkeys(SEATS, culprit)


@pytest.mark.parametrize("order", range(3))
def test_a_true_claim_is_shown_to_all(order: int) -> None:
    allowed = frozenset(hand())
    table = claiming(1, held(), (0, 1, 2), allowed)
    assert table.play(order) == dict.fromkeys(SEATS)
    assert table.said.keys() == {(1, 0)}
    assert len(table.said[1, 0]) == non_membership.size(3, 3)


@pytest.mark.parametrize(
    ("sizes", "chosen"),
    [
        # In hearts: late and early in a hand, an ace alone, all but one face.
        ((1, 51, 1), False),
        ((12, 42, 10), False),
        ((12, 1, 51), True),
        ((1, 1, 51), True),
        # Dice and cells: the two cost about the same.
        ((1, 2, 4), True),
        ((1, 3, 3), True),
        ((1, 4, 2), False),
        ((3, 3, 3), False),
        ((5, 2, 4), True),
        # Nothing to refuse.
        ((1, 1, 0), True),
        ((13, 52, 0), True),
    ],
)
def test_the_cheaper_proof_shows_a_claim(
    sizes: tuple[int, int, int], chosen: bool
) -> None:
    assert is_by_membership(*sizes) is chosen


def test_a_branch_of_the_one_proof_counts_as_three_of_the_other() -> None:
    for k, N, M in product(range(1, 14), range(1, 53), range(1, 53)):
        assert is_by_membership(k, N, M) is (3 * k * N < k * (M + 4) + M + 2)


def test_a_claim_names_faces_in_any_order_and_also_others() -> None:
    passes(claiming(1, held(), (2, 0), frozenset({*hand(), "no card", "★"})))
    passes(claiming(1, held(), (1,), frozenset(PACK)))
    passes(claiming(1, held(), (), frozenset()))


def test_having_none_of_some_faces_is_having_one_of_the_others() -> None:
    without = frozenset(PACK) - {hand()[0]}
    passes(claiming(1, held(), (1, 2), without))
    with pytest.raises(ValueError, match="not true"):
        claiming(1, held(), (0, 1, 2), without).play()


@pytest.mark.parametrize("slots", [(0,), (0, 1, 2)])
def test_nobody_claims_what_is_not_true(slots: tuple[int, ...]) -> None:
    allowed = frozenset(PACK) - {*hand()}
    protocol = claim(1, 1, held(), slots, allowed, MINE, b"claim", prg("x"))
    with pytest.raises(ValueError, match="not true"):
        next(protocol)


@pytest.mark.pitfall(30)
def test_a_claim_that_is_not_true_is_refused_however_it_is_shown() -> None:
    """By a program that sees another hand, or thinks that more is allowed."""
    cards, allowed = held(), frozenset({hand()[0]})
    wide = frozenset({hand()[1]})
    swapped = cards.change({1: replace(cards[0], origin=cards[1].origin)})
    renamed = cards.change({1: cards[0]})
    forgeries = (
        claim(1, 1, cards, (1,), wide, MINE, b"claim 1", prg("x")),
        claim(1, 1, cards, (0,), allowed, MINE, b"claim 1", prg("x")),
        claim(1, 1, swapped, (1,), allowed, MINE, b"claim 1", prg("x")),
        claim(1, 1, renamed, (1,), allowed, MINE, b"claim 1", prg("x")),
    )
    for forgery in forgeries:
        refuse_the_word_of(claiming(1, cards, (1,), allowed), 1, forgery)


@pytest.mark.pitfall(8)
@pytest.mark.pitfall(9)
def test_a_changed_claim_names_its_author() -> None:
    allowed = frozenset(hand())
    table = claiming(1, held(), (0, 1, 2), allowed)
    table.play()
    message = table.said[1, 0]
    turned = message[32:64] + message[:32] + message[64:]
    for lie in [*lies(message), turned, message[32:], bytes(len(message))]:
        refuse(claiming(1, held(), (0, 1, 2), allowed), instead(1, 0, lie), 1)


@pytest.mark.pitfall(32)
@pytest.mark.parametrize("number", [1, 3])
def test_the_other_proof_of_a_claim_is_refused(number: int) -> None:
    """Though it is true and bound to the same place: a claim has one form."""
    cards, slots = held(), (0, 1, 2)[:number]
    faces = tuple(face for face in PACK if face in hand()[:number])
    others = tuple(face for face in PACK if face not in faces)
    pile = cards.on(slots)
    masked = [card.alone(1) for card in pile]
    place = Transcript(b"claim")
    place.append(b"occasion", b"claim 1", 1, slots, [card.origin for card in pile])
    if is_by_membership(number, len(faces), len(others)):
        points = [face_point(face) for face in others]
        other = non_membership.prove(masked, points, SECRETS[1], place, prg("x"))
    else:
        points = [face_point(face) for face in faces]
        places = [faces.index(hand()[slot]) for slot in slots]
        other = membership.prove(masked, points, places, SECRETS[1], place, prg("x"))
    table = claiming(1, cards, slots, frozenset(faces))
    passes(table)
    if number == 3:
        assert len(table.said[1, 0]) == len(other)
    refuse(claiming(1, cards, slots, frozenset(faces)), instead(1, 0, other), 1)


@pytest.mark.pitfall(3)
def test_a_claim_is_void_elsewhere() -> None:
    allowed = frozenset(hand())
    again = held().change({0: replace(held()[0], origin=bytes(40))})
    for elsewhere in (
        claiming(1, held(), (0, 1), allowed, b"claim 2"),
        claiming(1, held(), (1, 0), allowed),
        claiming(1, held(), (0, 2), allowed),
        claiming(1, again, (0, 1), allowed),
        claiming(1, held(), (0, 1), frozenset({*PACK})),
    ):
        elsewhere.play()
        lie = elsewhere.said[1, 0]
        refuse(claiming(1, held(), (0, 1), allowed), instead(1, 0, lie), 1)


@pytest.mark.pitfall(24)
def test_another_s_claim_cannot_be_repeated() -> None:
    """Two players with a claim of the same form about a card each."""
    allowed = frozenset(PACK)
    other = claiming(0, held(), (3,), allowed)
    other.play()
    refuse(claiming(1, held(), (0,), allowed), instead(1, 0, other.said[0, 0]), 1)


def test_about_open_cards_nobody_says_a_word() -> None:
    cards, faces = opening(held(), (0, 1, 5)).play()[None]
    for player in PLAYERS:
        table = claiming(player, cards, (0, 1, 5), frozenset(faces))
        passes(table)
        assert table.said == {}


@pytest.mark.parametrize("player", PLAYERS)
def test_a_claim_that_open_cards_refute_is_no_fault_of_its_player(player: int) -> None:
    """The player that asked for the claim saw the cards, too."""
    cards, faces = opening(held(), (0, 1)).play()[None]
    for slots, allowed in ((0, 1), {faces[0]}), ((1,), set[str]()):
        given = cards, slots, frozenset(allowed), None, b"", prg("x")
        with pytest.raises(ValueError, match="open cards refute what is claimed"):
            Run(claim(None, player, *given)).step()


def test_of_open_and_hidden_cards_only_the_hidden_ones_are_proved() -> None:
    cards, _ = opening(held(), (1,)).play()[None]
    table = claiming(1, cards, (0, 1, 2), frozenset(hand()))
    passes(table)
    assert {len(message) for message in table.said.values()} == {size(2, 3, 3)}


def test_a_claim_that_no_card_can_meet_is_no_fault_of_its_player() -> None:
    """Everybody sees that it is false, so whoever asked for it should not have."""
    for allowed in (frozenset({"no card"}), frozenset[str]()):
        run = Run(claim(None, 1, held(), (0,), allowed, None, b"", prg("x")))
        with pytest.raises(ValueError, match="no card of this deck is what"):
            run.step()


@pytest.mark.parametrize(
    ("player", "slots"), [(0, (0,)), (1, (3,)), (1, (4,)), (1, (0, 9)), (1, (0, 0))]
)
def test_a_claim_is_about_cards_that_are_the_player_s_alone(
    player: int, slots: tuple[int, ...]
) -> None:
    run = Run(claim(None, player, held(), slots, frozenset(PACK), None, b"", prg("x")))
    with pytest.raises(ValueError):
        run.step()


def test_cards_of_two_kinds_are_shown_one_kind_after_the_other() -> None:
    """A hand, a cell and two dice that were turned by different numbers."""
    cards = placing(1, (20,), ("sea", "♠1"), ("sea",), cards=held()).play()[None][0]
    hands = {1: (30, 31)}
    cards = turn(rolling(hands, 2, cards=cards).play()[None], hands, 2, b"seed 4")
    assert {cards[30].shift, cards[31].shift} == {0, 1}
    allowed = frozenset({*hand(), "sea", "0", "1"})
    table = claiming(1, cards, (30, 0, 20, 31, 1), allowed)
    passes(table)
    assert [len(table.said[1, number]) for number in range(4)] == [
        size(1, 2, 0),
        size(2, 3, 3),
        size(1, 1 + ("♠1" in allowed), "♠1" not in allowed),
        size(1, 2, 0),
    ]


@pytest.mark.parametrize("shift", range(6))
def test_a_claim_about_a_die_is_about_what_it_shows(shift: int) -> None:
    faces = tuple(map(str, range(6)))
    cards = placing(1, (0, 1), faces, ("2", "5")).play()[None][0]
    cards = cards.change({s: replace(cards[s], shift=shift) for s in (0, 1)})
    shown = {str((2 + shift) % 6), str((5 + shift) % 6)}
    passes(claiming(1, cards, (0, 1), frozenset(shown)))
    wrong = frozenset({*faces} - shown)
    with pytest.raises(ValueError, match="not true"):
        next(claim(1, 1, cards, (0, 1), wrong, MINE, b"claim", prg("x")))
    other = cards.change({s: replace(cards[s], shift=(shift + 1) % 6) for s in (0, 1)})
    seen = frozenset(str((int(face) + 1) % 6) for face in shown)
    lie = claim(1, 1, other, (0, 1), seen, MINE, b"claim 1", prg("x"))
    refuse_the_word_of(claiming(1, cards, (0, 1), seen), 1, lie)


def test_a_claim_may_be_about_faces_that_a_deck_has_twice() -> None:
    deck, _ = shuffled(faces=("red", "red", "blue"))
    cards = dealing(deck, {0: 1, 1: 1, 2: 1}).play()[None][0]
    table = claiming(1, cards, (0, 1, 2), frozenset({"red", "blue"}))
    passes(table)
    assert len(table.said[1, 0]) == membership.size(3, 2)


COLOURS = ("red", "red", "blue", "gold", "green", "grey", "black", "white")


@cache
def doubled() -> Cards:
    """Return a table where player 1 holds slot 0, a red card, and another is open."""
    for number in range(40):
        deck, _ = shuffled(faces=COLOURS, context=b"doubled %d" % number)
        cards = dealing(deck, {0: 1}).play()[None][0]
        held, *others = faces_of(cards)
        if held in others:
            return opening(cards, (others.index(held) + 1,)).play()[None][0]
    raise AssertionError("no such deck")


@pytest.mark.pitfall(30)
def test_a_face_that_lies_open_is_refused_in_a_hidden_card_too() -> None:
    """A deck may have it twice: an open card says nothing of a hidden one."""
    cards, allowed = doubled(), frozenset(COLOURS) - {"red", "grey"}
    assert "red" in {card.face for card in cards.slots.values()}
    with pytest.raises(ValueError, match="not true"):
        claiming(1, cards, (0,), allowed).play()
    place = Transcript(b"claim")
    place.append(b"occasion", b"claim 1", 1, (0,), [cards[0].origin])
    without_red = non_membership.prove(
        [cards[0].alone(1)], [face_point("grey")], SECRETS[1], place, prg("x")
    )
    refuse_the_word_of(claiming(1, cards, (0,), allowed), 1, saying(without_red))


@pytest.mark.pitfall(30)
def test_who_holds_a_second_copy_of_an_open_card_is_not_blamed() -> None:
    cards = doubled()
    for others in (1, 2, 5):
        passes(claiming(1, cards, (0,), frozenset(COLOURS[: 1 + others])))


@pytest.mark.pitfall(22)
def test_who_claims_and_shows_nothing_is_waited_for() -> None:
    table = claiming(1, held(), (0,), frozenset(PACK))
    assert table.play(tamper=instead(1, 0, None)) == {}
    assert all(run.waiting_for == {1} for run in table.runs.values())


@pytest.mark.parametrize("wrong", [None, Secrets(SECRETS[0]), Secrets(SECRETS[2])])
def test_a_claim_takes_the_secret_of_ones_share(wrong: Secrets | None) -> None:
    protocol = claim(1, 1, held(), (0,), frozenset(PACK), wrong, b"", prg("x"))
    with pytest.raises(ValueError, match="secret"):
        next(protocol)


def test_a_false_proof_is_called_one() -> None:
    table = claiming(1, held(), (0,), frozenset(PACK))
    table.play(tamper=lambda p, r, m: m[:-1] + bytes([m[-1] ^ 1]))
    assert {*map(type, table.errors.values())} == {InvalidProof}
