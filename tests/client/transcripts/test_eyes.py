"""A transcript is told again as its players saw it, as far as it shows that."""

from __future__ import annotations

import pytest

from p2pgame.client.errors import InvalidRequest
from p2pgame.client.events import AnyEvent, Happened, SecretsShown, Verified, View
from p2pgame.client.transcripts.replaying import replay
from p2pgame.client.words import say
from tests.archiving import ARCHIVE


def told(name: str, seat: int | None = None) -> list[AnyEvent]:
    return [*replay(ARCHIVE / f"{name}.p2pgame", seat=seat)]


def views(events: list[AnyEvent]) -> list[View]:
    return [event.view for event in events if isinstance(event, Happened)]


def seats(events: list[AnyEvent]) -> tuple[int, ...]:
    return next((one.seats for one in events if isinstance(one, SecretsShown)), ())


def said(events: list[AnyEvent]) -> list[str]:
    return [
        say(message)
        for event in events
        if isinstance(event, Happened)
        for message in event.messages
    ]


def test_cards_that_were_shown_are_seen_from_the_deal_on() -> None:
    """Both cards of this hand of Kuhn poker are turned over in the end."""
    everybody = told("kuhn-1-masked")
    assert seats(everybody) == (0, 1)
    last = views(everybody)[-1].faces
    for seat in (0, 1):
        events = told("kuhn-1-masked", seat)
        assert isinstance(events[-2], Verified)
        assert any(line.startswith("Your cards") for line in said(events))
        (card,) = views(events)[1].faces.items()
        assert card in last.items()


def test_what_nobody_showed_stays_face_down() -> None:
    """In this hand of hold'em everybody but one has folded."""
    assert seats(told("holdem-1-masked")) == ()
    spectator, ann = views(told("holdem-1-masked")), views(told("holdem-1-masked", 0))
    assert [one.faces for one in ann] == [one.faces for one in spectator]


def test_an_audit_shows_all_hands() -> None:
    """A commutative deck is audited in the end: folded cards are shown by that."""
    everybody = told("holdem-1-commutative")
    assert seats(everybody) == (0, 1, 2)
    hands = [views(told("holdem-1-commutative", seat))[-1].faces for seat in range(3)]
    assert all(len(hand) == 2 for hand in hands)
    assert len({face for hand in hands for face in hand.values()}) == 6


@pytest.mark.parametrize("name", ["battleship-1-masked", "liars-dice-1-masked"])
def test_fleets_and_dice_are_seen_too(name: str) -> None:
    assert seats(told(name)) == (0, 1)
    spectator = views(told(name))
    for seat in (0, 1):
        own = views(told(name, seat))
        assert len(own) == len(spectator)
        assert any(
            len(a.faces) > len(b.faces) for a, b in zip(own, spectator, strict=True)
        )


def test_a_seat_that_there_is_not_is_refused() -> None:
    with pytest.raises(InvalidRequest, match="no seat 3, only 1 to 2"):
        told("kuhn-1-masked", 2)
