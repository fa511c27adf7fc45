"""Shows a seat at the terminal, and gives the client what the person types."""

from __future__ import annotations

import sys
from functools import partial

import trio

from p2pgame.client import events as e
from p2pgame.client.deciders import Decider
from p2pgame.client.seats import Seat
from p2pgame.engine import Amount, Choose, IllegalMove, Message, Timer, plain

from ..text import words
from ..text.aside import Aside
from ..text.telling import Teller
from . import leaving, people
from .answers import Answers
from .display import Display
from .leaving import Left
from .people import Person
from .scene import Picture

#: Seconds between two looks at whether what goes on is still shown.
LOOK_EVERY = 0.2
#: Seconds for which a complete trick, or the like, is shown before it is gone.
TRICK = 2.5
#: Seconds for which a hand's end is shown to a player who presses no key, and to one
#: who looks on.
RESULT, LOOKED_ON = 30.0, 5.0
#: Kinds of turns with which the next hand begins.
_ENDS = ("shuffle", "roll", "place")


class Face:
    """One seat at a terminal.

    ``program`` decides; None: a person does.  ``code``: the invite is shown as a QR
    code, too.
    """

    def __init__(
        self,
        seat: Seat,
        screen: Display,
        *,
        program: Decider | None = None,
        code: bool = False,
    ) -> None:
        self._seat, self._screen, self._code = seat, screen, code
        self._program = program
        self._person = Person(screen) if program is None else None
        self._answers = Answers(seat, screen)
        self._teller: Teller | None = None
        self._aside: Aside | None = None
        self._begun: e.Begun | None = None
        self._overhearing = trio.CancelScope()
        self._asked: dict[int, trio.CancelScope] = {}
        self._turn: tuple[int, Choose, trio.CancelScope] | None = None
        self._is_over = self._is_leashed = False
        #: What goes on: a question and what is typed take its place for a while.
        self._goes_on: str | None = None
        self._left = ""

    async def run(self, *, leashed: bool = False) -> None:
        """Show what happens until the seat is done.

        Raises:
          ClientError: It has ended early.
        """
        self._is_leashed = leashed
        with self._screen:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(leaving.heed_signals, self._seat.quit)
                nursery.start_soon(leaving.heed_sizes, self._screen.show)
                if leashed:
                    nursery.start_soon(leaving.heed_leash, self._seat.quit)
                nursery.start_soon(self._keep_showing)
                if self._program is not None:
                    nursery.start_soon(self._program.run)
                try:
                    async for event in self._seat:
                        await self._show(event, nursery)
                finally:
                    nursery.cancel_scope.cancel()

    async def _show(self, event: e.AnyEvent, nursery: trio.Nursery) -> None:
        if self._program is not None:
            await self._program.tell(event)
        match event:
            case e.Invited():
                self._show_invite(event)
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
            case e.Waiting():
                self._show_waiting(event)
            case _:
                self._tell(event)

    def _tell(self, event: e.AnyEvent) -> None:
        """Tell what is only to be told."""
        say = self._screen.line
        match event:
            case e.WordsTold(spoken):
                say("Or tell them these words; they are good for ten minutes:")
                say(f"  p2pgame join {spoken}")
            case e.Compare(host, pictures):
                seen = " ".join(f"{one.picture} {one.name}" for one in pictures)
                say(f"{host} must see the same as you: {seen}.")
            case e.Arrived(name, contact):
                ours = "." if contact is None else f": your {contact}."
                say(f"{name} is here{ours}")
            case e.Resumed(message, last, view):
                say(self._said(message))
                if last is not None:
                    say(f"What happened last: {self._said(last)}")
                self._show_table(view)
            case e.Happened():
                self._show_step(event)
            case e.Ended(_, message):
                self._is_over = True
                self._screen.drop_typed()
                self._screen.ended()
                say(self._said(message))
            case e.Overtaken(message):
                self._is_over = False
                say(self._said(message))
            case e.Verified(path, message=message):
                say(self._said(message))
                say(f"The transcript is in {path}.")
            case e.Progress("verify", done):
                self._show_working(f"{done} turns checked")
            case e.Saved():
                self._show_working(None)
            case (
                e.Notice(message)
                | e.Chat(_, _, message)
                | e.Proposed(_, _, message)
                | e.Nudged(_, message)
                | e.MovedFor(_, _, message)
            ):
                say(self._said(message))

    async def _catch_up(self, event: e.Snapshot, nursery: trio.Nursery) -> None:
        """Show how things are, for more has happened than could be shown."""
        self._screen.line(f"({event.missed} events were not shown.)")
        is_other = event.begun is not None and event.begun != self._begun
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
            self._show_table(event.view)
        ended = None if self._is_over else event.ended
        parts: list[e.AnyEvent | None] = [ended, turn, event.waiting]
        fresh = [one for one in event.questions if one.number not in self._asked]
        for part in (*parts, *map(e.Asked, fresh)):
            if part is not None:
                await self._show(part, nursery)

    def _close_turn(self) -> None:
        if self._turn is not None:
            self._turn[2].cancel()
        self._turn = None

    def _begin(self, begun: e.Begun, nursery: trio.Nursery) -> None:
        self._begun, self._is_over = begun, False
        self._teller = teller = Teller(begun, self._screen.cards)
        self._screen.begin(teller.title)
        if not begun.again:
            self._screen.line(self._said(begun.message))
        if self._person is None or begun.seat is None:
            return
        self._overhearing.cancel()
        self._overhearing = trio.CancelScope()
        self._aside = Aside(
            *(self._seat, begun, self._screen.line),
            turn=lambda: None if self._turn is None else self._turn[1],
            is_over=lambda: self._is_over,
            script=not self._screen.has_keys,
        )
        nursery.start_soon(self._overhear, self._aside, self._overhearing)

    async def _overhear(self, aside: Aside, scope: trio.CancelScope) -> None:
        """Hear what a person types while it is not asked for anything."""
        with scope:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(aside.run)
                nursery.start_soon(self._screen.overhear, aside.takes)

    def _show_step(self, event: e.Happened) -> None:
        """Show what happened, and what went from the table by it until it is seen."""
        if event.cleared is not None:
            picture = self._picture(event.cleared)
            ends = event.view.turn in _ENDS
            if picture is not None:
                self._screen.hold(picture, self._seconds(ends=ends))
        if self._screen.redraws:
            self._show_table(event.view)
        for line in self._lines(event.messages):
            self._screen.line(line)
        if event.look and self._screen.is_live and not self._screen.redraws:
            self._show_table(event.view)

    def _seconds(self, *, ends: bool) -> float | None:
        """Return for how long to show what went; ``ends``: a hand has ended."""
        begun = self._begun
        if not ends:
            return TRICK
        if begun is None or begun.seat is None or self._person is None:
            return LOOKED_ON
        return min(RESULT, begun.patience / 4) if begun.patience else RESULT

    def _show_table(self, view: e.View) -> None:
        picture = self._picture(view)
        if picture is not None:
            self._screen.table(picture)

    def _picture(self, view: e.View) -> Picture | None:
        teller = self._teller
        if teller is None:
            return None
        return Picture(teller.table(view), partial(teller.draw, view))

    def _show_waiting(self, event: e.Waiting) -> None:
        self._screen.clock(event.own_seconds)
        if event.message is None:
            self._show_working(None)
            return
        teller = self._teller
        names = () if teller is None else teller.reached(event.connections)
        left = "" if event.seconds is None else f" ({event.seconds} s left)"
        self._show_working(words.say(event.message, names), left)

    def _show_working(self, text: str | None, left: str = "") -> None:
        self._goes_on, self._left = text, left
        self._screen.working(text, left)

    async def _keep_showing(self) -> None:
        """Show what goes on once more, when a question is closed or a line typed."""
        while True:
            self._screen.working(self._goes_on, self._left)
            await trio.sleep(LOOK_EVERY)

    def _ask_for_move(self, event: e.YourTurn, nursery: trio.Nursery) -> None:
        scope = trio.CancelScope()
        self._turn = event.number, _choose(event), scope
        nursery.start_soon(self._decide, event, scope)

    async def _decide(self, event: e.YourTurn, scope: trio.CancelScope) -> None:
        with scope:
            if self._program is not None:
                complaint = await self._program.decide()
                if complaint is not None:
                    self._complain(self._said(complaint))
                return
            assert self._person is not None
            assert self._teller is not None
            teller, view = self._teller, event.view
            if teller.is_news(view):
                self._show_table(view)
            question = people.Question(
                _choose(event),
                teller.hints(event.choice.hints),
                event.choice.patience,
                len(teller.names) == 2,
                "" if self._aside is None else self._aside.help,
            )
            try:
                await self._person.decide(question, self._move, self._seat.leave)
            except Left:
                self._seat.quit()
            finally:
                self._screen.close_offer()

    def _complain(self, text: str) -> None:
        """Say why a move is not the program's own; a guest's host hears it, too."""
        self._screen.line(text)
        if self._is_leashed:
            from p2pgame.client.native import COMPLAINT

            sys.stderr.write(f"{COMPLAINT}{text}\n")

    async def _move(self, move: str) -> None:
        try:
            await self._seat.move(move)
        except IllegalMove as error:
            names = () if self._teller is None else tuple(self._teller.names)
            raise IllegalMove(error.code, plain(words.told(error, names))) from None

    def _show_invite(self, event: e.Invited) -> None:
        say = self._screen.line
        if self._code:
            self._show_code(event)
        if event.again:
            say("The invite once more, for those who need it:")
        elif event.reserved:
            say("The others come by themselves; for anybody else who is to come:")
        else:
            say("Invite your friends with this line; whoever has it can join:")
        say(f"  p2pgame join {event.invite}")
        if event.watch is not None:
            say("Whoever has this one can look on, and not play:")
            say(f"  p2pgame watch {event.watch}")

    def _show_code(self, event: e.Invited) -> None:
        """Show the invite for a telephone's camera."""
        self._code = False  # of a table, and not of those after it
        from . import qr

        # Without a relay there is nothing short, and the whole takes a tall window.
        text = event.short or event.invite
        code = qr.at_terminal(text)
        if code is not None:
            self._screen.line(code)
        elif event.short is not None:
            self._screen.line(f"  p2pgame join {event.short}")
        else:
            self._screen.line(
                "This window is too small for the invite's QR code; "
                "with a relay the code is smaller."
            )

    def _said(self, message: Message) -> str:
        return words.say(message, () if self._teller is None else self._teller.names)

    def _lines(self, messages: tuple[Message, ...]) -> list[str]:
        return [] if self._teller is None else self._teller.lines(messages)


def _choose(event: e.YourTurn) -> Choose:
    """Return the choice as the engine has it."""
    choice, seat = event.choice, event.view.seat
    offers = tuple(
        one if isinstance(one, str) else Amount(one.verb, one.low, one.high)
        for one in choice.moves
    )
    timer = None
    if choice.seconds is not None and choice.move_by_itself is not None:
        timer = Timer(choice.seconds, choice.move_by_itself)
    return Choose(0 if seat is None else seat, offers, timer)
