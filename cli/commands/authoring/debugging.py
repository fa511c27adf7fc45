"""The table of ``play --debug``: an author sees all, and moves for every seat."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import click
import msgspec

from p2pgame.client import system_reason
from p2pgame.client.profile.ticket import Offer
from p2pgame.client.telling.views import fields_of
from p2pgame.engine import NOTHING, Message, Refusal, RulesError
from p2pgame.engine.exact_json import encode
from p2pgame.engine.printable import signed
from p2pgame.playtest.dealer import Untrue
from p2pgame.playtest.debug_table import DebugTable, Moment

from ...terminal.keyboard import read_line
from ...text import moves, words
from ...text.printing import print_text


class _Quit(Exception):
    """The author has seen enough."""


def debug(offer: Offer, seed: int, transcript: Path | None) -> None:
    """Play a game with open cards, by lines that are typed, until its author quits.

    Raises:
      Refusal: The game can't be played like that.
      RulesError: Its rules are at fault as it begins.
      UsageError: The transcript can't be written.
    """
    words.learn(offer.game)
    table = DebugTable(offer.game, offer.seats, offer.options, seed)
    author = _Author(table)
    print_text(words.phrase("debug-begins", seed=seed))
    try:
        author.play()
    except (_Quit, EOFError):
        click.echo()
    if transcript is not None:
        _write(transcript, table.written())


def _write(path: Path, data: bytes) -> None:
    try:
        with path.open("xb") as file:
            file.write(data)
    except OSError as error:
        said = words.phrase(
            "not-writable", path=str(path), why=system_reason.why(error)
        )
        raise click.UsageError(said) from None
    print_text(words.phrase("debug-written", path=str(path)))


class _Author:
    """The person at the table, by lines on standard input and output."""

    def __init__(self, table: DebugTable) -> None:
        self._table = table
        numbers = range(1, table.seats + 1)
        self._names = [words.phrase("debug-player", number=n) for n in numbers]
        #: Whether all further moves are made by chance.
        self._is_random = False

    def play(self) -> None:
        """Play until the author quits.

        Raises:
          _Quit: That is now.
          EOFError: There is nothing more to read.
        """
        self._tell(self._table.now)
        while True:
            try:
                if self._table.payoffs is not None:
                    self._show()
                    self._ask_after()
                elif not self._table.asked:
                    self._table.deal()
                    self._tell(self._table.now)
                else:
                    self._decide()
            except (RulesError, Untrue) as error:
                self._is_random = False
                print_text(words.phrase("debug-fault", what=words.told(error)))
                self._command(_line("> "))

    def _decide(self) -> None:
        """Ask every seat that decides, and go on by what they say."""
        if not self._is_random:
            self._show()
        made = dict[int, str]()
        for seat in self._table.asked:
            move = self._asked(seat)
            if move is None:
                return  # something else was wanted
            made[seat] = move
        before = self._table.now
        try:
            self._table.decide(made)
        except Refusal as refusal:
            click.echo(words.told(refusal, self._names))
            self._is_random = False
        else:
            self._tell(self._table.now, before)

    def _asked(self, seat: int) -> str | None:
        """Return a seat's move; None: the author has asked for another thing."""
        table = self._table
        if self._is_random:
            return table.at_random(seat)
        choice = table.choice(seat)
        state, known = table.now.state, table.now.secrets.known_to(seat)
        hints = [table.game.hint(state, seat, one, known) for one in choice.moves]
        click.echo(moves.advice(hints))
        while True:
            line = _line(f"{self._names[seat]}> ").strip()
            move = moves.understand(line, choice, hints)
            if table.game.why_illegal(state, seat, move) is None:
                return move
            if line == "random":
                return table.at_random(seat)
            if self._command(line):
                return None
            click.echo(moves.refusal(line, hints))

    def _ask_after(self) -> None:
        """Ask what to do when the game is over."""
        assert self._table.payoffs is not None
        self._is_random = False
        for name, payoff in zip(self._names, self._table.payoffs, strict=True):
            click.echo(f"{name} {signed(payoff)}")
        if not self._command(_line("> ").strip()):
            print_text(words.phrase("debug-help"))

    def _command(self, line: str) -> bool:
        """Do what a line says besides moves; return whether it says such a thing.

        Raises:
          _Quit: The author wants to.
        """
        word, _, number = line.strip().partition(" ")
        match word, number:
            case "quit", "":
                raise _Quit
            case "help", "":
                print_text(words.phrase("debug-help"))
            case "state", "":
                click.echo(encode(fields_of(self._table.now.state)))
            case "faces", "":
                faces = sorted(self._table.now.secrets.faces.items())
                told = ", ".join(f"{slot} {face}" for slot, face in faces)
                click.echo(told or words.phrase("debug-no-faces"))
            case "play", "":
                self._is_random = True
            case "undo", number if not number or number.isdecimal():
                taken = self._table.back(int(number[:6] or 1))
                print_text(words.phrase("debug-back", count=taken))
            case _:
                return False
        return True

    def _show(self) -> None:
        """Show the table with all that is hidden, and what each seat knows alone."""
        now, game = self._table.now, self._table.game
        click.echo(f"\n{self._named(game.show(now.state, now.secrets.faces))}")
        for seat, name in enumerate(self._names):
            known = now.secrets.known_to(seat)
            hand = game.in_hand(now.state, seat, known)
            if hand:
                click.echo(f"  {name}: {self._named(hand)}")

    def _tell(self, now: Moment, before: Moment | None = None) -> None:
        """Say what led to a moment."""
        said: list[Message | None] = []
        if now.led is not None and before is not None:
            said.append(self._table.game.tell(before.state, now.led))
        if now.led is not None and said in ([], [None]):
            click.echo(self._named(f"{type(now.led).__name__}{_fields(now.led)}"))
        for message in (*said, *now.fix_ups):
            if message is not None and message != NOTHING:
                print_text(words.say(message, self._names))

    def _named(self, text: str) -> str:
        return words.named(text, self._names)


def _fields(event: object) -> str:
    """Return what an event says, without the names of its fields."""
    told: Sequence[object] | Mapping[str, object] = msgspec.to_builtins(event)
    return "".join(f" {one}" for one in told)


def _line(prompt: str) -> str:
    click.echo(prompt, nl=False)
    line = read_line()
    if not sys.stdin.isatty():
        click.echo(line.rstrip())
    return line
