"""Games changed at the level of what they mean, and signed anew.

Whoever holds a player's key can say anything in its name.  What others said
after a changed entry they have not said then, unless their keys are there, too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from p2pgame.log import AuthorKey, Entry
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
    Leave,
    Payload,
    Receipt,
    Successor,
)
from tests.fuzz.havoc import below, havoc, noise, one_of
from tests.fuzz.played import Played
from tests.fuzz.values import changed
from tests.wire_values import Malformed, read_cbor, write_cbor

Keys = Mapping[bytes, AuthorKey]

NONE = bytes(32)
_MESSAGES = (b"", b"1", b"5", b"9", b"rock", b"check", b"undo", bytes(32), bytes(96))


def forgers(chance: Random, game: Played) -> dict[bytes, AuthorKey]:
    """Draw whose keys are there: mostly one player's, at times all."""
    authors = [*game.keys]
    if chance.random() < 0.15:
        return dict(game.keys)
    some = chance.sample(authors, 1 + below(chance, len(authors) - 1))
    return {author: game.keys[author] for author in some}


def forged(
    chance: Random, game: Played, entries: Sequence[Entry], keys: Keys
) -> list[Entry]:
    """Return the entries of a game after one or two changes by these keys."""
    changing = [*entries]
    for _ in range(1 + (chance.random() < 0.3)):
        theirs = [entry for entry in changing if entry.author in keys]
        if not theirs or chance.random() < 0.3:
            changing = _said_more(chance, game, changing, keys)
            continue
        # The last words most often: the fewest of others build on them.
        late = max(below(chance, len(theirs)), below(chance, len(theirs)))
        victim = theirs[late]
        way = chance.random()
        words = [_word(chance, game, changing, victim.payload)]
        if way < 0.1:
            words = []
        elif way < 0.25:
            words = [*words, victim.payload]
        elif way < 0.35:
            words = [victim.payload, *words]
        elif way < 0.45:
            words = [victim.payload]  # the same word, but having seen less
        changing = rewritten(changing, victim, words, keys, forget=0.4 < way < 0.5)
    return changing


def rewritten(
    entries: Sequence[Entry],
    victim: Entry,
    words: Sequence[bytes],
    keys: Keys,
    *,
    forget: bool = False,
) -> list[Entry]:
    """Return entries, in causal order, with these payloads in place of one's.

    What the same or others with ``keys`` said after it is signed anew; what
    those without said is gone.  ``forget``: it names nothing of others.
    """
    out: list[Entry] = []
    now: dict[bytes, bytes | None] = {}
    heads: dict[bytes, tuple[int, bytes]] = {}
    for entry in entries:
        named = (entry.previous, *entry.seen)
        if entry.id == victim.id or not now.keys().isdisjoint(named):
            key = keys.get(entry.author)
            now[entry.id] = None
            if key is None:
                continue
            new = [now.get(id, id) for id in entry.seen]
            seen = {id for id in new if id is not None}
            said = words if entry.id == victim.id else [entry.payload]
            for word in said:
                head = heads.get(entry.author, (-1, NONE))
                fresh = _signed(key, entry.table, head, () if forget else seen, word)
                out.append(fresh)
                heads[entry.author] = fresh.sequence, fresh.id
                now[entry.id] = fresh.id
        else:
            out.append(entry)
            heads[entry.author] = entry.sequence, entry.id
    return out


def _said_more(
    chance: Random, game: Played, entries: Sequence[Entry], keys: Keys
) -> list[Entry]:
    """Return the entries and one more behind them, which has seen the others' last."""
    author = one_of(chance, [*keys])
    heads = {entry.author: (entry.sequence, entry.id) for entry in entries}
    own = heads.pop(author, (-1, NONE))
    if heads and chance.random() < 0.3:
        # In a place of its feed where it cannot stand, or behind what is not there.
        sequence, previous = one_of(chance, (own, heads.popitem()[1]))
        own = sequence + below(chance, 2), one_of(chance, (previous, game.table))
    seen = {id for _, id in heads.values() if chance.random() < 0.8}
    word = _word(chance, game, entries, one_of(chance, game.said))
    return [*entries, _signed(keys[author], game.table, own, seen, word)]


def said_more(
    chance: Random, game: Played, entries: Sequence[Entry], author: bytes, word: bytes
) -> list[Entry]:
    """Return the entries and one more of this author, which saw some others' last."""
    heads = {entry.author: (entry.sequence, entry.id) for entry in entries}
    own = heads.pop(author, (-1, NONE))
    seen = {id for _, id in heads.values() if chance.random() < 0.5}
    return [*entries, _signed(game.keys[author], game.table, own, seen, word)]


def _signed(
    key: AuthorKey,
    table: bytes,
    head: tuple[int, bytes],
    seen: set[bytes] | tuple[()],
    word: bytes,
) -> Entry:
    sequence, previous = head
    named = tuple(sorted(seen)) if sequence >= 0 else ()
    if (sequence < 0) != (previous == NONE):
        sequence, previous = -1, NONE
    return Entry.write(
        key, table, sequence=sequence + 1, previous=previous, seen=named, payload=word
    )


def _word(
    chance: Random, game: Played, entries: Sequence[Entry], payload: bytes
) -> bytes:
    """Return what somebody says instead of ``payload``."""
    way = chance.random()
    if way < 0.35:
        try:
            return write_cbor(changed(chance, read_cbor(payload)))
        except Malformed:
            return noise(chance, 40)
    if way < 0.55:
        return one_of(chance, game.said)
    if way < 0.62:
        return havoc(chance, payload, game.said)
    if way < 0.65:
        return noise(chance, 40)
    return payloads.encode(_made_up(chance, game, entries))


def _made_up(chance: Random, game: Played, entries: Sequence[Entry]) -> Payload:
    """Return a payload of some kind about a turn that there is, mostly."""
    words = game.words
    turns = [word.turn for word in words if isinstance(word, Answer | End)]
    turn, number = one_of(chance, turns or [NONE]), below(chance, 3)
    seats = tuple(sorted({below(chance, 3) for _ in range(1 + below(chance, 2))}))
    id = one_of(chance, entries).id if entries else NONE
    last = words[-1]
    match below(chance, 13):
        case 0:
            return Leave()
        case 8:
            return Assent(turn, one_of(chance, ("draw", "last round", "takeback 1")))
        case 9:
            return Checkpoint(turn, NONE)
        case 11:
            boxes = tuple(bytes(80) if n in seats else b"" for n in range(3))
            return Epoch(2 + below(chance, 2), NONE, boxes, b"")
        case 12:
            return EpochRefusal(seats[0])
        case 10:
            said = Successor(NONE, (bytes(80),), b"")
            return Chat("gg") if chance.random() < 0.5 else said
        case 1:
            return EvictionVote(turn, number, seats)
        case 2:
            return Absent(turn, number, seats)
        case 3:
            return Receipt(turn, number)
        case 4:
            return Accept(id)
        case 5:
            return last if isinstance(last, End) else End(turn, NONE)
        case 6:
            return End(turn, last.state if isinstance(last, End) else NONE)
    return Answer(turn, number, one_of(chance, _MESSAGES))
