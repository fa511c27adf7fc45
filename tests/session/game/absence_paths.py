"""Every path that the model in :mod:`.absence_model` takes from a state to the next.

What is left out, since it makes no difference.
- Taking in an entry shows only in what is done or said next; so all that is taken in
  just before is one step.  If the same deed could be done before an entry was taken
  in, and comes to the same state with it afterwards, only the former is explored;
  that it is the same state is compared, not assumed.
- Of a clock just the answers of this round are kept, for the rules read nothing else;
  an entry may then arrive before some that its author had, which only adds paths.
- Whoever may act does so at once: it could do nothing else that it cannot do then.
``exact`` turns the last two off.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import ge
from typing import TypeAlias

from p2pgame.session.entries.payloads import Answer
from tests.session.game.absence_peer import (
    ROUND_ID,
    Liar,
    Peer,
    Setting,
    Signed,
    View,
    Word,
)

Actor: TypeAlias = Peer | Liar
#: Numbers of entries, log by log.
Logs: TypeAlias = tuple[tuple[int, ...], ...]
#: Numbers of actors, and what they have signed.
State: TypeAlias = tuple[tuple[int, ...], Logs]
#: A number of an entry, and whether it is said or only taken in; -1 is acting.
Label: TypeAlias = tuple[int, bool]

#: Nobody who is honest says more in one round.
MOST_WORDS = 12


class Counterexample(Exception):
    """The rules do not keep what they promise."""


class Paths:
    """The actors of one setting, what they sign, and the states that they come to."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        self._forks = setting.forks
        #: Actors and entries by their numbers.
        self.actors: list[Actor] = []
        self.entries: list[Signed] = []
        self._numbers: dict[object, int] = {}
        self._received: dict[tuple[int, int], int] = {}
        self._said: dict[int, list[tuple[Word, bool]]] = {}
        self._taken: dict[tuple[int, Logs], int] = {}
        self._steps: dict[tuple[int, int, Logs], list[tuple[int, int | None]]] = {}

    def begin(self) -> State:
        """Return the state in which all paths begin."""
        setting, actors = self._setting, list[Actor]()
        for log, seat in enumerate(setting.owners):
            if seat in setting.liars:
                actors.append(Liar(setting, seat, log, (0,) * len(setting.owners)))
            else:
                actors.append(Peer.begin(setting, seat))
        logs: list[tuple[int, ...]] = [()] * len(actors)
        for log, words in enumerate(setting.stories):
            for word in words:
                entry = self._sign(log, actors[log].view, word, tuple(logs))
                actors[log] = actors[log].receive(self.entries[entry])
                logs[log] += (entry,)
        return tuple(map(self._number, actors)), tuple(logs)

    def _number(self, actor: Actor) -> int:
        key = actor.seat, actor.key()
        if key not in self._numbers:
            self._numbers[key] = len(self.actors)
            self.actors.append(actor)
            if isinstance(actor, Peer) and (decision := actor.taken_back()):
                raise Counterexample(f"{actor.seat} would take back {decision}")
        return self._numbers[key]

    def _number_of(self, entry: Signed) -> int:
        if entry not in self._numbers:
            self._numbers[entry] = len(self.entries)
            self.entries.append(entry)
        return self._numbers[entry]

    def _receive(self, number: int, entry: int) -> int:
        """Return the actor that comes of this one by an entry."""
        key = number, entry
        if key not in self._received:
            if entry < 0:
                actor = self.actors[number]
                assert isinstance(actor, Peer)
                self._received[key] = self._number(actor.act())
            else:
                got = self.actors[number].receive(self.entries[entry])
                self._received[key] = self._number(got)
        return self._received[key]

    def words(self, number: int) -> list[tuple[Word, bool]]:
        """Return what an actor may say now, and whether each is due."""
        if number not in self._said:
            self._said[number] = list(self.actors[number].words())
        return self._said[number]

    def _readable(self, actor: Actor, logs: Logs) -> Iterator[int]:
        """Yield the entries that an actor can take in next.

        Who has one branch of a fork and comes to the other stops the game for
        itself; so it might as well not come to it.
        """
        view, setting = actor.view, self._setting
        for log, count in enumerate(view):
            if count == len(logs[log]) or (self._forks and self._sees_other(view, log)):
                continue
            entry = self.entries[logs[log][count]]
            if isinstance(actor, Liar) and (setting.stories or not _is_answer(entry)):
                continue
            seen = (*entry.seen[:log], 0, *entry.seen[log + 1 :])
            if all(map(ge, view, seen)):
                yield logs[log][count]

    def _sees_other(self, view: View, log: int) -> bool:
        owners = self._setting.owners
        logs = range(len(owners))
        return any(view[o] and o != log and owners[o] == owners[log] for o in logs)

    def _sign(self, at: int, view: View, word: Word, logs: Logs) -> int:
        seen = list(view)
        for log, count in enumerate(view):
            if log == at:
                seen[log] += 1
            elif not self._setting.exact:
                heard = [self.entries[entry] for entry in logs[log][:count]]
                answers = [n for n, entry in enumerate(heard, 1) if _is_answer(entry)]
                seen[log] = max(answers, default=0)
        owner = self._setting.owners[at]
        return self._number_of(Signed(owner, at, view[at], word, tuple(seen)))

    def follow(self, state: State) -> Iterator[State]:
        """Yield each state after one more deed or word of anybody's."""
        actors, logs = state
        for at, number in enumerate(actors):
            key = at, number, logs
            if key not in self._steps:
                self._steps[key] = list(self._follow_one(*key))
            for after, entry in self._steps[key]:
                now = (*actors[:at], after, *actors[at + 1 :])
                if entry is None:
                    yield now, logs
                    continue
                log = (*logs[at], entry)
                if len(log) > MOST_WORDS:
                    raise Counterexample("no end of words" + self.show(state))
                yield now, (*logs[:at], log, *logs[at + 1 :])

    def _follow_one(
        self, at: int, first: int, logs: Logs
    ) -> Iterator[tuple[int, int | None]]:
        """Yield what becomes of one actor, and what it has signed."""
        deeds = self.actors[first].deeds
        level: dict[int, list[tuple[int, int]]] = {first: []}
        steps: dict[int, dict[Label, int]] = {}
        while level:
            above: dict[int, list[tuple[int, int]]] = {}
            for number, parents in level.items():
                actor, mine = self.actors[number], dict[Label, int]()
                steps[number] = mine
                for word, _ in self.words(number):
                    entry = self._sign(at, actor.view, word, logs)
                    mine[entry, True] = self._receive(number, entry)
                if actor.may_act:
                    mine[-1, False] = self._receive(number, -1)
                for entry in self._readable(actor, logs):
                    after = self._receive(number, entry)
                    if self.actors[after].deeds != deeds:
                        mine[entry, False] = after
                    else:
                        above.setdefault(after, []).append((number, entry))
                for label, after in mine.items():
                    before = ((steps[other], entry) for other, entry in parents)
                    if not any(
                        label in theirs and self._receive(theirs[label], entry) == after
                        for theirs, entry in before
                    ):
                        yield after, label[0] if label[1] else None
            level = above

    def take_in(self, number: int, logs: Logs) -> int:
        """Return the actor that comes of this one by all that it can take in."""
        key = number, logs
        if key not in self._taken:
            while entries := list(self._readable(self.actors[number], logs)):
                number = self._receive(number, entries[0])
            self._taken[key] = number
        return self._taken[key]

    def show(self, state: State) -> str:
        """Return what each has done, has and has signed, line by line."""
        lines = [""]
        for number, log in zip(*state, strict=True):
            actor = self.actors[number]
            lines.append(f"{actor.seat}: {actor.deeds}, has {actor.view}")
            for entry in log:
                word, seen = self.entries[entry].word, self.entries[entry].seen
                seats = getattr(word, "seats", "")
                lines.append(f"    {type(word).__name__} {seats} has {seen}")
        return "\n".join(lines)


def _is_answer(entry: Signed) -> bool:
    return isinstance(entry.word, Answer) and entry.word.turn == ROUND_ID[0]
