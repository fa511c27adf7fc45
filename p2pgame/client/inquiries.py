"""What a player asks beside the tables: lists, contacts, settings, files.

Each request is a frozen struct, whose field ``command`` has its name in JSON, and is
answered by events.  ``passphrase`` fields never appear in a representation.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from . import qr
from .profile.ticket import Identity
from .transcripts.exports import Format


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
    """Say what a program has to know of a game; answered by :class:`RulesShown`.

    It is about this ``version`` of the rules, None: the newest.
    """

    game: str
    version: int | None = None


class ListTables(Inquiry, frozen=True, tag="list-tables"):
    """List the tables at which we have a seat; answered by :class:`Tables`."""


class ForgetTable(Inquiry, frozen=True, tag="forget-table"):
    """Delete our seat at a table, its keys and log; answered by :class:`Tables`."""

    table: int


class ListContacts(Inquiry, frozen=True, tag="list-contacts"):
    """List our contacts; answered by :class:`Contacts`."""


class KeepContacts(Inquiry, frozen=True, tag="keep-contacts"):
    """Keep those with whom we sat at a table, None: the last that began.

    With an ``identity``, as :class:`.events.Begun` has it, that player alone is kept,
    and under this ``name`` if there is one, which no other contact may have. Programs
    are never kept. Answered by :class:`Contacts`.
    """

    table: int | None = None
    identity: Identity | None = None
    name: str | None = None


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
    """Write a transcript: chess as ``pgn``, checkers as ``pdn``, hold'em as ``phh``, or
    results as ``csv``.

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
