"""No verifier is inverted, blind to a part of what it is given, or never called."""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from p2pgame.protocols.arithmetic.errors import ProtocolError
from p2pgame.protocols.arithmetic.group import Element, Scalar
from p2pgame.protocols.arithmetic.transcript import Item, Transcript
from p2pgame.protocols.threshold import pvss
from tests.protocols.proofs.verified import CASES
from tests.protocols.truths import changes

PROTOCOLS = sorted((Path(__file__).parents[3] / "protocols").rglob("*.py"))

#: What a public function is called that checks what a peer says at one blow.
VERIFIES = ("verify", "check", "open_", "judge", "audit", "equations")
#: Protocols of several rounds, which hand what they hear to these verifiers.
ROUNDS = {"commutative.audit"}


def verifiers() -> Iterator[str]:
    """Yield every public verifier, by module and name."""
    for path in PROTOCOLS:
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            inside = node.body if isinstance(node, ast.ClassDef) else [node]
            owner = f"{node.name}." if isinstance(node, ast.ClassDef) else ""
            for function in inside:
                if isinstance(function, ast.FunctionDef) and is_verifier(function.name):
                    yield f"{path.stem}.{owner}{function.name}"


def is_verifier(name: str) -> bool:
    return name in VERIFIES or name.startswith(("verify_", "check_"))


@pytest.mark.pitfall(32)
def test_every_verifier_is_tried_here() -> None:
    assert {*verifiers()} - ROUNDS == {*CASES}


@pytest.mark.pitfall(32)
@pytest.mark.parametrize("name", CASES)
def test_a_verifier_takes_what_is_true(name: str) -> None:
    case = CASES[name]
    case.verify(**case.given)


@pytest.mark.pitfall(3)
@pytest.mark.pitfall(32)
@pytest.mark.parametrize("name", CASES)
def test_a_verifier_sees_a_change_of_any_part(name: str) -> None:
    """Of the statement, of what was said, and of the place both are bound to."""
    case, tried = CASES[name], 0
    for part, value in case.given.items():
        for what, other in changes(value):
            tried += 1
            try:
                case.verify(**{**case.given, part: other})
            except ProtocolError:
                continue
            pytest.fail(f"{name} takes another {part}: {what}")
    assert tried > len(case.given)


#: What a verifier hashes in another form, the difference to what came of it; or in
#: another proof than the first.
DERIVED = {("remasking.verify", "before"), ("reveal.verify_all", "shares")}
#: What the prover says, as far as it is no part of the statement.
SAID = {"proof", "message", "messages", "place"}


def atoms(value: object) -> Iterator[Element | Scalar]:
    """Yield all elements and scalars in a statement."""
    match value:
        case Element() | Scalar():
            yield value
        case tuple():
            for item in value:
                yield from atoms(item)
        case Mapping():
            for item in value.values():
                yield from atoms(item)
        case _ if dataclasses.is_dataclass(value):
            for field in dataclasses.fields(value):
                yield from atoms(getattr(value, field.name))


@pytest.mark.pitfall(1)
@pytest.mark.pitfall(2)
@pytest.mark.pitfall(7)
@pytest.mark.parametrize("name", [n for n in CASES if "place" in CASES[n].given])
def test_the_whole_statement_is_hashed_before_the_first_challenge(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """No part of it can be chosen to fit a challenge."""
    case, heard, asked = CASES[name], set[Element | Scalar](), 0
    append, challenge = Transcript.append, Transcript.challenge

    def hear(self: Transcript, label: bytes, *items: Item) -> None:
        if not asked:
            heard.update(flat(items))
        append(self, label, *items)

    def ask(self: Transcript, label: bytes) -> Scalar:
        nonlocal asked
        asked += 1
        return challenge(self, label)

    monkeypatch.setattr(Transcript, "append", hear)
    monkeypatch.setattr(Transcript, "challenge", ask)
    case.verify(**case.given)
    assert asked
    for part, value in case.given.items():
        if part in SAID or (name, part) in DERIVED:
            continue
        if isinstance(value, pvss.Dealing):
            value = value.shares
        missing = {*atoms(value)} - heard
        assert not missing, f"{name} does not hash all of its {part}"


def flat(item: Item) -> Iterator[Element | Scalar]:
    match item:
        case Element() | Scalar():
            yield item
        case tuple() | list():
            for inner in item:
                yield from flat(inner)
