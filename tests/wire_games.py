"""The rules of games in docs/wire.md, written once more for the second reader.

Part of it: they share no code with the program.
"""

from __future__ import annotations

from tests.wire_turns import (
    Choose,
    Deal,
    Open,
    Over,
    Place,
    Roll,
    Rules,
    SeatGone,
    Shuffle,
    Together,
)
from tests.wire_values import Value


def kuhn() -> Rules:
    """Kuhn poker, as the page tells it."""
    actions: list[Value] = []
    yield [False, False, [], []], Shuffle(("J", "Q", "K"), (0, 1))
    yield [True, False, [], []], Deal({0: 0, 1: 1})
    ended = (["check", "check"], ["bet", "call"], ["check", "bet", "call"])
    while actions not in ended and actions[-1:] != ["fold"]:
        moves = ("fold", "call") if actions[-1:] == ["bet"] else ("check", "bet")
        turn = Choose(len(actions) % 2, moves.__contains__)
        actions = [*actions, *(yield [True, True, actions, []], turn)]
    opened: list[Value] = []
    winner, stake = len(actions) % 2, 1
    if actions[-1] != "fold":
        opened = [*(yield [True, True, actions, []], Open((0, 1)))]
        winner = int("JQK".index(str(opened[1])) > "JQK".index(str(opened[0])))
        stake = 1 if actions == ["check", "check"] else 2
    payoffs = (stake, -stake) if winner == 0 else (-stake, stake)
    yield [True, True, actions, opened], Over(payoffs)


def tictactoe() -> Rules:
    """Tic-tac-toe, as the page tells it."""
    lines = ("123", "456", "789", "147", "258", "369", "159", "357")
    cells, won = ["."] * 9, False
    while "." in cells and not won:
        player = (9 - cells.count(".")) % 2
        free = tuple(str(n) for n, mark in enumerate(cells, 1) if mark == ".")
        event = yield marks(cells), Choose(player, free.__contains__)
        cells[int(event[0]) - 1] = "XO"[player]
        won = any({cells[int(n) - 1] for n in line} == {"XO"[player]} for line in lines)
    payoffs = ((1, -1) if player == 0 else (-1, 1)) if won else (0, 0)
    yield marks(cells), Over(payoffs)


def marks(cells: list[str]) -> list[Value]:
    """Return the state of these cells: a number for each player's."""
    return [sum(1 << n for n, own in enumerate(cells) if own == mark) for mark in "XO"]


def rps(seats: int = 3, rounds: int = 1) -> Rules:
    """Rock paper scissors, as ``p2pgame rules rps --json`` and its text tell it."""
    left, wins, here = rounds, [0] * seats, [*range(seats)]
    standing = [*here]

    def state() -> list[Value]:
        status: list[Value] = ["in" if s in here else "gone" for s in range(seats)]
        return [left, [status], [*wins], [*standing]]

    def scores() -> list[int]:
        return [wins[seat] if seat in here else -1 for seat in range(seats)]

    def is_over() -> bool:
        second, first = sorted(scores())[-2:]
        return left == 0 or second < 0 or first - second > left

    while not is_over():
        choices = [Choose(s, THROWN.__contains__) for s in standing]
        event = yield state(), Together(tuple(choices))
        if isinstance(event, SeatGone):
            here.remove(event[0])
            standing = [seat for seat in standing if seat in here]
        else:
            standing = unbeaten(standing, [*map(str, event)])
        if len(standing) < 2 and not is_over():
            wins[standing[0]] += 1
            left, standing = left - 1, [*here]
    yield state(), Over(payoffs(scores()))


THROWN = ("rock", "paper", "scissors")


def unbeaten(standing: list[int], throws: list[str]) -> list[int]:
    shapes = {*throws}
    if len(shapes) != 2:
        return standing
    # Each loses to the next, the last to the first.
    beaten = next(a for a in shapes if THROWN[(THROWN.index(a) + 1) % 3] in shapes)
    pairs = zip(standing, throws, strict=True)
    return [seat for seat, shape in pairs if shape != beaten]


def payoffs(scores: list[int]) -> tuple[int, ...]:
    """Return what the highest scores win of the others."""
    won = [score == max(scores) for score in scores]
    winners = sum(won)
    return tuple(len(won) - winners if wins else -winners for wins in won)


def pig(seats: int = 3, goal: int = 20) -> Rules:
    """Pig, as ``p2pgame rules pig --json`` and its text tell it."""
    points, player, total, rolling = [0] * seats, 0, 0, False

    def state() -> list[Value]:
        return [[*points], goal, player, total, rolling]

    while max(points) < goal:
        if rolling:
            (value,) = yield state(), Roll(6, 1)
            rolling, total = False, total + int(value) + 1
            if value == 0:
                player, total = (player + 1) % seats, 0
            continue
        enough = points[player] + total >= goal
        moves = ("hold",) if enough else ("roll", "hold")
        (move,) = yield state(), Choose(player, moves.__contains__)
        rolling = move == "roll"
        if not rolling:
            points[player] += total
            player, total = (player + 1) % seats, 0
    yield state(), Over(payoffs([int(has >= goal) for has in points]))


def battleship(size: int = 4, ships: str = "2 1") -> Rules:
    """The beginning of battleship, in which both players place their ships."""
    cells, faces = size * size, ("~", *"ABCDEFGHIJ"[: len(ships.split())])
    for seat in (0, 1):
        sea: list[Value] = [""] * (2 * cells)
        state: list[Value] = [[size, ships, True], sea, seat, [], -1, []]
        yield state, Place(seat, tuple(range(seat * cells, (seat + 1) * cells)), faces)
    raise NotImplementedError
