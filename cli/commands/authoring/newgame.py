"""The command that writes the beginning of a new game's file."""

from __future__ import annotations

from pathlib import Path
from string import Template

import click

from p2pgame.client import system_reason
from p2pgame.engine.rules import NAME
from p2pgame.games.registry import SHIPPED

from ...text import words
from ...text.printing import print_text

#: It plays, and keeps every promise, before anything in it is changed.
GAME = Template('''\
"""$title: players say 1 or 2 in turn; who reaches ``goal`` takes 1 from each other.

Write the rules here in about five lines, and where they are from.
"""

from __future__ import annotations

from collections.abc import Mapping

from p2pgame.engine import Game, Message, Options, State, by_score, plain
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
        return None if 1 <= options.goal <= 100 else plain("the goal is 1 to 100")

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

TEST = Template('''\
"""The promises that every game keeps, and the rules of $title."""

import pytest
from $module import ${title}, ${title}Options

from p2pgame.engine import replay
from p2pgame.engine.events import Chosen
from p2pgame.playtest import POINTS, Case


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize("seed", range(3))
def test_promise(point, seed):
    point(Case(${title}(), 2, ${title}Options(), seed))


def test_the_last_to_say_a_number_wins():
    game, says = ${title}(), ("2", "1")
    events = [Chosen(turn % 2, move) for turn, move in enumerate(says)]
    state = replay(game, 2, ${title}Options(goal=3), events)
    assert game.turn(state).payoffs == (-1, 1)
''')

GUIDE = Template("""\
# $title: what to change next

$module.py plays as it is:

    p2pgame play ./$module.py                  # with programs
    p2pgame play ./$module.py --debug          # see all, move for all
    p2pgame host ./$module.py --players 2      # with a friend
    p2pgame rules ./$module.py                 # what players read
    p2pgame playthrough ./$module.py --seed 1  # a random game
    p2pgame perft ./$module.py --depth 5       # in how many ways it can go
    p2pgame verify --rules ./$module.py FILE   # check a transcript
    python -m pytest test_$module.py           # what every game promises

Go on in this order, and run the test after each step:

1. The docstring: the rules in about five lines. `p2pgame rules` shows it.
2. `${title}State`: all that is public, and nothing hidden. A hidden card is a
   number, its slot.
3. `turn`: who decides, and among which moves; or what all do together: `Shuffle`,
   `Deal`, `Open`, `Roll`, `Together`, `Place`. `Over` is the end, with what each
   player has won.
4. `apply`: the state after what answers that turn.
5. `show`: the table in words. `in_hand` says what one player alone sees.
6. `${title}Options` and `why_not`: what people may choose, and what cannot be played.
7. `tell`, `hint`, `explain` and `move_help`: how moves are told, offered, refused and
   explained.

Rules are pure: they import the engine, its kit and a few modules without effects, and
keep nothing between calls. What two machines could see differently is refused, with
the line. The games of p2pgame are examples: `kuhn` has hidden cards, `pig` dice, `rps`
moves made at once.

## Friends

The file is the game, and each player needs it. A friend without it is told its
fingerprint, which `p2pgame rules ./$module.py` shows. The friend gets the file from
you, looks at it and adds it: `p2pgame rules add $module.py`. Any change of the rules is
another fingerprint. Comments and docstrings may change freely.

## A package

For a picture of the table, several languages or several modules make it a package, with
this in its pyproject.toml:

    [project.entry-points."p2pgame.games"]
    $name = "PACKAGE.MODULE:$title"

Sentences are `Message.of("$name-goal")` then, with their English in text/en/$name.ftl
beside the module: `$name-goal = the goal is 1 to 100`, and the name for people:
`$name-title = $title`. What `p2pgame rules $name --json` says of each field and move
is in text/en/$name.toml:

    [state]
    said = "The sum of what was said."
    [options]
    goal = "The sum that wins."
    [moves]
    STEP = "Say this number."
    [parts]
    STEP = { type = "int", about = "1 or 2." }
""")


@click.command()
@click.argument("name")
@click.option(
    "--into",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="Write the game there, with its test and a page of what to change next.",
)
def newgame(name: str, folder: Path | None) -> None:
    """Print a small game of this name, to be changed into another.

    p2pgame newgame my-game > my_game.py; p2pgame play ./my_game.py plays it.
    A file is called my_game.py, and its game my-game: both may be said.
    """
    name = name.replace("_", "-")
    parts = name.split("-")
    if not NAME.fullmatch(name) or not all(parts):
        raise click.UsageError(words.phrase("newgame-name", text=repr(name)))
    if name in {shipped for shipped, _ in SHIPPED}:
        raise click.UsageError(words.phrase("game-name-taken", name=name))
    title, module = "".join(map(str.capitalize, parts)), "_".join(parts)
    if folder is None:
        click.echo(_filled(GAME, name, title, module), nl=False)
        return
    files = {f"{module}.py": GAME, f"test_{module}.py": TEST, f"{module}.md": GUIDE}
    for file, template in files.items():
        _write(folder / file, _filled(template, name, title, module))
    print_text(words.phrase("newgame-written", path=str(folder / f"{module}.md")))


def _filled(template: Template, name: str, title: str, module: str) -> str:
    return template.substitute(name=name, title=title, module=module)


def _write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        said = words.phrase(
            "not-writable", path=str(path), why=system_reason.why(error)
        )
        raise click.UsageError(said) from None
