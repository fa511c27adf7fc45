"""Faults planted in what reads signals, what players sign, routers and nostr."""

from __future__ import annotations

import pytest

from p2pgame.session.entries import invitation
from p2pgame.session.table import certificate
from p2pgame.transport.nostr import content, events
from p2pgame.transport.paths import natpmp, signals, upnp
from tests.fuzz.certificates import Certificates
from tests.fuzz.invitations import Invitations
from tests.fuzz.nostr import Contents, Relayed
from tests.fuzz.planting import found, planted
from tests.fuzz.routers import Routers
from tests.fuzz.signals import Signals


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("    if len(data) != at + _SIGNATURE:", "    if len(data) < at + _SIGNATURE:"),
        ("    if len(data) != _SYNC_SIZE:", "    if len(data) < _SYNC_SIZE:"),
        ("    if step[0] not in {*Step}:", "    if step[0] > 3:"),
        (
            "    if data[0] not in {*Kind} or not port:",
            "    if data[0] not in {*Kind}:",
        ),
        (" or data[_REACH_START - 1] > CANDIDATES_LIMIT:", ":"),
        ("kind == _PROOF and len(data) == _PROOF_SIZE", "kind == _PROOF"),
        ("_HOST_SIZES = {4: 4, 6: 16}", "_HOST_SIZES = {4: 4, 5: 16, 6: 16}"),
    ],
)
def test_a_fault_of_the_signals_is_found(old: str, new: str) -> None:
    faulty = planted(signals, old, new)
    found(Signals(read=faulty.decode, write=signals.encode), within=3000)


def test_a_signal_that_nobody_signed_is_found() -> None:
    found(Signals(check=lambda signal, voice: None), within=500)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("<= self.when + WEEK < 1", "<= self.when + WEEK + 1 < 1"),
        ("0 <= self.when <= self.until", "0 <= self.when and self.until"),
        ("    if plaintext[:1] != _VERSION:", "    if False:"),
        ("line.recipient + times + invite, signature", "line.recipient, b''"),
        ("or len(self.invite) > TEXT_LIMIT:", "or len(self.invite) > 4000:"),
        ("    except (InvalidEntry, ValueError):", "    except InvalidEntry:"),
    ],
)
def test_a_fault_of_the_invitations_is_found(old: str, new: str) -> None:
    found(Invitations(read=planted(invitation, old, new).unseal), within=3000)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("        log.verify(found.identity, _DOMAIN, body, signature)\n", ""),
        ('_DOMAIN = b"p2pgame certificate 1"', '_DOMAIN = b"p2pgame entry"'),
        ("        _check(found)\n", ""),
        ("found.identity not in identities or ", ""),
        (" or len({*identities}) < len(identities):", ":"),
        ("if seats != sorted({*seats}) or", "if seats != sorted(seats) or"),
        ("seats[-1] >= len(identities)", "seats[-1] > len(identities)"),
        ("lt=2**32", "lt=2**31"),
        ("except (log.NotCanonical, ", "except ("),
    ],
)
def test_a_fault_of_the_certificates_is_found(old: str, new: str) -> None:
    found(Certificates(read=planted(certificate, old, new).read), within=3000)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            "    return url if _is_at(url, host) and is_private(host) else None",
            "    return url",
        ),
        ("and parts.port != 0", ""),
        ("kind is not None and _is_at(control,", "kind is not None and str("),
        ("    if status is None or not blank:", "    if status is None:"),
        ("at = chunk.end() + size + 2", "at = chunk.end() + size"),
        ("[^\\r\\n]{0,64}", "[^\\r\\n]{0,99}"),
        (
            "    except ValueError:\n        return False",
            "    except KeyError:\n        return False",
        ),
    ],
)
def test_a_fault_of_what_reads_upnp_is_found(old: str, new: str) -> None:
    found(Routers(search=planted(upnp, old, new)), within=6000)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("if int.from_bytes(answer[8:10]) != port:", "if False:"),
        ("if not external or not lease:", "if not external:"),
        ("        if any(answer[2:4]):", "        if answer[2]:"),
        ("        if len(answer) == size:", "        if len(answer) >= size:"),
        ("        if len(answer) < 4 or answer", "        if answer"),
    ],
)
def test_a_fault_of_what_reads_natpmp_is_found(old: str, new: str) -> None:
    found(Routers(speak=planted(natpmp, old, new)), within=6000)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("    if event.id.hex() != raw.id:", "    if False:"),
        ("    if len(name) > _NAME:", "    if False:"),
        ("    if not _HEX.fullmatch(text):", "    if not _HEX.match(text):"),
        ('"\\b": "\\\\b", ', ""),
    ],
)
def test_a_fault_of_what_reads_nostr_is_found(old: str, new: str) -> None:
    found(Relayed(read=planted(events, old, new).read_word), within=6000)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("        if topic_of(made.key) == topic:", "        if True:"),
        (
            "        if not number < count <= PIECES_LIMIT:",
            "        if not number < count:",
        ),
        (" or end > len(data)", ""),
        (" or had > PIECES_IN_EVENT", ""),
        ("b64encode(data) != text or ", ""),
    ],
)
def test_a_fault_of_what_is_in_events_is_found(old: str, new: str) -> None:
    found(Contents(read=planted(content, old, new).decode), within=4000)
