"""Where rules contradict themselves the table stops, and no player is accused.

Each game here is wrong in one way, and all who play it are honest.
"""

from __future__ import annotations

from contextlib import suppress
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
    Reason,
    Reshuffle,
    Roll,
    Seated,
    Shuffle,
    State,
    Tick,
    Timer,
    Together,
)
from p2pgame.engine.turns import Turn
from p2pgame.log import Entry
from p2pgame.session import Misbehaviour, Table, Unfinished, verify
from p2pgame.session.entries import payloads
from p2pgame.session.entries.errors import Fault
from p2pgame.session.entries.payloads import Absence, Answer, Payload
from p2pgame.session.game import progress
from p2pgame.session.lobby.events import Declined, RulesBroken, Stopped
from p2pgame.session.table.evidence import Unproven, gather
from p2pgame.session.table.evidence import check as check_evidence
from tests.session.game.scripted import Script, Scripted, endless, fails
from tests.session.game.test_policies import away, back, impatient
from tests.session.tables import Deck, Net, me

GO = Choose(0, ("go",))
FACES = ("a", "b", "c", "d")
DECK = Shuffle(FACES, (0, 1, 2))
DEALT = Deal(((0, (0,)), (1, (1,)), (2, (2,))))
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


def net_of(*turns: Any, seats: int = 3, **wrong: Any) -> Net:
    """Return a table, with somebody who looks on, at which all has been played."""
    net = Net(Scripted(*turns, **wrong), seats, spectators=1)
    net.play()
    return net


def check(net: Net, sentence: str, turns: int) -> None:
    """Check that all found the rules at fault, and none a player; nor does a file."""
    for events, table in zip(net.events, net.tables, strict=True):
        assert table.stopped is None, table.stopped
        assert table.cheats == {}
        assert sentence in str(table.broken)
        assert str(table.broken).startswith("scripted ")
        (broken,) = [e for e in events if isinstance(e, RulesBroken)]
        assert broken.error is table.broken
        assert broken.turns == turns
        assert not any(isinstance(event, Stopped) for event in events)
        assert not table.complete
    file = net.tables[0].transcript()
    with pytest.raises(
        Unfinished, match=f"rules are at fault after turn {turns}"
    ) as caught:
        verify(file, net.games)
    assert "and no player is" in str(caught.value)
    assert sentence in str(caught.value)


def happened(net: Net) -> int:
    """Return how many turns all say had happened when they stopped."""
    (turns,) = {
        event.turns
        for events in net.events
        for event in events
        if isinstance(event, RulesBroken)
    }
    return turns


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
        "do not open alike",
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


def refuse(state: Any, player: int, move: str) -> Reason:
    return Reason.of("no", "game-over")


def fails_late(state: Any, event: object) -> Any:
    if state.phase:
        fails()
    return Scripted.apply(Scripted(), state, event)  # type: ignore[arg-type]


class Odd(State, frozen=True):
    """A state that cannot be written down."""

    what: object = object()
    phase: int = 0
    seats: int = 3


def is_at(table: Table, turn: Turn) -> bool:
    """Return whether a table has come to this turn."""
    return table.play is not None and table.play.turn == turn


#: What rules may have wrong, the turns before it is seen, and what is said of it.
WRONG: dict[str, tuple[dict[str, Any], tuple[Any, ...], str]] = {
    "no setup": ({"setup": fails}, (GO,), "fails in its start: ZeroDivisionError"),
    "no turn": ({"turn": fails}, (GO,), "fails in turn: ZeroDivisionError: a mistake"),
    "no apply": (
        {"apply": fails_late},
        (GO, GO),
        "fails in Chosen(player=0, move='go')",
    ),
    "no fix-up": ({"fix_up": fails}, (GO,), "fails in its start"),
    "an endless fix-up": ({"fix_up": endless}, (GO,), "does not settle: again"),
    "refused": (
        {"why_illegal": refuse},
        (GO, GO),
        "offers player 0 the move 'go' and refuses it",
    ),
    "refused when sealed": (
        {"why_illegal": refuse},
        (Together((GO, Choose(1, ("a",)))),),
        "offers player 0 the move 'go' and refuses it",
    ),
    "a refusal that fails": (
        {"why_illegal": fails},
        (GO,),
        "fails in 'go' by player 0: ZeroDivisionError",
    ),
    "an impossible card": (
        {"why_impossible": lambda state, faces: Reason.of("no", "game-over")},
        (DECK, Open((0,))),
        "fails in turn 2 (Open): IllegalMove",
    ),
    "a state of no bytes": (
        {"setup": lambda seats, options: Odd()},
        (GO,),
        "scripted fails in turn 1 (Choose): TypeError",
    ),
    "turns without end": (
        {"turn": lambda state: Open(())},
        (),
        f"follows {progress.TURNS_ALONE + 1} that nobody answered",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_rules_that_fail_stop_the_table_and_accuse_nobody(case: str) -> None:
    wrong, turns, sentence = WRONG[case]
    net = net_of(*turns, **wrong)
    check(net, sentence, happened(net))


#: What only one player's program asks the rules: the others wait for it.
OWN: dict[str, tuple[dict[str, Any], tuple[Any, ...], str]] = {
    "a view": ({"zones": fails}, (GO,), "turn 1 (Choose): ZeroDivisionError"),
    "what is fair": (
        {"why_unfair": fails},
        (GO,),
        "turn 1 (Choose): ZeroDivisionError",
    ),
    "a placement": (
        {"placement": lambda state, player, text: ()},
        (Place(0, (0,), ("x", "y")),),
        "reads 'random 0' as what may not be placed",
    ),
    "a false claim": (
        {},
        (
            Place(0, (0,), ("x", "y")),
            Prove(0, OneOf(0, ("y",))),
        ),
        "a claim that is not true cannot be shown",
    ),
}


@pytest.mark.parametrize("case", OWN)
def test_what_one_program_alone_finds_stops_its_own_table(case: str) -> None:
    wrong, turns, sentence = OWN[case]
    net = Net(Scripted(*turns, **wrong), 3, spectators=1)
    with suppress(IllegalMove):  # the move is refused where it is what is asked about
        net.play()
    net.play()
    ours, *others = net.tables
    assert sentence in str(ours.broken)
    assert [table.broken for table in others] == [None] * 3
    assert all(table.play is not None for table in others)
    assert [t.play.waiting_for for t in others if t.play is not None] == [(0,)] * 3
    assert all(table.cheats == {} and table.stopped is None for table in net.tables)


@pytest.mark.parametrize("absence", ["finish", "default"])
def test_to_ask_a_player_who_has_gone_is_a_fault_of_the_rules(absence: Absence) -> None:
    asked = Together((GO, Choose(2, ("go",))))
    net = away(Scripted(GO, asked), absence, 2, lambda table: is_at(table, asked))
    impatient(net, 2)
    for seat in (0, 1, 3):
        table = net.tables[seat]
        assert table.stopped is None
        assert table.cheats == {}
        assert "(Together), which asks player 2, who has gone" in str(table.broken)


@pytest.mark.parametrize("move", ["é", "stay", "draw"])
def test_a_move_for_who_is_silent_is_one_of_those_offered(move: str) -> None:
    game = Scripted(GO, Choose(2, ("go",)), absent_move=lambda state, player: move)
    net = away(game, "default", 2, lambda table: is_at(table, Choose(2, ("go",))))
    impatient(net, 2)
    for seat in (0, 1, 3):
        table = net.tables[seat]
        assert table.cheats == {}
        assert f"makes the move {move!r} for player 2" in str(table.broken)


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
    late.propose("go")
    raw: bytes | None = b""
    while raw is not None or late.broken is None:
        _, raw = late.advance()
        late.receive(raw or late.entries[0])
    assert "'é'" in str(late.broken)
    back(net, 2)
    assert late.broken is None
    assert late.complete
    assert late.transcript() == net.tables[0].transcript()


def test_whatever_is_not_offered_is_its_author_s_fault_whatever_rules_say() -> None:
    """Rules that fail at what a hostile player says do not shield it."""

    def forge(seat: int, payload: Payload) -> Payload | bytes:
        if seat == 1 and isinstance(payload, Answer):
            return Answer(payload.turn, payload.round, b"never offered")
        return payload

    def picky(state: Any, player: int, move: str) -> Reason | None:
        return None if move == "go" else fails()

    net = Net(Scripted(GO, Choose(1, ("go",)), why_illegal=picky), 2, forge=forge)
    net.play()
    for table in net.tables:
        assert table.broken is None
        assert table.stopped is not None
        assert table.stopped.culprit == net.tables[0].players[1].author


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
        again.propose("go")
    assert again.advance() == (False, None)


def test_options_that_rules_fail_at_are_declined() -> None:
    net = net_of(GO, why_not=fails)
    for table, events in zip(net.tables[:3], net.events, strict=False):
        assert table.play is None
        (declined,) = [event for event in events if isinstance(event, Declined)]
        assert "the rules are at fault: scripted fails in its options" in declined.text
