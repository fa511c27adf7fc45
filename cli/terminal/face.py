"""Shows a seat at the terminal, and gives the client what the person types."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import trio

from p2pgame.client import events as e
from p2pgame.client.seat.seat import Seat
from p2pgame.engine import Choose, IllegalMove, Message, RulesError, plain

from ..text import giving_up, moves, words
from ..text.aside import Aside, why_not
from ..text.aside_words import moves_made
from ..text.explained import explained
from ..text.waiting_words import WaitingWords
from . import leaving, people
from .answers import Answers
from .display import Display
from .keeping import Company, offer
from .leaving import Left
from .people import Person
from .storyteller import Storyteller

if TYPE_CHECKING:
    from p2pgame.client.programs.deciders import Decider

#: Seconds between two looks at whether what goes on is still shown.
LOOK_EVERY = 0.2


class Face:
    """One seat at a terminal.

    ``program`` decides; None: a person does, or only ``looks_on``.  ``code``: the
    invite is shown as a QR code, too.
    """

    def __init__(
        self,
        seat: Seat,
        screen: Display,
        *,
        program: Decider | None = None,
        code: bool = False,
        looks_on: bool = False,
    ) -> None:
        self._seat, self._screen, self._looks_on = seat, screen, looks_on
        self._program = program
        self._person = Person(screen) if program is None else None
        self._answers = Answers(seat, screen)
        self._company = Company()
        self._story = Storyteller(screen, code=code, plays=program is None)
        self._aside: Aside | None = None
        self._overhearing = trio.CancelScope()
        self._asked: dict[int, trio.CancelScope] = {}
        self._turn: tuple[int, Choose, trio.CancelScope] | None = None
        self._is_leashed = False

    async def run(
        self,
        *,
        leashed: bool = False,
        signals: leaving.Signals | None = None,
    ) -> None:
        """Show what happens until the seat is done.

        Whoever types there may then keep as contacts whom it has played with, until
        one of the ``signals`` ends that; None: it is not asked.

        Raises:
          ClientError: It has ended early.
        """
        self._is_leashed = leashed
        with self._screen:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(leaving.heed_sizes, self._screen.show)
                if self._person is not None and self._screen.has_keys:
                    waiting = self._waiting_words()
                    nursery.start_soon(self._overhear, waiting, self._overhearing)
                if leashed:
                    nursery.start_soon(leaving.heed_leash, self._seat.quit)
                nursery.start_soon(self._story.keep_showing)
                if self._program is not None:
                    nursery.start_soon(self._program.run)
                try:
                    async for event in self._seat:
                        self._company.hear(event)
                        await self._show(event, nursery)
                    if signals is not None and self._screen.has_keys:
                        self._overhearing.cancel()
                        with signals.until_ended():
                            await offer(self._company, self._answers, self._screen)
                finally:
                    nursery.cancel_scope.cancel()

    async def _show(self, event: e.AnyEvent, nursery: trio.Nursery) -> None:
        if self._program is not None:
            await self._program.tell(event)
        if self._aside is not None:
            self._aside.hear(event)
        match event:
            case e.Invited():
                self._story.invite(event)
                self._await_players(nursery)
            case e.Begun():
                self._begin(event, nursery)
            case e.YourTurn():
                self._ask_for_move(event, nursery)
            case e.TurnClosed(number):
                if self._turn is not None and self._turn[0] == number:
                    self._close_turn()
            case e.Asked(question):
                scope = self._asked[question.number] = trio.CancelScope()
                nursery.start_soon(self._answers.give, question, scope)
            case e.Answered(number):
                if number in self._asked:
                    self._asked.pop(number).cancel()
            case e.Snapshot():
                await self._catch_up(event, nursery)
            case e.Ended():
                self._story.tell(event)
                if self._aside is not None:
                    for line in moves_made(self._aside, "moves-in-all"):
                        self._screen.line(line)
            case _:
                self._story.tell(event)

    async def _catch_up(self, event: e.Snapshot, nursery: trio.Nursery) -> None:
        """Show how things are, for more has happened than could be shown."""
        self._story.say(Message.of("cli-not-shown", events=event.missed))
        is_other = event.begun is not None and event.begun != self._story.begun
        turn = event.turn
        if self._turn is not None:
            if is_other or turn is None or turn.number != self._turn[0]:
                self._close_turn()
            else:
                turn = None  # it is being asked
        for number in self._asked.keys() - {one.number for one in event.questions}:
            self._asked.pop(number).cancel()
        if event.begun is not None and is_other:
            self._begin(event.begun, nursery)
        if event.view is not None:
            self._story.show_table(event.view)
        ended = None if self._story.is_over else event.ended
        parts: list[e.AnyEvent | None] = [ended, event.plan, turn, event.waiting]
        fresh = [one for one in event.questions if one.number not in self._asked]
        for part in (*parts, *map(e.Asked, fresh)):
            if part is not None:
                await self._show(part, nursery)

    def _close_turn(self) -> None:
        if self._turn is not None:
            self._turn[2].cancel()
        self._turn = None

    def _begin(self, begun: e.Begun, nursery: trio.Nursery) -> None:
        self._story.begin(begun)
        if self._person is None or (begun.seat is None and not self._screen.has_keys):
            return
        self._overhearing.cancel()
        self._overhearing = trio.CancelScope()
        self._aside = Aside(
            *(self._seat, begun, self._screen.line),
            turn=lambda: None if self._turn is None else self._turn[1],
            is_over=lambda: self._story.is_over,
            script=not self._screen.has_keys,
            cards=self._screen.cards,
        )
        nursery.start_soon(self._overhear, self._aside, self._overhearing)

    def _await_players(self, nursery: trio.Nursery) -> None:
        """Hear what a host types at a next table that waits for players."""
        if self._aside is None or not self._screen.has_keys:
            return
        self._overhearing.cancel()
        self._overhearing = trio.CancelScope()
        waiting = self._waiting_words()
        nursery.start_soon(self._overhear, waiting, self._overhearing)

    def _waiting_words(self) -> WaitingWords:
        heard = self._seat, self._screen.line, self._aside
        return WaitingWords(*heard, looks_on=self._looks_on)

    async def _overhear(
        self, aside: Aside | WaitingWords, scope: trio.CancelScope
    ) -> None:
        """Hear what a person types while it is not asked for anything."""
        with scope:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(aside.run)
                why: Callable[[str], str] = (
                    partial(why_not, aside)
                    if isinstance(aside, Aside)
                    else aside.why_not
                )
                heard = aside.takes, aside.words, why
                nursery.start_soon(self._screen.overhear, *heard)

    def _ask_for_move(self, event: e.YourTurn, nursery: trio.Nursery) -> None:
        scope = trio.CancelScope()
        self._turn = event.number, _choose(event), scope
        nursery.start_soon(self._decide, event, scope)

    async def _decide(self, event: e.YourTurn, scope: trio.CancelScope) -> None:
        with scope:
            if self._program is not None:
                try:
                    complaint = await self._program.decide()
                except RulesError as fault:
                    self._seat.stop_by_rules(fault)
                    return
                if complaint is not None:
                    self._complain(self._story.said(complaint))
                return
            assert self._person is not None
            teller, view = self._story.teller, event.view
            assert teller is not None
            if teller.is_news(view):
                self._story.show_table(view)
            question = people.Question(
                _choose(event),
                teller.hints(event.choice.hints),
                event.choice.patience,
                len(teller.names),
                "" if self._aside is None else self._aside.help,
                partial(self._explained, event.choice),
                self._seat.price,
            )
            try:
                await self._person.decide(question, self._move, self._leave)
            except Left:
                self._seat.quit()
            finally:
                self._screen.close_offer()

    def _explained(self, choice: e.Choice) -> str:
        """Return what these moves do."""
        begun = None if self._aside is None else self._aside.begun
        return "" if begun is None else explained(begun.game, begun.version, choice)

    def _complain(self, text: str) -> None:
        """Say why a move is not the program's own; a guest's host hears it, too."""
        self._screen.line(text)
        if self._is_leashed:
            from p2pgame.client.native import COMPLAINT

            sys.stderr.write(f"{COMPLAINT}{text}\n")

    async def _leave(self, word: str) -> None:
        stays = giving_up.stays(word, len(self._story.names))
        await self._seat.leave(stays=stays)

    async def _move(self, move: str) -> None:
        try:
            await self._seat.move(move)
        except IllegalMove as error:
            names = self._story.names
            raise IllegalMove(error.code, plain(words.told(error, names))) from None


def _choose(event: e.YourTurn) -> Choose:
    """Return the choice as the engine has it."""
    seat = event.view.seat
    return moves.choose_of(event.choice, 0 if seat is None else seat)
