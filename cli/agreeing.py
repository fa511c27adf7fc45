"""What players say beside the moves, told to whoever sits at one seat."""

from __future__ import annotations

from collections.abc import Sequence

from p2pgame.session.lobby.events import Assented, MovedFor, Said

from .aside import DRAW, LAST_ROUND, TAKEBACK


class Agreeing:
    """Tells offers and assents, chat, and moves made for who is silent.

    ``seat`` is ours, None for a spectator.
    """

    def __init__(self, names: Sequence[str], seat: int | None) -> None:
        self._names = names
        self._seat = seat
        self._open: set[str] = set()

    def line(self, event: Assented | Said | MovedFor) -> str:
        who, ours = self._names[event.seat], event.seat == self._seat
        match event:
            case Said(_, text):
                return f"{who}: {text}"
            case MovedFor(_, move):
                if ours:
                    return f"You were silent for too long: {move} is made for you."
                return f"{who} is silent: {move} is made for them."
            case Assented(_, motion):
                first = motion not in self._open
                self._open.add(motion)
                return self._assent(who, motion, first=first, ours=ours)

    def forget(self) -> None:
        """Let go of what was offered: the turn has passed."""
        self._open.clear()

    def _assent(self, who: str, motion: str, *, first: bool, ours: bool) -> str:
        if not first:
            return f"{who} agrees {_AGREED.get(motion, f'to {what(motion)}')}."
        offer = f"{who} {_OFFERS.get(motion, f'asks to {what(motion)}')}"
        if ours:
            return f"{offer}; it counts if all agree before the next move."
        if self._seat is None:
            return f"{offer}."
        return f"{offer}; type {motion} to agree."


_OFFERS = {DRAW: "offers a draw", LAST_ROUND: "asks that this be the last round"}
_AGREED = {DRAW: "to a draw", LAST_ROUND: "that this is the last round"}


def what(motion: str) -> str:
    """Return what would be taken back."""
    levels = motion.removeprefix(f"{TAKEBACK} ")
    return "take the last move back" if levels == "1" else f"take {levels} moves back"
