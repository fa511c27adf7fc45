"""How the second reader reads and writes the files of docs/vectors.

Part of the second reader: it shares no code with the program.
"""

from __future__ import annotations

from tests import wire_group as group
from tests.second_prover import Entropy, parts
from tests.wire_group import Card, Element, Scalar
from tests.wire_values import Value, exactly


class Inputs:
    """The inputs of a vector, read by name."""

    def __init__(self, fields: Value) -> None:
        assert isinstance(fields, dict)
        self._fields = fields

    def text(self, name: str) -> str:
        value = self._fields[name]
        assert isinstance(value, str)
        return value

    def hex(self, name: str) -> bytes:
        return bytes.fromhex(self.text(name))

    def number(self, name: str) -> int:
        value = self._fields[name]
        assert isinstance(value, int | str)
        return int(value)  # what floats do not keep is a text

    def scalar(self, name: str) -> int:
        return group.read_scalar(self.hex(name))

    def element(self, name: str) -> Element:
        return group.read_element(self.hex(name))

    def items(self, name: str) -> list[Value]:
        value = self._fields[name]
        assert isinstance(value, list)
        return value

    def inner(self, name: str) -> Inputs:
        return Inputs(self._fields[name])

    def several(self, name: str) -> list[Inputs]:
        return [Inputs(value) for value in self.items(name)]

    def numbers(self, name: str) -> list[int]:
        return [value for value in self.items(name) if isinstance(value, int)]

    def texts(self, name: str) -> list[str]:
        return [value for value in self.items(name) if isinstance(value, str)]

    def parts(self, name: str) -> list[bytes]:
        return [bytes.fromhex(text) for text in self.texts(name)]

    def scalars(self, name: str) -> list[int]:
        return [*map(group.read_scalar, self.parts(name))]

    def elements(self, name: str) -> list[Element]:
        return [*map(group.read_element, self.parts(name))]

    def cards(self, name: str) -> list[Card]:
        pairs = self.elements(name)
        return [*zip(pairs[::2], pairs[1::2], strict=True)]

    def entropies(self) -> list[Entropy]:
        return [*map(Entropy, self.parts("seeds"))]

    def has(self, name: str) -> bool:
        return name in self._fields


def shown(value: object) -> Value:
    """Return a value as it stands in a file."""
    match value:
        case Scalar():
            return parts(value.value).hex()
        case Element():
            return value.data.hex()
        case bytes():
            return value.hex()
        case int():
            return exactly(value)
        case str():
            return value
        case dict():
            return {name: shown(one) for name, one in value.items()}
        case list() | tuple():
            return [shown(one) for one in value]
    raise TypeError(type(value).__name__)
