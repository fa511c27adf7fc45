"""Some thousand hostile inputs for each parser; and planted faults, which are found.

``make fuzz`` gives millions.  The seed is fixed, so that the suite is the same
every day; a fault is planted in a copy of a module and not in the program.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import ModuleType
from typing import get_args

import pytest

from p2pgame.log import archive, codec, entry, history
from p2pgame.session.entries import payloads
from p2pgame.session.table import evidence
from p2pgame.transport import address, envelope, first_frame, frames
from p2pgame.transport.finding import announce, invite, reach, spelling
from p2pgame.transport.first_frame import KnownCallers, LinkRequest
from p2pgame.transport.relay import url as relay_url
from tests.fuzz.campaign import RARE, targets
from tests.fuzz.codec import Codec
from tests.fuzz.entries import Entries, Payloads
from tests.fuzz.evidences import Evidences
from tests.fuzz.frames import Boxes, Frames
from tests.fuzz.invites import Announcements, Invites
from tests.fuzz.openings import KEYS, LISTENER, FirstFrames
from tests.fuzz.planting import SEED, found, planted
from tests.fuzz.played import Played, cheated, games
from tests.fuzz.target import run
from tests.fuzz.transcripts import Transcripts

#: The package names a function like the module.
verifying = import_module("p2pgame.session.table.verify")


def all_games() -> list[Played]:
    return [*games(), *cheated()]


def entries_said() -> list[bytes]:
    return [entry.raw for game in games() for entry in game.entries]


def words_said() -> list[bytes]:
    return [word for game in games() for word in game.said]


#: How many inputs each target is given here, and what must have become of some.
COUNTS: Mapping[str, tuple[int, set[str]]] = {
    "codec": (8000, {"taken", "refused"}),
    "frames": (
        3000,
        {"have", "entries", "brief", "opened, refused", "not opened", "ignored"},
    ),
    "boxes": (200, {"opened", "refused"}),
    "invites": (3000, {"invite", "short", "watch", "refused"}),
    "first frames": (
        1000,
        {"stranger", "spectator", "invited", "contact", "seated", "refused"},
    ),
    "announcements": (500, {"taken", "refused"}),
    "relay": (2000, {"refused", "publish", "welcome", "deliver", "knocked", "closed"}),
    "codes": (500, {"taken", "refused"}),
    "discovery": (3000, {"question", "answer", "refused"}),
    "slips": (1000, {"yes", "no", "refused"}),
    "pairs": (500, {"taken", "refused", "changed"}),
    "doors": (50, {"proved", "refused", "wrong", "element", "no element"}),
    "signals": (1000, {"reach", "unsigned reach", "sync", "hello", "proof", "refused"}),
    "invitations": (400, {"taken", "taken back", "refused"}),
    "certificates": (1000, {"taken", "refused"}),
    "routers": (2000, {"found", "described", "text", "port", "no text", "no port"}),
    "nostr": (2000, {"found", "answer", "end", "closed", "notice", "refused"}),
    "contents": (500, {"taken", "refused"}),
    "entries": (1000, {"taken", "unsigned", "refused"}),
    "payloads": (3000, {"refused", "hello", "genesis", "evict", "end"}),
    "transcripts": (
        500,
        {"refused by the parser", "COMPLETE", "cheated", "unfinished", "more", "entry"},
    ),
    "evidence": (600, {"refused by the parser", "PROVEN fork", "nobody is at fault"}),
}


def test_every_target_has_inputs_here() -> None:
    assert COUNTS.keys() == targets().keys()


def test_every_kind_of_payload_is_among_what_is_spoilt() -> None:
    said = {type(word) for game in games() for word in game.words}
    assert said | {type(word) for word in RARE} == {*get_args(payloads.Payload)}


@pytest.mark.parametrize("name", COUNTS)
def test_hostile_inputs_break_no_promise(name: str) -> None:
    count, words = COUNTS[name]
    tally = run(targets()[name], seed=SEED, chunk=0, count=count)
    assert not tally.findings, f"seed {SEED}: {tally.findings}"
    assert tally.inputs == count
    assert words <= tally.words.keys(), f"seed {SEED}: {tally.words}"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("    if argument < smallest:", "    if False:"),
        ("if data[start:at] <= last:", "if data[start:at] < last:"),
        ("if data[start:at] <= last:", "if False:"),
        ("    if end != len(data):", "    if False:"),
        ("if first not in _SIMPLE:", "if first not in {**_SIMPLE, 0xF7: None}:"),
        ("except UnicodeDecodeError:", "except KeyError:"),
        ('[start + 1 : end], "big")', '[start + 1 : end], "little")'),
        ("return -1 - argument, at", "return -argument, at"),
        ("key=lambda key: (len(key), key)", "key=lambda key: key"),
    ],
)
def test_a_fault_of_the_codec_is_found(old: str, new: str) -> None:
    faulty = planted(codec, old, new)
    corpus = [*entries_said()[:10], *words_said()]
    found(Codec(corpus, read=faulty.decode, write=faulty.encode), within=8000)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("if _pad(plaintext) != padded:", "if len(plaintext) != length:"),
        ("_decrypt(sealed, _LABEL + header, nonce, key)", "sealed[:-16]"),
    ],
)
def test_a_fault_of_the_envelope_is_found(old: str, new: str) -> None:
    # The copy's envelope is of another class, with the same keys in it.
    opened = planted(envelope, old, new).Envelope.open
    found(Frames(opened=opened), within=3000)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("    if at != len(data):", "    if False:"),
        ("if len(data) != _START + count * _HEAD:", "if False:"),
        ("if not 0 < length <= ENTRY_LIMIT or", "if not length <= ENTRY_LIMIT or"),
        ("    if count > ENTRIES_LIMIT:", "    if False:"),
        ("        if not 0 < self.sequence <", "        if not 0 <= self.sequence <"),
        ('self.steps.endswith(b"\\0") or', ""),
        ("    if not _BRIEF_START <= len(data) <= BRIEF_LIMIT:", "    if False:"),
    ],
)
def test_a_fault_of_the_frames_is_found(old: str, new: str) -> None:
    found(Frames(read=planted(frames, old, new).decode), within=8000)


def test_a_fault_of_the_boxes_is_found() -> None:
    old = "ephemeral_public, sealed = box[:32], box[32:]"
    new = "ephemeral_public, sealed = box[:31] + bytes([box[31] & 127]), box[32:]"
    found(Boxes(opened=planted(envelope, old, new).open_key), within=300)


@pytest.mark.parametrize(
    ("place", "old", "new"),
    [
        (spelling, "is_spelled = _base32(data) == letters", "is_spelled = True"),
        (spelling, "crc32(body).to_bytes(_CHECKSUM) != checksum or", ""),
        (spelling, "    if versions.shared(SPOKEN) is None:", "    if False:"),
        (spelling, "not 0 < body[0] <= body[1]", "False"),
        (reach, "if len(token) not in (0, TOKEN_SIZE):", "if False:"),
        (address, "and not _NUMBER.fullmatch(labels[-1])", ""),
        (address, 'and "%" not in host', ""),
        (reach, "        if self._at != len(self._data):", "        if False:"),
        (reach, "    if not raw.isascii():", "    if False:"),
        (reach, "    if str(relay) != text:", "    if False:"),
        (reach, "    if count > limit:", "    if False:"),
        (relay_url, "    if address.ipv4_mapped is not None:", "    if False:"),
        (relay_url, "if not _PATH.fullmatch(", "if not _PATH.match("),
    ],
)
def test_a_fault_of_the_invites_is_found(
    place: ModuleType, old: str, new: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = planted(place, old, new)
    for user in (address, relay_url, reach, spelling, invite):
        for name, value in [*vars(user).items()]:
            if getattr(value, "__module__", "") == place.__name__:
                monkeypatch.setattr(user, name, vars(copy)[name])
    found(Invites(), within=12_000)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("if not is_spelled or", "if"),
        ("not 0 < lowest <= highest", "False"),
        ("content + listener,", "content,"),
        ("digest_size=TAG, key=key,", "digest_size=TAG, key=b'k' * 32,"),
        ("LinkPurpose.PAIRING: ANYBODY", "LinkPurpose.PAIRING: listener"),
    ],
)
def test_a_fault_of_the_first_frames_is_found(old: str, new: str) -> None:
    copy = planted(first_frame, old, new)

    def recognise(known: KnownCallers, path: str) -> LinkRequest:
        callers = copy.KnownCallers(LISTENER)
        for kind, key in KEYS.items():
            callers.know(copy.CallerKind(kind), key)
        said = callers.recognise(path)
        purpose = first_frame.LinkPurpose(said.purpose.value)
        caller = first_frame.CallerKind(said.caller.value)
        return LinkRequest(caller, purpose, versions=said.versions)

    found(FirstFrames(recognise=recognise), within=8000)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("    _verify(message)\n", ""),
        ("(DOMAIN, content)", "(DOMAIN, content[:40])"),
        ("not can_be_shown(self.label) or ", ""),
        (" or len(self.label.encode()) > LABEL_LIMIT", ""),
        ("    except (InvalidReach, UnicodeDecodeError):", "    except InvalidReach:"),
    ],
)
def test_a_fault_of_the_announcements_is_found(old: str, new: str) -> None:
    found(Announcements(read=planted(announce, old, new).read), within=2000)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("    verify(entry.author, _DOMAIN, body, signature)", "    pass"),
        ("if sorted(set(seen)) != list(seen):", "if sorted(seen) != list(seen):"),
        ("(previous == NONE) != (sequence == 0)", "False"),
        ("    if not 0 <= sequence < SEQUENCE_LIMIT:", "    if False:"),
        (" or type(value[1]) is not int:", ":"),
    ],
)
def test_a_fault_of_the_entries_is_found(old: str, new: str) -> None:
    faulty = planted(entry, old, new)
    found(Entries(entries_said(), read=faulty.Entry.read), within=12_000)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (' and text == text.strip(" ")', ""),
        ("_CONTROL.search(text) is None and ", ""),
        ("if list(seats) != sorted({*seats}):", "if list(seats) != sorted(seats):"),
        (
            "=True, array_like=True, forbid_unknown_fields=True\n",
            "=True, array_like=True\n",
        ),
        ("    except msgspec.ValidationError:", "    except KeyError:"),
    ],
)
def test_a_fault_of_the_payloads_is_found(old: str, new: str) -> None:
    found(
        Payloads(words_said(), read=planted(payloads, old, new).decode), within=20_000
    )


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("    if not table.complete:", "    if False:"),
        ("        if sum(table.counts.values()) != entries:", "        if False:"),
    ],
)
def test_a_fault_of_verifying_is_found(old: str, new: str) -> None:
    faulty = planted(verifying, old, new)
    found(Transcripts(all_games(), verify=faulty.verify), within=4000)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("        if data[end:] != self._sum:", "        if False:"),
        ("    if entry.previous != previous:", "    if False:"),
        ("    if last is not None and entry.author < last.author:", "    if False:"),
        ("        if at != end:", "        if False:"),
    ],
)
def test_a_fault_of_the_archive_is_found(old: str, new: str) -> None:
    read = planted(archive, old, new).decode_archive
    found(Transcripts(all_games(), read=read), within=4000)


def test_entries_that_nobody_signed_are_found_in_files(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    unsigned = planted(
        entry, "    verify(entry.author, _DOMAIN, body, signature)", "    pass"
    )
    monkeypatch.setattr(entry.Entry, "read", classmethod(unsigned.Entry.read.__func__))
    found(Transcripts(all_games()), within=300)
    found(Evidences(cheated(), games()), within=300)


def test_one_body_signed_twice_and_taken_for_a_fork_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    faulty = planted(history, "elif rival.id != entry.id:", "elif rival is not entry:")
    monkeypatch.setattr(history.History, "_file", faulty.History._file)
    found(Evidences(cheated(), games()), within=2000)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("or len(fork) != (2 if fault == Fault.FORK else 0)", ""),
        ("    if found.fault != fault:", "    if False:"),
        (
            "    except (InvalidArchive, LogError) as error:",
            "    except InvalidArchive as error:",
        ),
    ],
)
def test_a_fault_of_the_evidence_is_found(old: str, new: str) -> None:
    check = planted(evidence, old, new).check
    found(Evidences(cheated(), games(), check=check), within=1500)
