"""A builder composes one move from several choices, as a person makes them."""

from __future__ import annotations

from dataclasses import dataclass

from .errors import IllegalMove
from .message import Message
from .turns import Amount, Offer


@dataclass(frozen=True, slots=True)
class Builder:
    """A move from ``offers`` of which the first ``words`` have been chosen."""

    offers: tuple[Offer, ...]
    words: tuple[str, ...] = ()

    @property
    def choices(self) -> tuple[Offer, ...]:
        """The next choices: words, and an ``Amount`` for a number."""
        here = len(self.words)
        nexts = (path[here] for path in self._paths() if len(path) > here)
        return tuple(dict.fromkeys(nexts))

    @property
    def move(self) -> str | None:
        """The move, if it is complete."""
        if any(len(path) == len(self.words) for path in self._paths()):
            return " ".join(self.words)
        return None

    def choose(self, word: str) -> Builder:
        """Return the builder after one more choice.

        Raises:
          IllegalMove: ``word`` is none of the choices; nothing has changed.
        """
        chosen = Builder(self.offers, (*self.words, word))
        if chosen._paths():
            return chosen
        choices = ", ".join(map(str, self.choices))
        said = Message.of("word-impossible", word=repr(word), choices=choices)
        raise IllegalMove("unknown-move", said)

    def back(self) -> Builder:
        """Return the builder before the last choice, if there was one."""
        return Builder(self.offers, self.words[:-1])

    def _paths(self) -> list[tuple[Offer, ...]]:
        """Return the parts of each offer that begins with the chosen words."""
        return [path for path in map(_parts, self.offers) if self._is_on(path)]

    def _is_on(self, path: tuple[Offer, ...]) -> bool:
        return len(path) >= len(self.words) and all(
            _fits(part, word) for part, word in zip(path, self.words, strict=False)
        )


def _parts(offer: Offer) -> tuple[Offer, ...]:
    if isinstance(offer, Amount):
        return (*offer.verb.split(" "), offer)
    return tuple(offer.split(" "))


def _fits(part: Offer, word: str) -> bool:
    if isinstance(part, Amount):
        number = part.number(f"{part.verb} {word}")
        return number is not None and part.low <= number <= part.high
    return part == word
