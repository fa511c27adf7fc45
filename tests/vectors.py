"""Our own vectors: one run of each protocol with fixed entropy, as a file of values.

``python -m tests.vectors`` says which files in docs/vectors are not what they
should be; ``python -m tests.vectors --write`` writes them anew.  The program runs
with the inputs of a file; the second reader works out every value on the way.
A file is written only if both have said the same, byte for byte, and every
challenge and nonce that the program has drawn stands in it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

from p2pgame.protocols.arithmetic.group import Entropy, Scalar
from p2pgame.protocols.arithmetic.transcript import Item, Transcript
from tests import program_tables, program_vectors, second_vectors
from tests.program_vectors import Vector
from tests.second_inputs import Inputs, shown
from tests.wire_values import Value

FOLDER = Path(__file__).parent.parent / "docs" / "vectors"

VECTORS: Mapping[str, Callable[[], Vector]] = {
    name.removeprefix("vector_"): function
    for module in (program_vectors, program_tables)
    for name, function in vars(module).items()
    if name.startswith("vector_")
}


@contextmanager
def overheard() -> Iterator[set[str]]:
    """Collect every challenge and nonce that the program draws, in hexadecimal."""
    drawn: set[str] = set()
    challenge, nonces = Transcript.challenge, Transcript.nonces

    def note(scalar: Scalar) -> Scalar:
        drawn.add(scalar.encode().hex())
        return scalar

    def noted(self: Transcript, label: bytes) -> Scalar:
        return note(challenge(self, label))

    def all_noted(self: Transcript, secret: Item, entropy: Entropy) -> Iterator[Scalar]:
        return map(note, nonces(self, secret, entropy))

    with (
        patch.object(Transcript, "challenge", noted),
        patch.object(Transcript, "nonces", all_noted),
    ):
        yield drawn


def differences(said: Value, values: Value, place: str = "") -> Iterator[str]:
    """Yield where ``values`` have something else than, or nothing of, ``said``."""
    match said, values:
        case dict(), dict():
            for name, one in said.items():
                if name not in values:
                    yield f"{place}/{name}: missing"
                else:
                    yield from differences(one, values[name], f"{place}/{name}")
        case list(), list() if len(said) == len(values):
            for i, (one, other) in enumerate(zip(said, values, strict=True)):
                yield from differences(one, other, f"{place}/{i}")
        case _:
            if said != values:
                yield f"{place}: {said!r} is not {values!r}"


def leaves(value: Value) -> Iterator[str]:
    match value:
        case dict():
            for one in value.values():
                yield from leaves(one)
        case list():
            for one in value:
                yield from leaves(one)
        case str():
            yield value


def made(name: str) -> str:
    """Return what the file ``name`` has to hold.

    Raises:
      ValueError: The program and the second reader do not say the same.
    """
    with overheard() as drawn:
        vector = VECTORS[name]()
    work_out = second_vectors.FILES[name]
    values = shown(work_out(Inputs(vector.inputs)))
    wrong = [*differences(vector.said, values)]
    wrong += [f"drawn: {one}" for one in sorted(drawn - {*leaves(values)})]
    if wrong:
        raise ValueError("\n".join((name, *wrong)))
    whole = {"about": vector.about, "inputs": vector.inputs, "values": values}
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def main(arguments: Sequence[str]) -> int:
    """Write the files, or say which are not right; return how many are not."""
    FOLDER.mkdir(exist_ok=True)
    stale = 0
    for name in VECTORS:
        path, text = FOLDER / f"{name}.json", made(name)
        if "--write" in arguments:
            path.write_text(text, "utf-8")
        elif not path.exists() or path.read_text("utf-8") != text:
            print(f"{path.name} is not what it should be")
            stale += 1
    return stale


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
