"""What a player asks of the client before there is a seat, as frozen structs.

A form on a page, a file of settings and the command line fill in the same fields.  In
JSON the field ``command`` names the struct.
"""

from __future__ import annotations

import getpass
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from p2pgame.session.entries.payloads import OPTION_LENGTH
from p2pgame.session.entries.shown import is_name, why_no_name

__all__ = [
    "OPTION_LENGTH",
    "AnyRequest",
    "Host",
    "Join",
    "Practise",
    "Request",
    "Resume",
    "Spectate",
    "own_name",
    "why_no_name",
]

Seconds = Annotated[int, Meta(ge=0, le=10**6)]


#: Seconds that a program takes for a decision where people watch.
Pace = Annotated[float, Meta(ge=0, le=60)]


class Request(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    tag_field="command",
    forbid_unknown_fields=True,
    omit_defaults=True,
):
    """Base of requests.

    ``name`` None: that of the settings, or of the user that is logged in.
    ``transcript`` is a file, None: one in the folder for transcripts.  ``again``
    further games are played without asking; None: the player is asked, and follows the
    host.  ``program``: a program decides.
    ``attended``: somebody answers questions; otherwise each has its default at once,
    and everybody with the invite may sit down.
    """

    name: str | None = None
    transcript: str | None = None
    again: int | None = None
    program: bool = False
    attended: bool = False
    hide_address: bool = False


class Relayed(Request, frozen=True, kw_only=True):
    """What is said of relays by whoever opens a table."""

    relays: tuple[str, ...] | None = None
    relay_token_file: str | None = None


class Host(Relayed, frozen=True, kw_only=True, tag="host"):
    """Open a table.

    ``options`` are the game's, by name.  ``quorum`` None: the usual one; ``patience``
    and ``bank`` 0: for ever.  A player may have ``time`` seconds for all decisions,
    ``increment`` more for each, of which the first ``delay`` cost nothing; or for each
    ``move_time`` seconds, or ``move_days``; 0: no such clock.  Programs have
    ``programs_bank`` seconds for all that they say by themselves, and the first
    ``grace`` seconds of each word are free; None: the usual.  ``relays`` None: those
    of the settings; their admission token is in ``relay_token_file``.  ``bots`` seats
    are taken by programs that are started here.  Guests may come by spoken ``words``,
    or from this ``network``, without a link.  ``programs`` names them by seat, which
    count from 1 (yours): an opponent as ``p2pgame bots`` lists them,
    ``exec:COMMAND``, ``uci:ENGINE`` or ``policy:FILE``; a seat that is not named gets
    the usual one.  They take ``pace`` seconds for a decision.  Contacts, by name or
    number, whom to ``invite`` are left an invitation at the relays once the table is
    open.
    """

    game: str
    players: int | None = None
    options: dict[str, str | int | bool] = {}
    quorum: Annotated[int, Meta(ge=0)] | None = None
    patience: Seconds = 0
    bank: Seconds = 0
    time: Seconds = 0
    increment: Seconds = 0
    delay: Seconds = 0
    move_time: Seconds = 0
    move_days: Seconds = 0
    programs_bank: Seconds | None = None
    grace: Seconds | None = None
    absence: Literal["wait", "default", "forfeit", "finish"] | None = None
    deck: Literal["masked", "commutative", "proved"] = "masked"
    spectators: bool = False
    listen: str = "0.0.0.0:0"
    addresses: tuple[str, ...] = ()
    words: bool = False
    network: bool = False
    outside: bool = False
    bots: Annotated[int, Meta(ge=0)] = 0
    programs: dict[int, str] = {}
    invite: tuple[str, ...] = ()
    pace: Pace = 0.0


class Join(Request, frozen=True, kw_only=True, tag="join"):
    """Sit down at a table: ``invite`` is a link, a QR code's text, or spoken words.

    The name or number of a contact leads to the table to which it has invited us, or to
    its table in this network.  Without one the tables of this network are looked for.
    ``waits``: an earlier run of this seat may be about to end.  ``nearby``: the host is
    known to be on this machine, so its loopback addresses are dialled, too, and nobody
    is asked.
    """

    invite: str | None = None
    waits: bool = False
    nearby: bool = False


class Resume(Request, frozen=True, kw_only=True, tag="resume"):
    """Go on at a table, by its number among ours; None: at the only open one.

    A host may ``listen`` somewhere else now, or be reached by other ``addresses``.
    """

    table: int | None = None
    listen: str | None = None
    addresses: tuple[str, ...] = ()


class Spectate(Request, frozen=True, kw_only=True, tag="spectate"):
    """Follow a table by its watch link, or by an invite."""

    link: str


class Practise(Request, frozen=True, kw_only=True, tag="practise"):
    """Go on from a position of a transcript, against programs on this machine.

    The position is that after so many ``turns``, as ``Begun`` and what ``happened`` to
    a replay count them; None: where the file ends.  ``seat`` counts from 1; None: the
    player's who decides there.  ``programs`` are as in ``host``, but for those that are
    commands.  Nothing is signed, and nothing is kept.
    """

    file: str
    turns: Annotated[int, Meta(ge=0)] | None = None
    seat: Annotated[int, Meta(ge=1)] | None = None
    programs: dict[int, str] = {}
    pace: Pace = 0.0


AnyRequest: TypeAlias = Host | Join | Resume | Spectate | Practise


_NAMELESS = "Player"
_NOBODY = {"root", "admin", "administrator", "user", "guest", "ubuntu", "debian", "pi"}


def own_name() -> str:
    """Return the name of the user that is logged in here, or a plain one.

    Names of accounts that are nobody's own, such as ``root``, are none.
    """
    try:
        login = getpass.getuser()
    except (ImportError, KeyError, OSError):  # no variable says it, and no database
        return _NAMELESS
    name = login.capitalize()
    return name if is_name(name) and login.lower() not in _NOBODY else _NAMELESS
