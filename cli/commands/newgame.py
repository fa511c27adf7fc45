"""The command that writes the beginning of a new game's file."""

from __future__ import annotations

from string import Template

import click

from p2pgame.engine.rules import NAME

#: It plays, and keeps every promise, before anything in it is changed.
TEXT = Template('''\
"""$title: players say 1 or 2 in turn; who reaches ``goal`` takes 1 from each other.

Write the rules here in about five lines, and where they are from.  To be found,
the package of this file names it in its pyproject.toml:

    [project.entry-points."p2pgame.games"]
    $name = "PACKAGE.MODULE:$title"

Its promises are tested with

    import pytest
    from p2pgame.playtest import POINTS, Case

    @pytest.mark.parametrize("point", POINTS)
    def test_$module(point):
        point(Case($title(), 2, ${title}Options(), seed=1))

Its English is in text/en/$name.ftl beside it: $name-goal = the goal is 1 to 100.
What `p2pgame rules $name --json` says of each field and move is in text/en/$name.toml:

    title = "$title"
    [state]
    said = "The sum of what was said."
    [options]
    goal = "The sum that wins."
    [moves]
    STEP = "Say this number."
    [parts]
    STEP = { type = "int", about = "1 or 2." }
"""

from __future__ import annotations

from collections.abc import Mapping

from p2pgame.engine import Game, Message, Options, State, by_score
from p2pgame.engine.events import Chosen, Event
from p2pgame.engine.turns import Choose, Turn


class ${title}Options(Options, frozen=True):
    goal: int = 10


class ${title}State(State, frozen=True):
    """Whole numbers, text, bytes, tuples and other states, and nothing hidden."""

    seats: int
    goal: int
    said: int = 0
    player: int = 0


class $title(Game[${title}State, ${title}Options]):
    name = "$name"
    version = 1
    seats = range(2, 5)
    options = ${title}Options

    def why_not(self, seats: int, options: ${title}Options) -> Message | None:
        return None if 1 <= options.goal <= 100 else Message.of("$name-goal")

    def setup(self, seats: int, options: ${title}Options) -> ${title}State:
        return ${title}State(seats, options.goal)

    def turn(self, state: ${title}State) -> Turn:
        if state.said < state.goal:
            return Choose(state.player, ("1", "2"))
        last = (state.player - 1) % state.seats
        return by_score([seat == last for seat in range(state.seats)])

    def apply(self, state: ${title}State, event: Event) -> ${title}State:
        assert isinstance(event, Chosen)
        after = (state.player + 1) % state.seats
        said = state.said + int(event.move)
        return ${title}State(state.seats, state.goal, said, after)

    def show(self, state: ${title}State, faces: Mapping[int, str]) -> str:
        return f"{state.said} of {state.goal}"
''')


@click.command()
@click.argument("name")
def newgame(name: str) -> None:
    """Print a small game of this name, to be changed into another.

    A file is called my_game.py, and its game my-game: both may be said.
    """
    name = name.replace("_", "-")
    words = name.split("-")
    if not NAME.fullmatch(name) or not all(words):
        raise click.UsageError(f"a name is a to z, 0 to 9, - and _, not {name!r}.")
    title = "".join(word.capitalize() for word in words)
    click.echo(
        TEXT.substitute(name=name, title=title, module="_".join(words)), nl=False
    )
