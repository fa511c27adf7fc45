"""Lists the commands: for whom each is, where its code is, and what it does.

Nothing is imported for it, so that ``p2pgame --help`` answers at once.
"""

from __future__ import annotations

from typing import NamedTuple


class Listed(NamedTuple):
    """A command: a module of ``cli.commands``, a name there, and one short sentence."""

    module: str
    name: str
    does: str


GROUPS = {
    "For players": {
        "play": Listed("playing", "play", "Play with programs, on this machine."),
        "web": Listed("web", "web", "Play in your browser."),
        "join": Listed("playing", "join", "Join a friend's table by its invite."),
        "next": Listed("turns", "next_table", "Go to the table that waits for you."),
        "resume": Listed("tables", "resume", "Go on at a table that you have left."),
        "watch": Listed("watching", "watch_command", "Look on at a friend's table."),
        "games": Listed("games", "games", "List the games."),
        "rules": Listed("rules", "rules", "Say how a game is played; add a friend's."),
        "bots": Listed("bots", "bots", "List the programs that play a game."),
        "invitations": Listed("inviting", "invitations", "List who has invited you."),
        "contacts": Listed("contacts", "contacts", "List the people you have kept."),
        "tables": Listed("tables", "tables", "List the tables at which you sit."),
        "move-seat": Listed("moving", "move_seat", "Write a seat for another device."),
        "take-seat": Listed("moving", "take_seat", "Go on with it on that device."),
        "settings": Listed("settings", "settings", "Show or change your settings."),
        "doctor": Listed("doctor", "doctor", "Check ports, router, relay and clock."),
        "completion": Listed(
            "completion", "completion", "Have a shell complete our words."
        ),
    },
    "For hosts": {
        "host": Listed("playing", "host", "Open a table for friends."),
        "invite": Listed("inviting", "invite", "Invite a contact to your table."),
    },
    "For readers of transcripts": {
        "verify": Listed(
            "reading.verifying", "verify", "Check every signature and proof."
        ),
        "ledger": Listed(
            "reading.verifying", "ledger", "Say who pays whom after an evening."
        ),
        "show": Listed("reading.viewing", "show", "Step through a game in words."),
        "pgn": Listed("reading.notation.pgn", "pgn", "Print a game of chess as PGN."),
        "pdn": Listed(
            "reading.notation.pdn", "pdn", "Print a game of checkers as PDN."
        ),
        "phh": Listed(
            "reading.notation.replaying",
            "replay_phh",
            "Print hold'em as PHH, or replay it.",
        ),
        "evidence": Listed("reading.proof", "evidence", "Check who cheated, and how."),
        "receipt": Listed(
            "reading.receipt", "receipt", "Check a signed result of a game."
        ),
    },
    "For authors of games and programs": {
        "newgame": Listed(
            "authoring.newgame", "newgame", "Print a small game, to be changed."
        ),
        "playthrough": Listed(
            "authoring.rehearsal", "playthrough", "Print a random game."
        ),
        "perft": Listed(
            "authoring.rehearsal", "perft", "Count the ways a game can go."
        ),
        "pipe": Listed("piping", "pipe", "Play by lines of JSON."),
        "serve": Listed("web", "serve", "Let programs play over a WebSocket."),
        "token": Listed("web", "token", "Let one program in at serve."),
        "arena": Listed("authoring.arena", "arena", "Say which program is stronger."),
        "train": Listed("authoring.training", "train", "Solve a small game for two."),
    },
    "For operators": {
        "relay": Listed("relaying", "relay", "Be a relay for tables."),
    },
}
COMMANDS = {name: place for group in GROUPS.values() for name, place in group.items()}
