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
from dataclasses import dataclass
from functools import partial

import trio

from p2pgame.client.commands import AnyCommand, BuyIn, Nudge, SitOut
from p2pgame.client.errors import ClientError
from p2pgame.client.events import AnyEvent, Begun, EveningShown
from p2pgame.client.seats import Seat
from p2pgame.engine import Amount, Choose, IllegalMove, Message
from p2pgame.engine.game import choice_of

from . import cards, moves, words
from .columns import columns
from .plan_words import GROUP, ROOM, STEPS, PlanWords
from .recap import USUAL, Recap

SAY, DRAW, TAKEBACK, LAST_ROUND = "say", "draw", "takeback", "last round"
LEAVE, NUDGE, HINT, QUIT = "leave", "nudge", "hint", "quit"
#: What people type who give up, where leaving ends the game.
RESIGN = "resign"
HELP = ("?", "help")
#: Asked of whoever wants to leave; another line says no.
SURE = {LEAVE: Message.of("sure-leave"), RESIGN: Message.of("sure-resign")}


def begins(text: str) -> bool:
    """Return whether what is half typed may become one of these words."""
    text = text.lstrip().lower()
    return bool(text) and any(
        word.name.startswith(text) or (word.takes and text.startswith(f"{word.name} "))
        for word in WORDS
    )


class Aside:
    """Does what these words say; ``begun`` is the game.

    ``turn`` returns the choice that our player is being asked for, or None; ``is_over``
    says whether the game is over; a ``script`` may have written its lines ahead.
    ``cards`` writes the cards in a line of the game.
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
        cards: Callable[[str], str] = lambda line: line,
    ) -> None:
        self._seat, self.begun = seat, begun
        self._names = [player.name for player in begun.players]
        self._say, self._turn = say, turn
        self.is_over, self.script = is_over, script
        self._leaving = False
        self.recap, self._cards = Recap(begun, cards), cards
        self._send, self._acts = trio.open_memory_channel[
            Callable[[], Awaitable[None]]
        ](math.inf)
        self.plans = PlanWords(seat, begun, say, self._send.send_nowait)

    def hear(self, event: AnyEvent) -> None:
        """Take in what the client tells of this game: people ask about it."""
        self.recap.hear(event)
        self.plans.hear(event)

    @property
    def help(self) -> str:
        """What may be typed at any time, a line for each word."""
        said = ((word, words.say(Message.of(word.help))) for word in self.known)
        rows = [(f"  {word.form}", text) for word, text in said]
        return "\n".join([words.say(Message.of("aside-help")), *columns(rows, 2)])

    @property
    def known(self) -> tuple[Word, ...]:
        """The words that mean something at this table."""
        return tuple(word for word in WORDS if word.help and word.is_listed(self))

    def words(self) -> list[str]:
        """Return the words that may be typed now; one of a move's name is that move."""
        turn = self._turn()
        words = (
            f"{word.name} " if word.takes.startswith(".") else word.name
            for word in self.known
            if turn is None or not _is_on_offer(turn, word.name)
        )
        return [*dict.fromkeys(words)]

    def takes(self, line: str) -> bool:
        """Take a line if it is one of these words; return whether it is."""
        text, turn = moves.cleaned(line), self._turn()
        asked, self._leaving = self._leaving, False
        word = _word_of(text)
        if word is None or not word.counts(self):
            is_free = turn is None and not self.script and not self.is_over()
            return is_free and _is_seated(self) and self.plans.prepares(text)
        if turn is not None and _is_on_offer(turn, text.lower()):
            return False  # it is a move
        if not word.is_taken(self, asked=turn is not None):
            return False  # it answers what is asked
        self._leaving = asked and word.name in SURE
        word.does(self, text.partition(" ")[2] if word.takes else text.lower())
        return True

    @property
    def is_among_programs(self) -> bool:
        """Whether no other person plays, to whom a hint would be unfair."""
        players = enumerate(self.begun.players)
        return all(one.is_program for seat, one in players if seat != self.begun.seat)

    @property
    def since_own_move(self) -> int:
        """How far a takeback goes that names no number.

        Among programs it goes back to our player's own last decision; friends agree on
        one number, which is then 1.
        """
        seen = self._seat.observation
        if seen is None or not self.is_among_programs:
            return 1
        turns = [one.turn for one in reversed(seen.past)]
        own = (n for n, turn in enumerate(turns, 1) if choice_of(turn, seen.seat))
        return next(own, 1)

    def tell(self, lines: list[str]) -> None:
        """Say these lines, which belong together."""
        self._say("\n".join(lines))

    def talk(self, text: str) -> None:
        said = unicodedata.normalize("NFC", text)
        self._send.send_nowait(partial(self._seat.say, said))

    def propose(self, proposal: str) -> None:
        self._send.send_nowait(partial(self._seat.propose, proposal))

    def hint(self, level: str) -> None:
        """Give a hint of the game's own, or else ask a program for one."""
        if self.begun.gives_hints or level != HINT:
            levels = {HINT: 1, "more": 0}
            self.plans.hint(levels[level] if level in levels else int(level))
        else:
            self._send.send_nowait(self._hint)

    def leave(self, word: str) -> None:
        """Leave for good, if that is typed twice."""
        if self._leaving:
            self._leaving = False
            self._send.send_nowait(self._seat.leave)
        else:
            self._leaving = True
            self._say(words.say(SURE[word]))

    def quit(self, _: str) -> None:
        self._seat.quit()

    def rules(self, _: str) -> None:
        from p2pgame.client.game_rules import rules_in_words

        self._say(rules_in_words(self.begun.game, self.begun.version))

    def do(self, command: AnyCommand) -> None:
        self._send.send_nowait(partial(self._seat.do, command))

    @property
    def evening(self) -> EveningShown | None:
        """What the evening has come to, if there were tables before this one."""
        return self._seat.now.evening

    @property
    def may_buy(self) -> bool:
        """Whether our player may buy chips for the next table."""
        return _is_among_others(self) and self._seat.now.purse is not None

    async def _hint(self) -> None:
        if not self.is_among_programs:
            self._say(words.phrase("hints-among-programs"))
            return
        from p2pgame.client.programs.advice import advise

        advice = await advise(self._seat)
        if advice is None:
            late = self._turn() is None  # the move was made while it was thought about
            self._say(words.phrase("hint-late" if late else "no-hint"))
            return
        move = cards.suggested(words.say(advice.shown, self._names))
        move = words.named(move, self._names)
        told = words.phrase("suggests", adviser=advice.adviser, move=move)
        self._say(self._cards(told))

    async def run(self) -> None:
        """Do one after the other; what can't be is told."""
        async for act in self._acts:
            try:
                await act()
            except (IllegalMove, ClientError, ValueError) as error:
                self._say(words.sentence(words.told(error, self._names)))


#: When a word is taken: at any time; while our player is asked for a move; while not,
#: in a game; between two games.
_ALWAYS, _ASKED, _UNASKED, _BETWEEN = "always", "asked", "unasked", "between"


def _everybody(_: Aside) -> bool:
    return True


def _is_seated(aside: Aside) -> bool:
    return aside.begun.seat is not None


def _is_among_others(aside: Aside) -> bool:
    return _is_seated(aside) and len(aside.begun.players) > 1


def _is_of_two(aside: Aside) -> bool:
    return _is_seated(aside) and len(aside.begun.players) == 2


def _may_draw(aside: Aside) -> bool:
    """Return whether a draw may be meant; where there is none, a person is told so."""
    return _is_among_others(aside) and (aside.begun.draws or not aside.script)


def _is_drawable(aside: Aside) -> bool:
    return _is_among_others(aside) and aside.begun.draws


def _is_among_programs(aside: Aside) -> bool:
    return _is_seated(aside) and aside.is_among_programs


@dataclass(frozen=True, slots=True)
class Word:
    """A word, what it does, and the id of its line in the help, if it has one.

    ``takes`` is a pattern of what follows the word, and ``shown`` stands for that in
    the help.  ``counts`` says whether the word means anything at a table, and
    ``listed`` whether the help names it: by default if it counts.
    """

    name: str
    does: Callable[[Aside, str], None]
    help: str = ""
    when: str = _ALWAYS
    takes: str = ""
    shown: str = ""
    counts: Callable[[Aside], bool] = _everybody
    listed: Callable[[Aside], bool] | None = None

    @property
    def form(self) -> str:
        """The word with what may follow it."""
        return f"{self.name} {self.shown}".rstrip()

    def is_listed(self, aside: Aside) -> bool:
        """Return whether the help at this table names the word."""
        return self.counts(aside) if self.listed is None else self.listed(aside)

    def is_taken(self, aside: Aside, *, asked: bool) -> bool:
        """Return whether the word is taken now, and answers nothing that is asked."""
        if asked:
            return self.when in (_ALWAYS, _ASKED)
        if self.name in _AHEAD or self.when == _BETWEEN:
            return True
        if aside.script or self.when == _ASKED:
            return False
        return self.when == _ALWAYS or not aside.is_over()

    def fits(self, text: str) -> bool:
        """Return whether a line is this word, with all that it takes."""
        name, _, rest = text.partition(" ")
        if not self.takes:
            return text.lower() == self.name
        return name.lower() == self.name and re.fullmatch(self.takes, rest) is not None


#: What a script may have written ahead: it is no move, and waits for nothing.
_AHEAD = (SAY, DRAW, TAKEBACK, LAST_ROUND)


def _take_back(aside: Aside, count: str) -> None:
    aside.propose(f"{TAKEBACK} {count or aside.since_own_move}")


def _history(aside: Aside, count: str) -> None:
    aside.tell(aside.recap.history(int(count or USUAL)))


def _evening(aside: Aside, _: str) -> None:
    shown = aside.evening
    told = (Message.of("evening-begins"),) if shown is None else shown.messages
    aside.tell([words.sentence(words.say(one)) for one in told])


def _buy_in(aside: Aside, rest: str) -> None:
    aside.do(BuyIn(int(rest.split()[-1])))


WORDS: tuple[Word, ...] = (
    Word(SAY, Aside.talk, "aside-say", takes=".+", shown="TEXT", counts=_is_seated),
    Word("hand", lambda a, _: a.tell(a.recap.hand()), "aside-hand", counts=_is_seated),
    Word("table", lambda a, _: a.tell(a.recap.table()), "aside-table"),
    Word("turn", lambda a, _: a.tell(a.recap.turn()), "aside-turn"),
    Word("score", lambda a, _: a.tell(a.recap.score()), "aside-score"),
    Word(
        *("evening", _evening, "aside-evening"),
        listed=lambda aside: aside.evening is not None,
    ),
    Word("last", lambda a, _: a.tell(a.recap.last()), "aside-last"),
    Word("history", _history, "aside-history", takes="|[1-9][0-9]{0,3}", shown="[N]"),
    Word("rules", Aside.rules, "aside-rules"),
    Word(
        *(HINT, Aside.hint, "aside-hint", _ASKED),
        counts=_is_seated,
        listed=lambda a: _is_among_programs(a) and not a.begun.gives_hints,
    ),
    Word(
        *(HINT, Aside.hint, "aside-hint-levels", _ASKED),
        takes="more|[1-3]",
        shown="[more|N]",
        counts=_is_seated,
        listed=lambda aside: aside.begun.gives_hints,
    ),
    Word(DRAW, Aside.propose, "aside-draw", counts=_may_draw, listed=_is_drawable),
    Word(
        *(TAKEBACK, _take_back, "aside-takeback"),
        takes="|[1-9][0-9]{0,2}",
        shown="[N]",
        counts=_is_seated,
        listed=_is_among_others,
    ),
    Word(
        *("undo", lambda a, rest: a.plans.undo(rest), "aside-undo"),
        takes=STEPS,
        shown="[N]",
        counts=_is_seated,
    ),
    Word(
        *("undo", lambda a, rest: a.plans.make_room(rest), "aside-undo-for"),
        takes=ROOM,
        shown="for WHAT",
        counts=_is_seated,
        listed=lambda aside: aside.begun.makes_room,
    ),
    Word(
        *("redo", lambda a, rest: a.plans.redo(rest), "aside-redo"),
        takes=STEPS,
        shown="[N]",
        counts=_is_seated,
    ),
    Word("plan", lambda a, _: a.plans.plan(), "aside-plan", counts=_is_seated),
    Word(
        *("group", lambda a, rest: a.plans.group(rest), "aside-group"),
        takes=GROUP,
        shown="[N]",
        counts=_is_seated,
    ),
    Word(
        *("confirm", lambda a, _: a.plans.confirm(), "aside-confirm"),
        counts=_is_seated,
    ),
    Word("drop", lambda a, _: a.plans.drop(), "aside-drop", counts=_is_seated),
    Word(
        *(LAST_ROUND, Aside.propose, "aside-last-round"),
        counts=_is_seated,
        listed=_is_among_others,
    ),
    Word(
        NUDGE,
        lambda a, _: a.do(Nudge()),
        "aside-nudge",
        _UNASKED,
        counts=_is_among_others,
    ),
    Word(RESIGN, Aside.leave, "aside-resign", _UNASKED, counts=_is_of_two),
    Word(
        *("sit out", lambda a, _: a.do(SitOut()), "aside-sit-out", _BETWEEN),
        counts=_is_among_others,
    ),
    Word(
        *("buy", _buy_in, "aside-buy-in", _BETWEEN),
        takes="in (0|[1-9][0-9]{0,11})",
        shown="in N",
        counts=_is_among_others,
        listed=lambda aside: aside.may_buy,
    ),
    Word(LEAVE, Aside.leave, "aside-leave", _UNASKED, counts=_is_seated),
    Word(QUIT, Aside.quit, "aside-quit"),
    Word("help", lambda a, _: a.tell([a.help]), "aside-help-line", _UNASKED),
    Word("?", lambda a, _: a.tell([a.help]), when=_UNASKED),
)


def _word_of(text: str) -> Word | None:
    return next((word for word in WORDS if word.fits(text)), None)


def _is_on_offer(choice: Choose, word: str) -> bool:
    """Return whether a move is called that, or the game reads what is typed."""
    return any(
        offer.verb == word or offer.number(word) is not None
        if isinstance(offer, Amount)
        else offer == word
        for offer in choice.moves
    )
