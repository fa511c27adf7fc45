"""The examples of docs/wire.md on what the entries of a table say."""

from __future__ import annotations

import json
from typing import Literal

from p2pgame.log import AuthorKey
from p2pgame.protocols.arithmetic.group import Entropy
from p2pgame.session import Me
from p2pgame.session.entries import payloads
from p2pgame.session.entries.payloads import (
    Absent,
    Accept,
    Answer,
    Assent,
    Chat,
    Checkpoint,
    End,
    Epoch,
    EpochRefusal,
    EvictionVote,
    Genesis,
    Leave,
    Nudge,
    Receipt,
    Times,
)
from p2pgame.session.lobby.keyring import Keyring
from p2pgame.session.table import epoch_trust
from p2pgame.transport import envelope
from p2pgame.transport.wire_version import Versions
from tests import wire_invite
from tests import wire_reader as reader
from tests.wire_examples import Compute, Example, Outcome, given, named


def deck_of(text: str) -> Literal["masked", "commutative", "proved"]:
    match text:
        case "masked" | "commutative" | "proved":
            return text
    raise ValueError("no such deck")


def absence_of(text: str) -> payloads.Absence:
    match text:
        case "wait" | "default" | "forfeit" | "finish":
            return text
    raise ValueError("no such absence")


def decider_of(text: str) -> payloads.Decider:
    match text:
        case "person" | "program":
            return text
    raise ValueError("no such player")


# What the program makes of the inputs


def program_hello(x: Example) -> Outcome:
    seed, identity = x.hex("seed"), AuthorKey(x.hex("identity's secret key"))
    spoken = Versions(x.number("lowest"), x.number("highest"))
    who = decider_of(x.text["decider"])
    someone = Me(x.text["name"], identity, seed, x.hex("joining key"), who, spoken)
    hello = someone.hello(x.hex("table"))
    return {
        "author": someone.key.public,
        "identity": hello.identity,
        "proof": hello.proof,
        "box key": hello.box,
        "invited": hello.invited,
        "payload": payloads.encode(hello),
    }


def program_genesis(x: Example) -> Outcome:
    made = Genesis(
        x.number("wire"),
        x.text["game"],
        x.number("version"),
        x.hex("rules"),
        json.loads(x.text["options"]),
        tuple(x.several("hello")),
        x.hex("epoch"),
        tuple(x.several("box")),
        x.number("quorum"),
        x.number("patience"),
        deck_of(x.text["deck"]),
        x.number("bank"),
        absence_of(x.text["absence"]),
        x.hex("watch"),
        x.hex("carried"),
        payloads.Time(*x.numbers("time")),
    )
    return {"payload": payloads.encode(made)}


def program_accept(x: Example) -> Outcome:
    return {"payload": payloads.encode(Accept(x.hex("genesis")))}


def program_answer(x: Example) -> Outcome:
    made = Answer(x.hex("turn"), x.number("round"), x.text["message"].encode())
    return {"payload": payloads.encode(made)}


def program_absent(x: Example) -> Outcome:
    made = Absent(x.hex("turn"), x.number("round"), x.numbers("seats"))
    return {"payload": payloads.encode(made)}


def program_evict(x: Example) -> Outcome:
    made = EvictionVote(x.hex("turn"), x.number("round"), x.numbers("seats"))
    return {"payload": payloads.encode(made)}


def program_receipt(x: Example) -> Outcome:
    return {"payload": payloads.encode(Receipt(x.hex("turn"), x.number("round")))}


def program_leave(x: Example) -> Outcome:
    return {"payload": payloads.encode(Leave())}


def program_epoch(x: Example) -> Outcome:
    number, boxes = x.number("number"), tuple(x.several("box"))
    said = Epoch(number, x.hex("epoch"), boxes, x.hex("watch"))
    return {
        "epoch of its frames": epoch_trust.id_of(number, x.number("seat")),
        "payload": payloads.encode(said),
    }


def program_refuse_epoch(x: Example) -> Outcome:
    return {"payload": payloads.encode(EpochRefusal(x.number("seat")))}


def program_end(x: Example) -> Outcome:
    return {"payload": payloads.encode(End(x.hex("turn"), x.hex("state")))}


def program_times(x: Example) -> Outcome:
    made = Times(x.numbers("thought"), x.numbers("worked"))
    return {"payload": payloads.encode(made)}


def program_assent(x: Example) -> Outcome:
    return {"payload": payloads.encode(Assent(x.hex("turn"), x.text["proposal"]))}


def program_nudge(x: Example) -> Outcome:
    return {"payload": payloads.encode(Nudge(x.hex("turn")))}


def program_checkpoint(x: Example) -> Outcome:
    return {"payload": payloads.encode(Checkpoint(x.hex("turn"), x.hex("state")))}


def program_chat(x: Example) -> Outcome:
    return {"payload": payloads.encode(Chat(x.text["text"]))}


class Chancy(Me):
    """Somebody whose ephemeral secrets are known."""

    def entropy(self, turn: bytes) -> Entropy:
        return given(bytes([0x23]) * 32, bytes([0x24]) * 32)


def program_successor(x: Example) -> Outcome:
    me = Chancy("Zoë", AuthorKey(bytes(32)), bytes(32), bytes(32))
    ring = Keyring(me, x.hex("watch box key"))
    publics = [b"", envelope.box_public(x.hex("secret key of seat 1"))]
    table, secret = x.hex("table"), x.hex("secret")
    said = ring.next(table, secret, publics, watched=True)
    return {"payload": payloads.encode(said)}


# What the second reader makes of the outputs


def reader_hello(x: Example) -> Outcome:
    content = x.hex("table") + x.hex("author")
    identity, proof = x.hex("identity"), x.hex("proof")
    reader.check_signature(identity, b"p2pgame author 1", content, proof)
    _, name, *_ = fields = reader.read_payload(x.hex("payload"))
    box, invited = x.hex("box key"), x.hex("invited")
    versions = [x.number("lowest"), x.number("highest")]
    said = [*versions, x.text["decider"]]
    assert fields[2:] == [identity, proof, box, invited, *said]
    assert reader.invited(x.hex("joining key"), content + identity + box) == invited
    return {"name": str(name), "signed": reader.framed(b"p2pgame author 1", content)}


def reader_genesis(x: Example) -> Outcome:
    fields = reader.read_payload(x.hex("payload"))
    assert fields == [
        "genesis",
        x.number("wire"),
        x.text["game"],
        x.number("version"),
        x.hex("rules"),
        json.loads(x.text["options"]),
        x.several("hello"),
        x.hex("epoch"),
        x.several("box"),
        x.number("quorum"),
        x.number("patience"),
        x.text["deck"],
        x.number("bank"),
        x.text["absence"],
        x.hex("watch"),
        x.hex("carried"),
        [*x.numbers("time")],
    ]
    return {}


def reader_accept(x: Example) -> Outcome:
    assert reader.read_payload(x.hex("payload")) == ["accept", x.hex("genesis")]
    return {}


def reader_answer(x: Example) -> Outcome:
    message = x.text["message"].encode()
    fields = ["answer", x.hex("turn"), x.number("round"), message]
    assert reader.read_payload(x.hex("payload")) == fields
    return {}


def reader_absent(x: Example) -> Outcome:
    seats = [*x.numbers("seats")]
    fields = ["absent", x.hex("turn"), x.number("round"), seats]
    assert reader.read_payload(x.hex("payload")) == fields
    return {}


def reader_evict(x: Example) -> Outcome:
    seats = [*x.numbers("seats")]
    fields = ["evict", x.hex("turn"), x.number("round"), seats]
    assert reader.read_payload(x.hex("payload")) == fields
    return {}


def reader_receipt(x: Example) -> Outcome:
    fields = ["receipt", x.hex("turn"), x.number("round")]
    assert reader.read_payload(x.hex("payload")) == fields
    return {}


def reader_leave(x: Example) -> Outcome:
    return {"kind": str(*reader.read_payload(x.hex("payload")))}


def reader_epoch(x: Example) -> Outcome:
    fields = reader.read_payload(x.hex("payload"))
    boxes = x.several("box")
    said = ["epoch", x.number("number"), x.hex("epoch"), boxes, x.hex("watch")]
    assert fields == said
    number = reader.epoch_of(x.number("number"), x.number("seat"))
    assert number == x.number("epoch of its frames")
    return {}


def reader_refuse_epoch(x: Example) -> Outcome:
    assert reader.read_payload(x.hex("payload")) == ["refuse-epoch", x.number("seat")]
    return {}


def reader_end(x: Example) -> Outcome:
    fields = ["end", x.hex("turn"), x.hex("state")]
    assert reader.read_payload(x.hex("payload")) == fields
    return {}


def reader_times(x: Example) -> Outcome:
    fields = ["times", [*x.numbers("thought")], [*x.numbers("worked")]]
    assert reader.read_payload(x.hex("payload")) == fields
    return {}


def reader_assent(x: Example) -> Outcome:
    fields = ["assent", x.hex("turn"), x.text["proposal"]]
    assert reader.read_payload(x.hex("payload")) == fields
    return {}


def reader_nudge(x: Example) -> Outcome:
    assert reader.read_payload(x.hex("payload")) == ["nudge", x.hex("turn")]
    return {}


def reader_checkpoint(x: Example) -> Outcome:
    fields = ["checkpoint", x.hex("turn"), x.hex("state")]
    assert reader.read_payload(x.hex("payload")) == fields
    return {}


def reader_chat(x: Example) -> Outcome:
    assert reader.read_payload(x.hex("payload")) == ["chat", x.text["text"]]
    assert reader.is_text(x.text["text"])
    return {}


def reader_successor(x: Example) -> Outcome:
    boxes, watch = [b"", x.hex("box 1")], x.hex("watch")
    fields = ["successor", x.hex("table"), boxes, watch]
    assert reader.read_payload(x.hex("payload")) == fields
    whole = reader.open_box(boxes[1], x.hex("secret key of seat 1"))
    assert whole == x.hex("secret") + bytes(16)
    told = reader.open_box(watch, x.hex("watch box key"))
    there = wire_invite.Invite("invite", x.hex("table"), x.hex("secret"), ((), (), ()))
    assert (told[:16], told[16:]) == (there.watch_secret, there.topic)
    return {"in the watch box": told}


PROGRAM: dict[str, Compute] = named("program_", globals())
READER: dict[str, Compute] = named("reader_", globals())
