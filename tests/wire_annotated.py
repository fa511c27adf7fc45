"""Writes docs/wire-kuhn.md: a transcript of Kuhn poker, annotated byte by byte.

    python -m tests.wire_annotated --write

Everything on the page comes from the file and the second reader, which shares no code
with the program.  A test compares the page with what this module gives.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from textwrap import wrap

from tests import second, wire_proofs, wire_shuffles
from tests import wire_reader as reader
from tests.second.rules.kuhn import Kuhn1
from tests.second.turns import Choose, Deal, Event, Open, Over, Shuffle, Turn
from tests.wire_annotations import SHOWN, Notes, note_entry, note_start, show
from tests.wire_group import Card, Element, total
from tests.wire_reader import Entry, hash_of
from tests.wire_values import Value, need, write_msgpack

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "tests" / "archive" / "kuhn-1-masked.p2pgame"
PAGE = ROOT / "docs" / "wire-kuhn.md"

HEAD = (
    "This is [tests/archive/kuhn-1-masked.p2pgame]"
    "(../tests/archive/kuhn-1-masked.p2pgame), and what a verifier makes of it in the "
    "[twelve steps](wire.md#a-verifier-in-twelve-steps) of the wire. "
    "`python -m tests.wire_annotated --write` writes this page by the second reader, "
    "and a test compares it. A line has an offset, bytes, and their meaning. Of a long "
    f"run the first {SHOWN} bytes are shown, and behind `…` its length, with the head "
    "of a CBOR item. Each byte of the file is in one line, in order.",
    "Two authors play. *A* is the host: its key is the table's id. Their entries are "
    "named by author and sequence: A0, A1 …, B0, B1 …",
)
FILE = (
    "[Container](wire.md#transcript-file) · [entries](wire.md#entries) · "
    "[signatures](wire.md#signatures) · [payloads](wire.md#payloads)"
)

#: What there is to say of some kinds of entries.
ABOUT = {
    "hello": (
        "A [hello](wire.md#before-the-game): `proof` is the identity's signature of "
        "table ‖ author. A reader of a file can't check `invited`."
    ),
    "genesis": (
        "The host's [genesis](wire.md#before-the-game): Kuhn poker, version 1, for the "
        "hellos {hellos}. So their authors have seats 0 and 1. The quorum is 0, and so "
        "the absence is `wait`."
    ),
    "accept": (
        "It names the genesis, which is in its past. When both have accepted, the game "
        "starts."
    ),
}

END = (
    "The rules say that the game is over. Both players have signed its "
    "[end](wire.md#end). Every entry of the file is one of these two, or in their "
    "past. So the result stands."
)

#: The parts of a message of each round, with three cards.
KEY_SHARE = ((32, "share = x·G"), (32, "R"), (32, "z"))
SHUFFLE = (
    *((32, f"card {n // 2 + 1}, C{n % 2 + 1}") for n in range(6)),
    *((32, name) for name in ("c", "c_d", "E_d, C1", "E_d, C2")),
    *((32, name) for name in ("f_1", "f_2", "f_3", "Z", "c_d'", "c_Δ", "c_a")),
    *((32, name) for name in ("f'_1", "f'_2", "f'_3", "z", "f_Δ1", "f_Δ2", "z_Δ")),
)


@dataclass
class Reached:
    """A turn, the state in which it begins, its id, and how that came about."""

    turn: Turn
    state: list[Value]
    id: bytes
    label: str
    used: list[bytes]
    event: str = ""

    @property
    def digest(self) -> bytes:
        return hash_of("p2pgame state", write_msgpack(self.state))


@dataclass
class Story:
    """What the second reader makes of the file."""

    data: bytes
    entries: list[Entry]
    reached: list[Reached]
    payoffs: tuple[int, ...]
    names: dict[bytes, str]

    def said(self, used: bytes) -> bytes:
        """Return the message of an answer."""
        entry = next(entry for entry in self.entries if entry.id == used)
        payload = reader.read_payload(entry.payload)
        message = payload[3]
        assert isinstance(message, bytes)
        return message


def played(events: Sequence[str]) -> list[tuple[list[Value], Turn]]:
    """Return the states of a game with these events, as in a trace, and their turns."""
    rules = Kuhn1()
    state = rules.start(2, {})
    need(state is not None, "a game")
    seen = []
    for event in [*events, None]:
        assert state is not None
        fields = json.loads(json.dumps([*rules.fields(state)]))
        seen.append((fields, rules.turn(state)))
        if event is not None:
            kind, values = event.split(" ", 1)
            state = rules.apply(state, Event(kind, tuple(json.loads(values))))
    return seen


def read(data: bytes) -> Story:
    """Read and verify the file."""
    _, entries = reader.read_file(data)
    game = second.verify(data, {"kuhn": Kuhn1()})
    led = [line.split()[1:] for line in game.trace if line.startswith("by ")]
    events = [line[6:] for line in game.trace if line.startswith("event ")]
    reached = [
        Reached(turn, state, turn_id, label, [bytes.fromhex(part) for part in parts])
        for (state, turn), turn_id, (label, *parts) in zip(
            played(events), game.turns, led, strict=True
        )
    ]
    for one, event in zip(reached, events, strict=False):
        one.event = event
    authors = dict.fromkeys(entry.author for entry in entries)
    letters = dict(zip(authors, "AB", strict=True))
    named = {e.id: f"{letters[e.author]}{e.sequence}" for e in entries}
    return Story(data, entries, reached, game.payoffs, named)


def page() -> str:
    """Return the whole page."""
    story = read(SOURCE.read_bytes())
    lines = ["# A file of Kuhn poker, byte by byte", ""]
    for paragraph in HEAD:
        lines += [*_prose(paragraph), ""]
    lines += ["## Steps 1 to 4: the file", FILE]
    lines += [*_file(story), *_graph(story), *_turns(story), *_end(story)]
    return "\n".join(lines).rstrip() + "\n"


def _prose(text: str) -> list[str]:
    """Return sentences in lines of the pages' width."""
    return wrap(text, width=130, break_long_words=False, break_on_hyphens=False)


def _block(lines: Sequence[str]) -> list[str]:
    return ["", "```text", *lines, "```", ""]


def _file(story: Story) -> list[str]:
    notes = Notes(story.data)
    count = note_start(notes)
    need(count == len(story.entries), "count")
    lines = _block(show(story.data, notes.take_runs()))
    for number, entry in enumerate(story.entries):
        payload = reader.read_payload(entry.payload)
        kind = str(payload[0])
        lines.append(f"### {story.names[entry.id]}: {kind}")
        turns = {one.id: f"turn {n}" for n, one in enumerate(story.reached)}
        states = {one.digest: f"state {n}" for n, one in enumerate(story.reached)}
        known = story.names | turns | states
        note_entry(notes, known, _parts(story), whole=number == 0)
        if kind in ABOUT:
            hellos = _names(story, _hellos(payload))
            lines += _prose(ABOUT[kind].format(hellos=hellos))
        elif kind == "answer":
            lines.append(_about_answer(story, entry))
        lines += _block(show(story.data, notes.take_runs()))
        lines += [f"Its id is `{entry.id.hex()}`.", ""]
    notes.note(32, "checksum of all before")
    lines += ["### The checksum", *_block(show(story.data, notes.take_runs()))]
    need(notes.at == len(story.data), "bytes left over")
    return lines


def _hellos(payload: list[Value]) -> list[bytes]:
    hellos = payload[6] if payload[0] == "genesis" else []
    assert isinstance(hellos, list)
    return [id for id in hellos if isinstance(id, bytes)]


def _names(story: Story, ids: Sequence[bytes]) -> str:
    return " and ".join(story.names[id] for id in ids) or "none"


def _turn_of(story: Story, entry: Entry) -> tuple[int, int]:
    """Return the number of the turn that an answer is for, and the round."""
    match reader.read_payload(entry.payload):
        case ["answer", bytes(turn), int(number), _]:
            ids = [one.id for one in story.reached]
            return ids.index(turn), number
    raise AssertionError(entry)


def _about_answer(story: Story, entry: Entry) -> str:
    turn, number = _turn_of(story, entry)
    what = type(story.reached[turn].turn).__name__
    return f"An answer in round {number} of [turn {turn}](#turn-{turn}): {what}."


def _parts(story: Story) -> Callable[[list[Value]], Sequence[tuple[int, str]]]:
    def parts(payload: list[Value]) -> Sequence[tuple[int, str]]:
        _, turn, number, message = payload
        assert isinstance(turn, bytes)
        assert isinstance(message, bytes)
        at = next(one for one in story.reached if one.id == turn)
        match at.turn:
            case Shuffle():
                return KEY_SHARE if number == 0 else SHUFFLE
            case Deal() | Open():
                return (32, "token"), (32, "S"), (32, "c"), (32, "z")
        return ((len(message), f'the move "{message.decode()}"'),)

    return parts


def _graph(story: Story) -> list[str]:
    lines = ["## Steps 5 and 6: the graph, and what was before the game"]
    lines.append("Each entry is behind its [previous and seen](wire.md#the-graph):")
    told = []
    for entry in reader.delivered(story.entries):
        named = [story.names[id] for id in entry.named]
        told.append(f"{story.names[entry.id]}  ◄ {', '.join(named) or '(first)'}")
    return [*lines, *_block(told)]


def _turns(story: Story) -> list[str]:
    lines = ["## Steps 7 to 11: the turns"]
    for number, (one, after) in enumerate(pairwise(story.reached)):
        lines += _turn(story, number, one, after)
    return lines


def _turn(story: Story, number: int, one: Reached, after: Reached) -> list[str]:
    used = after.used[:-1]
    facts = [
        f"state     {_shown(one.state)}",
        f"encoded   {write_msgpack(one.state).hex()}",
        f"digest    {one.digest.hex()}",
        f"id        {one.id.hex()}",
        f"          = H(p2pgame {one.label}; {_led(story, number, one)})",
        f"answers   {', '.join(story.names[id] for id in used)}",
        *_derived(story, one, used),
        f"event     {one.event}",
    ]
    return [f"### Turn {number}", *_prose(_about_turn(one.turn)), *_block(facts)]


def _shown(state: Sequence[Value]) -> str:
    return json.dumps([*state])


def _led(story: Story, number: int, one: Reached) -> str:
    if number == 0:
        return f"id of {story.names[one.used[0]]}, the genesis"
    names = " ‖ ".join(f"id of {story.names[id]}" for id in one.used[:-1])
    return f"id of turn {number - 1} ‖ {names} ‖ digest of this state"


def _about_turn(turn: Turn) -> str:
    match turn:
        case Shuffle(faces, players):
            return (
                f"A [Shuffle](wire.md#shuffle) of {' '.join(faces)} by players "
                f"{_and(players)}. It is the first turn that needs [keys]"
                "(wire.md#keys): round 0 makes them. Rounds 1 and 2 are the players' "
                "shuffles."
            )
        case Deal():
            return (
                "A [Deal](wire.md#deal-and-open) of slot 0 to player 0, and slot 1 to "
                "player 1. Each owes a token for the other's card. Only two seats are "
                "present, so there is no agreement."
            )
        case Choose(player, _):
            return f"Player {player} [chooses](wire.md#choose)."
        case Open(slots):
            return (
                f"An [Open](wire.md#deal-and-open) of slots {_and(slots)}. Each player "
                "owes the last token of its own card. C2 less both tokens is the "
                "element of the face."
            )
    raise AssertionError(turn)


def _and(numbers: Sequence[int]) -> str:
    return " and ".join(map(str, numbers))


def _derived(story: Story, one: Reached, used: Sequence[bytes]) -> list[str]:
    """Return values that a verifier computes in this turn."""
    match one.turn:
        case Shuffle():
            return _cards(story, one, used)[0]
        case Deal() | Open():
            return _tokens(story, one, used)
    return []


def _shares(story: Story) -> list[Element]:
    first, used = story.reached[0], story.reached[1].used
    return [
        wire_proofs.check_share(story.said(id), first.id, (0, 1), seat)[0]
        for seat, id in enumerate(used[:2])
    ]


def _cards(
    story: Story, one: Reached, used: Sequence[bytes]
) -> tuple[list[str], list[Card], bytes]:
    """Return what there is to tell of a shuffle, the cards, and their identity hash."""
    assert isinstance(one.turn, Shuffle)
    told, shares = [], _shares(story)
    for seat, id in enumerate(used[:2]):
        _, c = wire_proofs.check_share(story.said(id), one.id, (0, 1), seat)
        told.append(f"share {seat}   challenge {c.to_bytes(32, 'little').hex()}")
    key = total(shares)
    told.append(f"joint key {key.data.hex()}")
    cards, identity = wire_shuffles.start_deck(one.turn.faces, (0, 1), shares, one.id)
    told.append(f"deck      identity hash {identity.hex()} at the start")
    for seat, id in enumerate(used[2:]):
        cards, identity = wire_shuffles.check_shuffle(
            story.said(id), cards, key, identity, seat
        )
        told.append(f"          identity hash {identity.hex()} after player {seat}")
    return told, cards, identity


def _tokens(story: Story, one: Reached, used: Sequence[bytes]) -> list[str]:
    _, cards, identity = _cards(story, story.reached[0], story.reached[1].used[:-1])
    told = []
    for seat, id in enumerate(used):
        slot = 1 - seat if isinstance(one.turn, Deal) else seat
        origin = identity + slot.to_bytes(8, "little")
        occasion = wire_proofs.occasion_of_tokens(one.id, seat, seat, [slot], [origin])
        _, c = wire_proofs.check_tokens(
            story.said(id), [cards[slot]], _shares(story)[seat], occasion
        )
        shown = c.to_bytes(32, "little").hex()
        told.append(f"token     of player {seat} for slot {slot}, challenge {shown}")
    return told


def _end(story: Story) -> list[str]:
    last, number = story.reached[-1], len(story.reached) - 1
    assert isinstance(last.turn, Over)
    ends = [
        story.names[e.id]
        for e in story.entries
        if reader.read_payload(e.payload)[0] == "end"
    ]
    facts = [
        f"state     {_shown(last.state)}",
        f"digest    {last.digest.hex()}",
        f"id        {last.id.hex()}",
        f"          = H(p2pgame {last.label}; {_led(story, number, last)})",
        f"ends      {' and '.join(ends)} have this id and digest",
        f"payoffs   {' '.join(map(str, story.payoffs))}",
    ]
    return [
        "## Step 12: the end",
        *_prose(END),
        *_block(facts),
    ]


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        PAGE.write_text(page())
    else:
        print(page(), end="")
