"""A spectator is told what its relay lacks."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
import trio

from p2pgame.client.events import Notice
from p2pgame.client.lobby.spectator import Spectator
from p2pgame.client.seat import waiting
from p2pgame.client.seat.links.dials import Dials
from p2pgame.engine import Message
from p2pgame.log import Store
from p2pgame.transport.envelope import Envelope
from p2pgame.transport.finding.invite import Invite
from p2pgame.transport.relay.client import Subscription
from tests.client.fronts import Recorder, setup
from tests.transport.real_relay import real_relay

INVITE = Invite(b"T" * 32, b"S" * 16, ("127.0.0.1:1",))


@pytest.mark.parametrize(
    ("frames", "message"),
    [((), waiting.NOTHING), (((1, b"a word of the game"),), waiting.A_PART)],
    ids=["nothing", "the end alone"],
)
async def test_who_waits_for_what_a_relay_has_dropped_is_told_so(
    frames: Sequence[tuple[int, bytes]],
    message: Message,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(waiting, "LACKS_FOR", 0.3)
    front = Recorder()
    async with real_relay() as relay:
        player = await Subscription(relay, INVITE.topic, INVITE.writing).connect()
        envelope = Envelope({0: INVITE.epoch_key, 1: bytes(32)})
        for epoch, plaintext in frames:
            await player.send(envelope.seal(plaintext, os.urandom, epoch=epoch))
        await player.wait_stored()
        link = replace(INVITE.watch, addresses=(), relays=(relay,))
        store = Store.create(tmp_path / "private" / "log")
        async with trio.open_nursery() as nursery:
            there = replace(setup(front=front), dials=Dials(nearby=True))
            watcher = Spectator(there, link, store)
            nursery.start_soon(partial(watcher.run, [], stays=False))
            assert await front.wait_for(Notice) == Notice(message)
            nursery.cancel_scope.cancel()
        await player.aclose()
