"""Rock paper scissors: rock blunts scissors, they cut paper, and it wraps rock.

All throw at once, sealed.  If exactly two shapes are thrown, players with the losing
shape are out of this round; with one shape or all three nobody is.  The rest throw
again, and the last player in wins the round.  The best of ``rounds`` rounds wins the
game, which ends when nobody can catch up.  A player who leaves loses 1 to each who
stays.
Source: the rules of jankenpon for two and for many.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from p2pgame.engine import Game, Options, Reason, State, by_score
from p2pgame.engine.events import ChosenTogether, Event, Seated, Status
from p2pgame.engine.message import Message, SeatName, listed
from p2pgame.engine.scene import Scene
from p2pgame.engine.turns import Choose, Over, Together, Turn
from p2pgame.tabletop.components import changed_at
from p2pgame.tabletop.seats import Seats, seats_taken, why_not_gone

#: Each loses to the next, the last to the first.
SHAPES = ("rock", "paper", "scissors")
MOST = 99


class RpsOptions(Options, frozen=True):
    rounds: int = 3


class Match(State, frozen=True):
    """``left`` rounds are undecided; ``standing`` players are still in this one."""

    left: int
    seats: Seats
    wins: tuple[int, ...]
    standing: tuple[int, ...]

    @property
    def scores(self) -> tuple[int, ...]:
        """The rounds won by each seat, below 0 for players who have left."""
        stay = self.seats.present
        return tuple(won if n in stay else -1 for n, won in enumerate(self.wins))

    @property
    def over(self) -> bool:
        second, first = sorted(self.scores)[-2:]
        return self.left == 0 or second < 0 or first - second > self.left


class RockPaperScissors(Game[Match, RpsOptions]):
    name, version, seats, options = "rps", 2, range(2, 11), RpsOptions
    plans_ahead = False

    def why_not(self, seats: int, options: RpsOptions) -> Message | None:
        fits = 1 <= options.rounds <= MOST
        return None if fits else Message.of("rps-rounds", most=MOST)

    def setup(self, seats: int, options: RpsOptions) -> Match:
        everybody = tuple(range(seats))
        taken = seats_taken(seats, seats)
        return Match(options.rounds, taken, (0,) * seats, everybody)

    def turn(self, state: Match) -> Turn:
        if state.over:
            return self.ended(state)
        return Together(tuple(Choose(player, SHAPES) for player in state.standing))

    def ended(self, state: Match) -> Over:
        return by_score(state.wins, gone=state.seats.gone)

    def apply(self, state: Match, event: Event) -> Match:
        match event:
            case ChosenTogether(moves):
                return replace(state, standing=_unbeaten(state.standing, moves))
            case Seated(player, status):
                standing = tuple(p for p in state.standing if p != player)
                seats = state.seats.changed(player, status)
                return replace(state, seats=seats, standing=standing)
        raise AssertionError(event)

    def fix_up(self, state: Match) -> tuple[Message, Match] | None:
        if len(state.standing) > 1 or state.over:
            return None
        winner = state.standing[0]
        wins = changed_at(state.wins, winner, state.wins[winner] + 1)
        standing = state.seats.present
        told = Message.by("rps-wins", winner)
        return told, Match(state.left - 1, state.seats, wins, standing)

    def scores(self, state: Match) -> tuple[int, ...]:
        return state.wins

    def why_not_seated(
        self, state: Match, player: int, status: Status
    ) -> Reason | None:
        return why_not_gone(state.seats.present, player, status)

    def show(self, state: Match, faces: Mapping[int, str]) -> str:
        lines = [f"rounds left: {state.left}"]
        for player, won in enumerate(state.wins):
            place = "out" if player in state.seats.present else "has left"
            place = "in" if player in state.standing else place
            lines.append(f"player {player}: {won} won, {place}")
        return "\n".join(lines)

    def scene(self, state: Match, faces: Mapping[int, str], seat: int | None) -> Scene:
        from .rps_scene import scene

        return scene(state)

    def tell(self, state: Match, event: Event) -> Message | None:
        match event:
            case ChosenTogether(moves):
                thrown = zip(state.standing, moves, strict=True)
                told = listed(*(_throws(player, move) for player, move in thrown))
                stay = _unbeaten(state.standing, moves)
                out = [SeatName(n) for n in state.standing if n not in stay]
                if not out:
                    return Message.of("rps-nobody-out", thrown=told)
                return Message.of("rps-out", thrown=told, out=tuple(out))
            case Seated(player):
                return Message.by("rps-leaves", player)
        return None


def _throws(player: int, move: str) -> Message:
    return Message.by("player-moves", player, move=move)


def _unbeaten(players: tuple[int, ...], moves: tuple[str, ...]) -> tuple[int, ...]:
    """Return the ``players`` that are still in after throwing ``moves``."""
    thrown = [shape for shape in SHAPES if shape in moves]
    if len(thrown) != 2:
        return players
    first, second = thrown
    winner = second if SHAPES[SHAPES.index(first) + 1] == second else first
    return tuple(p for p, move in zip(players, moves, strict=True) if move == winner)
