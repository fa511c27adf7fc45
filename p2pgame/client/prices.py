"""Says what it costs a player to give a game up."""

from __future__ import annotations

from p2pgame.engine import Message

from .front_end import Price


def price_told(price: Price | None) -> Message:
    """Return what a game comes to that ends like that; None: it is not known."""
    if price is None:
        return Message.of("price-unknown")
    lost = -price.payoff
    if price.players == 1:
        return Message.of("price-alone")
    if not lost:
        return Message.of("price-drawn")
    if lost < 0:
        return Message.of("price-won")
    if price.in_chips:
        return Message.of("price-chips", lost=lost)
    if lost == price.players - 1:
        return Message.of("price-lost")
    return Message.of("price-points", lost=lost)
