"""Asks once more before a player gives a game up, and says what that costs."""

from __future__ import annotations

from p2pgame.client.front_end import Price
from p2pgame.client.prices import price_told
from p2pgame.engine import Message

from .aside_words import LEAVE, RESIGN
from .typed import ours

#: Moves by which a player gives a game up, as far as the game has them.
MOVES = (RESIGN, "lose on time", "give up")


def stays(word: str, players: int) -> bool:
    """Return whether who gives up a game of so many by a word may play the next one."""
    return word == RESIGN and players == 2


def sure(word: str, players: int, price: Price | None) -> Message:
    """Return the question to somebody who would end a game of so many by a word.

    ``price`` is what the game comes to then, if that can be known.
    """
    typed = ours(word)
    if price is None and word in (LEAVE, RESIGN):
        unknown = "sure-leave" if word == LEAVE else "sure-resign"
        return Message.of(unknown, players=players, word=typed)
    end = Message.of("price-alone") if price is None else price_told(price)
    if word == LEAVE:
        return Message.of("sure-leave-for", price=end, word=typed)
    way = word.replace(" ", "-")
    return Message.of("sure-give-up-for", way=way, price=end, word=typed)
