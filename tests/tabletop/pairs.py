"""This game of pairs uses the kit: reveal two cards, keep them if they are equal."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from p2pgame.engine import (
    Choose,
    Event,
    Message,
    Open,
    Opened,
    Options,
    Policy,
    Reason,
    Shuffle,
    Timer,
    Turn,
    Zone,
    by_score,
    plain,
)
from p2pgame.tabletop.components import changed_at
from p2pgame.tabletop.declared import DeclaredGame
from p2pgame.tabletop.moves import FixUp, MoveType, unless
from p2pgame.tabletop.orders import after
from p2pgame.tabletop.phases import Phased, Rulebook
from p2pgame.tabletop.rounds import finish_turn

FACES = ("ant", "ant", "bee", "bee", "cow", "cow")
REVEALS = 2
GONE = -2
NO_REVEAL = Reason("no-cards-left", plain("there are no cards left to reveal"))
NO_HIDE = Reason("nothing-to-hide", plain("there are no cards to hide"))


class Grid(Phased, frozen=True):
    """``faces`` is by slot, "" while unknown; ``kept`` are the slots of pairs."""

    scores: tuple[int, ...]
    faces: tuple[str, ...] = ()
    shown: tuple[int, ...] = ()
    kept: tuple[int, ...] = ()
    opening: tuple[int, ...] = ()
    player: int = 0
    left: int = REVEALS


class Pairs(DeclaredGame[Grid, Options]):
    name = "pairs"
    version = 1
    seats = range(2, 5)
    options = Options

    def rulebook(self) -> Rulebook[Grid]:
        return Rulebook(
            anytime=(
                MoveType(
                    reveal,
                    "Turns up a card.",
                    why_not=why_no_reveal,
                    numbers=hidden,
                    describe=lambda _, player, n: plain(
                        f"player {player} turns up {n}"
                    ),
                ),
                MoveType(
                    hide_cards, "Turns the cards down again.", why_not=why_no_hide
                ),
                FixUp(keep_pair),
                finish_turn(why_not_over, pass_on, start=begin_turn),
            )
        )

    def begin(self, seats: int, options: Options) -> Grid:
        return Grid(scores=(0,) * seats)

    def why_invalid(self, state: Grid) -> str | None:
        fits = 0 <= state.player < len(state.scores)
        return None if fits else f"there is no player {state.player}"

    def next_turn(self, state: Grid) -> Turn:
        if not state.faces:
            return Shuffle(FACES, tuple(range(len(state.scores))))
        if state.opening:
            return Open(state.opening)
        if len(state.kept) == len(FACES):
            return by_score(state.scores)
        timer = Timer(3, "hide cards") if len(state.shown) == REVEALS else None
        return Choose(state.player, (), timer)

    def happened(self, state: Grid, event: Event) -> Grid:
        if isinstance(event, Opened):
            (slot,) = state.opening
            faces = changed_at(state.faces, slot, event.faces[0])
            shown = (*state.shown, slot)
            return replace(state, faces=faces, shown=shown, opening=())
        return replace(state, faces=("",) * len(FACES))

    def why_impossible(self, state: Grid, faces: tuple[str, ...]) -> Reason | None:
        known = [face for n, face in enumerate(state.faces) if n not in state.opening]
        left = FACES.count(faces[0]) - known.count(faces[0])
        return unless(left > 0, "cards-not-face-down", "no-such-card")

    def zones(self, state: Grid) -> tuple[Zone, ...]:
        up = (*state.shown, *state.kept)
        down = tuple(s for s in range(len(state.faces)) if s not in up)
        return Zone("up", up, Policy.VISIBLE), Zone("down", down)

    def show(self, state: Grid, faces: Mapping[int, str]) -> str:
        up = (*state.shown, *state.kept)
        cards = (face if n in up else str(n) for n, face in enumerate(state.faces))
        return " ".join(cards)


def hidden(state: Grid, player: int) -> tuple[int, ...]:
    up = (*state.shown, *state.kept)
    return tuple(slot for slot in range(len(state.faces)) if slot not in up)


def why_no_reveal(state: Grid, player: int) -> Reason | None:
    return None if state.left > 0 else NO_REVEAL


def reveal(state: Grid, player: int, slot: int) -> Grid:
    known = state.faces[slot]
    if known:
        return replace(state, shown=(*state.shown, slot), left=state.left - 1)
    return replace(state, opening=(slot,), left=state.left - 1)


def why_no_hide(state: Grid, player: int) -> Reason | None:
    return None if state.shown and not state.left else NO_HIDE


def hide_cards(state: Grid, player: int, number: int) -> Grid:
    return replace(state, shown=())


def keep_pair(state: Grid) -> Grid | None:
    faces = [state.faces[slot] for slot in state.shown]
    if len(faces) < REVEALS or faces[0] != faces[1]:
        return None
    scores = changed_at(state.scores, state.player, state.scores[state.player] + 1)
    return replace(state, shown=(), kept=(*state.kept, *state.shown), scores=scores)


def why_not_over(state: Grid) -> Message | None:
    if state.left:
        return plain("they still have cards left to reveal")
    if state.opening or state.shown:
        return plain("there are cards to hide")
    return None


def pass_on(state: Grid) -> Grid:
    return replace(state, player=after(state.player, range(len(state.scores))))


def begin_turn(state: Grid) -> Grid:
    return replace(state, left=REVEALS)
