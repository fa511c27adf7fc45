"""Does what a player asks beside the tables: lists, contacts, settings, files.

Each request is a frozen struct, whose field ``command`` has its name in JSON, and is
answered by events.  ``passphrase`` fields never appear in a representation.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import msgspec
import trio
from msgspec import Meta

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
from .game_rules import rules_of
from .meeting import invitations
from .meeting.offering import game_of
from .profile import contacts, convictions, moving, settings, tables
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
from .transcripts.exports import Format
from .world import World


class Inquiry(
    msgspec.Struct,
    frozen=True,
    tag_field="command",
    forbid_unknown_fields=True,
    omit_defaults=True,
):
    """Base of requests that open no seat."""


class ListGames(Inquiry, frozen=True, tag="list-games"):
    """List the games, with their options; answered by :class:`Games`."""


class ListPrograms(Inquiry, frozen=True, tag="list-programs"):
    """List the programs that play a game, None: all; answered by :class:`Programs`."""

    game: str | None = None


class ShowRules(Inquiry, frozen=True, tag="show-rules"):
    """Say what a program has to know of a game; answered by :class:`RulesShown`."""

    game: str


class ListTables(Inquiry, frozen=True, tag="list-tables"):
    """List the tables at which we have a seat; answered by :class:`Tables`."""


class ForgetTable(Inquiry, frozen=True, tag="forget-table"):
    """Delete our seat at a table, its keys and log; answered by :class:`Tables`."""

    table: int


class ListContacts(Inquiry, frozen=True, tag="list-contacts"):
    """List our contacts; answered by :class:`Contacts`."""


class KeepContacts(Inquiry, frozen=True, tag="keep-contacts"):
    """Keep those with whom we sat at a table, None: the last that began.

    Answered by :class:`Contacts`.
    """

    table: int | None = None


class RenameContact(Inquiry, frozen=True, tag="rename-contact"):
    """Call a contact, by number or name, something else."""

    who: str
    name: str


class ForgetContact(Inquiry, frozen=True, tag="forget-contact"):
    """Forget a contact, by number or name."""

    who: str


class ShowSettings(Inquiry, frozen=True, tag="show-settings"):
    """Show what holds for all tables; answered by :class:`SettingsShown`."""


class SetName(Inquiry, frozen=True, tag="set-name"):
    """Have the others call us so from now on; answered by :class:`SettingsShown`."""

    name: str


class UseRelays(Inquiry, frozen=True, tag="use-relays"):
    """Use these relays at every table from now on; ``token_file`` has their token."""

    relays: tuple[str, ...]
    token_file: str | None = None


class Invite(Inquiry, frozen=True, tag="invite"):
    """Invite a contact to a table that we host; ``back`` takes that back.

    Answered by :class:`InvitationLeft`.
    """

    who: str
    table: int | None = None
    back: bool = False


class ListInvitations(Inquiry, frozen=True, tag="list-invitations"):
    """Look for invitations to us at the relays; answered by :class:`Invitations`."""


class MoveSeat(Inquiry, frozen=True, tag="move-seat"):
    """Write a seat into a new file, encrypted, for another device.

    Here it can't be played any more.  Answered by :class:`Tables`.
    """

    file: str
    passphrase: str
    table: int | None = None

    def __repr__(self) -> str:
        return f"MoveSeat(file={self.file!r}, table={self.table!r})"


class TakeSeat(Inquiry, frozen=True, tag="take-seat"):
    """Put the seat in a file in place on this device; answered by :class:`Tables`."""

    file: str
    passphrase: str

    def __repr__(self) -> str:
        return f"TakeSeat(file={self.file!r})"


class TakeBack(Inquiry, frozen=True, tag="take-back"):
    """Take back a moved seat whose file is lost.

    Two devices must never play one seat: their words would contradict each other.
    """

    table: int | None = None


class Verify(Inquiry, frozen=True, tag="verify"):
    """Check a transcript; answered by :class:`.events.Verified`.

    If we had a seat at its table, :class:`.events.ForkShown` comes first for each
    player of whom our own log shows another entry in one place.  What can't be checked
    in 15 minutes, or takes too much memory, is refused.
    """

    file: str


class Replay(Inquiry, frozen=True, tag="replay"):
    """Tell a transcript again; answered by the events of a spectator.

    With a ``seat``, from 0, it is told as that player saw it, as far as the file shows
    that by its end; :class:`.events.SecretsShown` says for which seats it does.  What
    takes too much is refused, as in :class:`Verify`; so are transcripts and evidence in
    the requests below.
    """

    file: str
    seat: Annotated[int, Meta(ge=0)] | None = None


class WriteTranscript(Inquiry, frozen=True, tag="write-transcript"):
    """Write a table's transcript from our own log, which is only read.

    It goes into a new ``file``, None: in the folder for transcripts.  Answered by
    :class:`.events.Saved`.
    """

    table: int
    file: str | None = None


class CheckEvidence(Inquiry, frozen=True, tag="check-evidence"):
    """Check a file of evidence; answered by :class:`EvidenceChecked`."""

    file: str


class WriteReceipt(Inquiry, frozen=True, tag="write-receipt"):
    """Sign a receipt of a transcript, into a new file.

    Answered by :class:`ReceiptsChecked`.
    """

    transcript: str
    file: str


class CheckReceipt(Inquiry, frozen=True, tag="check-receipt"):
    """Check a receipt, alone or against ``other``: a receipt or a transcript.

    Answered by :class:`ReceiptsChecked`.
    """

    file: str
    other: str | None = None


class ListTranscripts(Inquiry, frozen=True, tag="list-transcripts"):
    """List the folder for transcripts; answered by :class:`Transcripts`."""


class Export(Inquiry, frozen=True, tag="export"):
    """Write a transcript: chess as ``pgn``, hold'em as ``phh``, results as ``csv``.

    Answered by :class:`Exported`.
    """

    file: str
    format: Format


class ShowQr(Inquiry, frozen=True, tag="show-qr"):
    """Make a QR code of a text, as of an invite; answered by :class:`QrShown`."""

    text: qr.Text


AnyInquiry: TypeAlias = (
    ListGames
    | ListPrograms
    | ShowRules
    | ListTables
    | ForgetTable
    | ListContacts
    | KeepContacts
    | RenameContact
    | ForgetContact
    | ShowSettings
    | SetName
    | UseRelays
    | Invite
    | ListInvitations
    | MoveSeat
    | TakeSeat
    | TakeBack
    | Verify
    | Replay
    | WriteTranscript
    | CheckEvidence
    | WriteReceipt
    | CheckReceipt
    | ListTranscripts
    | Export
    | ShowQr
)


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
        case ShowRules(name):
            return rules_of(game_of(name))
        case ForgetTable(number):
            tables.forget(tables.chosen(number))
        case KeepContacts(table):
            invitations.keep_players(table)
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
    )


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
