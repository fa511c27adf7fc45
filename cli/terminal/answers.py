"""Asks the person at this terminal what the client wants to know."""

from __future__ import annotations

import re

import trio

from p2pgame.client.commands import PlayNext
from p2pgame.client.errors import InvalidRequest
from p2pgame.client.game_names import game_called
from p2pgame.client.questions import (
    AnyAsk,
    ChooseTable,
    DialNearby,
    LetIn,
    NextLevel,
    PlayAgain,
    PlayWith,
    Question,
)
from p2pgame.client.seat.seat import Seat
from p2pgame.client.words import title_of
from p2pgame.engine import Message

from ..text import moves
from ..text.answers import meaning
from ..text.aside_words import LEAVE, QUIT
from ..text.typed import in_english, ours
from ..text.words import phrase, say, sentence, told
from .display import Display

#: An answer with a number of seats, as in ``y 3`` or ``crazy eights 4``.
_COUNTED = re.compile(r"(.*?)(?: +([0-9]+))?", re.DOTALL)
#: More seats than any table has are refused as so many.
MOST_SEATS = 1000


#: Typed to go on with the next level.
NEXT = "next"


class Answers:
    """Gives the answers that a person types."""

    def __init__(self, seat: Seat, screen: Display) -> None:
        self._seat, self._screen = seat, screen

    async def give(self, question: Question, scope: trio.CancelScope) -> None:
        """Ask, until there is an answer or the question is withdrawn."""
        self._screen.drop_typed()
        with scope:
            try:
                answer = await self._answer(question.ask)
            except EOFError:
                if isinstance(question.ask, PlayWith | ChooseTable | DialNearby):
                    self._seat.quit()
                    return
                answer = 0
            try:
                self._seat.answer(question.number, answer)
            except InvalidRequest as error:
                self._screen.line(str(error))

    async def _answer(self, ask: AnyAsk) -> int:
        match ask:
            case PlayWith(name, _, Message()):
                return await self.yes(phrase("ask-play-with-forker", name=name))
            case PlayWith(name, impostor):
                if impostor:
                    return await self.yes(phrase("ask-play-with-other", name=name))
                text = phrase("ask-play-with", name=name)
                return await self.yes(text, usual=True)
            case LetIn(name, ()):
                return await self.yes(phrase("ask-let-in", name=name))
            case LetIn(name, pictures):
                seen = " ".join(f"{one.picture} {one.name}" for one in pictures)
                return await self.yes(phrase("ask-let-in-here", name=name, seen=seen))
            case PlayAgain(seats, other, after):
                return await self._again(seats, other, after)
            case DialNearby(places, is_here):
                return await self._nearby(places, here=is_here)
            case ChooseTable(tables):
                for number, one in enumerate(tables, 1):
                    here = phrase(
                        "table-here",
                        host=one.host,
                        game=title_of(one.game),
                        taken=one.taken,
                        seats=one.seats,
                    )
                    self._screen.line(f"{number:3}  {here}")
                count = len(tables)
                return await self._number(phrase("ask-which", count=count), count)

    async def _nearby(self, places: tuple[str, ...], *, here: bool) -> int:
        asked = "ask-dial-here" if here else "ask-dial-link-local"
        text = phrase(asked, places=", ".join(places))
        return await self.yes(text, usual=here)

    async def yes(self, text: str, *, usual: bool = False) -> int:
        """Ask, and return 1 for yes and 0 for no; ``usual`` is what an empty line says.

        Raises:
          EOFError: Nobody types any more.
        """
        how = phrase("yes-or-no-usual-yes") if usual else phrase("yes-or-no")
        self._screen.question(f"{text} [{how}]")
        while True:
            typed = await self._typed()
            answer = meaning(typed) if typed else usual
            if answer is not None:
                return int(answer)
            self._screen.line(phrase("type-yes-or-no"))

    async def _again(
        self, usual: int, other: int | None, after: NextLevel | None
    ) -> int:
        asked = "ask-again" if other is None else "ask-again-or-with"
        text = phrase(asked, seats=other or usual)
        if after is not None:
            text = phrase("ask-again-or-next", word=ours(NEXT), level=after.name)
        while True:
            self._screen.question(text)
            word, count = _counted(await self._typed())
            if after is not None and in_english(word).lower() == NEXT:
                await self._seat.do(PlayNext(after.game, after.options))
                return usual
            ends = in_english(word).lower() in ("", LEAVE, QUIT)
            if ends or meaning(word) is False:
                return 0
            if meaning(word):
                return usual if count is None else count
            if await self._chooses(word):
                return usual if count is None else count

    async def _chooses(self, word: str) -> bool:
        """Choose the game that is called so as the next one, or say why it can't be."""
        try:
            called = game_called(word)
            await self._seat.do(PlayNext(called.game.name))
        except InvalidRequest as error:
            self._screen.line(sentence(told(error)))
            self._screen.line(phrase("type-yes-no-or-game"))
            return False
        if called.note is not None:
            self._screen.line(say(called.note))
        return True

    async def _number(self, text: str, most: int) -> int:
        while True:
            self._screen.question(text)
            typed = await self._typed()
            if typed.isdecimal() and 1 <= int(typed) <= most:
                return int(typed)

    async def _typed(self) -> str:
        return moves.cleaned(await self._screen.ask())


def _counted(typed: str) -> tuple[str, int | None]:
    """Return an answer, and the number of seats behind it, if there is one."""
    found = _COUNTED.fullmatch(typed)
    assert found is not None
    word, count = found.groups()
    return word, None if count is None else min(int(count[:4]), MOST_SEATS)
