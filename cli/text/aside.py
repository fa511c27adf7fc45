"""Understands what a person may type at any time, beside the moves.

A move of that name comes first, while we are asked for one.  Where lines come from a
script, which may have written them long ahead, a word counts before we are asked only
if it can be no move of this game, and nothing is lost by it.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Awaitable, Callable
from functools import partial

import trio

from p2pgame.client.commands import AnyCommand
from p2pgame.client.errors import ClientError
from p2pgame.client.events import AnyEvent, Asked, Begun, EveningShown, Snapshot
from p2pgame.client.seat.seat import Seat
from p2pgame.engine import Amount, Choose, IllegalMove, Message
from p2pgame.engine.offers import choice_of

from . import cards, moves, words
from .answers import meaning
from .aside_words import (
    EXITS,
    HINT,
    LEAVE,
    SAY,
    WORDS,
    Word,
    is_among_others,
    is_seated,
    word_of,
)
from .chatted import is_said
from .columns import columns
from .giving_up import stays, sure
from .plan_words import PlanWords
from .recap import Recap
from .typed import in_english, ours


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
        self.seat: Seat = seat
        self.begun: Begun = begun
        self._names = [player.name for player in begun.players]
        self._say, self.turn = say, turn
        self.is_over, self.script = is_over, script
        self._leaving = False
        self._cards = cards
        self.recap: Recap = Recap(begun, cards)
        self._send, self._acts = trio.open_memory_channel[
            Callable[[], Awaitable[None]]
        ](math.inf)
        send = self._send.send_nowait
        self.plans: PlanWords = PlanWords(seat, begun, say, send, cards)

    def hear(self, event: AnyEvent) -> None:
        """Take in what the client tells of this game: people ask about it."""
        if isinstance(event, Asked | Snapshot):
            self._leaving = False  # yes and no answer another question from now on
        self.recap.hear(event)
        self.plans.hear(event)

    @property
    def help(self) -> str:
        """What may be typed at any time, a line for each word."""
        rows = [
            (f"  {_form(word)}", words.phrase(word.help_at(self)))
            for word in self.known
        ]
        return "\n".join([words.say(Message.of("aside-help")), *columns(rows, 2)])

    @property
    def known(self) -> tuple[Word, ...]:
        """The words that mean something at this table."""
        return tuple(word for word in WORDS if word.help and word.is_listed(self))

    def words(self) -> list[str]:
        """Return the words that may be typed now; one of a move's name is that move."""
        turn = self.turn()
        words = (
            f"{ours(word.name)} " if word.takes.startswith(".") else ours(word.name)
            for word in self.known
            if turn is None or not _is_on_offer(turn, word.name)
        )
        return [*dict.fromkeys(words)]

    def takes(self, line: str) -> bool:
        """Take a line if it is one of these words; return whether it is."""
        line, turn = moves.cleaned(line), self.turn()
        text = line if _is_offered(turn, line) else in_english(line)
        asked, self._leaving = self._leaving, False
        if asked and turn is None and (is_sure := meaning(line)) is not None:
            if is_sure:
                self._leaving = True
                self.leave(LEAVE)
            else:
                self._say(words.phrase("gives-up-not"))
            return True
        word = word_of(text)
        is_step = turn is None and self.plans.means_step(text)
        if word is None or is_step or not word.counts(self):
            is_free = turn is None and not self.script and not self.is_over()
            return is_free and is_seated(self) and self.plans.prepares(text)
        if _is_offered(turn, text):
            return False  # it is a move
        if not word.is_taken(self, asked=turn is not None):
            return False  # it answers what is asked
        self._leaving = asked and word.name in EXITS
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
        seen = self.seat.observation
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
        self._send.send_nowait(partial(self.seat.say, said))

    def propose(self, proposal: str) -> None:
        self._send.send_nowait(partial(self.seat.propose, proposal))

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
            self._say(words.phrase("cli-leaving"))
            stay = stays(word, len(self._names))
            self._send.send_nowait(partial(self.seat.leave, stays=stay))
        else:
            self._leaving = True
            price = self.seat.price(None)
            self._say(words.say(sure(word, len(self._names), price)))

    def quit(self) -> None:
        self.seat.quit()

    def rules(self) -> None:
        from p2pgame.client.game_rules import rules_in_words

        self._say(rules_in_words(self.begun.game, self.begun.version))

    def do(self, command: AnyCommand) -> None:
        self._send.send_nowait(partial(self.seat.do, command))

    @property
    def evening(self) -> EveningShown | None:
        """What the evening has come to, if there were tables before this one."""
        return self.seat.now.evening

    @property
    def may_buy(self) -> bool:
        """Whether our player may buy chips for the next table."""
        return is_among_others(self) and self.seat.now.purse is not None

    async def _hint(self) -> None:
        if not self.is_among_programs:
            self._say(words.phrase("hints-among-programs"))
            return
        from p2pgame.client.programs.advice import advise

        advice = await advise(self.seat)
        if advice is None:
            late = self.turn() is None  # the move was made while it was thought about
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


def why_not(aside: Aside, line: str) -> str:
    """Return why a line is of no use that is no word, while nothing is asked."""
    if not is_seated(aside):
        known = ", ".join(ours(word.name) for word in aside.known)
        return words.phrase("cli-looking-on", words=known)
    text = moves.cleaned(line)
    why = None if aside.is_over() else aside.plans.why_not(text)
    told = words.say(Message.of("cli-not-asked") if why is None else why)
    return " ".join([words.sentence(told), *_how_to_say(aside, text)])


def _how_to_say(aside: Aside, text: str) -> list[str]:
    """Say how a line reaches the others that seems to be meant for them."""
    seen = aside.seat.observation
    if seen is None or not is_among_others(aside) or not is_said(text, seen.game):
        return []
    return [words.phrase("cli-say-it", line=f"{ours(SAY)} {text}")]


def _form(word: Word) -> str:
    """Return a word with what may follow it, after that of our language."""
    name = ours(word.name)
    return word.form if name == word.name else f"{name}, {word.form}"


def _is_offered(choice: Choose | None, line: str) -> bool:
    return choice is not None and _is_on_offer(choice, line.lower())


def _is_on_offer(choice: Choose, word: str) -> bool:
    """Return whether a move is called that, or the game reads what is typed."""
    return any(
        offer.verb == word or offer.number(word) is not None
        if isinstance(offer, Amount)
        else offer == word
        for offer in choice.moves
    )
