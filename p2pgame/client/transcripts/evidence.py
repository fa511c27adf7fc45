"""Checks files of evidence, and says of whom what is known here besides."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from p2pgame import session
from p2pgame.engine import Message
from p2pgame.games.registry import KNOWN
from p2pgame.session.entries.errors import Fault as Fault
from p2pgame.workers import Hear

from ..answers import EvidenceChecked
from ..errors import ClientError
from ..events import Player
from ..whose_rules import done_by_rules
from ..words import message_of_error, reason
from . import findings
from .bounded import Reads, here
from .checking import EVIDENCE, of_kind
from .local_facts import About, facts

if TYPE_CHECKING:
    from p2pgame.session.table.evidence import Proven


class Unproven(ClientError):
    """A file of evidence shows nothing."""


def proven_by(path: str | Path) -> Proven:
    """Return what a file of evidence proves: who cheated in a game, and how.

    Raises:
      Unproven: It proves nothing.
      RulesNotHere: Nobody can tell here, for the rules of its game are not here.
      InvalidRequest: It cannot be read.
      Refused: It is another file.
    """
    from p2pgame.session.table import evidence  # not for a seat

    data = of_kind(Path(path), EVIDENCE, "file-no-evidence")
    try:
        return evidence.check(data, KNOWN)
    except session.RulesNotHere as found:
        raise findings.rules_not_here(found) from None
    except session.RulesContradict as found:
        raise findings.rules_contradict(found) from None
    except evidence.Unproven as error:
        raise Unproven.saying(message_of_error(error)) from None


def check(path: str | Path, reads: Reads = here) -> EvidenceChecked:
    """Return what a file of evidence proves, with what this machine knows of who did.

    ``reads`` works on the file, within bounds or without.

    Raises: as :func:`proven_by`.
    """
    proven = reads(Path(path), _proven, Path(path))
    culprit = Player(proven.name, proven.identity)
    return EvidenceChecked(
        *(proven.name, proven.author, proven.identity, str(proven.fault)),
        *(deed(proven), proven.entries),
        facts(About(Path(path), "", (culprit,))),
    )


def _proven(path: Path, hear: Hear) -> Proven:
    return proven_by(path)


def deed(proven: Proven) -> Message:
    """Return what a culprit did, and what the game has against it."""
    done = reason(proven.text)
    if proven.why is not None:
        done = Message.of("because", what=done, why=proven.why)
    return done_by_rules(proven.game, proven.rules if proven.by_rules else b"", done)
