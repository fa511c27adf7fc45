"""Events as bytes: their one spelling, their signatures, and what is none."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from nacl.bindings import crypto_sign_seed_keypair

from p2pgame.transport.link import InvalidFrame
from p2pgame.transport.nostr.client import verify
from p2pgame.transport.nostr.events import (
    EVENT_LIMIT,
    EVENT_REST,
    KIND,
    LIFE,
    MESSAGE_LIMIT,
    Answer,
    Closed,
    End,
    Event,
    Found,
    Notice,
    Other,
    ask,
    forgotten_at,
    our_tags,
    publish,
    read_word,
    serialised,
    written,
)
from p2pgame.transport.relay.topic_id import topic_of
from tests.transport.nostr_server import author_of

TOPIC = bytes(range(16))

#: A public event of 2023, made by another program.
FAMOUS: dict[str, Any] = {
    "id": "4376c65d2f232afbe9b882a35baa4f6fe8667c4e684749af565f981833ed6a65",
    "pubkey": "6e468422dfb74a5738702a8823b9b28168abab8655faacb6853cd0ee15deee93",
    "created_at": 1673347337,
    "kind": 1,
    "tags": [
        ["e", "3da979448d9ba263864c4d6f14984c423a3838364ec255f03c7904b1ae77f206"],
        ["p", "bf2376e17ba4ec269d10fcc996a4746b451152be9031fa48e74553dde5526bce"],
    ],
    "content": "Walled gardens became prisons, and nostr is the first step "
    "towards tearing down the prison walls.",
    "sig": "908a15e46fb4d8675bab026fc230a0e3542bfade63da02d542fb78b2a8513fcd"
    "0092619a2c8c1221e581946e0191f2af505dfdf8657a414dbca329186f009262",
}


def famous(**changes: object) -> bytes:
    return json.dumps(["EVENT", "table", {**FAMOUS, **changes}]).encode()


def test_an_event_of_another_program_is_read_and_verified() -> None:
    word = read_word(famous())
    assert isinstance(word, Found)
    verify(word.event)
    assert json.loads(publish(word.event)) == ["EVENT", FAMOUS]


def test_an_event_is_spelled_as_the_standard_says() -> None:
    content = '\n " \\ \r \t \b \f / é 😂 \x7f \u2028'
    event = Event(bytes(32), 5, 1, (("t", 'a"b'), ()), content)
    escaped = r"\n \" \\ \r \t \b \f / é 😂" + " \x7f \u2028"
    spelled = f'[0,"{"00" * 32}",5,1,[["t","a\\"b"],[]],"{escaped}"]'
    assert serialised(event).decode() == spelled


@pytest.mark.parametrize(
    "change",
    [
        {"id": "00" * 32},
        {"content": "else"},
        {"created_at": 1673347338},
        {"tags": []},
    ],
)
def test_an_event_with_another_id_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(InvalidFrame, match="wrong ids"):
        read_word(famous(**change))


BAD_EVENTS: list[dict[str, object]] = [
    {"id": FAMOUS["id"].upper()},
    {"id": FAMOUS["id"] + "\n"},
    {"id": FAMOUS["id"][1:]},
    {"pubkey": "é" * 64},
    {"created_at": -1},
    {"created_at": 2**40},
    {"created_at": 1.5},
    {"created_at": "1673347337"},
    {"created_at": None},
    {"kind": 65536},
    {"kind": True},
    {"tags": [["a"]] * 17},
    {"tags": [["a"] * 17]},
    {"tags": [["a" * 1025]]},
    {"tags": [[None]]},
    {"tags": [[["a"]]]},
    {"tags": {}},
    {"content": None},
    {"content": "x" * (EVENT_LIMIT + 1)},
    {"sig": FAMOUS["sig"][2:]},
    {"sig": "g" * 128},
]


@pytest.mark.attack(26)
@pytest.mark.parametrize("change", BAD_EVENTS)
def test_what_is_no_event_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(InvalidFrame, match="does not speak nostr"):
        read_word(famous(**change))


@pytest.mark.attack(27)
@pytest.mark.parametrize(
    "message",
    [
        b"",
        b"\xff\xfe",
        b"{}",
        b"[]",
        b"[1]",
        b"[" * 60_000,
        b'["EVENT","a",' + b'{"a":' * 9_000,
        b'["EVENT"]',
        b'["EVENT","a",{}]',
        b'["EVENT","a",7]',
        b'["EVENT",' + b'"' + b"a" * 65 + b'",{}]',
        b'["EOSE"]',
        b'["EOSE","a","b"]',
        b'["EOSE",1]',
        b'["EOSE","\\ud800"]',
        b'["CLOSED","a"]',
        b'["CLOSED","a",null]',
        b'["NOTICE",{}]',
        b'["OK","",false]',
        b'["OK","","false",""]',
        b'["OK","00",true,""]',
        b'["OK","' + b"G" * 64 + b'",true,""]',
        b'["a",1,2,3,4,5,6,7,8]',
        b'["NOTICE","a"] x',
    ],
)
def test_what_no_relay_says_is_refused(message: bytes) -> None:
    with pytest.raises(InvalidFrame, match="does not speak nostr"):
        read_word(message)


def test_a_message_above_the_limit_is_not_looked_at() -> None:
    with pytest.raises(InvalidFrame, match="above the limit"):
        read_word(b'["NOTICE","' + b"a" * MESSAGE_LIMIT + b'"]')


def test_all_that_a_relay_says_is_read() -> None:
    number = "ab" * 32
    words = [
        (["OK", number, True, ""], Answer(bytes.fromhex(number), True, "")),
        (["OK", "", False, "invalid: no"], Answer(b"", False, "invalid: no")),
        (["EOSE", "table"], End("table")),
        (["CLOSED", "table", "error: no"], Closed("table", "error: no")),
        (["NOTICE", "Hello"], Notice("Hello")),
        (["AUTH", "challenge"], Other()),
        (["COUNT", "a", {"count": 1}], Other()),
    ]
    for said, word in words:
        assert read_word(json.dumps(said).encode()) == word


def test_an_event_of_ours_has_two_tags_and_fits() -> None:
    seed = bytes(32)
    author = author_of(seed, topic_of(crypto_sign_seed_keypair(seed)[0]))
    event = author.probe(1_700_000_000)
    verify(event)
    message = json.loads(publish(event))[1]
    assert message["kind"] == KIND
    assert 1000 <= KIND < 10000, "regular events are stored"
    assert [tag[0] for tag in message["tags"]] == ["x", "expiration"]
    assert len(publish(replace(event, content=""))) < EVENT_REST


TAGS = our_tags(TOPIC, 1000)


def test_an_event_of_a_topic_says_when_it_may_be_forgotten() -> None:
    event = Event(bytes(32), 1000, KIND, TAGS, "")
    assert forgotten_at(event, TOPIC) == 1000 + LIFE


@pytest.mark.parametrize(
    "event",
    [
        Event(bytes(32), 1000, KIND + 1, TAGS, ""),
        Event(bytes(32), 1000, KIND, our_tags(bytes(16), 1000), ""),
        Event(bytes(32), 1000, KIND, TAGS[:1], ""),
        Event(bytes(32), 1000, KIND, (*TAGS, ("x", "y")), ""),
        Event(bytes(32), 1000, KIND, TAGS[::-1], ""),
        Event(bytes(32), 1000, KIND, (TAGS[0], ("expiration", "١")), ""),
        Event(bytes(32), 1000, KIND, (TAGS[0], ("expiration", "1" * 13)), ""),
        Event(bytes(32), 1000, KIND, (TAGS[0], ("expiration",)), ""),
    ],
)
def test_an_event_of_another_topic_or_kind_was_not_asked_for(event: Event) -> None:
    with pytest.raises(InvalidFrame, match="nobody asked for"):
        forgotten_at(event, TOPIC)


def test_what_is_asked_for_is_one_topic_and_one_kind() -> None:
    plain = ["REQ", "table", {"kinds": [KIND], "#x": [TOPIC.hex()], "limit": 9}]
    assert json.loads(ask("table", TOPIC, limit=9)) == plain
    full = json.loads(ask("a", TOPIC, limit=9, since=3, until=4, author=bytes(32)))
    assert full[2] == {
        **plain[2],  # type: ignore[dict-item]
        **{"since": 3, "until": 4, "authors": ["00" * 32]},
    }


def test_written_events_are_read_back() -> None:
    event = Event(bytes(32), 7, KIND, TAGS, "é", bytes(64))
    word = read_word(json.dumps(["EVENT", "a", written(event)]).encode())
    assert word == Found("a", event)
