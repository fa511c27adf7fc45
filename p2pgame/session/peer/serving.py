"""Serves one peer what it lacks, whenever it asks."""

from __future__ import annotations

from functools import partial

from .core import Core
from .peer_connection import ANSWER_BYTES, PeerConnection, parts


async def serve(core: Core, connection: PeerConnection) -> None:
    """Send what the other side lacks, no faster than the link takes it."""
    while True:
        heads = await connection.asked()
        async with core.lock:
            look_up = partial(core.table.history.missing, heads)
            missing = await core.machine.aside(look_up)
        connection.answers.charge(sum(map(len, missing)) / ANSWER_BYTES)
        for part in parts(missing):
            core.outbound.frame_sender.send(connection, part)
            await connection.outbox.flush()
