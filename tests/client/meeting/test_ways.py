"""An invite is found in whatever somebody was sent and pastes."""

from __future__ import annotations

import pytest

from p2pgame.client.meeting import ways
from p2pgame.transport.finding.invite import Invite
from p2pgame.transport.finding.words import Code

INVITE = Invite(bytes(32), bytes(range(16)), ("192.0.2.1:4400",), game="chess")
WORDS = "7-purple-sausages-river"


@pytest.mark.parametrize(
    "around",
    [
        "{}",
        "p2pgame join {}",
        ".venv/bin/p2pgame join {}",
        "  p2pgame watch {}\n",
        "Invite your friends with this line:\n  p2pgame join {}\n",
        "Come! p2pgame join {} Bring Ben.",
        "<https://cards.example/page#{}>",
    ],
)
def test_what_stands_around_an_invite_does_not_matter(around: str) -> None:
    text = INVITE.encode()
    for sent in (text, f"{text[:40]}\n{text[40:70]}\u200b\r\n {text[70:]}"):
        pasted = around.format(sent)
        assert ways.to_seat(pasted) == INVITE
        assert ways.to_look_on(pasted) == INVITE.watch
        assert not ways.may_go_on(pasted)
    first = around.partition("{}")[0] + INVITE.encode()[:40]
    assert ways.may_go_on(first), first


def test_the_command_before_words_does_not_matter() -> None:
    assert isinstance(ways.to_seat(f"p2pgame join {WORDS}"), Code)
    assert ways.to_seat(f"p2pgame join {WORDS}") == ways.to_seat(WORDS)
