"""Faults planted in what reads codes, discovery and meetings are found."""

from __future__ import annotations

import pytest

from p2pgame.transport.finding import discovery, handshake, slip, spoken
from p2pgame.transport.finding import words as spoken_words
from tests.fuzz.codes import Codes
from tests.fuzz.discoveries import Discoveries
from tests.fuzz.meetings import Doors, Pairs, Slips
from tests.fuzz.planting import found, planted


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("if len(text) <= CODE_LIMIT:", "if len(text) <= CODE_LIMIT + 50:"),
        ("0 <= self.number < _NUMBERS", "0 <= self.number"),
        ('_cut("".join(parts)) or parts', "parts"),
        ("    if len(found) == 1:", "    if found:"),
    ],
)
def test_a_fault_of_the_codes_is_found(old: str, new: str) -> None:
    found(Codes(parse=planted(spoken_words, old, new).Code.parse), within=3000)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("    if any(packet[at:]):", "    if False:"),
        ("    if len(packet) != PACKET or not", "    if not"),
        ("0 <= self.taken <= self.seats < 256", "self.seats < 256"),
        ("not 0 < self.port < 65536", "not 0 <= self.port < 65536"),
        ("    if packet != encode_question(token):", "    if len(packet) != PACKET:"),
    ],
)
def test_a_fault_of_discovery_is_found(old: str, new: str) -> None:
    faulty = planted(discovery, old, new)
    target = Discoveries(read=faulty.read_answer, question=faulty.read_question)
    found(target, within=20_000)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("len(text) != length or any(padded[_LENGTH + length :])", "False"),
        ("    if len(text) != length or any(", "    if any("),
        ("    if len(slip) < _TAG + _LENGTH:", "    if False:"),
        ('    if text[:1] != b"\\1":', "    if not text:"),
        ('    if text == b"\\0":', '    if text[:1] == b"\\0":'),
    ],
)
def test_a_fault_of_the_slips_is_found(old: str, new: str) -> None:
    found(Slips(read=planted(slip, old, new).read_answer), within=3000)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("if not compare_digest(commit(theirs), self._commitment):", "if False:"),
        (
            "self._secret = _agree(self._key, theirs, theirs + _public(self._key))",
            "self._secret = _agree(self._key, theirs, _public(self._key) + theirs)",
        ),
        ("    except ValueError:", "    except KeyError:"),
        ("[:3]) >> 6", "[:3])"),
    ],
)
def test_a_fault_of_pairing_is_found(old: str, new: str) -> None:
    found(Pairs(host=planted(handshake, old, new).Host), within=2000)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("if not compare_digest(_proof(secret, who), shown):", "if False:"),
        ("            self.failures += 1\n", ""),
        ("    except Exception:", "    except ValueError:"),
    ],
)
def test_a_fault_at_the_doors_is_found(old: str, new: str) -> None:
    found(Doors(host=planted(spoken, old, new).Host), within=100)
