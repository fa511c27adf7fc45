"""Understands what a person may type at any time, beside the moves.

A move of that name comes first, while we are asked for one.  Where lines come from a
script, which may have written them long ahead, a word counts before we are asked only
if it can be no move of this game, and nothing is lost by it.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Awaitable, Callable
from functools import partial

import trio

from p2pgame.client.advice import advise
from p2pgame.client.errors import ClientError
from p2pgame.client.events import Begun
from p2pgame.client.seats import Seat
from p2pgame.engine import Amount, Choose, IllegalMove

from . import cards, moves, words

SAY, DRAW, TAKEBACK, LAST_ROUND = "say", "draw", "takeback", "last round"
LEAVE, NUDGE, HINT = "leave", "nudge", "hint"
#: What people type who give up, where leaving ends the game.
RESIGN = "resign"
HELP = ("?", "help")
#: Asked of whoever wants to leave; another line says no.
SURE = {
    LEAVE: "Leave for good? You can't come back, and may lose by it. Type leave "
    "again, or else your move.",
    RESIGN: "Resign? That ends the game, and you have lost it. Type resign again, "
    "or else your move.",
}
_BACK = re.compile(rf"{TAKEBACK}(?: ([1-9][0-9]{{0,2}}))?")


def begins(text: str) -> bool:
    """Return whether what is half typed may become one of these words."""
    text = text.lstrip().lower()
    known = (SAY, DRAW, TAKEBACK, LAST_ROUND, NUDGE, HINT, LEAVE, RESIGN, *HELP)
    return bool(text) and (
        text.startswith((f"{SAY} ", f"{TAKEBACK} "))
        or any(word.startswith(text) for word in known)
    )


def proposal(line: str) -> str | None:
    """Return what all are to agree to, if that is what a line asks for."""
    line = line.lower()
    back = _BACK.fullmatch(line)
    if back is not None:
        return f"{TAKEBACK} {back[1] or 1}"
    return line if line in (DRAW, LAST_ROUND) else None


class Aside:
    """Does what these words say; ``begun`` is the game.

    ``turn`` returns the choice that our player is being asked for, or None; ``is_over``
    says whether the game is over; a ``script`` may have written its lines ahead.
    """

    def __init__(
        self,
        seat: Seat,
        begun: Begun,
        say: Callable[[str], None],
        turn: Callable[[], Choose | None],
        is_over: Callable[[], bool],
        *,
        script: bool,
    ) -> None:
        self._seat, self._begun = seat, begun
        self._names = [player.name for player in begun.players]
        self._say, self._turn, self._script = say, turn, script
        self._is_over = is_over
        self._leaving = False
        self._send, self._acts = trio.open_memory_channel[
            Callable[[], Awaitable[None]]
        ](math.inf)

    @property
    def help(self) -> str:
        """What may be typed at any time."""
        exits = [LEAVE, RESIGN] if len(self._names) == 2 else [LEAVE]
        known = [f"{SAY} TEXT"]
        if len(self._names) > 1:
            known += [DRAW] if self._begun.draws else []
            known += [f"{TAKEBACK} [N]", LAST_ROUND, NUDGE]
        known += [HINT] if self._is_among_programs else []
        return f"At any time: {', '.join([*known, *exits, 'help'])}."

    def words(self) -> list[str]:
        """Return what may be typed at any time, to be completed."""
        known = (DRAW, TAKEBACK, LAST_ROUND, NUDGE, HINT, LEAVE, RESIGN, "help")
        return [f"{SAY} ", *known]

    def takes(self, line: str) -> bool:
        """Take a line if it is one of these words; return whether it is."""
        text = moves.cleaned(line)
        turn, asked = self._turn(), self._leaving
        self._leaving = False
        verb, _, rest = text.partition(" ")
        if verb.lower() == SAY and rest:
            said = unicodedata.normalize("NFC", rest)
            self._send.send_nowait(partial(self._seat.say, said))
            return True
        wanted = proposal(text)
        if wanted is not None and self._is_meant(turn, wanted):
            self._send.send_nowait(partial(self._seat.propose, wanted))
            return True
        if turn is not None and text.lower() == HINT and not _is_on_offer(turn, HINT):
            self._send.send_nowait(self._hint)
            return True
        if turn is not None or self._script or self._is_over():
            return False  # it answers what is asked
        return self._takes_unasked(text.lower(), asked=asked)

    def _is_meant(self, turn: Choose | None, wanted: str) -> bool:
        if turn is not None:
            return not _is_on_offer(turn, wanted)
        return not self._script or wanted != DRAW or self._begun.draws

    def _takes_unasked(self, word: str, *, asked: bool) -> bool:
        if word in HELP:
            self._say(self.help)
        elif word == NUDGE and len(self._names) > 1:
            self._send.send_nowait(self._seat.nudge)
        elif word not in SURE or (word == RESIGN and len(self._names) != 2):
            return False
        elif asked:
            self._send.send_nowait(self._seat.leave)
        else:
            self._leaving = True
            self._say(SURE[word])
        return True

    @property
    def _is_among_programs(self) -> bool:
        """Whether no other person plays, to whom a hint would be unfair."""
        players = enumerate(self._begun.players)
        return all(one.is_program for seat, one in players if seat != self._begun.seat)

    async def _hint(self) -> None:
        if not self._is_among_programs:
            self._say("There are hints only where no other person plays.")
            return
        advice = await advise(self._seat)
        if advice is None:
            self._say("No program knows this game well enough to give a hint.")
            return
        (move,) = cards.shown([words.say(advice.shown, self._names)])
        self._say(f"{advice.adviser} suggests: {words.named(move, self._names)}")

    async def run(self) -> None:
        """Do one after the other; what can't be is told."""
        async for act in self._acts:
            try:
                await act()
            except (IllegalMove, ClientError, ValueError) as error:
                self._say(words.sentence(words.told(error, self._names)))


def _is_on_offer(choice: Choose, word: str) -> bool:
    """Return whether a move is called that, or the game reads what is typed."""
    return any(
        offer.number(word) is not None if isinstance(offer, Amount) else offer == word
        for offer in choice.moves
    )
