"""The words that a person may type at any time: what each takes, and when it counts.

:class:`.aside.Aside` does what they say.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from p2pgame.client.commands import BuyIn, Nudge, SitOut
from p2pgame.engine import Choose, Message

from . import words
from .plan_words import GROUP, ROOM, STEP, STEPS
from .recap import USUAL

if TYPE_CHECKING:
    from .aside import Aside

SAY, DRAW, TAKEBACK, LAST_ROUND = "say", "draw", "takeback", "last round"
LEAVE, NUDGE, HINT, QUIT = "leave", "nudge", "hint", "quit"
#: What people type who give up, where leaving ends the game.
RESIGN = "resign"
HELP = ("?", "help")
#: What whoever wants to leave must type twice; another line says no.
EXITS = (LEAVE, RESIGN)


#: When a word is taken: at any time; while our player is asked for a move; while not,
#: in a game; while not, also when it is over; between two games.
_ALWAYS, _ASKED, _UNASKED = "always", "asked", "unasked"
_IDLE, _BETWEEN = "idle", "between"


def _everybody(_: Aside) -> bool:
    return True


def is_seated(aside: Aside) -> bool:
    """Return whether our player plays, and does not only look on."""
    return aside.begun.seat is not None


def is_among_others(aside: Aside) -> bool:
    """Return whether our player plays, and with somebody."""
    return is_seated(aside) and len(aside.begun.players) > 1


def _is_of_two(aside: Aside) -> bool:
    return is_seated(aside) and len(aside.begun.players) == 2


def _may_draw(aside: Aside) -> bool:
    """Return whether a draw may be meant; where there is none, a person is told so."""
    return is_among_others(aside) and (aside.begun.draws or not aside.script)


def _may_propose(aside: Aside) -> bool:
    """Return whether all could agree on something now: somebody alone decides."""
    seen = aside.seat.observation
    return is_among_others(aside) and seen is not None and isinstance(seen.turn, Choose)


def _may_take_back(aside: Aside) -> bool:
    """Return whether a decision came last: no chance, and nothing shown since."""
    seen = aside.seat.observation
    if seen is None or not seen.past or not _may_propose(aside):
        return False
    return isinstance(seen.past[-1].turn, Choose)


def _waits(aside: Aside) -> bool:
    """Return whether the game waits for others, as far as our player is not asked."""
    return is_among_others(aside) and aside.turn() is None


def _is_among_programs(aside: Aside) -> bool:
    return is_seated(aside) and aside.is_among_programs


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
        """Return whether the help names the word, which then does something now."""
        over = aside.is_over()
        if (self.when == _BETWEEN and not over) or (self.name in _PLAYING and over):
            return False
        return self.counts(aside) if self.listed is None else self.listed(aside)

    def help_at(self, aside: Aside) -> str:
        """Return the id of the word's line in the help at this table."""
        if self.name == QUIT and not is_seated(aside):
            return "aside-quit-looking-on"
        return self.help

    def is_taken(self, aside: Aside, *, asked: bool) -> bool:
        """Return whether the word is taken now, and answers nothing that is asked."""
        if asked:
            return self.when in (_ALWAYS, _ASKED)
        if self.name in _AHEAD or self.when == _BETWEEN:
            return True
        if aside.script or self.when == _ASKED:
            return False
        return self.when in (_ALWAYS, _IDLE) or not aside.is_over()

    def fits(self, text: str) -> bool:
        """Return whether a line is this word, with all that it takes."""
        name, _, rest = text.partition(" ")
        if not self.takes:
            return text.lower() == self.name
        return name.lower() == self.name and re.fullmatch(self.takes, rest) is not None


#: What does nothing any more when the game is over.
_PLAYING = (DRAW, TAKEBACK, LAST_ROUND, NUDGE, RESIGN, LEAVE, HINT)
#: What a script may have written ahead: it is no move, and waits for nothing.
_AHEAD = (SAY, DRAW, TAKEBACK, LAST_ROUND)


def _take_back(aside: Aside, count: str) -> None:
    aside.propose(f"{TAKEBACK} {count or aside.since_own_move}")


def _history(aside: Aside, count: str) -> None:
    aside.tell(aside.recap.history(int(count or USUAL)))


def moves_made(aside: Aside, id: str) -> list[str]:
    """Say how many moves our player has made who plays alone, by this message."""
    seen = aside.seat.observation
    if seen is None or len(aside.begun.players) > 1:
        return []
    return [words.phrase(id, count=len(seen.past))]


def _score(aside: Aside) -> list[str]:
    """Return what each seat has so far; of a player who plays alone, its moves."""
    return moves_made(aside, "moves-so-far") or aside.recap.score()


def _evening(aside: Aside, _: str) -> None:
    shown = aside.evening
    told = (Message.of("evening-begins"),) if shown is None else shown.messages
    aside.tell([words.sentence(words.say(one)) for one in told])


def _buy_in(aside: Aside, rest: str) -> None:
    aside.do(BuyIn(int(rest.split()[-1])))


WORDS: tuple[Word, ...] = (
    Word(
        SAY,
        lambda a, text: a.talk(text),
        "aside-say",
        takes=".+",
        shown="TEXT",
        counts=is_seated,
    ),
    Word("hand", lambda a, _: a.tell(a.recap.hand()), "aside-hand", counts=is_seated),
    Word("table", lambda a, _: a.tell(a.recap.table()), "aside-table"),
    Word("turn", lambda a, _: a.tell(a.recap.turn()), "aside-turn"),
    Word("score", lambda a, _: a.tell(_score(a)), "aside-score"),
    Word(
        *("evening", _evening, "aside-evening"),
        listed=lambda aside: aside.evening is not None,
    ),
    Word("last", lambda a, _: a.tell(a.recap.last()), "aside-last"),
    Word("history", _history, "aside-history", takes="|[1-9][0-9]{0,3}", shown="[N]"),
    Word("rules", lambda a, _: a.rules(), "aside-rules"),
    Word(
        *(HINT, lambda a, level: a.hint(level), "aside-hint", _ASKED),
        counts=is_seated,
        listed=lambda a: _is_among_programs(a) and not a.begun.gives_hints,
    ),
    Word(
        *(HINT, lambda a, level: a.hint(level), "aside-hint-levels", _ASKED),
        takes="more|[1-3]",
        shown="[more|N]",
        counts=is_seated,
        listed=lambda aside: aside.begun.gives_hints,
    ),
    Word(
        DRAW,
        lambda a, text: a.propose(text),
        "aside-draw",
        counts=_may_draw,
        listed=lambda a: a.begun.draws and _may_propose(a),
    ),
    Word(
        *(TAKEBACK, _take_back, "aside-takeback"),
        takes="|[1-9][0-9]{0,2}",
        shown="[N]",
        counts=is_seated,
        listed=_may_take_back,
    ),
    Word(
        *("undo", lambda a, rest: a.plans.undo(rest), "aside-undo"),
        takes=STEPS,
        shown="[N]",
        counts=is_seated,
        listed=lambda a: a.begun.practice or a.plans.undos > 0,
    ),
    Word(
        *("undo", lambda a, rest: a.plans.make_room(rest), "aside-undo-for"),
        takes=ROOM,
        shown="for WHAT",
        counts=is_seated,
        listed=lambda aside: aside.begun.makes_room,
    ),
    Word(
        *("redo", lambda a, rest: a.plans.redo(rest), "aside-redo"),
        takes=STEPS,
        shown="[N]",
        counts=is_seated,
        listed=lambda a: a.plans.redos > 0,
    ),
    Word(
        *("plan", lambda a, rest: a.plans.plan(rest), "aside-plan"),
        takes=STEP,
        shown="[MOVE]",
        counts=is_seated,
        listed=lambda a: a.plans.may_begin,
    ),
    Word(
        *("group", lambda a, rest: a.plans.group(rest), "aside-group"),
        takes=GROUP,
        shown="[N]",
        counts=is_seated,
        listed=lambda a: a.plans.may_group,
    ),
    Word(
        *("confirm", lambda a, _: a.plans.confirm(), "aside-confirm"),
        counts=is_seated,
        listed=lambda a: a.plans.may_confirm,
    ),
    Word(
        *("drop", lambda a, _: a.plans.drop(), "aside-drop"),
        counts=is_seated,
        listed=lambda a: a.plans.is_there,
    ),
    Word(
        *(LAST_ROUND, lambda a, text: a.propose(text), "aside-last-round"),
        counts=is_seated,
        listed=lambda a: a.begun.has_rounds and _may_propose(a),
    ),
    Word(
        NUDGE,
        lambda a, _: a.do(Nudge()),
        "aside-nudge",
        _UNASKED,
        counts=is_among_others,
        listed=_waits,
    ),
    Word(
        RESIGN,
        lambda a, word: a.leave(word),
        "aside-resign",
        _UNASKED,
        counts=is_seated,
        listed=_is_of_two,
    ),
    Word(
        *("sit out", lambda a, _: a.do(SitOut()), "aside-sit-out", _BETWEEN),
        counts=is_among_others,
    ),
    Word(
        *("buy", _buy_in, "aside-buy-in", _BETWEEN),
        takes="in (0|[1-9][0-9]{0,11})",
        shown="in N",
        counts=is_among_others,
        listed=lambda aside: aside.may_buy,
    ),
    Word(
        LEAVE, lambda a, word: a.leave(word), "aside-leave", _UNASKED, counts=is_seated
    ),
    Word(QUIT, lambda a, _: a.quit(), "aside-quit"),
    Word("help", lambda a, _: a.tell([a.help]), "aside-help-line", _IDLE),
    Word("?", lambda a, _: a.tell([a.help]), when=_IDLE),
)


def word_of(text: str) -> Word | None:
    """Return the word that a line is, if it is one."""
    return next((word for word in WORDS if word.fits(text)), None)


def begins(text: str) -> bool:
    """Return whether what is half typed may become one of these words."""
    text = text.lstrip().lower()
    return bool(text) and any(
        word.name.startswith(text) or (word.takes and text.startswith(f"{word.name} "))
        for word in WORDS
    )
