"""A policy says how often to make each move in each information set of a game.

It is a file of JSON, so that anybody can read it and nothing in it is executed.  A
chance is a whole number of millionths, and those of a set add up to one million.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from math import isfinite
from typing import Literal, TypeAlias

import msgspec

from p2pgame.engine import AnyGame, Message, Options, Refusal, plain
from p2pgame.engine.prepared import prepared
from p2pgame.engine.turns import is_move

from .measure import Strategies, exploitability, value
from .sequence_form import Numbers, SequenceForm, Side

FORMAT: Literal["p2pgame policy 1"] = "p2pgame policy 1"
#: Certainty, in the unit of chances.
WHOLE = 1_000_000
#: The largest file of a policy, in bytes.
SIZE_LIMIT = 64 * 1024 * 1024

#: The chance of each move that is ever made, by information set (:mod:`.situation`).
Sets: TypeAlias = dict[str, dict[str, int]]

#: Games whose versions differ in what leaving costs alone: a policy fits all of them.
_ALIKE = frozenset({"kuhn", "leduc"})


class Policy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How both seats of one game play, and how good that is (:mod:`.measure`).

    ``rules`` is the game's own in hexadecimal digits, empty for one that is shipped.
    """

    format: Literal["p2pgame policy 1"]
    game: str
    version: int
    rules: str
    options: dict[str, str | int | bool]
    iterations: int
    exploitability: float
    value: float
    seats: tuple[Sets, Sets]

    def why_not_for(
        self, game: AnyGame, options: Options | None, seats: int
    ) -> Message | None:
        """Return why this policy cannot play a game, or None.

        Without ``options`` they may be any.
        """
        if seats != len(self.seats):
            return Message.of("policy-for-two", seats=seats)
        given = self.options if options is None else msgspec.to_builtins(options)
        wanted = self.game, self.rules, self.options
        is_alike = self.version == game.version or self.game in _ALIKE
        if is_alike and wanted == (game.name, game.rules.hex(), given):
            return None
        mine, its = (
            _named(name, version, values)
            for name, version, values in (
                (self.game, self.version, self.options),
                (game.name, game.version, given),
            )
        )
        return Message.of("policy-of-another-game", mine=mine, its=its)


def decode(data: bytes) -> Policy:
    """Return the policy in a file.

    Raises:
      Refusal: It is none.
    """
    if len(data) > SIZE_LIMIT:
        raise _wrong(f"it is longer than {SIZE_LIMIT} bytes")
    try:
        policy = msgspec.json.decode(data, type=prepared(Policy))
    except (msgspec.DecodeError, RecursionError) as error:
        raise _wrong(str(error)) from None
    numbers = policy.exploitability, policy.value
    if not all(map(isfinite, numbers)) or min(policy.iterations, numbers[0]) < 0:
        raise _wrong("its numbers are impossible")
    for sets in policy.seats:
        for text, chances in sets.items():
            fits = all(is_move(m) and 0 < c <= WHOLE for m, c in chances.items())
            if not fits or sum(chances.values()) != WHOLE:
                raise _wrong(f"the chances in {text[:80]!r} do not add up to {WHOLE}")
    return policy


def encode(policy: Policy) -> bytes:
    """Return the policy as a file: one information set a line."""
    head = msgspec.to_builtins(policy)
    seats = head.pop("seats")
    lines = [f"{json.dumps(name)}: {json.dumps(item)}" for name, item in head.items()]
    lists = ",\n".join("{\n" + ",\n".join(_lines(sets)) + "\n}" for sets in seats)
    return ("{\n" + ",\n".join(lines) + f',\n"seats": [{lists}]\n}}\n').encode()


def policy_of(
    game: AnyGame,
    options: Options,
    form: SequenceForm,
    strategies: Strategies,
    iterations: int,
) -> Policy:
    """Return strategies as a policy, with the exploitability that it has as rounded."""
    seats = [
        _sets(side, chances)
        for side, chances in zip(form.sides, strategies, strict=True)
    ]
    rounded = chances_of(form, seats)
    return Policy(
        FORMAT,
        game.name,
        game.version,
        game.rules.hex(),
        msgspec.to_builtins(options),
        iterations,
        exploitability(form, rounded),
        value(form, rounded),
        (seats[0], seats[1]),
    )


def chances_of(form: SequenceForm, seats: Sequence[Sets]) -> Strategies:
    """Return the strategies of a policy.

    Raises:
      KeyError: It lacks an information set of the game.
    """
    first, second = (
        _chances(side, sets) for side, sets in zip(form.sides, seats, strict=True)
    )
    return first, second


def _chances(side: Side, sets: Mapping[str, Mapping[str, int]]) -> Numbers:
    chances = [1.0] * side.sequences
    for text, moves, first in zip(side.texts, side.moves, side.firsts, strict=True):
        for sequence, move in enumerate(moves, first):
            chances[sequence] = sets[text].get(move, 0) / WHOLE
    return chances


def _sets(side: Side, chances: Sequence[float]) -> Sets:
    """Return the chances by information set, in the order of their texts."""
    sets = Sets()
    for text, moves, first in zip(side.texts, side.moves, side.firsts, strict=True):
        rounded = _rounded(chances[first : first + len(moves)])
        sets[text] = {m: c for m, c in zip(moves, rounded, strict=True) if c}
    return dict(sorted(sets.items()))


def _rounded(chances: Sequence[float]) -> list[int]:
    """Return chances in millionths, of which the largest takes what is left over."""
    rounded = [round(chance * WHOLE) for chance in chances]
    rounded[rounded.index(max(rounded))] += WHOLE - sum(rounded)
    return rounded


def _lines(sets: Sets) -> Iterable[str]:
    for text, chances in sets.items():
        yield f"{json.dumps(text)}: {json.dumps(chances)}"


def _named(name: str, version: int, options: Mapping[str, object]) -> str:
    """Return a game in words: name, version and options."""
    words = [f"{name}, version {version}"]
    words += [f"{key}={text}" for key, text in options.items()]
    return ", ".join(words)


def _wrong(why: str) -> Refusal:
    return Refusal(Message.of("policy-wrong", why=plain(why)))
