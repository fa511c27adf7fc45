"""The examples of docs/wire.md, worked out by the program and by the second reader.

The program computes what stands below an example's line from what stands above
it; the reader reads that, or computes what only it shows.
"""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Callable, Mapping
from typing import Literal, TypeAlias

from games.kuhn import Kuhn
from p2pgame import engine
from p2pgame.log import AuthorKey, Entry, History, encode_archive
from p2pgame.session import Me, briefs, epochs, invitation, payloads, recall
from p2pgame.session.keyring import Keyring
from p2pgame.session.payloads import (
    Absent,
    Accept,
    Answer,
    Assent,
    Chat,
    Checkpoint,
    End,
    Epoch,
    Genesis,
    Heard,
    Leave,
    Refuse,
    Without,
)
from p2pgame.transport import envelope, frames
from p2pgame.transport.envelope import Envelope
from p2pgame.transport.finding import announce, chain, invite
from p2pgame.transport.finding.announce import Announcement
from p2pgame.transport.relay.url import RelayUrl
from protocols import (
    beacon,
    coin,
    commitment,
    dealing,
    keys,
    placing,
    remasking,
    sealed,
    sharing,
    stage,
    vss,
)
from protocols.cards import Card, Cards, Secrets, face_point
from protocols.elgamal import Masked
from protocols.group import Element, Entropy, G, Scalar
from protocols.rounds import Run
from protocols.transcript import Transcript
from tests import wire_absence as absence
from tests import wire_group as group
from tests import wire_invite, wire_recall, wire_sealed
from tests import wire_proofs as proofs
from tests import wire_reader as reader
from tests import wire_shares as shares
from tests import wire_shuffles as shuffles
from tests.wire_briefs import Wholes, read_brief
from tests.wire_values import Bytes, write_msgpack


class Example:
    """The fields of one example, as text or decoded."""

    def __init__(self, text: str) -> None:
        joined = re.sub(r"\n +", "", text)
        lines = [line for line in joined.splitlines() if line != "---"]
        pairs = (line.split(" =", 1) for line in lines)
        self.text = {name: value.strip() for name, value in pairs}

    def hex(self, name: str) -> bytes:
        return bytes.fromhex(self.text[name])

    def number(self, name: str) -> int:
        return int(self.text[name])

    def numbers(self, name: str) -> tuple[int, ...]:
        return tuple(map(int, self.text[name].split()))

    def several(self, name: str) -> list[bytes]:
        """Return the fields that are called this and a number."""
        pattern = re.compile(rf"{name} \d+")
        return [self.hex(key) for key in self.text if pattern.fullmatch(key)]


Outcome: TypeAlias = Mapping[str, bytes | str | int]
Compute: TypeAlias = Callable[[Example], Outcome]


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


def given(*parts: bytes) -> Entropy:
    """Return a source that hands out these parts, in order."""
    rest = iter(parts)
    return lambda size: next(rest)


# What the program makes of the inputs


def relays_of(x: Example) -> tuple[RelayUrl, ...]:
    return (RelayUrl.parse(x.text["relay"]),)


def program_invite(x: Example) -> Outcome:
    places = (x.text["address"],), relays_of(x)
    made = invite.Invite(x.hex("table"), x.hex("secret"), *places)
    return {
        "text": made.encode(),
        "short": made.short(),
        "short, with the relay": made.short(*made.relays),
        "watch link": made.watch.encode(),
        "watch secret": made.watch_secret,
        "key of epoch 0": made.epoch_key,
        "watch box key": made.watch.box_secret,
        "joining key": chain.joining_key(made.secret),
        "writing": made.writing,
        "topic": made.topic,
    }


def program_frame(x: Example) -> Outcome:
    sealing = Envelope({x.number("epoch"): x.hex("key")})
    return {"frame": sealing.seal(x.hex("plaintext"), given(x.hex("nonce")))}


def program_box(x: Example) -> Outcome:
    public = envelope.box_public(x.hex("recipient secret"))
    entropy = given(x.hex("ephemeral secret"))
    box = envelope.seal_key(x.hex("epoch key"), public, entropy)
    return {"box key": public, "box": box}


def program_have(x: Example) -> Outcome:
    head = x.hex("author"), x.number("sequence"), x.hex("id")
    return {"message": frames.encode(frames.Have((head,)))}


def program_entries(x: Example) -> Outcome:
    return {"message": frames.encode(frames.Entries(tuple(x.several("entry"))))}


def program_brief(x: Example) -> Outcome:
    history = History(x.hex("table"))
    for raw in x.several("entry"):
        history.receive(raw)
    entry = history.write(AuthorKey(x.hex("secret key")), x.hex("payload"))
    history.receive(entry)
    brief = briefs.shorten(entry, history, x.several("seat"))
    assert brief is not None
    return {"entry": entry.raw, "message": frames.encode(brief)}


def program_announce(x: Example) -> Outcome:
    key = AuthorKey(x.hex("secret key"))
    places = (x.text["address"],), relays_of(x)
    told = Announcement(key.public, x.number("when"), *places, x.text["label"])
    message = announce.announce(told, key.sign)
    return {"table": key.public, "message": frames.encode(message)}


def program_invitation(x: Example) -> Outcome:
    sender, recipient = map(AuthorKey, x.several("secret key"))
    when = x.number("when")
    line = invitation.outgoing(sender, recipient.public, when)
    assert line in invitation.incoming(recipient, sender.public, when)
    told = invitation.Invitation(when, x.number("until"), x.text["invite"])
    frame = invitation.seal(told, line, sender, given(x.hex("nonce")))
    return {
        **{"sender": sender.public, "recipient": recipient.public},
        **{"writing": line.writing, "key": line.key, "frame": frame},
    }


def program_recall(x: Example) -> Outcome:
    key = AuthorKey(x.hex("secret key"))
    asked = recall.ask(key, x.hex("table"), x.hex("nonce"))
    return {"message": frames.encode(asked)}


def program_recalled(x: Example) -> Outcome:
    key, entry = AuthorKey(x.hex("secret key")), x.hex("entry")
    table, author, nonce = x.hex("table"), x.hex("author"), x.hex("nonce")
    told = recall.tell(key, table, author, nonce, entry)
    return {"by": key.public, "message": frames.encode(told)}


def program_entry(x: Example) -> Outcome:
    made = Entry.write(
        AuthorKey(x.hex("secret key")),
        x.hex("table"),
        sequence=x.number("sequence"),
        previous=x.hex("previous"),
        seen=tuple(x.several("seen")),
        payload=x.hex("payload"),
    )
    return {"author": made.author, "id": made.id, "entry": made.raw}


def program_hello(x: Example) -> Outcome:
    seed, identity = x.hex("seed"), AuthorKey(x.hex("identity's secret key"))
    someone = Me(x.text["name"], identity, seed, x.hex("joining key"))
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


def program_without(x: Example) -> Outcome:
    made = Without(x.hex("turn"), x.number("round"), x.numbers("seats"))
    return {"payload": payloads.encode(made)}


def program_heard(x: Example) -> Outcome:
    return {"payload": payloads.encode(Heard(x.hex("turn"), x.number("round")))}


def program_leave(x: Example) -> Outcome:
    return {"payload": payloads.encode(Leave())}


def program_epoch(x: Example) -> Outcome:
    number, boxes = x.number("number"), tuple(x.several("box"))
    said = Epoch(number, x.hex("epoch"), boxes, x.hex("watch"))
    return {
        "epoch of its frames": epochs.id_of(number, x.number("seat")),
        "payload": payloads.encode(said),
    }


def program_refuse(x: Example) -> Outcome:
    return {"payload": payloads.encode(Refuse(x.number("seat")))}


def program_end(x: Example) -> Outcome:
    return {"payload": payloads.encode(End(x.hex("turn"), x.hex("state")))}


def program_assent(x: Example) -> Outcome:
    return {"payload": payloads.encode(Assent(x.hex("turn"), x.text["motion"]))}


def program_checkpoint(x: Example) -> Outcome:
    return {"payload": payloads.encode(Checkpoint(x.hex("turn"), x.hex("state")))}


def program_chat(x: Example) -> Outcome:
    return {"payload": payloads.encode(Chat(x.text["text"]))}


class Chancy(Me):
    """Somebody whose ephemeral secrets are known."""

    def entropy(self, turn: bytes) -> Entropy:
        return given(bytes([0x23]) * 32, bytes([0x24]) * 32)


def program_next(x: Example) -> Outcome:
    me = Chancy("Zoë", AuthorKey(bytes(32)), bytes(32), bytes(32))
    ring = Keyring(me, x.hex("watch box key"))
    publics = [b"", envelope.box_public(x.hex("secret key of seat 1"))]
    table, secret = x.hex("table"), x.hex("secret")
    said = ring.next(table, secret, publics, watched=True)
    return {"payload": payloads.encode(said)}


def program_state(x: Example) -> Outcome:
    shuffled, dealt, actions, opened = json.loads(x.text["state"])
    state = Kuhn(shuffled, dealt, tuple(actions), tuple(opened))
    return {"encoding": engine.state.encode(state), "digest": engine.digest(state)}


def program_face(x: Example) -> Outcome:
    return {"element": face_point(x.text["face"]).encode()}


def program_base(x: Example) -> Outcome:
    number = x.number("number")
    return {"element": commitment.generators(number + 1)[number].encode()}


def program_proof_transcript(x: Example) -> Outcome:
    transcript = Transcript(b"example")
    scalar = Scalar.decode(x.hex("scalar"))
    transcript.append(b"first", x.hex("bytes"), x.number("integer"), (scalar, G))
    return {"challenge": transcript.challenge(b"second").encode()}


def program_seal(x: Example) -> Outcome:
    seat, choosers, move = x.number("seat"), x.numbers("choosers"), x.text["move"]
    entropy = given(x.hex("nonce"))
    run = sealed.seal(seat, choosers, x.hex("turn"), move.encode(), entropy)
    said = next(run).say
    others = dict.fromkeys(choosers, said or b"")
    return {"commitment": said or b"", "opening": run.send(others).say or b""}


def program_roll(x: Example) -> Outcome:
    throws = dict(enumerate(x.several("throw")))
    runs = {
        seat: coin.flip(seat, throws, x.hex("turn"), given(throw, bytes(32)))
        for seat, throw in throws.items()
    }
    seals = {seat: next(run).say or b"" for seat, run in runs.items()}
    openings = {seat: run.send(seals).say or b"" for seat, run in runs.items()}
    try:
        runs[0].send(openings)
    except StopIteration as stop:
        values = coin.roll(stop.value, x.number("sides"), x.number("dice"))
    return {"values": " ".join(map(str, values))}


def program_key_share(x: Example) -> Outcome:
    seat, seats, secret = x.number("seat"), x.numbers("seats"), x.hex("secret")
    made = keys.generate(seat, seats, x.hex("turn"), Scalar.decode(secret), bytes)
    return {"message": next(made).say or b""}


def program_deck(x: Example) -> Outcome:
    players, shares = x.numbers("players"), x.several("share of")
    held = keys.Keys(dict(zip(players, map(Element.decode, shares), strict=True)))
    faces = tuple(map(face_point, x.text["faces"].split()))
    return {"identity hash": stage.first(players, held, faces, x.hex("turn")).identity}


def program_reveal(x: Example) -> Outcome:
    seat, secret = x.number("seat"), Scalar.decode(x.hex("secret"))
    origins = x.several("origin of slot")
    cards = {
        slot: Card(Masked(Element.decode(C1), G), (seat,), (), origin)
        for slot, (C1, origin) in enumerate(
            zip(x.several("C1 of slot"), origins, strict=True)
        )
    }
    laid = Cards(keys.Keys({seat: secret * G}), slots=cards)
    made = dealing.open_cards(
        seat, laid, tuple(cards), Secrets(secret), x.hex("turn"), bytes
    )
    return {"share": (secret * G).encode(), "message": next(made).say or b""}


def program_remask(x: Example) -> Outcome:
    seat, key = x.number("seat"), Element.decode(x.hex("key"))
    before = Masked.decode(x.hex("C1 before") + x.hex("C2 before"))
    now = stage.Stage(key, (before,), x.hex("identity hash"))
    message = remasking.remask(before, key, now.transcript(seat), bytes)
    after = now.then(seat, (Masked.decode(message[:64]),))
    return {"message": message, "identity hash after": after.identity}


def program_pile(x: Example) -> Outcome:
    holders, shares = x.numbers("holders"), x.several("share of")
    held = keys.Keys(dict(zip(holders, map(Element.decode, shares), strict=True)))
    pile = stage.again(
        x.numbers("players"),
        holders,
        held,
        tuple(map(Masked.decode, x.several("card"))),
        tuple(x.several("origin")),
        x.hex("turn"),
    )
    return {"identity hash": pile.identity}


def program_placement(x: Example) -> Outcome:
    seat, secret = x.number("seat"), Scalar.decode(x.hex("secret"))
    slots, table = x.numbers("slots"), Cards(keys.Keys({seat: secret * G}))
    run = placing.place(
        seat,
        seat,
        table,
        slots,
        tuple(x.text["faces"].split()),
        tuple(x.text["chosen"].split()),
        Secrets(secret),
        x.hex("turn"),
        given(bytes([1] * 64), bytes([2] * 64), bytes(32)),
    )
    message = next(run).say or b""
    try:
        run.send({seat: message})
    except StopIteration as stop:
        table, _ = stop.value
    origins = {f"origin of {slot}": table[slot].origin for slot in slots}
    return {"message": message, **origins}


def program_claim(x: Example) -> Outcome:
    seat, secret = x.number("seat"), Scalar.decode(x.hex("secret"))
    slots, faces = x.numbers("slots"), tuple(x.text["faces"].split())
    shift, cards = x.number("shift"), {}
    for slot, face in zip(slots, x.text["shown"].split(), strict=True):
        C1, origin = (
            Element.decode(x.hex(f"C1 of slot {slot}")),
            x.hex(f"origin {slot}"),
        )
        blank = Card(Masked(C1, C1), (seat,), faces, origin, shift)
        masked = Masked(C1, blank.point(face) + secret * C1)
        cards[slot] = dataclasses.replace(blank, masked=masked)
    run = placing.claim(
        seat,
        seat,
        Cards(keys.Keys({seat: secret * G}), slots=cards),
        slots,
        frozenset(x.text["allowed"].split()),
        Secrets(secret),
        x.hex("turn"),
        bytes,
    )
    return {"message": next(run).say or b""}


def secrets_of(x: Example) -> dict[int, Scalar]:
    return {seat: Scalar.decode(one) for seat, one in enumerate(x.several("secret"))}


def program_sharing(x: Example) -> Outcome:
    dealer, holder = x.number("dealer"), x.number("holder")
    secrets = secrets_of(x)
    held = keys.Keys({seat: secret * G for seat, secret in secrets.items()})
    occasion = vss.Occasion.of(secrets, held, x.number("quorum"), x.hex("turn"))
    dealing = vss.deal(occasion, dealer, secrets[dealer], bytes)
    K = secrets[holder] * dealing.E
    return {
        "message": dealing.encode(),
        "share": vss.open_share(occasion, dealing, dealer, holder, K).encode(),
        "share key": vss.share_key(dealing.commitments, holder).encode(),
    }


def program_stand_in(x: Example) -> Outcome:
    tokens = {
        holder: [Element.decode(x.hex(f"token by {holder}"))]
        for holder in x.numbers("holders")
    }
    return {"token": sharing.stand_in(tokens, len(tokens))[0].encode()}


def program_beacon(x: Example) -> Outcome:
    secrets = secrets_of(x)
    held = keys.Keys({seat: secret * G for seat, secret in secrets.items()})
    runs = {
        seat: Run(
            beacon.flip(
                seat, secrets, held, x.number("quorum"), one, x.hex("turn"), bytes
            )
        )
        for seat, one in secrets.items()
    }
    said: list[dict[int, bytes]] = []
    for number in range(2):
        said.append({seat: run.step() or b"" for seat, run in runs.items()})
        for seat, message in said[-1].items():
            for run in runs.values():
                run.receive(seat, number, message)
    runs[0].step()
    dealt = {f"dealing of {seat}": message for seat, message in said[0].items()}
    shown = {f"shown by {seat}": message for seat, message in said[1].items()}
    return {**dealt, **shown, "seed": runs[0].result}


def program_archive(x: Example) -> Outcome:
    return {"file": encode_archive(x.hex("table"), ())}


# What the second reader makes of the outputs


def reader_invite(x: Example) -> Outcome:
    read = wire_invite.read_invite(x.text["text"])
    short, placed, watch = map(
        wire_invite.read_invite,
        (x.text["short"], x.text["short, with the relay"], x.text["watch link"]),
    )
    assert short.table == placed.table == read.table[:16]
    assert short.secret == placed.secret == read.secret
    assert short.reach == ((), ())
    assert placed.reach == ((), read.reach[1])
    assert (watch.kind, watch.table, watch.reach) == ("watch", read.table, read.reach)
    ((address,), (relay,)) = read.reach
    return {
        **{"table": read.table, "secret": read.secret},
        **{"address": address, "relay": relay},
        **{"watch secret": watch.secret, "key of epoch 0": watch.key},
        **{"watch box key": watch.box_key, "topic": watch.topic},
        **{"writing": short.writing, "joining key": short.joining},
    }


def reader_frame(x: Example) -> Outcome:
    opened = reader.open_frame(x.hex("frame"), {x.number("epoch"): x.hex("key")})
    assert opened is not None
    return {"epoch": opened[0], "plaintext": opened[1]}


def reader_box(x: Example) -> Outcome:
    key = reader.open_box(x.hex("box"), x.hex("recipient secret"))
    return {"epoch key": key, "epoch": reader.hash_of("p2pgame epoch", key)}


def reader_have(x: Example) -> Outcome:
    ((author, sequence, id),) = reader.read_heads(x.hex("message"))
    return {"author": author, "sequence": sequence, "id": id}


def reader_entries(x: Example) -> Outcome:
    raws = reader.read_entries(x.hex("message"))
    return {f"entry {number}": raw for number, raw in enumerate(raws, 1)}


def reader_brief(x: Example) -> Outcome:
    wholes = Wholes(x.several("seat"))
    for raw in x.several("entry"):
        wholes.add(raw)
    brief = read_brief(x.hex("message"))
    return {"entry": wholes.rebuild(brief), "payload": brief.payload}


def reader_announce(x: Example) -> Outcome:
    read = wire_invite.read_announce(x.hex("message"))
    ((address,), (relay,)) = read.reach
    return {
        **{"table": read.table, "when": read.when},
        **{"address": address, "relay": relay, "label": read.label},
    }


def reader_invitation(x: Example) -> Outcome:
    parties, week = (x.hex("sender"), x.hex("recipient")), x.number("when") // 604800
    lines = [
        wire_invite.line_of(key, *parties, week) for key in x.several("secret key")
    ]
    assert lines[0] == lines[1]
    when, until, invite = wire_invite.read_invitation(x.hex("frame"), lines[0])
    return {
        **{"when": when, "until": until, "invite": invite, "week": week},
        **{"writing": lines[0].writing, "key": lines[0].key},
    }


def reader_recall(x: Example) -> Outcome:
    read = wire_recall.read_recall(x.hex("message"), x.hex("table"))
    return {"nonce": read.nonce, "signed": read.signed}


def reader_recalled(x: Example) -> Outcome:
    read = wire_recall.read_recalled(x.hex("message"), x.hex("table"))
    said = {"author": read.author, "nonce": read.nonce, "by": read.by}
    return {**said, "entry": read.entry, "signed": read.signed}


def reader_entry(x: Example) -> Outcome:
    read = reader.read_entry(x.hex("entry"))
    body, signature = reader.halves(x.hex("entry"))
    seen = {f"seen {number}": id for number, id in enumerate(read.seen, 1)}
    return {
        "author": read.author,
        "table": read.table,
        "sequence": read.sequence,
        "previous": read.previous,
        **seen,
        "payload": read.payload,
        "id": read.id,
        "body": body,
        "signed": reader.framed(b"p2pgame entry", body),
        "signature": signature,
    }


def reader_hello(x: Example) -> Outcome:
    content = x.hex("table") + x.hex("author")
    identity, proof = x.hex("identity"), x.hex("proof")
    reader.check_signature(identity, b"p2pgame author 1", content, proof)
    _, name, *_ = fields = reader.read_payload(x.hex("payload"))
    box, invited = x.hex("box key"), x.hex("invited")
    assert fields[2:] == [identity, proof, box, invited]
    assert reader.invited(x.hex("joining key"), content + identity + box) == invited
    return {"name": str(name), "signed": reader.framed(b"p2pgame author 1", content)}


def reader_genesis(x: Example) -> Outcome:
    fields = reader.read_payload(x.hex("payload"))
    assert fields == [
        "genesis",
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


def reader_without(x: Example) -> Outcome:
    seats = [*x.numbers("seats")]
    fields = ["without", x.hex("turn"), x.number("round"), seats]
    assert reader.read_payload(x.hex("payload")) == fields
    return {}


def reader_heard(x: Example) -> Outcome:
    fields = ["heard", x.hex("turn"), x.number("round")]
    assert reader.read_payload(x.hex("payload")) == fields
    return {}


def reader_leave(x: Example) -> Outcome:
    return {"kind": str(*reader.read_payload(x.hex("payload")))}


def reader_assent(x: Example) -> Outcome:
    fields = ["assent", x.hex("turn"), x.text["motion"]]
    assert reader.read_payload(x.hex("payload")) == fields
    return {}


def reader_checkpoint(x: Example) -> Outcome:
    fields = ["checkpoint", x.hex("turn"), x.hex("state")]
    assert reader.read_payload(x.hex("payload")) == fields
    return {}


def reader_chat(x: Example) -> Outcome:
    assert reader.read_payload(x.hex("payload")) == ["chat", x.text["text"]]
    assert reader.can_be_shown(x.text["text"])
    return {}


def reader_next(x: Example) -> Outcome:
    boxes, watch = [b"", x.hex("box 1")], x.hex("watch")
    fields = ["next", x.hex("table"), boxes, watch]
    assert reader.read_payload(x.hex("payload")) == fields
    whole = reader.open_box(boxes[1], x.hex("secret key of seat 1"))
    assert whole == x.hex("secret") + bytes(16)
    told = reader.open_box(watch, x.hex("watch box key"))
    there = wire_invite.Invite("p2pgame", x.hex("table"), x.hex("secret"), ((), ()))
    assert (told[:16], told[16:]) == (there.watch_secret, there.topic)
    return {"in the watch box": told}


def reader_epoch(x: Example) -> Outcome:
    fields = reader.read_payload(x.hex("payload"))
    boxes = x.several("box")
    said = ["epoch", x.number("number"), x.hex("epoch"), boxes, x.hex("watch")]
    assert fields == said
    number = reader.epoch_of(x.number("number"), x.number("seat"))
    assert number == x.number("epoch of its frames")
    return {}


def reader_refuse(x: Example) -> Outcome:
    assert reader.read_payload(x.hex("payload")) == ["refuse", x.number("seat")]
    return {}


def reader_end(x: Example) -> Outcome:
    fields = ["end", x.hex("turn"), x.hex("state")]
    assert reader.read_payload(x.hex("payload")) == fields
    return {}


def reader_start(x: Example) -> Outcome:
    return {"turn": reader.hash_of("p2pgame start", x.hex("genesis"))}


def reader_turn(x: Example) -> Outcome:
    data = x.hex("turn") + b"".join(x.several("used")) + x.hex("digest")
    return {"next turn": reader.hash_of("p2pgame turn", data)}


def reader_lost(x: Example) -> Outcome:
    return {"word": absence.lost(x.number("round"), x.numbers("seats"))}


def reader_gone(x: Example) -> Outcome:
    seats = x.numbers("seats")
    return {"next turn": absence.gone(x.hex("turn"), x.number("round"), seats)}


def reader_default(x: Example) -> Outcome:
    turn, digest = x.hex("turn"), x.hex("digest")
    word = absence.default(turn, x.number("round"), x.number("seat"), digest)
    return {"next turn": word}


def reader_state(x: Example) -> Outcome:
    encoding = write_msgpack(json.loads(x.text["state"]))
    digest = reader.hash_of("p2pgame state", encoding)
    return {"encoding": encoding, "digest": digest}


def reader_face(x: Example) -> Outcome:
    return {"element": group.face_element(x.text["face"]).data}


def reader_base(x: Example) -> Outcome:
    return {"element": group.bases(x.number("number") + 1)[-1].data}


def reader_proof_transcript(x: Example) -> Outcome:
    transcript = group.Transcript("example")
    scalar = group.Scalar(group.read_scalar(x.hex("scalar")))
    items = x.hex("bytes"), x.number("integer"), (scalar, group.G)
    transcript.append("first", *items)
    challenge = transcript.hash("second")
    return {"fed": transcript.fed[:-64], "challenge": challenge}


def reader_seal(x: Example) -> Outcome:
    occasion = wire_sealed.sealed_occasion(x.hex("turn"), x.numbers("choosers"))
    sealing, opening = x.hex("commitment"), x.hex("opening")
    move = wire_sealed.open_seal(sealing, occasion, x.number("seat"), opening)
    return {"occasion": occasion, "move": move.decode()}


def reader_roll(x: Example) -> Outcome:
    flip, throws = wire_sealed.flip_of(x.hex("turn")), x.several("throw")
    seed = wire_sealed.seed_of(flip, throws)
    values = wire_sealed.dice(seed, x.number("sides"), x.number("dice"))
    return {"flip": flip, "values": " ".join(map(str, values))}


def reader_key_share(x: Example) -> Outcome:
    share, challenge = proofs.check_share(
        x.hex("message"), x.hex("turn"), x.numbers("seats"), x.number("seat")
    )
    return {"share": share.data, "challenge": challenge.to_bytes(32, "little")}


def reader_deck(x: Example) -> Outcome:
    shares = [group.read_element(share) for share in x.several("share of")]
    faces, players = x.text["faces"].split(), x.numbers("players")
    _, identity = shuffles.start_deck(faces, players, shares, x.hex("turn"))
    return {"identity hash": identity}


def reader_reveal(x: Example) -> Outcome:
    seat, C1s = x.number("seat"), x.several("C1 of slot")
    cards = [(group.read_element(C1), group.G) for C1 in C1s]
    share, slots = group.read_element(x.hex("share")), range(len(cards))
    occasion = proofs.occasion_of_tokens(
        x.hex("turn"), seat, seat, slots, x.several("origin of slot")
    )
    tokens, c = proofs.check_tokens(x.hex("message"), cards, share, occasion)
    parts = {f"token {slot}": token.data for slot, token in enumerate(tokens)}
    return {**parts, "challenge": c.to_bytes(32, "little")}


def reader_remask(x: Example) -> Outcome:
    before = tuple(group.read_element(x.hex(f"{half} before")) for half in ("C1", "C2"))
    after, c = shuffles.check_remask(
        x.hex("message"),
        (before[0], before[1]),
        group.read_element(x.hex("key")),
        x.hex("identity hash"),
        x.number("seat"),
    )
    return {"identity hash after": after, "challenge": c.to_bytes(32, "little")}


def reader_pile(x: Example) -> Outcome:
    cards = [(card[:32], card[32:]) for card in x.several("card")]
    identity = shuffles.start_pile(
        x.hex("turn"),
        x.numbers("players"),
        x.numbers("holders"),
        [group.read_element(share) for share in x.several("share of")],
        [(group.read_element(a), group.read_element(b)) for a, b in cards],
        x.several("origin"),
    )
    return {"identity hash": identity}


def reader_placement(x: Example) -> Outcome:
    secret, faces = group.read_scalar(x.hex("secret")), x.text["faces"].split()
    slots = x.numbers("slots")
    cells, origins, e = proofs.check_placement(
        x.hex("message"),
        x.hex("turn"),
        x.number("seat"),
        slots,
        faces,
        secret * group.G,
    )
    chosen = [proofs.face_of(cell, [secret * cell[0]], faces) for cell in cells]
    parts = {f"origin of {slot}": one for slot, one in zip(slots, origins, strict=True)}
    challenge = e.to_bytes(32, "little")
    return {**parts, "challenge": challenge, "chosen": " ".join(chosen)}


def reader_claim(x: Example) -> Outcome:
    secret, slots = group.read_scalar(x.hex("secret")), x.numbers("slots")
    faces, shift = x.text["faces"].split(), x.number("shift")
    turned = dict(zip(faces[shift:] + faces[:shift], faces, strict=True))
    points = {face: group.face_element(turned[face]) for face in faces}
    cards = []
    for slot, face in zip(slots, x.text["shown"].split(), strict=True):
        C1 = group.read_element(x.hex(f"C1 of slot {slot}"))
        cards.append((C1, points[face] + secret * C1))
    e = proofs.check_membership(
        Bytes(x.hex("message")),
        cards,
        [points[face] for face in faces if face in x.text["allowed"].split()],
        secret * group.G,
        proofs.occasion_of_claim(
            x.hex("turn"), x.number("seat"), slots, x.several("origin")
        ),
    )
    return {"challenge": e.to_bytes(32, "little")}


def keys_of(x: Example) -> dict[int, group.Element]:
    secrets = map(group.read_scalar, x.several("secret"))
    return {seat: secret * group.G for seat, secret in enumerate(secrets)}


def reader_sharing(x: Example) -> Outcome:
    holder = x.number("holder")
    share, share_key = shares.open_share(
        x.hex("message"),
        x.hex("turn"),
        keys_of(x),
        x.number("quorum"),
        x.number("dealer"),
        holder,
        group.read_scalar(x.hex(f"secret {holder}")),
    )
    return {"share": share.to_bytes(32, "little"), "share key": share_key.data}


def reader_stand_in(x: Example) -> Outcome:
    tokens = {
        holder: group.read_element(x.hex(f"token by {holder}"))
        for holder in x.numbers("holders")
    }
    return {"token": shares.stand_in(tokens).data}


def reader_beacon(x: Example) -> Outcome:
    held = keys_of(x)
    dealings = [x.hex(f"dealing of {seat}") for seat in held]
    shown = {seat: x.hex(f"shown by {seat}") for seat in held}
    quorum, turn = x.number("quorum"), x.hex("turn")
    seeds = {
        shares.beacon(turn, held, quorum, dealings, some)
        for some in (shown, {seat: shown[seat] for seat in [*shown][-quorum:]})
    }
    (seed,) = seeds
    return {"seed": seed}


def reader_archive(x: Example) -> Outcome:
    table, entries = reader.read_file(x.hex("file"))
    assert entries == []
    return {"table": table}


def named(prefix: str) -> dict[str, Compute]:
    """Return the functions above whose names start like this, by example."""
    return {
        name.removeprefix(prefix).replace("_", "-"): function
        for name, function in globals().items()
        if name.startswith(prefix)
    }


#: What the program says of each example; turns get their ids in real games only.
PROGRAM = named("program_")
READER = named("reader_")
