"""How a game ends: all who are there sign the same last state, and that is the file.

A player's end is compared with ours once we are there ourselves.  When nobody's is
missing, what they have seen is the whole game, the same for all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from p2pgame.log import Entry, Feed, encode_archive

from .errors import Fault, Misbehaviour
from .payloads import Absent, Chat, End, Heard, Leave, Next, Refuse, Said, Without

#: What counts of an author that has signed the end; whatever else it says is void.
AFTER_END = Absent | Without | Heard | Leave | Refuse | Chat | Next


@dataclass
class Ending:
    """The ends that players have signed, by author."""

    signed: dict[bytes, tuple[Entry, End]] = field(default_factory=dict)

    def __contains__(self, author: bytes) -> bool:
        return author in self.signed

    def why_wrong(self, mine: End, authors: Iterable[bytes]) -> Misbehaviour | None:
        """Return who of ``authors`` signed another end than ours, or None."""
        for author in authors:
            entry, end = self.signed.get(author, (None, None))
            if entry is not None and end != mine:
                text = "signed another end of the game"
                return Misbehaviour(Fault.END, text, author, (entry.raw,))
        return None

    def game(
        self,
        staying: Collection[bytes],
        entries: Iterable[Entry],
        said: Sequence[tuple[Entry, Said]],
        closing: Without | None,
    ) -> tuple[Entry, ...]:
        """Return those of ``entries`` that are the game, once all have signed its end.

        ``said`` is all that was said in it, and ``closing`` what those who stay
        have signed if somebody went when only the end was to sign.
        """
        agreed = {
            entry.author: entry for entry, word in reversed(said) if word == closing
        }
        last = [self.signed[author][0] for author in staying]
        last += [agreed[author] for author in staying if author in agreed]
        return tuple(past_of(last, entries))


def past_of(last: Iterable[Entry], entries: Iterable[Entry]) -> list[Entry]:
    """Return those of ``entries`` that ``last`` have seen, and themselves."""
    by_id: Mapping[bytes, Entry] = {entry.id: entry for entry in entries}
    past: dict[bytes, Entry] = {}
    todo = list(last)
    while todo:
        entry = todo.pop()
        if entry.id in past:
            continue
        past[entry.id] = entry
        ancestors = (entry.previous, *entry.seen) if entry.sequence else entry.seen
        todo += [by_id[id] for id in ancestors]
    return list(past.values())


def archive(
    table: bytes, entries: Iterable[Entry], authors: Collection[bytes]
) -> bytes:
    """Return the entries of these authors as one file, the same for every peer.

    Raises:
      ValueError: It is too long to be read back.
    """
    feeds: dict[bytes, Feed] = {}
    for entry in sorted(entries, key=lambda entry: entry.sequence):
        if entry.author in authors:
            feeds.setdefault(entry.author, Feed(entry.author)).append(entry)
    return encode_archive(table, feeds.values())
