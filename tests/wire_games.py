"""The rules of games in docs/wire.md, written once more for the second reader.

Part of it: they share no code with the program.
"""

from __future__ import annotations

from tests.wire_turns import Choose, Deal, Open, Over, Rules, Shuffle
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
