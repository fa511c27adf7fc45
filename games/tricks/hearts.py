"""Hearts: four players avoid hearts (1 point each) and the queen of spades (13).

All pass three cards in one move: to the left, the right, across, then not, and so on.
The player with the 2 of clubs shows it, and so leads it; if nobody does, all hands are
opened.  Follow suit if you can; the highest card of the suit led takes the trick, and
its player leads.  On the first trick play no points, and lead no heart before one was
played, unless you have nothing else.  A player who takes all 26 points shoots the moon,
and chooses: ``add`` 26 to each other's score, or ``subtract`` 26 from the own one.  The
differences are then the same, but only the first may end the game.  With ``moon`` "add"
or "subtract" nobody is asked.  When somebody has reached the goal, all players pay each
other their differences.  A revoke or lie ends the hand once it is found: its player
takes all 26 points.  A player who leaves takes every point up to the goal, and those
of one more hand.  Source: pagat.com, "Hearts"; Foster, "Complete Hoyle", law 24.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec.structs import replace

from p2pgame.engine import Event, Message, Offer, Options, Reason, Zone, listed
from p2pgame.engine.events import Chosen, ChosenTogether, Opened
from p2pgame.engine.scene import Scene
from p2pgame.engine.turns import Choose, Open, Together, Turn
from p2pgame.tabletop.cards import suit_of
from p2pgame.tabletop.components import changed_at
from p2pgame.tabletop.passing import Passing
from p2pgame.tabletop.trick_game import NO_CARDS, SEATS, TrickGame, TrickState
from p2pgame.tabletop.tricks import DECK, SUIT, passed_over, slot_of

NOTHING = (0,) * len(SEATS)
#: The points of a hand, and what who has taken them all may do with them.
ALL, WAYS = 26, ("add", "subtract")
STEPS = (1, 3, 2, 0)  # to the left, to the right, across, not at all
WHERE = {1: "on the left", 3: "on the right", 2: "across"}
LEADER = "2c"
POINTS = {**dict.fromkeys(SUIT["h"], 1), "Qs": 13}
OTHERS, HARMLESS = {*DECK} - SUIT["h"], {*DECK} - {*POINTS}


class HeartsOptions(Options, frozen=True):
    """The options of version 1, in which the moon adds."""

    goal: int = 100
    proof: bool = True

    @property
    def moon(self) -> str:
        return "add"


class MoonOptions(HeartsOptions, frozen=True):
    moon: Literal["choose", "add", "subtract"] = "choose"


class Hearts(TrickState, frozen=True):
    """``shown`` are cards claimed to be the 2 of clubs; ``points`` are this hand's.

    It is the state of version 1, in which the moon adds.
    """

    passing: Passing | None = None
    shown: tuple[int, ...] = ()
    points: tuple[int, ...] = NOTHING
    scores: tuple[int, ...] = NOTHING

    @property
    def moon(self) -> str:
        return "add"

    @property
    def shooter(self) -> int | None:
        """The player who has taken all points of this hand."""
        is_shot = ALL in self.points and not self.play.guilty
        return self.points.index(ALL) if is_shot else None

    @property
    def showing(self) -> tuple[int, ...]:
        """The cards to open for the 2 of clubs: all cards, if nobody claims it."""
        return self.shown or tuple(slot for hand in self.play.hands for slot in hand)

    def led(self, faces: tuple[str, ...]) -> Hearts:
        """Return the state after that opening: a trick begun, or a lie found."""
        owners = {slot: n for n, hand in enumerate(self.play.hands) for slot in hand}
        if self.shown and faces == (LEADER,):
            (slot,) = self.shown
            play = replace(self.play, leader=owners[slot], chosen=slot)
            return replace(self, phase="play", play=play.open(LEADER, prove=False))
        cards, said = zip(self.showing, faces, strict=True), bool(self.shown)
        liars = {owners[slot] for slot, face in cards if (face == LEADER) != said}
        play = replace(self.play, guilty=tuple(sorted(liars)))
        return replace(self, phase="play", play=play)


class MoonHearts(Hearts, frozen=True):
    """``moon`` is what becomes of all points: what is chosen, if the table ``asks``."""

    moon: str = "choose"
    asks: bool = True


class HeartsGame(TrickGame[Hearts, HeartsOptions]):
    name, version = "hearts", 2
    options: type[HeartsOptions] = MoonOptions
    state: type[Hearts] = MoonHearts

    def why_not(self, seats: int, options: HeartsOptions) -> Message | None:
        return None if 1 <= options.goal <= 1000 else Message.of("hearts-goal")

    def setup(self, seats: int, options: HeartsOptions) -> Hearts:
        asks = options.moon == "choose"
        return MoonHearts(options.goal, options.proof, moon=options.moon, asks=asks)

    def dealt(self, state: Hearts) -> Hearts:
        step = STEPS[state.number % 4]
        passing = Passing(step, 3, NO_CARDS) if step else None
        if isinstance(state, MoonHearts) and state.asks:
            state = replace(state, moon="choose")
        return replace(state, phase="lead", passing=passing, shown=(), points=NOTHING)

    def before(self, state: Hearts) -> Turn:
        hands = state.play.hands
        if state.phase == "moon":
            assert state.shooter is not None, "the moon has been shot"
            return Choose(state.shooter, WAYS)
        if state.passing is not None:
            return state.passing.turn(hands)
        if state.phase == "show":
            return Open(state.showing)
        offers = (("none", *(f"lead {slot}" for slot in hand)) for hand in hands)
        return Together(tuple(map(Choose, SEATS, offers)))

    def why_illegal(self, state: Hearts, player: int, move: str) -> Reason | None:
        passing = state.passing
        if passing is None or passing.is_laid or player not in SEATS:
            return super().why_illegal(state, player, move)
        return passing.why_illegal(state.play.hands[player], move)

    def happened(self, state: Hearts, event: Event) -> Hearts:
        if state.passing is not None:
            passing, hands = state.passing.after(event, state.play.hands)
            play = replace(state.play, hands=hands)
            return replace(state, passing=passing, play=play)
        match event:
            case Chosen(_, way):
                return replace(state, phase="play", moon=way)
            case ChosenTogether(moves):
                shown = tuple(slot_of(move) for move in moves if move != "none")
                return replace(state, phase="show", shown=shown)
            case Opened(faces):
                return state.led(faces)
        raise AssertionError(event)

    def denied(self, state: Hearts, face: str) -> tuple[str, ...]:
        trick, played = state.play.trick, state.play.faces
        if trick:
            harmless = HARMLESS if len(played) < len(SEATS) else ()
            return passed_over(face, SUIT[suit_of(trick[0])], harmless)
        return () if SUIT["h"] & {*played} else passed_over(face, OTHERS)

    def taken(self, state: Hearts, player: int) -> Hearts:
        points = sum(POINTS.get(face, 0) for face in state.play.trick)
        mine = state.points[player] + points
        return replace(state, points=changed_at(state.points, player, mine))

    def fix_up(self, state: Hearts) -> tuple[Message, Hearts] | None:
        shot = state.phase == "play" and state.play.is_over and state.moon == "choose"
        if not shot or state.shooter is None:
            return super().fix_up(state)
        return Message.by("hearts-shoots", state.shooter), replace(state, phase="moon")

    def scored(self, state: Hearts) -> tuple[Message, Hearts]:
        points, guilty = state.points, state.play.guilty
        if guilty:
            points = tuple(ALL * (seat in guilty) for seat in SEATS)
        elif state.shooter is not None:
            less = ALL if state.moon == "add" else 0
            points = tuple(less - n for n in points)
        scores = tuple(map(sum, zip(state.scores, points, strict=True)))
        each = (Message.by("hearts-has", n, points=won) for n, won in enumerate(points))
        told = Message.of("hearts-points", points=listed(*each))
        return told, replace(state, points=points, scores=scores)

    def tell(self, state: Hearts, event: Event) -> Message | None:
        if state.phase == "moon" and isinstance(event, Chosen):
            return Message.by("hearts-moon", event.player, way=event.move)
        return super().tell(state, event)

    def payoffs(self, state: Hearts) -> tuple[int, ...] | None:
        total = sum(state.scores)
        if max(state.scores) < state.goal:
            return None
        return tuple(total - len(SEATS) * score for score in state.scores)

    def settled(self, state: Hearts, gone: frozenset[int]) -> tuple[int, ...] | None:
        scores = tuple(
            max(score, state.goal - 1) + 26 if seat in gone else score
            for seat, score in enumerate(state.scores)
        )
        return tuple(sum(scores) - len(SEATS) * score for score in scores)

    def scores(self, state: Hearts) -> tuple[int, ...]:
        return state.scores

    def why_unfair(
        self, state: Hearts, player: int, move: str, faces: Mapping[int, str]
    ) -> Reason | None:
        if state.phase == "moon":
            return None
        if state.phase != "lead" or state.passing is not None:
            return super().why_unfair(state, player, move, faces)
        mine = {faces.get(slot) for slot in state.play.hands[player]}
        if move == "none" and LEADER in mine:
            return Reason.of("has-to-lead", "hearts-has-to-lead")
        if move != "none" and faces.get(slot_of(move), LEADER) != LEADER:
            return Reason.of("not-the-leader", "hearts-not-the-leader")
        return None

    def zones(self, state: Hearts) -> tuple[Zone, ...]:
        passing = () if state.passing is None else state.passing.zones()
        return (*super().zones(state), *passing)

    def show(self, state: Hearts, faces: Mapping[int, str]) -> str:
        lines = state.play.words(faces)
        for n, (score, points) in enumerate(
            zip(state.scores, state.points, strict=True)
        ):
            lines[n] += f" (score {score}, this hand {points})"
        return "\n".join(lines)

    def scene(self, state: Hearts, faces: Mapping[int, str], seat: int | None) -> Scene:
        from .hearts_scene import scene

        return scene(state, faces, seat)

    def hint(
        self, state: Hearts, player: int, offer: Offer, faces: Mapping[int, str]
    ) -> str:
        told = super().hint(state, player, offer, faces)
        if state.passing is None:
            return told
        step = state.passing.step
        return f"{told} to player {(player + step) % len(SEATS)}, {WHERE[step]}"
