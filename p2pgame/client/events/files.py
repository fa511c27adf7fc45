"""The events that name files: transcripts, and evidence against players."""

from __future__ import annotations

from p2pgame.engine import Message

from .parts import Event


class Saved(Event, frozen=True, tag="saved"):
    """The transcript is in this file; ``unsigned`` seats have not signed its end.

    A long one is in several ``parts``, all of which are needed: ``path`` is the first.
    """

    path: str
    unsigned: tuple[int, ...] = ()
    parts: tuple[str, ...] = ()


class Accused(Event, frozen=True, tag="accused"):
    """A player's signed entries break the game; ``evidence`` is a file that proves it.

    It is empty if the transcript itself proves it: then the game is too long for one
    file.  The game can't go on.
    """

    seat: int | None
    message: Message
    transcript: str
    evidence: str


class ForkShown(Event, frozen=True, tag="fork-shown"):
    """A player signed two entries in one place, which shows after the end of a game.

    The result stands, as all have signed it.  ``evidence`` is a file that proves the
    fork, and the conviction is kept by the player's ``identity``.
    """

    seat: int
    name: str
    identity: str
    table: str
    message: Message
    evidence: str


class KnownForker(Event, frozen=True, tag="known-forker"):
    """A player who is here has signed two entries in one place at an earlier table.

    Its ``identity`` is the same, whatever it calls itself now.  Only we are told.
    ``table`` is the earlier one; the files of ``evidence`` prove it.
    """

    name: str
    identity: str
    table: str
    message: Message
    evidence: tuple[str, ...]


class RulesBroken(Event, frozen=True, tag="rules-broken"):
    """The rules are at fault, and no player is; ``message`` says what is wrong.

    The game can't go on.
    """

    message: Message
    transcript: str


class SecretsShown(Event, frozen=True, tag="secrets-shown"):
    """A transcript shows by its end what these seats had seen, or some of it.

    So :class:`.inquiries.Replay` can tell it again as one of them saw it.
    """

    seats: tuple[int, ...]
