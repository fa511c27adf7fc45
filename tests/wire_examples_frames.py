"""The examples of docs/wire.md on links, frames, messages and entries."""

from __future__ import annotations

from dataclasses import replace

from p2pgame.client.seat.links.calls import SeatCalls, contact_key, pairing_path
from p2pgame.log import AuthorKey, Entry, History, encode_archive
from p2pgame.session.entries import invitation
from p2pgame.session.peer import compact_entries, recall_messages
from p2pgame.transport import envelope, frames
from p2pgame.transport.envelope import Envelope
from p2pgame.transport.finding import announce, chain, invite
from p2pgame.transport.finding.announce import Announcement
from p2pgame.transport.relay.url import RelayUrl
from p2pgame.transport.wire_version import SPOKEN
from tests import wire_first_frame, wire_invite, wire_recall
from tests import wire_reader as reader
from tests.wire_briefs import Wholes, read_brief
from tests.wire_examples import Compute, Example, Outcome, given, named
from tests.wire_reader import hkdf

# What the program makes of the inputs


def relays_of(x: Example) -> tuple[RelayUrl, ...]:
    token = x.hex("token") if "token" in x.text else b""
    return (replace(RelayUrl.parse(x.text["relay"]), token=token),)


def program_invite(x: Example) -> Outcome:
    places = (x.text["address"],), relays_of(x)
    rest = *places, x.text["game"], SPOKEN
    made = invite.Invite(x.hex("table"), x.hex("secret"), *rest)
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


def program_first_frame(x: Example) -> Outcome:
    host, player = (
        AuthorKey(x.hex(f"secret key of {who}")) for who in ("the host", "a player")
    )
    made = invite.Invite(host.public, x.hex("secret"), ())
    calls = SeatCalls(player, made, given(*[x.hex("nonce")] * 2))
    invited = calls.path_to(host.public)
    calls.seat(host.public)
    known = {
        "host": host.public,
        "player": player.public,
        "key of the invited": chain.calling_key(made.secret),
        "key of spectators": chain.watching_key(made.watch_secret),
    }
    key = contact_key(player, player.public, host.public)
    return {
        **known,
        "path of the invited": invited,
        "path of the player": calls.path_to(host.public),
        "path of a contact": pairing_path(key, given(x.hex("nonce"))),
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
    brief = compact_entries.shorten(entry, history, x.several("seat"))
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
    asked = recall_messages.ask(key, x.hex("table"), x.hex("nonce"))
    return {"message": frames.encode(asked)}


def program_recalled(x: Example) -> Outcome:
    key, entry = AuthorKey(x.hex("secret key")), x.hex("entry")
    table, author, nonce = x.hex("table"), x.hex("author"), x.hex("nonce")
    told = recall_messages.tell(key, table, author, nonce, entry)
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
    assert short.reach == ((), (), ())
    assert placed.reach == ((), *read.reach[1:])
    assert read.game == short.game == placed.game == watch.game
    assert read.versions == short.versions == (2, 3)
    assert (watch.kind, watch.table, watch.reach) == ("watch", read.table, read.reach)
    ((address,), (relay,), (token,)) = read.reach
    return {
        **{"table": read.table, "secret": read.secret, "game": read.game},
        **{"address": address, "relay": relay, "token": token},
        **{"watch secret": watch.secret, "key of epoch 0": watch.key},
        **{"watch box key": watch.box_key, "topic": watch.topic},
        **{"writing": short.writing, "joining key": short.joining},
    }


def reader_first_frame(x: Example) -> Outcome:
    host, player = x.hex("host"), x.hex("player")
    seed = x.hex("secret key of the host")
    both = b"".join(sorted((host, player)))
    watch = hkdf(x.hex("secret"), b"p2pgame/1/watch", 32)[:16]
    keys = {
        "the invited": hkdf(x.hex("secret"), b"p2pgame/1/first frame", 32),
        "spectators": hkdf(watch, b"p2pgame/1/first frame", 32),
        "the player": wire_first_frame.shared_key(seed, player, both, host),
        "a contact": wire_first_frame.shared_key(seed, player, player, host),
    }
    assert keys["the invited"] == x.hex("key of the invited")
    assert keys["spectators"] == x.hex("key of spectators")
    for who in ("the invited", "the player", "a contact"):
        path = x.text[f"path of {who}"]
        read = wire_first_frame.read_first_frame(path, keys, host)
        assert (read.key, read.versions) == (who, (2, 3))
        assert read.purpose == (who == "a contact")
    return {"nonce": read.nonce}


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
    ((address,), (relay,), _) = read.reach
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


def reader_archive(x: Example) -> Outcome:
    table, entries = reader.read_file(x.hex("file"))
    assert entries == []
    return {"table": table}


PROGRAM: dict[str, Compute] = named("program_", globals())
READER: dict[str, Compute] = named("reader_", globals())
