"""The command that solves a small game, and writes how to play it."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import click

from p2pgame.agents.cfr.expansion import expand
from p2pgame.agents.cfr.measure import exploitability
from p2pgame.agents.cfr.policy import encode, policy_of
from p2pgame.agents.cfr.solver import Solver
from p2pgame.engine import AnyGame

from ... import surroundings
from ...text import words
from ...text.printing import print_text
from .. import options

#: How often the bar says how good the policy is by now.
TOLD = 20


@click.command()
@options.game()
@click.option(
    "--iterations",
    type=click.IntRange(1, 10**6),
    default=1000,
    show_default=True,
    help="More make a better policy.",
)
@click.option(
    *("-o", "--option"),
    multiple=True,
    metavar="NAME=VALUE",
    help="An option of the game.",
)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    metavar="FILE",
    help="Where the policy goes (default: GAME.policy.json).",
)
def train(
    game: AnyGame, iterations: int, option: tuple[str, ...], out: Path | None
) -> None:
    """Solve a small game for two, and write a policy that plays it.

    Exploitability is what a perfect opponent would win from the policy in a game, on
    average; 0 cannot be beaten.  The value is what seat 1 wins from an equal.
    """
    words.learn(game)
    offer = options.game_offer(game, 2, option)
    path = Path(f"{game.name}.policy.json") if out is None else out
    if not path.parent.is_dir():
        raise click.UsageError(words.phrase("no-folder", path=str(path.parent)))
    try:
        form = expand(game, offer.options)
    except ValueError as error:
        raise click.UsageError(f"{words.told(error)}.") from None
    sets = sum(len(side.texts) for side in form.sides)
    size = {"nodes": f"{form.nodes:,}", "sets": f"{sets:,}"}
    print_text(words.phrase("training-size", game=game.name, **size))
    solver = Solver(form)
    _iterate(solver, iterations)
    policy = policy_of(game, offer.options, form, solver.average(), iterations)
    try:
        path.write_bytes(encode(policy))
    except OSError as error:
        raise surroundings.trouble(error) from None
    click.echo(_exploitable(policy.exploitability))
    print_text(words.phrase("training-value", value=f"{policy.value:.6f}"))
    typed = ["--players", "2"] if len(game.seats) > 1 else []
    typed += [word for pair in option for word in ("-o", pair)]
    seat = f"2=policy:{path}"
    played = shlex.join(["p2pgame", "play", game.name, *typed, "--seat", seat])
    print_text(words.phrase("training-plays", command=played))


def _exploitable(by: float) -> str:
    return words.phrase("training-exploitable", chips=f"{by:.6f}")


def _iterate(solver: Solver, iterations: int) -> None:
    """Iterate, with a bar on a terminal that says how good it is by now."""
    with click.progressbar(
        range(1, iterations + 1),
        label=words.phrase("training-goes-on"),
        file=sys.stderr,
        hidden=not sys.stderr.isatty(),
    ) as numbers:
        for number in numbers:
            solver.iterate()
            if not numbers.hidden and number % max(1, iterations // TOLD) == 0:
                now = exploitability(solver.form, solver.average())
                numbers.label = _exploitable(now)
