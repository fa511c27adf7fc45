"""Faults planted in the readers of relays' and peers' words are found."""

from __future__ import annotations

import pytest

from p2pgame.transport.relay import codec as relay_codec
from tests.fuzz.planting import found, planted
from tests.fuzz.relays import Relay


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("        if end > len(self._data):", "        if False:"),
        ("        if self._at != len(self._data):", "        if False:"),
        ("        if len(self._data) - self._at > limit:", "        if False:"),
        ("if len(self._data) - self._at not in SIZES:", "if False:"),
        ("        if length > TEXT_LIMIT:", "        if length > TEXT_LIMIT + 1:"),
        ("take(length).decode()", 'take(length).decode("utf-8", "replace")'),
        ("        if versions.shared(SPOKEN) is None:", "        if False:"),
        ("return cut.whole(Work(cut.take(_WORK)))", "return Work(cut.take(_WORK))"),
        (
            "return cut.whole(Open(cut.number(2)))",
            "return cut.whole(Open(cut.number(4)))",
        ),
        ('return b"\\x43" + topic + span', 'return b"\\x43" + topic + span[::-1]'),
        ("        case 73:", "        case 73 | 9:"),
    ],
)
def test_a_fault_of_the_relay_codec_is_found(old: str, new: str) -> None:
    faulty = planted(relay_codec, old, new)
    target = Relay(peer=faulty.read_peer, relay=faulty.read_relay, write=faulty.encode)
    found(target, within=8000)
