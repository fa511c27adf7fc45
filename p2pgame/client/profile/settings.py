"""Keeps what the player has chosen for all tables.

The environment goes before the file: a program that is started for once can be told
something else without changing what stays.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta
from platformdirs import user_documents_dir

from p2pgame.engine.prepared import prepared
from p2pgame.log.durable import replace_file
from p2pgame.session.entries.shown import is_name, why_no_name
from p2pgame.transport.finding.reach import RELAYS_LIMIT
from p2pgame.transport.relay.url import TOKEN_SIZE, URL_LIMIT, InvalidUrl, RelayUrl

from ..errors import ClientError, InvalidRequest, Unusable
from ..words import message_of_error
from . import places, relay_admission, topics

#: Urls of relays, with spaces or commas between; empty: none.
RELAY = "P2PGAME_RELAY"
#: The folder for transcripts.
TRANSCRIPTS = "P2PGAME_TRANSCRIPTS"

#: No name and no path of a folder is longer, in characters.
NAME_LIMIT, PATH_LIMIT = 24, 4096

_FILE = "settings"
_LIMIT = 64 * 1024

_Url = Annotated[str, Meta(max_length=URL_LIMIT)]
_Way = Annotated[str, Meta(max_length=1024)]
_Token = Annotated[str, Meta(pattern=f"^[0-9a-f]{{{2 * TOKEN_SIZE}}}$")]


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is in the file."""

    kind: Literal["p2pgame settings 1"] = "p2pgame settings 1"
    relays: Annotated[tuple[_Url, ...], Meta(max_length=RELAYS_LIMIT)] = ()
    #: The admission tokens of some of them, by url.
    tokens: Annotated[dict[_Url, _Token], Meta(max_length=RELAYS_LIMIT)] = {}
    #: How the player is called when a table waits (:mod:`.notices`); None: as usual.
    on_turn: Annotated[tuple[_Way, ...], Meta(max_length=8)] | None = None

    #: What the others call the player; empty: nobody has said so yet.
    name: Annotated[str, Meta(max_length=NAME_LIMIT)] = ""
    #: The folder for transcripts; empty: the usual one.
    transcripts: Annotated[str, Meta(max_length=PATH_LIMIT)] = ""

    def __repr__(self) -> str:
        return f"Settings(relays={self.relays})"


def name() -> str | None:
    """Return what the others call the player, None: nobody has said so yet."""
    kept = read().name
    return kept if is_name(kept) else None


def use_name(name: str) -> None:
    """Have the others call the player like this from now on.

    Raises:
      InvalidRequest: That is no name.
    """
    if why := why_no_name(name):
        raise InvalidRequest.saying(why)
    keep(name=name)


def transcripts() -> Path:
    """Return the folder for transcripts: the environment's, the chosen or the usual."""
    said = os.environ.get(TRANSCRIPTS) or read().transcripts
    if said:
        return Path(said)
    if places.is_at_home() and places.place() != places.NOWHERE:
        return Path(user_documents_dir()) / "p2pgame"
    return places.place() / "transcripts"


def use_transcripts(folder: Path | None) -> None:
    """Keep transcripts in this folder from now on, None: in the usual one."""
    text = "" if folder is None else str(folder.absolute())
    if len(text) > PATH_LIMIT:
        raise InvalidRequest("transcript-no-folder", path=text)
    keep(transcripts=text)


def relays() -> tuple[RelayUrl, ...]:
    """Return the relays that are used where nobody says another one.

    Raises:
      ClientError: What is set is none, or none that we can talk with.
    """
    said = os.environ.get(RELAY)
    if said is None:
        here = _parsed(read().relays, str(_path()))
    else:
        here = _parsed(tuple(re.findall(r"[^\s,]+", said)), RELAY)
    topics.check(here)
    return _with_tokens(here)


def _parsed(urls: tuple[str, ...], where: str) -> tuple[RelayUrl, ...]:
    if len(urls) > RELAYS_LIMIT:
        raise ClientError("settings-too-many-relays", where=where, most=RELAYS_LIMIT)
    try:
        return tuple(dict.fromkeys(map(RelayUrl.parse, urls)))
    except InvalidUrl as error:
        why = message_of_error(error)
        raise ClientError("settings-wrong", where=where, why=why) from None


def urls(given: Sequence[str], token_file: str | None = None) -> tuple[RelayUrl, ...]:
    """Return the relays with these urls; their token is in a file, or in the settings.

    Raises:
      InvalidRequest: One is none, or none that we can talk with.
      ClientError: The file can't be used.
    """
    try:
        found = tuple(dict.fromkeys(map(RelayUrl.parse, given)))
    except InvalidUrl as error:
        raise InvalidRequest.saying(message_of_error(error)) from None
    if len(found) > RELAYS_LIMIT:
        raise InvalidRequest("too-many-relays", most=RELAYS_LIMIT)
    topics.check(found)
    return guarded(_with_tokens(found), token_file)


def _with_tokens(relays: tuple[RelayUrl, ...]) -> tuple[RelayUrl, ...]:
    """Return the relays, each with the token that we have of it."""
    tokens = read().tokens
    known = {url: bytes.fromhex(token) for url, token in tokens.items()}
    return tuple(replace(one, token=known.get(str(one), b"")) for one in relays)


def guarded(
    relays: tuple[RelayUrl, ...], token_file: str | None
) -> tuple[RelayUrl, ...]:
    """Return the relays with a file's token, but those of nostr, which have none."""
    if token_file is None:
        return relays
    token = relay_admission.read(Path(token_file))
    return tuple(one if one.is_nostr else replace(one, token=token) for one in relays)


def _path() -> Path:
    return places.place() / _FILE


def read() -> Settings:
    """Return what the file says, or what holds without one.

    Raises:
      ClientError: It is damaged.
    """
    try:
        with _path().open("rb") as file:
            data = file.read(_LIMIT + 1)
    except FileNotFoundError:
        return Settings()
    try:
        if len(data) > _LIMIT:
            raise ValueError("too long")
        return msgspec.json.decode(data, type=prepared(Settings))
    except ValueError:
        raise Unusable("settings-damaged", path=str(_path())) from None


def use_relays(urls: Sequence[RelayUrl]) -> None:
    """Use these relays, and no others, at every table from now on."""
    chosen = tuple(dict.fromkeys(map(str, urls)))
    tokens = {str(one): one.token.hex() for one in urls if one.token}
    keep(relays=chosen, tokens=tokens)


def keep(**changes: Any) -> None:
    """Write the file anew with these fields changed."""
    settings = msgspec.structs.replace(read(), **changes)
    data = msgspec.json.format(msgspec.json.encode(settings)) + b"\n"
    replace_file(places.home() / _FILE, data, mode=0o600)
