"""This module names the versions of the wire that this program speaks.

A version stands for all of docs/wire.md: entries, payloads, proofs and files.  Invites
and hellos carry a range of them, and a genesis fixes the highest that all players'
programs speak (docs/design/wire-versions.md).
"""

from __future__ import annotations

from dataclasses import dataclass

#: The versions that this program speaks.
LOWEST, HIGHEST = 2, 3
#: The first version whose genesis has all fields of time, in which players write down
#: how long they have waited, and an end in the middle of a game is a fault.
TIMED = 3

#: The release of p2pgame in which each version became the highest.
_RELEASES = {1: "0.0", 2: "0.1", 3: "0.2"}


@dataclass(frozen=True, slots=True)
class Versions:
    """The versions from ``lowest`` to ``highest``."""

    lowest: int = LOWEST
    highest: int = HIGHEST

    def shared(self, other: Versions) -> Versions | None:
        """Return the versions in both ranges, or None."""
        lowest = max(self.lowest, other.lowest)
        highest = min(self.highest, other.highest)
        return Versions(lowest, highest) if lowest <= highest else None

    def __contains__(self, version: int) -> bool:
        return self.lowest <= version <= self.highest

    @property
    def numbers(self) -> str:
        """The versions in no language."""
        several = self.lowest != self.highest
        return f"{self.lowest}–{self.highest}" if several else f"{self.lowest}"

    def __str__(self) -> str:
        if self.lowest == self.highest:
            return f"version {self.lowest}"
        return f"versions {self.lowest} to {self.highest}"


#: What this program speaks.
SPOKEN = Versions()


def release_of(version: int) -> str:
    """Return words for the release that speaks a version, known here or not."""
    known = _RELEASES.get(version)
    if known is None:
        return f"a later release of p2pgame than {_RELEASES[HIGHEST]}"
    return f"p2pgame {known}"


def difference(theirs: Versions, ours: Versions = SPOKEN) -> dict[str, str]:
    """Return what is to be said of two ranges with nothing in common.

    ``fault`` is who needs another ``release``: "theirs", or "ours" (a "later" one than
    that).  ``there`` and ``here`` are the versions.
    """
    said = {"there": theirs.numbers, "here": ours.numbers}
    if theirs.highest < ours.lowest:
        return {"fault": "theirs", "release": _RELEASES[ours.lowest], **said}
    known = _RELEASES.get(theirs.lowest)
    fault = "later" if known is None else "ours"
    return {"fault": fault, "release": known or _RELEASES[HIGHEST], **said}


def disagreement(
    theirs: Versions, ours: Versions = SPOKEN, *, whom: str = "the other side"
) -> str:
    """Return the sentence for two ranges with nothing in common: who needs what."""
    if theirs.highest < ours.lowest:
        cure = f"{whom} needs {release_of(ours.lowest)} or a later release."
    else:
        cure = f"install {release_of(theirs.lowest)}."
    start = f"{whom[:1].upper()}{whom[1:]} speaks {theirs} of the wire"
    return f"{start}, and this program {ours}: {cure}"
