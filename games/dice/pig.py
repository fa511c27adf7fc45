"""Pig (Scarne, 1945): roll the die as often as you dare, and hold before a 1.

A roll adds to the turn's total, and holding adds that to your points; a 1 ends
the turn and loses the total.  The first player with ``goal`` points takes 1 from each
of the others, so nobody rolls when holding is enough.  There is no limit of turns.
"""

from p2pgame.engine import Game, Message, Options, Reason, State, by_score
from p2pgame.engine.events import Chosen, Event, Rolled
from p2pgame.engine.scene import Scene
from p2pgame.engine.turns import Choose, Offer, Roll, Turn
from p2pgame.engine.views import Faces
from p2pgame.tabletop.components import changed_at
from p2pgame.tabletop.orders import after


class PigOptions(Options, frozen=True):
    goal: int = 100


class Points(State, frozen=True):
    points: tuple[int, ...]
    goal: int
    player: int = 0
    total: int = 0
    rolling: bool = False


class Pig(Game[Points, PigOptions]):
    name, version, seats, options = "pig", 1, range(2, 11), PigOptions

    def why_not(self, seats: int, options: PigOptions) -> Message | None:
        return None if 2 <= options.goal <= 1000 else Message.of("pig-goal")

    def setup(self, seats: int, options: PigOptions) -> Points:
        return Points((0,) * seats, options.goal)

    def turn(self, state: Points) -> Turn:
        if max(state.points) >= state.goal:
            return by_score([points >= state.goal for points in state.points])
        enough = state.points[state.player] + state.total >= state.goal
        choice = Choose(state.player, ("roll", "hold")[enough:])
        return Roll(6) if state.rolling else choice

    def apply(self, state: Points, event: Event) -> Points:
        points, player = state.points, state.player
        match event:
            case Chosen(_, "roll"):
                return Points(points, state.goal, player, state.total, rolling=True)
            case Rolled((value,)) if value > 0:
                return Points(points, state.goal, player, state.total + value + 1)
            case Chosen():
                points = changed_at(points, player, points[player] + state.total)
        return Points(points, state.goal, after(player, range(len(points))))

    def explain(
        self, state: Points, player: int, text: str, faces: Faces
    ) -> Reason | None:
        enough = text.lower() == "roll"
        return Reason.of("enough", "pig-enough", goal=state.goal) if enough else None

    def scores(self, state: Points) -> tuple[int, ...]:
        return state.points

    def show(self, state: Points, faces: Faces) -> str:
        has = ", ".join(f"player {n} has {has}" for n, has in enumerate(state.points))
        return f"{has}, of {state.goal}; player {state.player} has rolled {state.total}"

    def scene(self, state: Points, faces: Faces, seat: int | None) -> Scene:
        from .pig_scene import scene

        return scene(state)

    def hint(self, state: Points, player: int, offer: Offer, faces: Faces) -> str:
        gain = f" (+{state.total})" if state.total else ""
        return f"hold{gain}" if offer == "hold" else str(offer)
