"""What a guest is told while a table waits for players."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from p2pgame.client.events import Notice
from p2pgame.client.front_end import FrontEnd
from p2pgame.client.lobby.lobby_news import Lobby, LobbyNews
from p2pgame.client.telling.trust import TableTerms
from p2pgame.transport.finding import announce
from p2pgame.transport.finding.invite import Invite
from p2pgame.transport.frames import Announce

HOST, OWN, OTHER = b"h", b"o", b"x"


@pytest.mark.parametrize(
    ("here", "counts", "is_told"),
    [
        ([HOST, OWN], (2, 1, 2), False),  # our line to the host has changed
        ([HOST, OWN, OTHER], (3, 2), True),
        ([HOST, OWN, OTHER], (2, 1), True),
    ],
)
async def test_nobody_is_told_of_itself_that_somebody_has_gone(
    here: list[bytes],
    counts: tuple[int, ...],
    is_told: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: list[str] = []
    people = [SimpleNamespace(author=one) for one in here]
    table: Any = SimpleNamespace(
        id=b"t",
        play=None,
        seat=SimpleNamespace(key=SimpleNamespace(public=OWN)),
        roster=SimpleNamespace(players=people, name_of=lambda _: "Ann"),
    )

    def tell(event: object) -> None:
        if isinstance(event, Notice):
            told.append(event.message.id)

    monkeypatch.setattr(announce, "read", lambda message: message)
    news = LobbyNews(
        table, cast(FrontEnd, SimpleNamespace(tell=tell)), cast(Invite, None)
    )
    lobby = Lobby("Ann", "pig", 1, TableTerms(4, 3, 60, "finish"))
    for when, taken in enumerate(counts):
        label = replace(lobby, taken=taken).label
        said = SimpleNamespace(table=b"t", label=label, when=when)
        news.hear(cast(Announce, said))
    assert ("seat-is-free" in told) == is_told
