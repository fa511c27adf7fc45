"""What is refused is refused in the language that was chosen, and in no other."""

from __future__ import annotations

import ast
import errno
import os
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace

from p2pgame.client import system_reason
from p2pgame.client.errors import InvalidRequest, NotVerified
from p2pgame.client.meeting import ways
from p2pgame.client.meeting.offering import offer_of
from p2pgame.client.profile import addresses, settings
from p2pgame.client.requests import Host
from p2pgame.client.transcripts import checking, evidence
from p2pgame.client.words import message_of_error, say
from p2pgame.engine import Message
from p2pgame.games.registry import GAMES
from p2pgame.session.entries.errors import UnfitTerms
from p2pgame.session.entries.payloads import UNTIMED
from p2pgame.session.lobby.terms import (
    why_no_absence,
    why_no_bank,
    why_no_deck,
    why_no_quorum,
    why_no_time,
)
from p2pgame.transport.finding.invite import Invite
from p2pgame.transport.link import LinkClosed
from tests.archiving import ARCHIVE
from tests.cli.every_command import ATTACKS
from tests.sources import MODULES, parsed, read

INVITE = Invite(bytes(32), bytes(16), ("a.example:9",)).encode()

#: Where it is the words of others: of an author of rules or an engine, of a library
#: about what a program sent, of the system if it is a rare error.
WORDS_OF_OTHERS = {
    "cli/commands/authoring/arena.py",
    "p2pgame/client/errors.py",
    "p2pgame/client/game_options.py",
    "p2pgame/client/game_rules.py",
    "p2pgame/client/json_lines.py",
    "p2pgame/client/profile/rules_files.py",
    "p2pgame/client/programs/uci_engine.py",
    "p2pgame/client/programs/uci_options.py",
    "p2pgame/client/system_reason.py",
    "p2pgame/web/frames.py",
}


def refusals() -> Iterator[tuple[str, Callable[[], object]]]:
    for text in ("P2PGAME:AAAAAAAA", "P2PGAME:a", "http://x", INVITE[:-1] + "!"):
        yield f"join {text[:16]}", partial(ways.to_seat, text)
        yield f"watch {text[:16]}", partial(ways.to_look_on, text)
    for text in ("7", "7-purpel-sausages-river", "7-pu-sausages-river", "7-a-b-c-d"):
        yield f"join {text}", partial(ways.to_seat, text)
    for text in ("foo", "a:0", "127.1:80", "[::]:80"):
        yield f"address {text}", partial(addresses.check, [text])
    for text in ("relay.example", "ws://a:0", "ws://a/?x", "ws://[::ffff:1.2.3.4]"):
        yield f"relay {text}", partial(settings.urls, [text])


def terms() -> Iterator[Message | None]:
    timed = replace(UNTIMED, base=60)
    yield from (why_no_quorum(9, 2), why_no_quorum(9, 4))
    yield from (why_no_deck("proved", GAMES["hearts"], 0),)
    yield from (why_no_deck("proved", GAMES["holdem"], 3),)
    yield from (why_no_absence("wait", 2), why_no_absence("finish", 0))
    yield from (why_no_bank(60, 0), why_no_time(timed, 0, 0), why_no_time(timed, 9, 9))
    yield why_no_time(replace(UNTIMED, increment=1), 0, 9)


def in_german(message: Message) -> str:
    """Return what is said, which is another sentence than the English one."""
    assert all(one.id != "plain" for one in tree(message)), message
    german, english = (say(message, language=one) for one in ("de", "en"))
    assert german != english
    return german


def tree(message: Message) -> Iterator[Message]:
    yield message
    for value in message.args.values():
        if isinstance(value, Message):
            yield from tree(value)


@pytest.mark.parametrize(("name", "refused"), [*refusals()])
def test_what_people_type_is_refused_in_german(
    name: str, refused: Callable[[], object]
) -> None:
    with pytest.raises(Exception) as caught:
        refused()
    in_german(caught.value.message)  # type: ignore[attr-defined]


def test_terms_are_refused_in_german_before_a_table_and_at_one() -> None:
    for why in terms():
        assert why is not None
        in_german(why)
        in_german(message_of_error(UnfitTerms("", why)))
    for asked in (
        Host(game="kuhn", quorum=9),
        Host(game="kuhn", deck="proved", quorum=9),
        Host(game="kuhn", bank=60),
        Host(game="rps", players=4, absence="forfeit", patience=0),
    ):
        with pytest.raises(InvalidRequest) as caught:
            offer_of(asked)
        in_german(caught.value.message)


@pytest.mark.parametrize(
    "code", ["ENOENT", "EACCES", "EROFS", "ENOSPC", "EISDIR", "EEXIST", "ENAMETOOLONG"]
)
def test_what_the_system_refuses_is_told_in_german(code: str) -> None:
    number = getattr(errno, code)
    error = OSError(number, os.strerror(number), "/somewhere")
    why = system_reason.why(error)
    in_german(why)
    assert say(why, language="en") == os.strerror(number)


def test_a_file_that_does_not_hold_is_refused_in_german(tmp_path: Path) -> None:
    whole = (ARCHIVE / "kuhn-1-masked.p2pgame").read_bytes()
    file = tmp_path / "cut.p2pgame"
    file.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(NotVerified) as caught:
        checking.verify(str(file))
    assert "abgeschnitten" in in_german(caught.value.message)


def test_a_link_that_fails_and_a_cheat_are_told_in_german() -> None:
    in_german(message_of_error(LinkClosed("The link is closed.")))
    proven = evidence.check(ATTACKS / "two-stories.evidence")
    assert "zwei verschiedene" in in_german(proven.message)


def test_an_error_that_is_new_to_us_keeps_the_systems_words() -> None:
    error = OSError(errno.EXDEV, "Invalid cross-device link")
    assert say(system_reason.why(error), language="de") == error.strerror


def test_no_front_end_says_the_text_of_an_error_that_has_no_language() -> None:
    """An error's text is English, unless it is a ClientError's: give it a message."""
    rooms = ("cli", "p2pgame/client", "p2pgame/web")
    found = set()
    for path in MODULES:
        if path.as_posix().startswith(rooms) and "error" in read(path):
            found |= {path.as_posix() for node in ast.walk(parsed(path)) if said(node)}
    assert found == WORDS_OF_OTHERS


def said(node: ast.AST) -> bool:
    """Return whether an error's own text is part of what is said."""
    match node:
        case ast.Call(func=ast.Name("plain"), args=[value]):
            return _is_text(value)
        case ast.keyword(value=value):
            return _is_text(value)
        case ast.BoolOp(values=[value, *_]):
            return _is_text(value)
    return False


def _is_text(value: ast.expr) -> bool:
    match value:
        case ast.Call(func=ast.Name("str"), args=[ast.Name("error")]):
            return True
        case ast.Call(func=ast.Name("str"), args=[inner]):
            return _is_text(inner)
        case ast.Attribute(attr="strerror"):
            return True
    return False
