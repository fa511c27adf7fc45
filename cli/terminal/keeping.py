"""Offers to keep as contacts those with whom a person has played to the end.

It is asked once the seat is done: a question before would make others wait.
"""

from __future__ import annotations

import trio

from p2pgame.client.errors import ClientError, InvalidRequest
from p2pgame.client.events import AnyEvent, Begun, Ended, Snapshot

from ..text import moves
from ..text.kept import kept
from ..text.words import phrase, sentence
from .answers import Answers
from .display import Display

#: Seconds for all answers together: the program ends where nobody is.
WITHIN = 1800.0


class Company:
    """The people with whom games have been played to their end, by identity."""

    def __init__(self) -> None:
        self._begun: Begun | None = None
        self.people: dict[str, str] = {}

    def hear(self, event: AnyEvent) -> None:
        match event:
            case Begun():
                self._begun = event
            case Ended():
                self._add()
            case Snapshot(begun=begun, ended=ended):
                self._begun = begun or self._begun
                if ended is not None:
                    self._add()

    def _add(self) -> None:
        begun = self._begun
        if begun is None or begun.seat is None or begun.practice:
            return
        for seat, player in enumerate(begun.players):
            if seat != begun.seat and not player.is_program:
                self.people.setdefault(player.identity, player.name)


async def offer(company: Company, answers: Answers, screen: Display) -> None:
    """Ask of each who is no contact yet whether to keep it, and keep it."""
    try:
        with trio.move_on_after(WITHIN):
            known = await _contacts()
            for identity, name in company.people.items():
                if identity not in known:
                    text = phrase("ask-keep", name=name)
                    if await answers.yes(text, usual=True):
                        await _keep(identity, name, screen)
    except EOFError:
        pass  # nobody types any more
    except ClientError as error:
        screen.line(sentence(str(error)))


async def _keep(identity: str, name: str, screen: Display) -> None:
    """Keep somebody under this name, or another one where a contact has it."""
    while name:
        try:
            known = await _contacts(identity, name)
        except InvalidRequest as error:  # the name is taken, or none
            screen.line(sentence(str(error)))
            screen.question(phrase("ask-keep-name", name=name))
            name = moves.cleaned(await screen.ask())
        else:
            name = known[identity]
            for line in kept([name]):
                screen.line(line)
            return


async def _contacts(identity: str = "", name: str = "") -> dict[str, str]:
    """Return by its identity what each contact is called, once this one is kept."""
    from p2pgame.client.answering import inquire  # not for a seat that is played
    from p2pgame.client.answers import Contacts
    from p2pgame.client.inquiries import KeepContacts, ListContacts

    keep = KeepContacts(identity=identity, name=name)
    (told,) = [one async for one in inquire(keep if identity else ListContacts())]
    assert isinstance(told, Contacts)
    return {one.identity: one.name for one in told.contacts}
