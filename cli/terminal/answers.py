"""Asks the person at this terminal what the client wants to know."""

from __future__ import annotations

import trio

from p2pgame.client.errors import InvalidRequest
from p2pgame.client.questions import (
    AnyAsk,
    ChooseTable,
    LetIn,
    PlayAgain,
    PlayWith,
    Question,
)
from p2pgame.client.seats import Seat

from ..text import moves
from ..text.aside import LEAVE
from .display import Display

YES, NO = ("y", "yes"), ("n", "no")


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
                if isinstance(question.ask, PlayWith | ChooseTable):
                    self._seat.quit()
                    return
                answer = 0
            try:
                self._seat.answer(question.number, answer)
            except InvalidRequest as error:
                self._screen.line(str(error))

    async def _answer(self, ask: AnyAsk) -> int:
        match ask:
            case PlayWith(name, impostor):
                other = ", and is not the one whom you know by that name"
                whom = other if impostor else ""
                text = f"{name} has come with your link{whom}. Play with {name}?"
                return await self._yes(text, usual=not impostor)
            case LetIn(name, ()):
                return await self._yes(f"{name} knows the words. Let them in?")
            case LetIn(name, pictures):
                seen = " ".join(f"{one.picture} {one.name}" for one in pictures)
                text = f"{name} is in this network, and must see {seen}."
                return await self._yes(f"{text} Let them in?")
            case PlayAgain(seats):
                return await self._again(seats)
            case ChooseTable(tables):
                for number, one in enumerate(tables, 1):
                    here = f"{one.taken} of {one.seats} here"
                    self._screen.line(f"{number:3}  {one.host}'s {one.game}, {here}")
                return await self._number(f"Which one? [1-{len(tables)}]", len(tables))

    async def _yes(self, text: str, *, usual: bool = False) -> int:
        self._screen.question(f"{text} [{'Y/n' if usual else 'y/N'}]")
        while True:
            typed = (await self._typed()).lower()
            if typed in (*YES, *NO, ""):
                return int(typed in YES if typed else usual)
            self._screen.line("Type y or n.")

    async def _again(self, usual: int) -> int:
        while True:
            self._screen.question("Again? [y/N] (a number: with so many seats)")
            word = (await self._typed()).lower()
            if word in ("", *NO, LEAVE):
                return 0
            if word in YES:
                return usual
            if word.isascii() and word.isdecimal() and len(word) < 3:
                return int(word)

    async def _number(self, text: str, most: int) -> int:
        while True:
            self._screen.question(text)
            typed = await self._typed()
            if typed.isdecimal() and 1 <= int(typed) <= most:
                return int(typed)

    async def _typed(self) -> str:
        return moves.cleaned(await self._screen.ask())
