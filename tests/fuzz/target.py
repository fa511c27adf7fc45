"""What is fuzzed, and how it is judged: one target for each parser.

A target makes inputs from chance, gives them to the code under test, and knows
what must hold.  It says of each input in a word what became of it, so that the
table at the end shows how deep the inputs went.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from time import process_time

#: A run is given up after so many findings: more of one kind tell nothing.
ENOUGH = 5


class Wrong(Exception):
    """The code under test broke a promise."""


@dataclass(frozen=True, slots=True)
class Input:
    """What a parser is given.

    ``forged`` are the authors who signed anything anew for it: all that is said
    against others in it is made up.  ``valid`` says that it must be accepted.
    """

    data: bytes
    forged: frozenset[bytes] = frozenset()
    valid: bool = False


class Target(ABC):
    """One parser; ``inputs`` is how many a whole campaign gives it.

    To read any of them may take ``seconds`` of the processor and no more.
    """

    name: str
    inputs: int
    seconds: float = 0.05

    @abstractmethod
    def make(self, chance: Random) -> Input:
        """Return the next input."""

    @abstractmethod
    def parse(self, data: bytes) -> object:
        """Give an input to the code under test alone, to see how long it takes."""

    @abstractmethod
    def judge(self, given: Input) -> str:
        """Return in a word what became of an input.

        Raises:
          Wrong: A promise is broken.
        """


@dataclass(frozen=True, slots=True)
class Finding:
    """An input that breaks a promise, and where in the campaign it came up."""

    target: str
    chunk: int
    number: int
    text: str
    data: bytes = field(repr=False)
    forged: frozenset[bytes] = frozenset()


@dataclass(slots=True)
class Tally:
    """What became of some inputs, in how many seconds of the processor."""

    words: Counter[str] = field(default_factory=Counter)
    findings: list[Finding] = field(default_factory=list)
    seconds: float = 0.0
    slowest: float = 0.0

    @property
    def inputs(self) -> int:
        return self.words.total()

    def add(self, other: Tally) -> None:
        self.words += other.words
        self.findings += other.findings
        self.seconds += other.seconds
        self.slowest = max(self.slowest, other.slowest)


def chance_of(seed: int, target: str, chunk: int) -> Random:
    """Return the chance of one part of a campaign, the same in any process."""
    return Random(f"{seed} {target} {chunk}")


def run(
    target: Target,
    *,
    seed: int,
    chunk: int,
    count: int,
    enough: int = ENOUGH,
    note: Callable[[bytes], None] = lambda data: None,
) -> Tally:
    """Give a target ``count`` inputs; ``note`` is told each one beforehand."""
    chance, tally = chance_of(seed, target.name, chunk), Tally()
    begun = process_time()
    for number in range(count):
        given = target.make(chance)
        note(given.data)
        started = process_time()
        try:
            word = target.judge(given)
            taken = process_time() - started
            if taken > target.seconds:
                taken = _measured_again(target, given.data)
            tally.slowest = max(tally.slowest, taken)
            if taken > target.seconds:
                raise Wrong(f"it took {taken:.3f} s to read")
        except Exception as error:  # whatever leaves a parser is what we look for
            word, text = "FOUND", _told(error)
            where = target.name, chunk, number
            tally.findings.append(Finding(*where, text, given.data, given.forged))
        tally.words[word] += 1
        if len(tally.findings) >= enough:
            break
    tally.seconds = process_time() - begun
    return tally


def _told(error: Exception) -> str:
    if isinstance(error, Wrong):
        return str(error)
    return f"{type(error).__name__} left it: {error}"


def _measured_again(target: Target, data: bytes) -> float:
    """Return the least of three times, of the code under test alone."""
    times = []
    for _ in range(3):
        started = process_time()
        with suppress(Exception):
            target.parse(data)
        times.append(process_time() - started)
    return min(times)


def refusal(call: Callable[[], object], *refusals: type[Exception]) -> object:
    """Return what a reader makes of an input, or the exception it refuses it by."""
    try:
        return call()
    except refusals as error:
        return error


def same(one: object, other: object) -> bool:
    """Return whether two values are equal, and of one type in every part."""
    if type(one) is not type(other):
        return False
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return [*one] == [*other] and all(map(same, one.values(), other.values()))
    return one == other
