"""The command that says how a shell completes what is typed."""

from __future__ import annotations

import click

LINES = {
    "bash": ("~/.bashrc", 'eval "$(_P2PGAME_COMPLETE=bash_source p2pgame)"'),
    "zsh": ("~/.zshrc", 'eval "$(_P2PGAME_COMPLETE=zsh_source p2pgame)"'),
    "fish": (
        "~/.config/fish/completions/p2pgame.fish",
        "_P2PGAME_COMPLETE=fish_source p2pgame | source",
    ),
}


@click.command()
@click.argument("shell", type=click.Choice(list(LINES)))
def completion(shell: str) -> None:
    """Print the line by which a shell completes commands, games, tables and contacts.

    p2pgame completion bash >> ~/.bashrc adds it; the next shell has it.
    """
    file, line = LINES[shell]
    click.echo(f"# for {file}")
    click.echo(line)
