"""A drawn world agrees with everything that its seat has seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from p2pgame.agents.search.knowledge import Drawn, Knowledge
from p2pgame.agents.search.lots import Lots
from p2pgame.engine import (
    IllegalMove,
    Opened,
    Prove,
    Reshuffled,
    Seated,
    Shuffled,
    digest,
)
from p2pgame.playtest import Case
from p2pgame.playtest.dealer import Dealer, Untrue, holds
from p2pgame.playtest.playout import follow
from tests.agents.search.witness import witnessed
from tests.games.cases import cases

#: Positions of each game at which worlds are drawn, and the worlds drawn there.
POSITIONS, WORLDS = 6, 3
PUBLIC = {"chess", "checkers", "tictactoe", "mover", "fill", "flow", "fold", "pig"}
HIDING = [case for case in cases() if case.game.name not in PUBLIC and case.seed == 0]


def shortest(name: str) -> Case:
    """Return the case of this game that has the fewest events."""
    mine = (case for case in HIDING if case.game.name == name)
    return min(mine, key=lambda case: len(case.playout.events))


def draws(case: Case, seat: int) -> Iterator[tuple[int, Knowledge, Drawn]]:
    """Yield worlds for ``seat`` at some positions of the case's game."""
    every = max(1, len(case.playout.events) // POSITIONS)
    lots = Lots(f"worlds {case}")
    for n, knowledge in witnessed(case, seat):
        if n % every == every // 2:
            for _ in range(WORLDS):
                yield n, knowledge, knowledge.draw(lots)


@pytest.mark.parametrize("case", HIDING, ids=str)
def test_a_world_agrees_with_all_that_its_seat_saw(case: Case) -> None:
    for seat in sorted({0, case.seats - 1}):
        for n, knowledge, drawn in draws(case, seat):
            secrets = case.playout.secrets[n]
            assert drawn.faces.keys() == secrets.faces.keys()
            known = secrets.known_to(seat)
            assert known.items() <= drawn.faces.items()
            assert known.items() <= knowledge.faces.items()
            for other in range(case.seats):
                assert knowledge.known_to[other] == {*secrets.known_to(other)}
            agrees_since_the_shuffle(case, n, drawn.faces)


def agrees_since_the_shuffle(case: Case, n: int, faces: dict[int, str]) -> None:
    """Check cards, openings and claims since the last shuffle against ``faces``.

    Without a reshuffle the whole game is played again with these faces.
    """
    events, turns = case.playout.events[:n], case.playout.turns
    shuffles = [k for k, event in enumerate(events) if isinstance(event, Shuffled)]
    since = range(shuffles[-1] if shuffles else 0, n)
    deck = Counter(case.playout.secrets[n].faces.values())
    if shuffles:
        assert Counter(faces.values()) == deck
    if not any(isinstance(events[k], Reshuffled) for k in since):
        is_the_same_game(case, n, faces)
    for k in since:
        match turns[k], events[k]:
            case Prove(_, claim), _ if not isinstance(events[k], Seated):
                slots = (claim.slot,) if hasattr(claim, "slot") else claim.slots
                if faces.keys() >= {*slots}:
                    assert holds(claim, faces)


def is_the_same_game(case: Case, n: int, faces: dict[int, str]) -> None:
    playout = case.playout
    cards = playout.secrets[n].cards
    swapped = {cards[slot]: face for slot, face in faces.items()}
    dealer = Dealer(case.game, f"cards {case.seed}", case.place, swapped)
    try:
        for k, (state, _) in enumerate(islice(follow(playout, dealer), n + 1)):
            assert digest(state) == digest(playout.steps[k].state)
    except (Untrue, IllegalMove) as error:
        raise AssertionError(f"the world refutes event {k + 1}: {error}") from error


def test_cards_passed_to_a_player_stay_with_that_player() -> None:
    case = next(c for c in HIDING if c.game.name == "hearts")
    passed: set[str] = set()
    checked = 0
    lots = Lots("passed")
    before: dict[int, str] = {}
    for n, knowledge in witnessed(case, 0):
        state: Any = case.playout.steps[n].state
        if state.passing is not None and not state.passing.is_laid:
            before, passed = knowledge.faces, set()
        if state.passing is not None and state.passing.is_laid and before:
            hand = {before[slot] for slot in state.play.hands[0]}
            passed = {*before.values()} - hand
        if state.passing is None and passed and len(state.play.faces) == 0:
            receiver = case.playout.steps[n].state.play.hands[
                (0 + (1, 3, 2, 0)[state.number % 4]) % 4
            ]
            faces = knowledge.draw(lots).faces
            if receiver and state.number % 4 != 3:
                assert passed <= {faces[slot] for slot in receiver}
                checked += 1
    assert checked > 3


@pytest.mark.parametrize(
    "case",
    [c for c in HIDING if getattr(c.options, "proof", True) is False],
    ids=str,
)
def test_an_honest_player_holds_no_card_that_a_move_denied(case: Case) -> None:
    denied = 0
    for n, _, drawn in draws(case, 0):
        state: Any = case.playout.steps[n].state
        for player, faces in enumerate(state.play.denied):
            hand = {drawn.faces[slot] for slot in state.play.hands[player]}
            denied += len(faces)
            assert not hand.intersection(faces)
    assert denied


def test_openings_are_remembered_after_the_card_is_turned_down() -> None:
    case = next(c for c in HIDING if c.game.name == "memory")
    *_, (_, knowledge) = witnessed(case, 0)
    seen = {
        slot
        for turn, event in zip(case.playout.turns, case.playout.events, strict=False)
        if isinstance(event, Opened)
        for slot in getattr(turn, "slots", ())
    }
    assert seen == knowledge.faces.keys()
