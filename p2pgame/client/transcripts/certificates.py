"""Signs receipts of finished games, and checks and compares those of others.

A receipt is a player's own signed result: see
:mod:`p2pgame.session.table.certificate`.  Nothing here needs an event loop.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from p2pgame.engine import Message, SeatName
from p2pgame.log.durable import replace_file
from p2pgame.session import Report
from p2pgame.session.table import certificate
from p2pgame.session.table.certificate import Certificate
from p2pgame.workers import Hear

from .. import system_reason
from ..answers import ReceiptsChecked, ReceiptShown, Verdict
from ..errors import ClientError, InvalidRequest, Refused, Unusable
from ..names import distinct
from ..profile import contacts, convictions, moving, places
from ..profile.convictions import Conviction
from ..telling.phrases import outcome, sentences, unaudited
from ..words import message_of_error, reason
from .bounded import Reads, here
from .checking import (
    RECEIPT,
    TRANSCRIPT,
    load,
    other_kind,
    report_of,
    transcript_in,
    transcript_of,
)

_TOGETHER: dict[Verdict, str] = {
    "same": "receipts-same",
    "agree": "receipts-agree",
    "differ": "receipts-differ",
    "apart": "receipts-apart",
    "contradict": "receipts-contradict",
}
#: Verdicts that speak against whoever signed.
BAD: tuple[Verdict, ...] = ("contradict", "refuted")


def write(
    transcript: str | Path, file: str | Path, reads: Reads = here
) -> ReceiptsChecked:
    """Sign a receipt of a transcript with our own identity, into a new file.

    ``reads`` works on the transcript, within bounds or without.

    Raises:
      Refused: We have no seat in the game, or were gone before its end.
      NotVerified: The transcript is not that of a complete game.
      InvalidRequest: It can't be read, or there is no place for the file.
    """
    path = Path(file)
    moving.check_new(path)
    transcript_in(Path(transcript))  # no key is drawn for another file
    if places.taken(places.kept_identity) is None:  # and none is drawn for this
        unseated = reason("this identity has no seat in the game")
        raise Refused("receipt-none", why=unseated)
    own = places.taken(places.identity)
    asked = Path(transcript), own.public
    made, names = reads(Path(transcript), _certified, asked)
    try:
        replace_file(path, certificate.sign(made, own))
    except OSError as error:
        why = system_reason.why(error)
        raise Unusable("not-writable", path=str(path), why=why) from None
    written = Message.of("receipt-written", path=str(path))
    return ReceiptsChecked((_shown(made, names),), message=written)


def check(
    file: str | Path,
    other: str | Path | None = None,
    reads: Reads = here,
    given: Sequence[Path] = (),
) -> ReceiptsChecked:
    """Check a receipt, alone or against another one or a transcript.

    ``reads`` works on a transcript, within bounds or without.  Other parts of that are
    among those ``given``, or beside it.

    Raises:
      Refused: A file is no receipt, or was changed.
      NotVerified: ``other`` is a transcript that does not hold.
      InvalidRequest: A file can't be read, or the first is a transcript.
    """
    path = Path(file)
    data = load(path)
    if data.startswith(TRANSCRIPT):
        raise InvalidRequest("receipt-of-transcript", path=str(path))
    one = _read(path, data)
    if other is None:
        return ReceiptsChecked((_shown(one),))
    second = load(Path(other))
    if second.startswith(TRANSCRIPT):
        asked = Path(other), second, one, given
        same, holds, names = reads(Path(other), _compared, asked)
        return _against(one, names, same=same, holds=holds)
    return _together(one, _read(Path(other), second), (path, Path(other)))


def _read(path: Path, data: bytes) -> Certificate:
    if not data.startswith(RECEIPT):
        raise other_kind(path, data, "file-no-receipt")
    try:
        return certificate.read(data)
    except certificate.InvalidCertificate as error:
        why = message_of_error(error)
        raise Refused("receipt-damaged", path=str(path), why=why) from None


def _together(
    one: Certificate, other: Certificate, files: tuple[Path, Path]
) -> ReceiptsChecked:
    verdict: Verdict
    if one == other:
        verdict = "same"
    elif certificate.contradict(one, other):
        verdict = "contradict"
    elif one.table != other.table:
        verdict = "apart"
    else:
        verdict = "agree" if one.result == other.result else "differ"
    shown = _shown(one), _shown(other)
    if verdict == "contradict":
        _convict(one, shown[0], files)
    return ReceiptsChecked(shown, verdict, Message.of(_TOGETHER[verdict]))


def _convict(one: Certificate, shown: ReceiptShown, files: tuple[Path, Path]) -> None:
    """Keep that a player signed two results of one table, as these files show.

    Where that can't be kept it holds all the same.
    """
    name = shown.names[shown.players.index(shown.identity)]
    evidence = tuple(str(file.absolute()) for file in files)
    kept = (shown.identity, shown.table, name, one.game, places.now(), evidence)
    with suppress(ClientError, OSError):
        convictions.keep(Conviction(*kept))


def _certified(
    asked: tuple[Path, bytes], hear: Hear
) -> tuple[Certificate, dict[bytes, str]]:
    """Return what an identity can sign of a transcript, and the players' names."""
    path, identity = asked
    report = report_of(transcript_in(path))
    try:
        return certificate.certify(report, identity), _names(report)
    except certificate.NotCertified as error:
        raise Refused("receipt-none", why=message_of_error(error)) from None


def _compared(
    asked: tuple[Path, bytes, Certificate, Sequence[Path]], hear: Hear
) -> tuple[bool, bool, dict[bytes, str]]:
    """Return whether a transcript is of a receipt's table, and says what that does.

    Names are told of the same table only.
    """
    path, data, one, given = asked
    report = report_of(transcript_of(path, data, given))
    if report.table != one.table:
        return False, False, {}
    try:
        holds = certificate.certify(report, one.identity) == one
    except certificate.NotCertified:
        holds = False
    return True, holds, _names(report)


def _against(
    one: Certificate, names: dict[bytes, str], *, same: bool, holds: bool
) -> ReceiptsChecked:
    """Return what a transcript comes to beside a receipt of the same game."""
    message = Message.of("receipt-confirmed")
    if not holds:
        message = Message.of("receipt-refuted", table="same" if same else "other")
    verdict: Verdict = "confirmed" if holds else "refuted"
    return ReceiptsChecked((_shown(one, names),), verdict, message)


def _contacts() -> dict[bytes, str]:
    """Return what our contacts are called; a receipt is read without them, too."""
    try:
        return {contact.key: contact.name for contact in contacts.kept()}
    except (ClientError, OSError):
        return {}


def _shown(one: Certificate, names: Mapping[bytes, str] = {}) -> ReceiptShown:
    """Return what a receipt says; a transcript of the same table knows ``names``."""
    identities = [player.identity for player in one.players]
    payoffs = tuple(player.payoff for player in one.players)
    known = {**names, **_contacts()}
    said = Message.of(
        "receipt-signed",
        player=SeatName(identities.index(one.identity)),
        known=int(one.identity in known),
        key=one.identity.hex(),
        game=one.game,
        table=one.table.hex()[:8],
        result=outcome(payoffs),
    )
    if one.unaudited:
        said = sentences(said, unaudited(one.unaudited))
    called = [known.get(key, f"key {key.hex()[:8]}") for key in identities]
    return ReceiptShown(
        *(one.identity.hex(), one.table.hex(), one.game, one.version),
        tuple(key.hex() for key in identities),
        tuple(distinct(called)),
        *(payoffs, said, one.unaudited),
    )


def _names(report: Report) -> dict[bytes, str]:
    """Return what the players call themselves, by identity."""
    return {player.identity: player.name for player in report.start.players}
