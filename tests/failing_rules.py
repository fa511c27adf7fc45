"""Rules of one file that are good but for one call, for tests of what becomes of it."""

from __future__ import annotations

GOOD = '''\
"""Players say a word in turn; six words are a game."""

from collections.abc import Mapping

from p2pgame.engine import Choose, Chosen, Event, Game, Options, Over, State, Turn


class Said(State, frozen=True):
    seats: int
    count: int = 0


class Words(Game[Said, Options]):
    name, version, seats, options = "words", 1, range(2, 5), Options

    def setup(self, seats: int, options: Options) -> Said:
        return Said(seats)

    def turn(self, state: Said) -> Turn:
        if state.count == 6:
            return Over((0,) * state.seats)
        return Choose(state.count % state.seats, ("yes", "no"))

    def apply(self, state: Said, event: Event) -> Said:
        assert isinstance(event, Chosen)
        return Said(state.seats, state.count + 1)

    def show(self, state: Said, faces: Mapping[int, str]) -> str:
        return f"{state.count} words"
'''
#: How a method begins, and how one that the game has not itself is added to it.
_HEADS = {
    "setup": "def setup(self, seats: int, options: Options) -> Said:\n",
    "turn": "def turn(self, state: Said) -> Turn:\n",
    "apply": "def apply(self, state: Said, event: Event) -> Said:\n",
    "show": "def show(self, state: Said, faces: Mapping[int, str]) -> str:\n",
}
_TAKES = {
    "why_not": "seats, options",
    "teams": "seats, options",
    "fix_up": "state",
    "zones": "state",
    "seen": "state, seat",
    "kept": "state",
    "last_round": "state",
    "next_first": "state",
    "buy_in": "options",
    "why_no_draw": "state",
    "absent_move": "state, player",
    "why_illegal": "state, player, move",
    "why_unfair": "state, player, move, faces",
    "explain": "state, player, text, faces",
    "in_hand": "state, player, faces",
    "in_sentences": "state, faces, seat",
    "scores": "state",
    "phase": "state",
    "role": "state, seat",
    "draw": "state, faces, look",
    "tell": "state, event",
    "hint": "state, player, offer, faces",
}
METHODS = (*_HEADS, *_TAKES)


def failing(method: str, does: str, since: int = 0, *, instead: str = "None") -> str:
    """Return rules of which one method does this, once so many words are said.

    ``instead``: what a method that the good rules don't have returns before.
    """
    when = f"if state.count >= {since}:\n            " if since else ""
    if method in _HEADS:
        head = f"    {_HEADS[method]}"
        return GOOD.replace(head, f"{head}        {when}{does}\n")
    method_text = f"    def {method}(self, {_TAKES[method]}):\n        {when}{does}\n"
    return f"{GOOD}\n{method_text}" + (f"        return {instead}\n" if since else "")


def line_in(text: str, does: str) -> int:
    """Return the number of the line that does this."""
    return next(n for n, one in enumerate(text.splitlines(), 1) if does in one)
