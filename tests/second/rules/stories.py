"""More games of the archive, told as stories from their own texts.

``p2pgame rules NAME --json`` and its text are all that they are made from.
"""

from __future__ import annotations

from functools import partial

from ..errors import Refused
from ..scripted import Scripted, SeatGone, Story
from ..states import Field
from ..turns import Choose, Over, Place, Roll, Together
from .simple import payoffs, payoffs_without


def rps(seats: int = 3, rounds: int = 1, *, version: int = 2) -> Story:
    """Rock paper scissors, as ``p2pgame rules rps --json`` and its text tell it."""
    left, wins, here = rounds, [0] * seats, [*range(seats)]
    standing = [*here]

    def state() -> list[Field]:
        status: list[Field] = ["in" if s in here else "gone" for s in range(seats)]
        return [left, [status], [*wins], [*standing]]

    def scores() -> list[int]:
        return [wins[seat] if seat in here else -1 for seat in range(seats)]

    def is_over() -> bool:
        second, first = sorted(scores())[-2:]
        return left == 0 or second < 0 or first - second > left

    while not is_over():
        choices = [Choose(s, THROWN) for s in standing]
        event = yield state(), Together(tuple(choices))
        if isinstance(event, SeatGone):
            here.remove(*event)
            standing = [seat for seat in standing if seat in here]
        else:
            standing = unbeaten(standing, [*map(str, event)])
        if len(standing) < 2 and not is_over():
            wins[standing[0]] += 1
            left, standing = left - 1, [*here]
    first = version == 1
    yield state(), Over(payoffs(scores()) if first else payoffs_without(wins, here))


THROWN = ("rock", "paper", "scissors")


def unbeaten(standing: list[int], throws: list[str]) -> list[int]:
    shapes = {*throws}
    if len(shapes) != 2:
        return standing
    # Each loses to the next, the last to the first.
    beaten = next(a for a in shapes if THROWN[(THROWN.index(a) + 1) % 3] in shapes)
    pairs = zip(standing, throws, strict=True)
    return [seat for seat, shape in pairs if shape != beaten]


def pig(seats: int = 3, goal: int = 20) -> Story:
    """Pig, as ``p2pgame rules pig --json`` and its text tell it."""
    points, player, total, rolling = [0] * seats, 0, 0, False

    def state() -> list[Field]:
        return [[*points], goal, player, total, rolling]

    while max(points) < goal:
        if rolling:
            (value,) = yield state(), Roll(6, 1)
            rolling, total = False, total + int(str(value)) + 1
            if value == 0:
                player, total = (player + 1) % seats, 0
            continue
        enough = points[player] + total >= goal
        moves = ("hold",) if enough else ("roll", "hold")
        (move,) = yield state(), Choose(player, moves)
        rolling = move == "roll"
        if not rolling:
            points[player] += total
            player, total = (player + 1) % seats, 0
    yield state(), Over(payoffs([int(has >= goal) for has in points]))


def battleship(size: int = 4, ships: str = "2 1") -> Story:
    """The beginning of battleship, in which both players place their ships."""
    cells, faces = size * size, ("~", *"ABCDEFGHIJ"[: len(ships.split())])
    for seat in (0, 1):
        sea: list[Field] = [""] * (2 * cells)
        state: list[Field] = [[size, ships, True], sea, seat, [], -1, []]
        yield state, Place(seat, tuple(range(seat * cells, (seat + 1) * cells)), faces)
    raise Refused("of battleship this reader knows only the beginning")


RPS = Scripted("rps", rps, version=2, options=frozenset({"rounds"}))
RPS_1 = Scripted("rps", partial(rps, version=1), options=frozenset({"rounds"}))
PIG = Scripted("pig", pig, options=frozenset({"goal"}), goes_on=False)
BATTLESHIP = Scripted(
    "battleship",
    battleship,
    options=frozenset({"size", "ships", "touch"}),
    goes_on=False,
    deals=False,
)
