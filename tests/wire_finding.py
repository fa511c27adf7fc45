"""The examples of docs/wire.md and docs/wire-finding.md on all that finds a peer.

As in :mod:`.wire_examples`, the program computes what stands below an example's line
from what stands above it, and the second readers read that.
"""

from __future__ import annotations

from hashlib import blake2b
from itertools import count

from nacl import bindings as sodium

from p2pgame.log import AuthorKey
from p2pgame.session.entries.direct_messages import DirectMessages, SignalKey
from p2pgame.transport import frames
from p2pgame.transport.finding import chain, handshake, spoken
from p2pgame.transport.finding.discovery import Label, encode_answer, encode_question
from p2pgame.transport.finding.emoji import EMOJI
from p2pgame.transport.finding.words import Code
from p2pgame.transport.paths import signals
from p2pgame.transport.paths.candidates import Candidate, Kind
from p2pgame.transport.paths.signals import Hello, Proof, Reach, Step, Sync
from p2pgame.transport.relay.codec import encode
from p2pgame.transport.relay.protocol import (
    Claim,
    Closed,
    Deliver,
    Enter,
    Knock,
    Knocked,
    Live,
    Open,
    Opened,
    Publish,
    Refused,
    Replied,
    Reply,
    Shut,
    Stored,
    Subscribe,
    Unsubscribe,
    Welcome,
    Work,
    claimed,
    entering,
    is_worked,
)
from p2pgame.transport.relay.topic_id import topic_of
from p2pgame.transport.wire_version import SPOKEN
from tests import relay_reader, wire_signals
from tests import wire_spoken as reader
from tests.wire_examples import Compute, Example, Outcome, given
from tests.wire_reader import hkdf

#: What is published and delivered in the examples, which show what stands before it.
FRAME = bytes(256)


def program_asked(x: Example) -> Outcome:
    seed, nonce = x.hex("writing"), x.hex("nonce")
    key = AuthorKey(seed).public
    topic, door, body = topic_of(key), x.number("door"), x.hex("body")
    _, secret = sodium.crypto_sign_seed_keypair(seed)
    signature = sodium.crypto_sign(claimed(nonce), secret)[:64]
    answers = (number.to_bytes(8) for number in count())
    answer = next(one for one in answers if is_worked(nonce, one, x.number("bits")))
    publish = encode(Publish(topic, x.number("number"), FRAME))
    tag = entering(x.hex("token"), nonce, SPOKEN)
    return {
        "Enter": encode(Enter(SPOKEN, tag)),
        "Work": encode(Work(answer)),
        "Claim": encode(Claim(key, signature)),
        "Subscribe": encode(Subscribe(topic, x.number("cursor"))),
        "Publish, up to the frame": publish[: -len(FRAME)],
        "Unsubscribe": encode(Unsubscribe(topic)),
        "Open": encode(Open(x.number("seconds"))),
        "Shut": encode(Shut(door)),
        "Knock": encode(Knock(door, body)),
        "Reply": encode(Reply(door, x.number("guest"), body)),
    }


def reader_asked(x: Example) -> Outcome:
    def read(name: str, rest: bytes = b"") -> relay_reader.Fields:
        return relay_reader.read(x.hex(name) + rest, relay_reader.FROM_PEER)

    _, key, signature = read("Claim")
    _, topic, cursor = read("Subscribe")
    assert isinstance(key, bytes)
    assert isinstance(signature, bytes)
    content = b"p2pgame relay claim" + x.hex("nonce")
    assert sodium.crypto_sign_open(signature + content, key) == content
    assert topic == blake2b(key, digest_size=16, person=b"p2pgame topic").digest()
    _, versions, tag = read("Enter")
    said = x.hex("nonce") + b"\2\3"
    made = blake2b(said, digest_size=32, key=x.hex("token"), person=b"p2pgame enter")
    assert (versions, tag) == (b"\2\3", made.digest())
    _, answer = read("Work")
    assert isinstance(answer, bytes)
    work = x.hex("nonce") + answer
    digest = blake2b(work, digest_size=32, person=b"p2pgame work").digest()
    assert f"{int.from_bytes(digest):0256b}".startswith("0" * x.number("bits"))
    _, published, number, frame = read("Publish, up to the frame", FRAME)
    assert (published, frame) == (topic, FRAME)
    assert read("Unsubscribe") == (2, topic)
    _, door, body = read("Knock")
    assert read("Shut") == (7, door)
    assert isinstance(body, bytes)
    _, seconds = read("Open")
    _, replied, guest, again = read("Reply")
    assert (replied, again) == (door, body)
    numbers = {"cursor": cursor, "number": number, "seconds": seconds, "guest": guest}
    return {**numbers, "door": door, "body": body}


def program_told(x: Example) -> Outcome:
    topic, door, body = x.hex("topic"), x.number("door"), x.hex("body")
    number, sequence = x.number("number"), x.number("sequence")
    welcome = Welcome(
        x.hex("nonce"),
        x.number("bits"),
        x.number("room"),
        x.number("days"),
        x.text["address"],
        x.text["message"],
    )
    deliver = encode(Deliver(topic, sequence, FRAME))
    return {
        "Welcome": encode(welcome),
        "Deliver, up to the frame": deliver[: -len(FRAME)],
        "Live": encode(Live(topic, x.number("oldest"), sequence)),
        "Stored": encode(Stored(topic, number, sequence)),
        "Refused": encode(Refused(number, x.number("refusal"))),
        "Opened": encode(Opened(door)),
        "Knocked": encode(Knocked(door, x.number("guest"), body)),
        "Replied": encode(Replied(door, body)),
        "Closed": encode(Closed(door, x.number("refusal"))),
    }


def reader_told(x: Example) -> Outcome:
    def read(name: str, rest: bytes = b"") -> relay_reader.Fields:
        return relay_reader.read(x.hex(name) + rest, relay_reader.FROM_RELAY)

    _, versions, nonce, closed, bits, room, days, address, message = read("Welcome")
    assert (versions, closed) == (b"\2\3", 0)
    _, topic, oldest, sequence = read("Live")
    _, delivered, at, frame = read("Deliver, up to the frame", FRAME)
    assert (delivered, at, frame) == (topic, sequence, FRAME)
    _, stored, number, at = read("Stored")
    assert (stored, at) == (topic, sequence)
    _, refused, refusal = read("Refused")
    assert refused == number
    _, door, guest, body = read("Knocked")
    assert read("Opened") == (70, door)
    assert read("Replied") == (72, door, body)
    assert read("Closed") == (73, door, refusal)
    return {
        **{"nonce": nonce, "bits": bits, "room": room, "days": days},
        **{"address": address, "message": message, "topic": topic},
        **{"oldest": oldest, "sequence": sequence, "number": number},
        **{"refusal": refusal, "door": door, "guest": guest, "body": body},
    }


def program_door(x: Example) -> Outcome:
    code = Code.parse(x.text["code"])
    # The package takes so many bytes to draw a number modulo q.
    host_x, guest_y = (x.number(name).to_bytes(64) for name in ("x", "y"))
    host = spoken.Host(code, b"", given(host_x), name=x.text["host"], now=0.0)
    guest = spoken.Guest(code, x.text["guest"], given(guest_y))
    hello = guest.start()
    answer = host.receive(1, hello, now=0.0)
    proof = guest.receive(answer)
    assert proof is not None
    proved = host.receive(1, proof, now=0.0)
    return {"Hello": hello, "Answer": answer, "Proof": proof, "Proved": proved}


def reader_door(x: Example) -> Outcome:
    code, host_x, guest_y = x.text["code"], x.number("x"), x.number("y")
    mine = reader.element(host_x, code, reader.M)
    theirs = reader.element(guest_y, code, reader.N)
    secret = reader.door_key(host_x, code, mine, theirs, host=True)
    assert secret == reader.door_key(guest_y, code, theirs, mine, host=False)
    return {
        "Hello": b"\x01" + theirs,
        "Answer": b"\x02" + mine,
        "secret": secret,
        "guest": reader.read_proof(x.hex("Proof"), secret, "guest"),
        "host": reader.read_proof(x.hex("Proved"), secret, "host"),
    }


def program_pair(x: Example) -> Outcome:
    host = handshake.Host(b"", x.text["host"], given(x.hex("host's secret")))
    guest = handshake.Guest(x.text["guest"], given(x.hex("guest's secret")))
    commit = guest.start()
    key = host.receive(commit)
    reveal = guest.receive(key)
    assert reveal is not None
    name = host.receive(reveal)
    assert host.pictures is not None
    pictures = " ".join(str(EMOJI.index(one)) for one in host.pictures)
    words = {"Commit": commit, "Key": key, "Reveal": reveal, "Name": name}
    return {**words, "pictures": pictures}


def reader_pair(x: Example) -> Outcome:
    own, public = x.hex("host's secret"), x.hex("Key")[1:]
    assert public == sodium.crypto_scalarmult_base(own)
    name, secret = reader.read_reveal(x.hex("Reveal"), x.hex("Commit")[1:], own, public)
    host = reader.open_slip(x.hex("Name")[1:], secret, "pair host").decode()
    pictures = " ".join(map(str, reader.pictures(secret)))
    return {"guest": name, "host": host, "secret": secret, "pictures": pictures}


def program_shout(x: Example) -> Outcome:
    numbers = x.number("taken"), x.number("seats"), x.number("port")
    label = Label(x.text["name"], x.text["game"], *numbers, x.hex("tag"))
    token = x.hex("token")
    return {"question": encode_question(token), "answer": encode_answer(token, label)}


def reader_shout(x: Example) -> Outcome:
    answer = reader.read_shout(x.hex("answer"))
    assert reader.read_question(x.hex("question")) == answer.token
    return {
        **{"token": answer.token, "tag": answer.tag, "port": answer.port},
        **{"taken": answer.taken, "seats": answer.seats},
        **{"name": answer.name, "game": answer.game},
    }


def program_whisper(x: Example) -> Outcome:
    keys, table = [*map(AuthorKey, x.several("secret key"))], x.hex("table")
    mine, theirs = (DirectMessages(key, table) for key in keys)
    mine.admit(keys[1].public)
    theirs.admit(keys[0].public)
    hosts = [line.split() for line in x.text["candidates"].split(", ")]
    candidates = tuple(Candidate(Kind(int(k)), h, int(p)) for k, h, p in hosts)
    voice = SignalKey(keys[0], table)
    reach = Reach(keys[0].public, x.number("edition"), candidates)
    signal = signals.signed(reach, voice)
    nonce = given(x.hex("nonce"))
    (sealed,) = mine.seal([keys[1].public], signal, nonce)
    assert theirs.open(sealed) == signal
    return {"Reach": signal, "Whisper": frames.encode(frames.Whisper(sealed))}


def reader_whisper(x: Example) -> Outcome:
    first, second = x.several("secret key")
    (own, _), (other, _) = map(sodium.crypto_sign_seed_keypair, (first, second))
    key = wire_signals.whisper_key(first, other, x.hex("table"))
    assert key == wire_signals.whisper_key(second, own, x.hex("table"))
    plaintext = wire_signals.read_whisper(x.hex("Whisper"), key)
    assert plaintext == x.hex("Reach")
    reach = wire_signals.read_signal(plaintext, x.hex("table"))
    assert isinstance(reach, wire_signals.Reach)
    assert reach.author == own
    shown = ", ".join(reach.candidates)
    return {"key": key, "candidates": shown, "edition": reach.edition}


def program_greeting(x: Example) -> Outcome:
    keys, table = [*map(AuthorKey, x.several("secret key"))], x.hex("table")
    first, second = keys
    voices = [SignalKey(key, table) for key in keys]
    hellos = [
        Hello(key.public, nonce)
        for key, nonce in zip(keys, x.several("nonce"), strict=True)
    ]
    proof = Proof(voices[0].sign(signals.proven(hellos[0], hellos[1])))
    sync = Sync(
        first.public, second.public, hellos[0].nonce, Step.GO, x.number("millis")
    )
    return {
        "key of greetings": chain.greeting_key(x.hex("secret")),
        "Hello 0": signals.encode(hellos[0]),
        "Hello 1": signals.encode(hellos[1]),
        "Proof of 0": signals.encode(proof),
        "Sync": signals.signed(sync, voices[0]),
    }


def reader_greeting(x: Example) -> Outcome:
    table, (mine, other) = x.hex("table"), x.several("Hello")
    wire_signals.check_proof(x.hex("Proof of 0"), mine, other, table)
    sync = wire_signals.read_signal(x.hex("Sync"), table)
    assert isinstance(sync, wire_signals.Sync)
    assert (sync.author, sync.to) == (mine[1:33], other[1:33])
    assert (sync.nonce, sync.step) == (mine[33:], 3)
    key = hkdf(x.hex("secret"), b"p2pgame/1/greeting", 32)
    return {"key of greetings": key, "millis": sync.millis}


PROGRAM: dict[str, Compute] = {
    "relay-asked": program_asked,
    "relay-told": program_told,
    "door": program_door,
    "pair": program_pair,
    "shout": program_shout,
    "whisper": program_whisper,
    "greeting": program_greeting,
}
READER: dict[str, Compute] = {
    "relay-asked": reader_asked,
    "relay-told": reader_told,
    "door": reader_door,
    "pair": reader_pair,
    "shout": reader_shout,
    "whisper": reader_whisper,
    "greeting": reader_greeting,
}
