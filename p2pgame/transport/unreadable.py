"""Says what is wrong with an invite, a code or an address, in no language."""

from __future__ import annotations

from typing import ClassVar


class Unreadable(ValueError):
    """A text can't be read; ``key`` names the sentence that says so.

    ``fault`` chooses what it says, and ``given`` is what stands in it.
    """

    key: ClassVar[str]

    def __init__(self, fault: str, **given: str | int) -> None:
        super().__init__(fault)
        self.fault, self.given = fault, given

    def __str__(self) -> str:
        said = (self.fault, *map(str, self.given.values()))
        return f"{self.key}: {' '.join(said)}"
