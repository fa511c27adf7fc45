"""The registry names the opponents for each game, and says how strong they are.

It imports an agent on first use.  Other packages add theirs by the entry point group
``p2pgame.agents``: an entry point is an :class:`Opponent`, or a tuple of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from functools import lru_cache
from typing import get_args

from p2pgame.engine import Message, Refusal

from .opponent import Level, Opponent
from .shipped import SHIPPED

GROUP = "p2pgame.agents"


def opponents(game: str | None = None) -> tuple[Opponent, ...]:
    """Return the opponents for a game, None: all; the weakest first.

    Raises:
      Refusal: A package's entry point is no opponent.
    """
    found = [one for one in (*SHIPPED, *_others()) if game is None or one.plays(game)]
    order = get_args(Level)
    return tuple(sorted(found, key=lambda one: order.index(one.level)))


def find(text: str, game: str | None = None) -> Opponent:
    """Return the opponent with this id or display name, in any case.

    Raises:
      Refusal: There is none, or it does not play this game; it says who does.
    """
    known, wanted = opponents(game), text.strip().casefold()
    for one in known:
        if wanted in (one.name.casefold(), one.display.casefold()):
            return one
    near = _near(wanted, known) or [one.display for one in known]
    shown = ", ".join(near)
    if game is None:
        raise Refusal(Message.of("no-such-agent", name=text, known=shown))
    raise Refusal(Message.of("no-such-agent-for", name=text, game=game, known=shown))


def usual(game: str, count: int) -> tuple[Opponent, ...]:
    """Return so many opponents for a game, where nobody has chosen any.

    The first are of middling strength, or the nearest to it that there are.  None sits
    there twice while there is another, but for those that play at random.
    """
    order = ("middling", "strong", "easy", "perfect")
    known = [one for one in opponents(game) if one.name != "random"]
    near = sorted(known, key=lambda one: order.index(one.level))
    named = [one for one in near if one.name != "easygoing-eddie"] or near
    return tuple(named[n % len(named)] for n in range(count))


def strongest(game: str) -> Opponent | None:
    """Return the best opponent for a game; None: all of them are easy to beat."""
    best = opponents(game)[-1]
    return None if best.level == "easy" else best


def _near(wanted: str, known: Iterable[Opponent]) -> list[str]:
    """Return the display names that look like ``wanted``."""
    spelt: dict[str, str] = {}
    for one in known:
        words = one.display.casefold().split()
        for text in (one.name, one.display.casefold(), *words):
            spelt.setdefault(text, one.display)
    near = get_close_matches(wanted, spelt, n=3, cutoff=0.6)
    return list(dict.fromkeys(spelt[text] for text in near))


@lru_cache(maxsize=1)
def _others() -> tuple[Opponent, ...]:
    """Return the opponents of other packages.

    Scanning installed packages is slow, so this happens only on demand.
    """
    from importlib.metadata import entry_points

    found: list[Opponent] = []
    for point in entry_points(group=GROUP):
        try:
            loaded = point.load()
        except Exception as error:
            why = f"{type(error).__name__}: {error}"
            raise Refusal(Message.of("no-agent", entry=point.value, why=why)) from error
        for one in loaded if isinstance(loaded, tuple) else (loaded,):
            if not isinstance(one, Opponent):
                why = "it is no Opponent"
                raise Refusal(Message.of("no-agent", entry=point.value, why=why))
            found.append(one)
    return tuple(found)
