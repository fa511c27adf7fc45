"""Where rules contradict themselves the table stops, and no player is accused.

Each game here is wrong in one way, and all who play it are honest.
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from p2pgame.engine import (
    Amount,
    Choose,
    Deal,
    Event,
    IllegalMove,
    NoneOf,
    OneOf,
    Open,
    Over,
    Place,
    Prove,
    Reshuffle,
    Roll,
    Seated,
    Shuffle,
    Tick,
    Timer,
    Together,
)
from p2pgame.log import Entry
from p2pgame.session import Misbehaviour, Table
from p2pgame.session.entries import payloads
from p2pgame.session.entries.errors import Fault
from p2pgame.session.entries.payloads import Answer
from p2pgame.session.table.evidence import Unproven, gather
from p2pgame.session.table.evidence import check as check_evidence
from tests.session.game.faulty import DEALT, DECK, FACES, GO, check, is_at, net_of
from tests.session.game.scripted import Script, Scripted
from tests.session.game.silence import away, back, impatient
from tests.session.tables import Deck, Net, me

NOT_A_MOVE = "a move is 1 to 256 characters of ASCII, from space to ~"

#: What no answer can carry, or no table can play, and what is said of it.
TURNS: dict[str, tuple[Any, str]] = {
    "a letter beyond ASCII": (Choose(0, ("é",)), f"'é': {NOT_A_MOVE}"),
    "257 characters": (Choose(0, ("x" * 257,)), NOT_A_MOVE),
    "two lines": (
        Choose(1, ("go", "a\nb")),
        f"player 1 the move 'a\\nb': {NOT_A_MOVE}",
    ),
    "an empty move": (Choose(0, ("go", "")), f"the move '': {NOT_A_MOVE}"),
    "no move": (Choose(0, ()), "offers player 0 no move"),
    "a verb of two words": (Choose(0, (Amount("go to", 1, 2),)), "verb is one word"),
    "a long verb": (Choose(0, (Amount("v" * 256, 1, 2),)), NOT_A_MOVE),
    "a verb beyond ASCII": (Choose(0, (Amount("é", 1, 2),)), NOT_A_MOVE),
    "a number below 0": (Choose(0, (Amount("go", -1, 2),)), "the lower first"),
    "no number": (Choose(0, (Amount("go", 2, 1),)), "the lower first"),
    "19 digits": (Choose(0, (Amount("go", 0, 10**18),)), "0 to 18 digits"),
    "time's own move": (Choose(0, ("go",), Timer(9, "é")), "'é' when time runs out"),
    "no player": (Choose(3, ("go",)), "names player 3 of 3 in a Choose"),
    "nobody together": (Together(()), "asks nobody in a Together"),
    "one player twice": (Together((GO, GO)), "names player 0 twice in a Together"),
    "a sealed é": (Together((GO, Choose(1, ("é",)))), "player 1 the move 'é'"),
    "an order of é": (Tick((0, 1), ("é",)), f"the move 'é': {NOT_A_MOVE}"),
    "nobody's tick": (Tick((), ("go",)), "asks nobody in a Tick"),
    "a deck of one": (Shuffle(("a",), (0, 1)), "a deck has 2 to 512"),
    "a deck of 513": (Shuffle(("a",) * 513, (0, 1)), "a deck has 2 to 512"),
    "nobody's deck": (Shuffle(FACES, ()), "has nobody shuffle"),
    "a shuffler twice": (Shuffle(FACES, (0, 0)), "names player 0 twice in a Shuffle"),
    "an empty face": (Shuffle(("a", ""), (0, 1)), "the face ''"),
    "half of a pair": (Shuffle(("a", "\ud800"), (0, 1)), "the face '\\ud800'"),
    "no pile": (Reshuffle((), (0, 1), 9), "reshuffle 0 cards"),
    "no mixer": (Reshuffle((0,), (), 9), "has 0 players reshuffle"),
    "a slot dealt twice": (Deal(((0, (1,)), (1, (1,)))), "names slot 1 twice"),
    "a slot opened twice": (Open((1, 1)), "names slot 1 twice"),
    "a slot below 0": (Open((-1,)), "names slot -1"),
    "a die of no side": (Roll(0), "1 dice of 0 sides"),
    "no dice": (Roll(6, -1), "rolls -1 dice"),
    "a die for all": (Roll(10**6, 1, ((0, (0,)),)), "which no message holds"),
    "two hands of one": (
        Roll(6, 1, ((0, (0,)), (0, (1,)))),
        "0 twice in a Roll",
    ),
    "equal faces": (Place(0, (0,), ("a", "a")), "has the face 'a' placed twice"),
    "a large placement": (
        Place(0, (*range(64),), (*map(str, range(64)),)),
        "no message",
    ),
    "an empty placement": (Place(0, (), ("a",)), "no message holds"),
    "no face to prove": (Prove(0, OneOf(0, ())), "none of all faces"),
    "a payoff too many": (Over((1, -1)), "ends with 2 payoffs for 3 players"),
    "no turn": (None, "gives NoneType as its turn"),
    "a list of moves": (Choose(0, ["go"]), "fails in turn: TypeError"),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("turn", TURNS)
def test_a_turn_that_no_table_can_play_is_a_fault_of_the_rules(turn: str) -> None:
    wrong, sentence = TURNS[turn]
    check(net_of(GO, wrong), sentence, turns=1)


def test_the_first_turn_of_a_game_may_be_at_fault() -> None:
    check(net_of(Choose(0, ("é",))), "'é'", turns=0)


#: Turns that name what does not lie there, and what is said of the last.
CARDS: dict[str, tuple[tuple[Any, ...], str]] = {
    "dealt before": ((DEALT,), "nothing lies on a slot"),
    "opened before": ((Open((0,)),), "nothing lies on a slot"),
    "a slot that is not there": ((DECK, Open((4,))), "nothing lies on a slot"),
    "to whom holds no part": (
        (Shuffle(FACES, (0, 1)), Deal(((2, (0,)),))),
        "only a player of the deck is dealt from it",
    ),
    "another's": ((DECK, DEALT, Deal(((1, (0,)),))), "another player's already"),
    "placed on a card": ((DECK, Place(0, (1,), ("x", "y"))), "something lies"),
    "mixed onto a card": ((DECK, Reshuffle((0, 1), (0, 1), 3)), "something lies"),
    "a die among cards": (
        (Roll(6, 1, ((0, (9,)),)), Reshuffle((9,), (0, 1), 10)),
        "a die is no card",
    ),
    "held by others": (
        (DECK, Place(0, (9,), ("x", "y")), Reshuffle((0, 9), (0, 1), 20)),
        "these cards do not open alike: slot 0 by players (0, 1, 2), slot 9 by players"
        " (0,). A Reshuffle mixes cards that the same players open: shuffle each kind",
    ),
    "one mixes another's": (
        (DECK, DEALT, Reshuffle((0, 1), (0,), 9)),
        "one player alone mixes cards that were not dealt to it",
    ),
    "one mixes what is open": (
        (DECK, Open((0, 1)), Reshuffle((0, 1), (0,), 9)),
        "one player alone mixes cards that were not dealt to it",
    ),
    "one remasks what nobody has": (
        (DECK, Reshuffle((3,), (2,), 9)),
        "one player alone mixes cards that were not dealt to it",
    ),
    "proved by another": (
        (DECK, DEALT, Prove(0, OneOf(1, ("a",)))),
        "a card is its owner's alone",
    ),
    "what no card is": (
        (DECK, DEALT, Prove(0, OneOf(0, ("no card",)))),
        "no card of this deck is what is claimed of it",
    ),
    "none of what all are": (
        (DECK, DEALT, Prove(0, NoneOf((0,), FACES))),
        "no card of this deck is what is claimed of it",
    ),
}


@pytest.mark.parametrize("case", CARDS)
def test_cards_that_do_not_lie_there_are_a_fault_of_the_rules(case: str) -> None:
    turns, sentence = CARDS[case]
    check(net_of(GO, *turns), sentence, turns=len(turns))


def test_cards_of_one_s_own_may_be_mixed_by_one_player_and_dealt_on() -> None:
    passed = Reshuffle((0,), (0,), 9), Deal(((1, (9,)),)), Open((9,))
    net = net_of(DECK, DEALT, *passed)
    assert all(table.complete for table in net.tables)
    alone = net_of(Shuffle(FACES, (0,)), Reshuffle((0, 1), (0,), 9), seats=1)
    assert all(table.complete for table in alone.tables)


#: Turns that no other deck than a masked one can play, or that do not fit it.
CLASSIC: dict[str, tuple[tuple[Any, ...], str]] = {
    "dealt before": ((DEALT,), "the rules deal cards before any shuffle"),
    "a slot that is not there": ((DECK, Open((4,))), "the deck has slots 0 to 3"),
    "another's": ((DECK, DEALT, Deal(((1, (0,)),))), "another player's already"),
    "mixed": ((DECK, Reshuffle((0, 1), (0, 1), 9)), "deck cannot do"),
    "placed": ((DECK, Place(0, (9,), ("x", "y"))), "deck cannot do"),
    "proved": ((DECK, DEALT, Prove(0, OneOf(0, ("a",)))), "deck cannot do"),
    "rolled": ((Roll(6, 1, ((0, (9,)),)),), "deck cannot do"),
}


@pytest.mark.parametrize("deck", ["commutative", "proved"])
@pytest.mark.parametrize("case", CLASSIC)
def test_what_a_deck_cannot_do_is_a_fault_of_the_rules(case: str, deck: Deck) -> None:
    turns, sentence = CLASSIC[case]
    net = Net(Scripted(GO, *turns), 3, spectators=1, deck=deck, quorum=0)
    net.play()
    check(net, sentence, turns=len(turns))


def test_one_who_is_left_of_several_does_not_mix_alone() -> None:
    """It would know which card is which, and the rules did not name it alone."""
    mixed = Reshuffle((0, 1, 3), (1, 2), 9)
    game = Scripted(DECK, DEALT, mixed, Deal(((0, (9,)),)))
    net = away(game, "finish", 1, lambda table: is_at(table, mixed))
    impatient(net, 2)
    for seat in (0, 2, 3):
        table = net.tables[seat]
        assert table.broken is None
        assert table.complete
    entries = [Entry.read(raw) for _, raw in net.said]
    answers = [(e.author, payloads.decode(e.payload)) for e in entries]
    shuffled = {
        author
        for author, said in answers
        if isinstance(said, Answer) and len(said.message) == 160 * 3 + 288
    }
    assert shuffled == {net.tables[0].players[seat].author for seat in (0, 2)}


class Fragile(Scripted):
    """Breaks once player 2 has moved, and is over if it has gone."""

    def apply(self, state: Script, event: Event) -> Script:
        if isinstance(event, Seated):
            return replace(state, phase=9)
        return super().apply(state, event)


def test_who_was_stopped_by_a_fault_goes_on_when_others_never_came_there() -> None:
    """A player answers when the others have gone on without it, and finds the fault."""
    asked = Choose(2, ("go",))
    game = Fragile(GO, asked, Choose(0, ("é",)))
    net = away(game, "finish", 2, lambda table: is_at(table, asked))
    impatient(net)
    assert all(net.tables[seat].complete for seat in (0, 1, 3))
    late = net.tables[2]
    late.own.propose("go")
    raw: bytes | None = b""
    while raw is not None or late.broken is None:
        _, raw = late.advance()
        late.receive(raw or late.entries[0])
    assert "'é'" in str(late.broken)
    back(net, 2)
    assert late.broken is None
    assert late.complete
    assert late.transcript() == net.tables[0].transcript()


def test_no_note_that_rules_were_at_fault_is_evidence_against_anybody() -> None:
    net = net_of(GO, Choose(0, ("é",)))
    table = net.tables[1]
    for player in table.players:
        entries = (table.history.feeds[player.author].entries[-1].raw,)
        for fault in Fault:
            lie = Misbehaviour(fault, "a move that is no text", player.author, entries)
            with pytest.raises(Unproven):
                check_evidence(gather(table, lie), net.games)


def test_a_table_whose_rules_were_at_fault_is_read_again_as_it_was() -> None:
    net = net_of(GO, Choose(0, ("é",)))
    old = net.tables[0]
    again = Table(old.id, net.games, me(0))
    for raw in old.history.missing([]):
        again.receive(raw)
    while again.advance()[0]:
        pass
    assert str(again.broken) == str(old.broken)
    assert again.transcript() == old.transcript()
    with pytest.raises(IllegalMove, match="no-game"):
        again.own.propose("go")
    assert again.advance() == (False, None)
