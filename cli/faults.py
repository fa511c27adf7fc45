"""Turns the client's errors into a sentence and an exit status."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import IO, ParamSpec, TypeVar

import click

from p2pgame.client.errors import (
    ClientError,
    ContradictoryRules,
    Gone,
    InvalidRequest,
    Refused,
    RulesContradict,
    RulesError,
    RulesNotHere,
    Unusable,
    rules_failed,
)

from . import stopping
from .statuses import Status
from .text import words

#: Messages from below the client, which are no whole sentences.
_CLAUSES = ("plain", "reason", "because")

P = ParamSpec("P")
R = TypeVar("R")


class _Refused(click.ClickException):
    """Exit with status 2: bad input, or this machine does not let it be done."""

    exit_code = Status.REFUSED


class _NotHere(click.ClickException):
    """Exit with status 3: nobody can tell here, for the rules are not here."""

    exit_code = Status.RULES_NOT_HERE


class _Contradict(click.ClickException):
    """Exit with status 4: nobody can be judged, for the rules contradict themselves."""

    exit_code = Status.RULES_CONTRADICT


class _Gone(click.ClickException):
    """Exit with status 130: no error, but no finished game either."""

    exit_code = Status.LEFT

    def show(self, file: IO[str] | None = None) -> None:
        click.echo(stopping.from_the_left(self.message), file=file, err=file is None)


@contextmanager
def told() -> Iterator[None]:
    """Turn what the client refuses into what click shows.

    Raises:
      ClickException: With exit status 1, or 2 if the user asked for what can't be, or
        this machine does not let it be done, or 3 if the rules of a file's game are not
        here, or 4 if they contradict themselves.
    """
    try:
        yield
    except Gone as error:
        raise _Gone(str(error)) from None
    except InvalidRequest as error:
        raise click.UsageError(str(error)) from None
    except Refused as error:
        raise _Refused(str(error)) from None
    except Unusable as error:
        raise _Refused(said(error)) from None
    except RulesNotHere as error:
        raise _NotHere(said(error)) from None
    except RulesContradict as error:
        raise _Contradict(said(error)) from None
    except ContradictoryRules as error:
        raise _Contradict(str(rules_failed(error))) from None
    except RulesError as error:
        raise click.ClickException(str(rules_failed(error))) from None
    except ClientError as error:
        raise click.ClickException(said(error)) from None


def said(error: ClientError) -> str:
    """Return what an error says, as a sentence."""
    text = str(error)
    return words.sentence(text) if error.message.id in _CLAUSES else text


def tell_faults(command: click.Command) -> click.Command:
    """Make a command, and all in its group, tell what the client refuses."""
    if command.callback is not None:
        command.callback = _telling(command.callback)
    if isinstance(command, click.Group):
        for inner in command.commands.values():
            tell_faults(inner)
    return command


def _telling(callback: Callable[P, R]) -> Callable[P, R]:
    @wraps(callback)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        with told():
            return callback(*args, **kwargs)

    return run
