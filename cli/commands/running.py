"""Runs a seat, from the command line to the last sentence.

Whatever the world does to the program is told in one sentence; only a fault of
the program itself is shown whole.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

import click
import trio
from msgspec.structs import replace

from p2pgame.client.errors import Gone, InvalidRequest
from p2pgame.client.profile import notices, settings, tables
from p2pgame.client.requests import AnyRequest, Resume, Spectate, own_name
from p2pgame.client.seat.seat import Seat
from p2pgame.client.seats import one_of, open_seat
from p2pgame.engine import Message

from .. import stopping, surroundings
from ..terminal import leaving
from ..terminal.display import Display
from ..terminal.face import Face
from ..terminal.notices import Caller, Console, Notices
from ..terminal.output import OUTPUT
from ..text import words

R = TypeVar("R")

#: Where click keeps whether the page shows what a command is for.
_WEB = "p2pgame.web"
#: Set: a person is told the game in lines, one sentence an event.
PLAIN = "P2PGAME_PLAIN"


@dataclass(frozen=True, slots=True)
class Deciding:
    """The program that decides; ``agent`` None: the usual opponent for the game."""

    agent: str | None = None
    pace: float = 0.0


def sit_down(
    request: AnyRequest,
    *,
    leashed: bool = False,
    code: bool = False,
    by: Deciding = Deciding(),
) -> None:
    """Do what a request says; ``by`` is for a program's seat.

    It is done at this terminal, or on the page if that was asked for.

    Raises:
      UsageError: A program is to play on the page.
    """
    if is_on_page():
        if request.program:
            raise click.UsageError(words.phrase("web-no-program"))
        show_page(request)
        return
    with stopping.meanwhile(partial(_left, request, int(time.time()))):
        if not (request.program or isinstance(request, Resume | Spectate)):
            request = replace(request, name=request.name or _asked_name())
        run(lambda: _sit_down(request, leashed=leashed, code=code, by=by))


def _left(request: AnyRequest, since: int) -> str:
    """Say how to go on after a request was stopped before its seat was there."""
    opened = (one.ticket.opened for one in tables.kept() if one.is_open)
    if isinstance(request, Resume) or any(when >= since for when in opened):
        return words.phrase("left-to-resume", farewell=Message.of("left-lobby"))
    return words.phrase("stopped-before-table")


@asynccontextmanager
async def _seat(request: AnyRequest) -> AsyncGenerator[tuple[Seat, leaving.Signals]]:
    """Do what a request says, and yield the seat; a signal ends it in good order.

    Raises:
      KeyboardInterrupt: A signal came before the seat was there.
    """
    with leaving.heeded() as signals:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(signals.heed)
            with signals.opening():
                async with open_seat(request) as seat:
                    signals.opened(seat.quit)
                    yield seat, signals
                    signals.closing()
            nursery.cancel_scope.cancel()


async def _sit_down(
    request: AnyRequest, *, leashed: bool, code: bool, by: Deciding
) -> None:
    screen = display(keys=not request.program)
    request = replace(request, attended=screen.has_keys and not request.program)
    async with _seat(request) as (seat, signals):
        if request.program:
            from p2pgame.client.programs.deciders import decider  # not for people

            program = decider(seat, by.agent, by.pace)
            await Face(seat, screen, program=program, code=code).run(leashed=leashed)
            return
        ways = Notices(*notices.parts(notices.on_turn()), Console.here(), screen.line)
        caller = Caller(ways)
        seat.overhear = caller.hear
        async with trio.open_nursery() as nursery:
            nursery.start_soon(caller.run)
            face = Face(seat, screen, code=code)
            await face.run(leashed=leashed, signals=signals)
            nursery.cancel_scope.cancel()


def _asked_name() -> str | None:
    """Ask for the player's name, once; None: it is known, or nobody can be asked."""
    if settings.name() is not None or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return None
    question = words.say(Message.of("what-name"))
    while True:
        name = str(click.prompt(question, default=own_name())).strip()
        try:
            settings.use_name(name)
        except InvalidRequest as error:
            click.echo(words.sentence(str(error)))
        else:
            return name


def look_on(request: Spectate) -> None:
    """Look on at a table, at this terminal or on the page."""
    if is_on_page():
        show_page(request)
        return
    with stopping.meanwhile(lambda: words.phrase("left-watching")):
        run(lambda: _look_on(request))


async def _look_on(request: Spectate) -> None:
    screen = display(keys=True)
    request = replace(request, attended=screen.is_live)
    async with _seat(request) as (seat, signals):
        with suppress(Gone):
            await Face(seat, screen, looks_on=True).run()
        if signals.came or seat.has_quit:
            raise Gone("left-watching")


def go_on_page() -> None:
    """Have the page show what this command is for."""
    click.get_current_context().meta[_WEB] = True


def is_on_page() -> bool:
    """Return whether the page shows what this command is for."""
    context = click.get_current_context(silent=True)
    return context is not None and _WEB in context.meta


def show_page(shown: AnyRequest | Path) -> None:
    """Open the page on a table or a transcript, until somebody ends it."""
    from .web import open_page  # a server, which a terminal needs not

    open_page(shown)


def display(*, keys: bool = False) -> Display:
    """Return what shows a seat here; with ``keys`` a person types.

    A window is drawn on a terminal that can, unless ``--plain`` or P2PGAME_PLAIN asks
    for lines.
    """
    is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    is_dumb = os.environ.get("TERM", "") in ("", "dumb", "unknown")
    plain = bool(os.environ.get(PLAIN))
    if is_terminal and (not is_dumb or sys.platform == "win32") and not plain:
        from ..terminal.window_display import WindowDisplay  # not for programs

        return WindowDisplay(keys=keys)
    from ..terminal.line_display import LineDisplay

    return LineDisplay(keys=keys, plain=plain)


def has_terminal() -> bool:
    """Return whether a person is here, at this terminal or at the page."""
    return sys.stdin.isatty() or is_on_page()


def run(main: Callable[[], Awaitable[R]]) -> R:
    """Run the program; what ends it is told in a sentence.

    All that it has said is written when this returns.
    """
    try:
        try:
            return trio.run(main)
        finally:
            OUTPUT.flush()
    except BaseException as error:
        unwritten = surroundings.unprinted(error)
        if unwritten is not None:
            raise surroundings.trouble(unwritten) from None
        first = one_of(error, also=(click.ClickException,))
        if first is not error:
            raise first from None
        raise
