"""Tells a seat's story on a display: what happened, the table, and what goes on."""

from __future__ import annotations

from functools import partial

import trio

from p2pgame.client import events as e
from p2pgame.client.words import say
from p2pgame.engine import Message

from ..text import cards, planned, words
from ..text.telling import Teller
from .display import Display
from .scene import Picture

#: Seconds between two looks at whether what goes on is still shown.
LOOK_EVERY = 0.2
#: Seconds for which what goes from the table in the middle of a hand is shown.
TRICK = 2.5
#: Seconds for which a hand's end is shown to a player who presses no key, and to one
#: who looks on.
RESULT, LOOKED_ON = 30.0, 5.0
#: Kinds of turns with which the next hand begins.
_ENDS = ("shuffle", "roll", "place")


class Storyteller:
    """``code``: invites are shown as QR codes, too; ``plays``: a person plays here."""

    def __init__(self, screen: Display, *, code: bool, plays: bool) -> None:
        self._screen, self._code, self._plays = screen, code, plays
        #: The game that has begun last.
        self.begun: e.Begun | None = None
        self.teller: Teller | None = None
        self.is_over = False
        #: The view that was shown last, and the one before it.
        self._now: e.View | None = None
        self._before: e.View | None = None
        #: What goes on: a question and what is typed take its place for a while.
        self._goes_on: str | None = None
        self._left = ""

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, by seat; none before a game has begun."""
        return () if self.teller is None else tuple(self.teller.names)

    def said(self, message: Message) -> str:
        """Return a message as a sentence."""
        return words.say(message, self.names)

    def say(self, message: Message) -> None:
        """Say a message."""
        self._screen.line(self.said(message))

    def _of_game(self, message: Message) -> str:
        """Return a message of the game, with its cards as the screen writes them."""
        return cards.of_game(message, self.names, self._screen.cards)

    def _say_of_cards(self, message: Message) -> None:
        """Say a message of the game, with its cards as the screen writes them."""
        self._screen.line(self._of_game(message))

    def begin(self, begun: e.Begun) -> None:
        """Tell a game from now on."""
        self.begun, self.is_over = begun, False
        self._now = self._before = None
        self.teller = Teller(begun, self._screen.cards)
        self._screen.begin(self.teller.title)
        opening = self.teller.opening()
        if opening is not None and self._screen.redraws:
            self.show_table(opening)
        self._screen.plan(None)
        if not begun.again:
            self.say(begun.message)

    def tell(self, event: e.AnyEvent) -> None:
        """Tell what is only to be told."""
        match event:
            case e.WordsTold(spoken):
                self.say(Message.of("cli-or-words"))
                self._screen.line(f"  p2pgame join {spoken}")
            case e.Compare(host, pictures):
                seen = " ".join(f"{one.picture} {one.name}" for one in pictures)
                self.say(Message.of("cli-compare", host=host, seen=seen))
            case e.Arrived(name, None):
                self.say(Message.of("cli-arrived", name=name))
            case e.Arrived(name, str(contact)):
                self.say(Message.of("cli-contact-arrived", name=name, contact=contact))
            case e.Resumed(message, last, view):
                self.say(message)
                if last is not None:
                    self._say_of_cards(Message.of("cli-happened-last", last=last))
                self.show_table(view)
            case e.Happened():
                self._show_step(event)
            case e.Planned():
                self._show_plan(event)
            case e.PlanEnded(_, message):
                self._screen.plan(None)
                self._screen.line(words.sentence(self._of_game(message)))
            case e.UndosFound() | e.HintShown() | e.MovedFor():
                self._show_found(event)
            case e.Ended(_, message):
                self.is_over = True
                self._screen.drop_typed()
                self._screen.ended()
                self.say(message)
            case e.Overtaken(message):
                self.is_over = False
                self.say(message)
            case e.Verified(path, message=message):
                self.say(message)
                self.say(Message.of("cli-transcript", path=path))
            case e.EveningShown(messages=messages):
                for message in messages:
                    self.say(message)
            case e.Waiting():
                self._show_waiting(event)
            case e.Progress("verify", done):
                self._show_working(say(Message.of("cli-turns-checked", turns=done)))
            case e.Saved():
                self._show_working(None)
            case (
                e.Notice(message)
                | e.Purse(message=message)
                | e.Terms(message)
                | e.Chat(_, _, message)
                | e.Proposed(_, _, message)
                | e.Nudged(_, message)
                | e.ForkShown(message=message)
                | e.KnownForker(message=message)
            ):
                self.say(message)

    def _show_found(self, found: e.UndosFound | e.HintShown | e.MovedFor) -> None:
        match found:
            case e.UndosFound():
                for line in planned.listed_undos(found, self._of_game):
                    self._screen.line(line)
            case e.HintShown():
                self._say_of_cards(planned.hint(found))
            case e.MovedFor(_, _, message):
                self._say_of_cards(message)

    def show_table(self, view: e.View) -> None:
        """Show the table as it is now."""
        picture = self._picture(view)
        if picture is not None and self.teller is not None:
            self.teller.note(view)
            self._screen.table(picture)

    def invite(self, event: e.Invited) -> None:
        """Tell how others come to the table."""
        if self._code:
            self._show_code(event)
        if event.again:
            self.say(Message.of("cli-invite-again"))
        elif event.reserved:
            self.say(Message.of("cli-invite-reserved"))
        else:
            self.say(Message.of("cli-invite"))
        self._screen.line(f"  p2pgame join {event.invite}")
        if event.watch is not None:
            self.say(Message.of("cli-invite-watch"))
            self._screen.line(f"  p2pgame watch {event.watch}")

    async def keep_showing(self) -> None:
        """Show what goes on once more, when a question is closed or a line typed."""
        while True:
            self._screen.working(self._goes_on, self._left)
            await trio.sleep(LOOK_EVERY)

    def _show_plan(self, event: e.Planned) -> None:
        """Show the plan, the table after it, and from where on it fell."""
        if event.fell is not None:
            self._screen.line(words.sentence(self._of_game(event.fell)))
        self._screen.plan(planned.in_a_line(event, self._of_game))
        if event.view is not None:
            self.show_table(event.view)

    def _show_step(self, event: e.Happened) -> None:
        """Show what happened, and what went from the table by it until it is seen."""
        if event.cleared is not None:
            picture = self._picture(event.cleared)
            if picture is not None:
                ends = event.view.turn in _ENDS
                self._screen.hold(picture, self._seconds(ends=ends))
        if self._screen.redraws:
            self.show_table(event.view)
        for line in () if self.teller is None else self.teller.lines(event.messages):
            self._screen.line(line)
        if event.look and self._screen.is_live and not self._screen.redraws:
            self.show_table(event.view)

    def _seconds(self, *, ends: bool) -> float:
        """Return for how long to show what went; ``ends``: a hand has ended."""
        begun = self.begun
        if not ends:
            return TRICK
        if begun is None or begun.seat is None or not self._plays:
            return LOOKED_ON
        return min(RESULT, begun.patience / 4) if begun.patience else RESULT

    def _picture(self, view: e.View) -> Picture | None:
        teller = self.teller
        if teller is None:
            return None
        if self._now is None or self._now.state != view.state:
            self._before, self._now = self._now, view
        draw = partial(teller.draw, view, self._before, self._screen.ink)
        return Picture(teller.table(view), draw)

    def _show_waiting(self, event: e.Waiting) -> None:
        self._screen.clock(event.own_seconds)
        if event.message is None:
            self._show_working(None)
            return
        names = () if self.teller is None else self.teller.reached(event.connections)
        left = ""
        if event.seconds is not None:
            left = f" ({say(Message.of('cli-left', seconds=event.seconds))})"
        self._show_working(words.say(event.message, names), left)

    def _show_working(self, text: str | None, left: str = "") -> None:
        self._goes_on, self._left = text, left
        self._screen.working(text, left)

    def _show_code(self, event: e.Invited) -> None:
        """Show the invite for a telephone's camera."""
        self._code = False  # of a table, and not of those after it
        from . import qr

        # Without a relay there is nothing short, and the whole takes a tall window.
        text = event.short or event.invite
        code = qr.at_terminal(text)
        if code is not None:
            self._screen.line(f"\n{code}\n")
        elif event.short is not None:
            self._screen.line(f"  p2pgame join {event.short}")
        else:
            self.say(Message.of("cli-code-too-large"))
