"""Asks whether to play where a contact has invited us, while a command is open."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress

import click
import trio

from p2pgame.client.errors import ClientError
from p2pgame.client.meeting import invitations
from p2pgame.client.meeting.invitations import Found
from p2pgame.client.profile import contacts, settings, topics
from p2pgame.client.requests import Join
from p2pgame.client.words import title_of
from p2pgame.engine import Message

from ..text import answers, words
from ..text.printing import print_text
from . import running

#: Seconds that a command waits for the relays.
LOOKS_FOR = 3.0
#: Seconds between two looks while a question waits for its answer.
LOOK_EVERY = 10.0


def ask_and_join() -> None:
    """Ask a person at this terminal about invitations; play where one is accepted."""
    if has_terminal() and (invite := InvitationAsker().look()) is not None:
        running.sit_down(Join(invite=invite))


class InvitationAsker:
    """Asks about the invitations that lie at our relays, about each of them once."""

    def __init__(self) -> None:
        self._told = set[str]()

    def look(self) -> str | None:
        """Return the invite of a contact with whom our player wants to play.

        A relay that does not answer is passed over.
        """
        return self.ask(running.run(self._soon)) if _can_look() else None

    def wait_for_line(self, asked: str) -> str | None:
        """Show a question and wait for a line; return an invite accepted before.

        Windows does not tell when a line can be read.
        """
        while True:
            click.echo(asked, nl=False)
            if sys.platform == "win32" or not (has_terminal() and _can_look()):
                return None
            found = running.run(self._while_nothing_is_typed)
            if not found:
                return None
            click.echo()
            if (invite := self.ask(found)) is not None:
                return invite

    def ask(self, found: Sequence[Found]) -> str | None:
        """Ask about each invitation; return the first invite that is accepted."""
        for one in self._new(found):
            self._told.add(one.told.invite)
            if _wants(one):
                return one.told.invite
        return None

    async def _soon(self) -> list[Found]:
        found = list[Found]()
        with trio.move_on_after(LOOKS_FOR), suppress(ClientError):
            found, _ = await invitations.invitations()
        return found

    async def _while_nothing_is_typed(self) -> list[Found]:
        """Return invitations that are new, or none: a line can be read."""
        found = list[Found]()
        async with trio.open_nursery() as nursery:

            async def look() -> None:
                while not found:
                    found.extend(self._new(await self._soon()))
                    await trio.sleep(0 if found else LOOK_EVERY)
                nursery.cancel_scope.cancel()

            nursery.start_soon(look)
            await trio.lowlevel.wait_readable(sys.stdin.fileno())
            nursery.cancel_scope.cancel()
        return found

    def _new(self, found: Sequence[Found]) -> list[Found]:
        """Return those of which we have not asked, to tables that are new to us."""
        fresh = invitations.elsewhere(found)
        return [one for one in fresh if one.told.invite not in self._told]


def has_terminal() -> bool:
    """Return whether a person can be asked here."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def _can_look() -> bool:
    """Return whether anybody could have invited us."""
    with suppress(ClientError):
        return bool(contacts.kept() and topics.with_doors(settings.relays()))
    return False


def _wants(one: Found) -> bool:
    """Ask whether our player comes to this table."""
    friend, game = one.friend.name, title_of(one.invite.game or "unknown")
    question = words.say(Message.of("ask-invitation", friend=friend, game=game))
    how = words.phrase("yes-or-no-usual-yes")
    while True:
        typed = click.prompt(
            f"{question} [{how}]", default="", show_default=False, prompt_suffix=" "
        )
        meant = answers.meaning(typed) if typed else True
        if meant is not None:
            return meant
        print_text(words.phrase("type-yes-or-no"))
