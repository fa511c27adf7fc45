"""Writes docs/attacks.md: each exhibit with the answer that the program gives to it.

The answers are the program's own, on the files that are there; who plays here has no
contacts and no games of its own, so the page says the same on every machine.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from contextlib import chdir
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from click.testing import CliRunner

from p2pgame.cli.main import main
from tests.sources import ROOT

from . import cards, locks, moves, papers, shuffles, stories, tried
from .exhibit import Exhibit

PAGE = ROOT / "docs" / "attacks.md"
GROUPS: Mapping[str, Mapping[str, Exhibit]] = {
    "Shuffles": shuffles.EXHIBITS,
    "Keys, tokens and placed cards": cards.EXHIBITS,
    "Commutative decks": locks.EXHIBITS,
    "Sealed moves, dice and rules": moves.EXHIBITS,
    "Two stories, and files that say less": stories.EXHIBITS,
    "Words, players and offers": papers.EXHIBITS,
}
EXHIBITS: Mapping[str, Exhibit] = {
    name: one for group in GROUPS.values() for name, one in group.items()
}
SUFFIX = {"verify": ".p2pgame", "evidence": ".evidence", "receipt": ".receipt"}
#: How many of the tests of a number are named.
NAMED = 2

HEAD = """\
# A gallery of attacks

Each file here holds an attack that is known from papers, from other programs or from
our own tests. `p2pgame` says what it makes of it: run the commands, and read the same
answers. Player 1 is the cheat unless something else is said.

The cheat plays with our own program, in which a few functions do something else, so
that nothing but the defence stands in its way. A test takes each defence out, and a
section says what comes of that: mostly that the attack succeeds, and that a verifier
without the defence calls the game fair. With the defence it refuses that game, too.

This page and its files are made by `make gallery`, from fixed seeds;
`tests/attacks/test_gallery.py` compares them. What is proved and what is
not promised stands in [security.md](security.md).
"""
BY_NUMBER = """\
## By number

The numbers are those of the tests' marks: `pytest -m pitfall` and `pytest -m attack`
run all tests, of which at most two are named here. An attack without a file leaves
none: a frame is refused, a link ends, a disk fails, or a mistake would be our own
program's.
"""
#: What the numbers of the mark `pitfall` mean.
PITFALLS: Mapping[int, str] = {
    1: "a challenge that leaves something out (weak Fiat–Shamir)",
    2: "a shuffle that is fitted to a known challenge",
    3: "a proof or word from another place",
    4: "rogue keys",
    5: "generators with a trapdoor",
    6: "cards doubled, lost or brought in",
    7: "a proof about another deck, or one that nobody checks",
    8: "wrong lengths",
    9: "points that are not canonical",
    10: "failures that look like the neutral element",
    11: "scalars that are not canonical",
    12: "the neutral element, and elements of small order",
    13: "a cofactor",
    14: "quadratic residues that shine through",
    15: "faces with known relations",
    16: "marks in a deck without proofs",
    17: "a key that opens more than one card",
    18: "nonces that repeat",
    19: "challenges that are short or biased",
    20: "permutations that are biased",
    21: "hashes of parts without their lengths",
    22: "leaving when the cards are bad",
    23: "the last word in joint randomness",
    24: "copied commitments and shares",
    25: "too few tokens, or too many",
    26: "elements of a proof that nobody checks",
    27: "false proofs that cancel in a batch",
    28: "different decks for different peers",
    29: "tokens before all is verified",
    30: "a card put in again, to have it opened",
    31: "time that tells a secret",
    32: "a verifier that is not called, or says yes to all",
}


@dataclass(frozen=True)
class Answer:
    """What a command printed, and its exit status."""

    command: str
    text: str
    status: int


def path_of(name: str) -> str:
    """Return where an exhibit's file is, from the root."""
    one = EXHIBITS[name]
    return f"{one.home}/{name}{SUFFIX[one.command]}"


def files() -> dict[str, bytes]:
    """Return the files that are made for the gallery, by their paths."""
    made = {}
    for name, one in EXHIBITS.items():
        if one.is_own:
            made[path_of(name)] = one.make()
            if one.other is not None:
                made[_other(name)] = one.other()
    return made


def _other(name: str) -> str:
    path = Path(path_of(name))
    return path.with_stem(f"{path.stem}-other").as_posix()


@cache
def answer(name: str) -> Answer:
    """Return what the program says of an exhibit's file."""
    one = EXHIBITS[name]
    arguments = [one.command, path_of(name)]
    if one.other is not None:
        arguments.append(_other(name))
    with TemporaryDirectory() as home, chdir(ROOT):
        # nobody who was convicted by another exhibit is known there
        done = CliRunner(env={"P2PGAME_HOME": home}).invoke(main, arguments)
    return Answer(" ".join(("p2pgame", *arguments)), done.output, done.exit_code)


# The page


def page() -> str:
    parts = HEAD, *_table(), *_sections(), tried.section(), BY_NUMBER, *_numbers()
    return "\n".join(parts) + "\n"


def _table() -> Iterator[str]:
    yield "| attack | file | answer |\n|---|---|---|"
    for name, one in EXHIBITS.items():
        yield f"| {_link(one)} | `{path_of(name)}` | {_in_short(name)} |"
    yield ""


def _in_short(name: str) -> str:
    one = EXHIBITS[name]
    shown = f"player {one.seat}: {one.fault}, " if one.fault else ""
    return f"{shown}status {answer(name).status}"


def _sections() -> Iterator[str]:
    for heading, group in GROUPS.items():
        yield f"## {heading}\n"
        for name, one in group.items():
            yield from _section(name, one)


def _section(name: str, one: Exhibit) -> Iterator[str]:
    said = answer(name)
    yield f"### {one.title}\n"
    yield f"{one.does}\n"
    yield f"- *What it would gain:* {one.gains}"
    yield f"- *What stops it:* {one.stopped} (`{one.module}`)."
    yield f"- *Without that:* {_without(one)}."
    if one.pitfalls or one.attacks:
        yield f"- *Numbers:* {_about(one)}."
    yield f"\n```\n$ {said.command}\n{said.text}$ echo $?\n{said.status}\n```\n"


def _without(one: Exhibit) -> str:
    """Return how it is known that it is this defence which meets the attack."""
    if isinstance(one.without, str):
        return f"`make mutants` takes out “{one.without}”, and its tests fail"
    if one.wins:
        return "the game goes on to its end, and is verified as a fair one"
    return "the file is not refused for this reason"


def _about(one: Exhibit) -> str:
    pitfalls = ", ".join(map(str, one.pitfalls))
    attacks = ", ".join(map(str, one.attacks))
    kinds = [("pitfall", pitfalls), ("attack", attacks)]
    return "; ".join(f"{kind} {numbers}" for kind, numbers in kinds if numbers)


def _numbers() -> Iterator[str]:
    told = _told()
    attacks = {number: name for number, (name, _) in told.items()}
    for kind, names in (("pitfall", PITFALLS), ("attack", attacks)):
        yield f"| {kind} | what | where |\n|---|---|---|"
        for number, name in names.items():
            yield f"| {number} | {name} | {_where(kind, number)} |"
        yield ""


def _where(kind: str, number: int) -> str:
    shown = [
        _link(one)
        for one in EXHIBITS.values()
        if number in (one.pitfalls if kind == "pitfall" else one.attacks)
    ]
    if shown:
        return ", ".join(shown)
    tests = marked().get((kind, number), [])
    if not tests:
        return _told()[number][1]
    return ", ".join(f"`{test}`" for test in tests[:NAMED])


def _link(one: Exhibit) -> str:
    return f"[{one.title}](#{anchor(one.title)})"


def anchor(title: str) -> str:
    """Return what a heading is called in a link."""
    return re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")


@cache
def _told() -> dict[int, tuple[str, str]]:
    """Return what docs/security.md calls each attack, and what it says of it."""
    text = (ROOT / "docs" / "security.md").read_text("utf-8")
    section = text.partition("## The attacks, one by one")[2]
    rows = re.findall(r"^\| (\d+) \| ([^|]+) \| ([^|]+) \|$", section, re.MULTILINE)
    return {int(number): (name, said) for number, name, said in rows}


@cache
def marked() -> dict[tuple[str, int], list[str]]:
    """Return the tests with each mark; those on attacks as such come first."""
    found: dict[tuple[str, int], list[str]] = {}
    paths = [path.relative_to(ROOT) for path in (ROOT / "tests").rglob("test_*.py")]
    for path in sorted(paths, key=lambda p: (p.parts[1] != "attacks", p.as_posix())):
        text = (ROOT / path).read_text("utf-8")
        if not re.search(r"mark\.\w+\(\d+\)", text):
            continue
        for node in ast.parse(text).body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                marks = " ".join(map(ast.unparse, node.decorator_list))
                for kind, number in re.findall(r"mark\.(\w+)\((\d+)\)", marks):
                    test = f"{path.as_posix()}::{node.name}"
                    found.setdefault((kind, int(number)), []).append(test)
    return found
