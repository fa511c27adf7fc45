"""Does what a player asks beside the tables: lists, contacts, settings, files."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import trio

from . import choosing, qr
from .answers import (
    AnyAnswer,
    Contacts,
    ContactShown,
    InvitationLeft,
    Invitations,
    InvitationShown,
    QrShown,
    SettingsShown,
    Tables,
    TableShown,
)
from .errors import InvalidRequest
from .events import AnyEvent, ForkShown, Notice, Verified
from .game_options import game_of
from .game_rules import rules_of
from .inquiries import (
    AnyInquiry,
    CheckEvidence,
    CheckReceipt,
    Export,
    ForgetContact,
    ForgetTable,
    Invite,
    KeepContacts,
    ListContacts,
    ListGames,
    ListInvitations,
    ListPrograms,
    ListTranscripts,
    MoveSeat,
    RenameContact,
    Replay,
    SetName,
    ShowQr,
    ShowRules,
    ShowSettings,
    TakeBack,
    TakeSeat,
    UseRelays,
    Verify,
    WriteReceipt,
    WriteTranscript,
)
from .meeting import invitations
from .profile import acquaintances, contacts, convictions, moving, settings, tables
from .requests import why_no_name
from .transcripts import (
    backups,
    bounded,
    certificates,
    checking,
    evidence,
    exports,
    folders,
    late_forks,
    replaying,
)
from .world import World


async def inquire(
    request: AnyInquiry, world: World | None = None
) -> AsyncGenerator[AnyEvent | AnyAnswer]:
    """Do what a request says, and yield what answers it.

    Raises:
      ClientError: It can't be done.
    """
    world = World.native() if world is None else world
    if isinstance(request, Replay):
        steps = replaying.replay(request.file, _seconds(world), seat=request.seat)
        while (event := await _next(steps, world)) is not None:
            yield event
        return
    with world.at_home():
        if isinstance(request, Verify):
            for shown in await _aside(partial(_forks, request.file)):
                yield shown
        answer = await _answered(request, world)
    yield answer


async def _next(steps: Iterator[AnyEvent], world: World) -> AnyEvent | None:
    with world.at_home():
        event: AnyEvent | None = await _aside(partial(next, steps, None))
    return event


async def _answered(request: AnyInquiry, world: World) -> AnyEvent | AnyAnswer:
    match request:
        case Verify(file):
            return await _verified(file, world)
        case Invite(who, table, back):
            left = await invitations.invite(who, table, back=back)
            return InvitationLeft(left.name, left.troubles)
        case ListInvitations():
            found, troubles = await invitations.invitations()
            return Invitations(tuple(map(_invitation, found)), tuple(troubles))
    seconds = _seconds(world)
    reads = bounded.here if seconds is None else bounded.within(seconds)
    answer: AnyEvent | AnyAnswer = await _aside(partial(_answer, request, reads))
    return answer


def _seconds(world: World) -> float | None:
    """Return how long reading a file may take; None: it is read in this process."""
    return None if world.spawn is None else bounded.SECONDS


async def _aside(work: Callable[[], Any]) -> Any:
    return await trio.to_thread.run_sync(work)


def _forks(file: str) -> list[ForkShown | Notice]:
    return [*late_forks.in_file(Path(file))]


async def _verified(file: str, world: World) -> Verified:
    if _seconds(world) is None:
        work = partial(checking.verify, file)
    else:
        work = partial(folders.verify, Path(file))
    found = await _aside(work)
    assert isinstance(found, Verified)
    return found


def _answer(request: AnyInquiry, reads: bounded.Reads) -> AnyEvent | AnyAnswer:
    """Do what needs no event loop."""
    match request:
        case ListGames():
            return choosing.games()
        case ListPrograms(game):
            return choosing.programs(game)
        case ShowRules(name, version):
            return rules_of(game_of(name, version))
        case ForgetTable(number):
            tables.forget(tables.chosen(number))
        case KeepContacts(table, identity, name):
            acquaintances.keep(table, identity, name)
            return _contacts()
        case ListContacts():
            return _contacts()
        case RenameContact(who, name):
            if why := why_no_name(name):
                raise InvalidRequest.saying(why)
            contacts.rename(contacts.chosen(who), name)
            return _contacts()
        case ForgetContact(who):
            contacts.forget(contacts.chosen(who))
            return _contacts()
        case ShowSettings():
            return _settings()
        case SetName(name):
            settings.use_name(name)
            return _settings()
        case UseRelays(relays, token_file):
            settings.use_relays(settings.urls(relays, token_file))
            return _settings()
        case MoveSeat(file, passphrase, table):
            moving.check_new(Path(file))
            moving.move(moving.movable(table), Path(file), passphrase)
        case TakeSeat(file, passphrase):
            path = Path(file)
            moving.take(path, moving.load(path), passphrase)
        case TakeBack(table):
            moving.undo(moving.moved(table))
        case WriteTranscript(number, file):
            out = None if file is None else Path(file)
            return backups.write(tables.numbered(number), out)
        case CheckEvidence(file):
            return evidence.check(file, reads)
        case WriteReceipt(transcript, file):
            return certificates.write(transcript, file, reads)
        case CheckReceipt(file, other):
            return certificates.check(file, other, reads)
        case ListTranscripts():
            return choosing.kept_transcripts()
        case Export(file, format):
            return exports.export(file, format, reads)
        case ShowQr(text):
            return _qr(text)
    return _tables()


def _tables() -> Tables:
    return Tables(tuple(map(_table, tables.kept())))


def _table(one: tables.Kept) -> TableShown:
    kept = one.ticket
    hosts = kept.hosting is not None
    return TableShown(
        *(one.number, one.game, kept.players, kept.name, hosts, kept.opened),
        one.state,
        one.folder.name,
        _in_folder(kept.saved),
    )


def _in_folder(saved: str | None) -> str:
    """Return the name of a transcript that lies in the folder for transcripts."""
    if saved is None:
        return ""
    path = Path(saved)
    here = path.parent == settings.transcripts().absolute() and path.is_file()
    return path.name if here else ""


def _contacts() -> Contacts:
    people = contacts.kept()
    known = convictions.against(convictions.kept(), [one.key for one in people])
    return Contacts(
        tuple(
            ContactShown(
                *(number, one.name, one.identity, one.tables, one.last),
                known[one.key].evidence if one.key in known else (),
            )
            for number, one in enumerate(people, 1)
        )
    )


def _settings() -> SettingsShown:
    return SettingsShown(tuple(map(str, settings.relays())), settings.name())


def _qr(text: str) -> QrShown:
    try:
        rows = qr.modules(text)
    except ValueError:
        raise InvalidRequest("qr-too-long", most=qr.TEXT_LIMIT) from None
    return QrShown(tuple("".join("01"[dark] for dark in row) for row in rows))


def _invitation(found: invitations.Found) -> InvitationShown:
    return InvitationShown(found.friend.name, found.told.invite, found.told.until)
