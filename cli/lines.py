"""The lines of a seat: kept for as long as the game lasts, whatever happens to them."""

from __future__ import annotations

import trio

from p2pgame.transport import websocket
from p2pgame.transport.invite import split_address
from p2pgame.transport.link import TransportError

from .sitting import Sitting

#: Seconds after which a line that is lost was a good one.
LASTS = 1.0


async def dial(sitting: Sitting, address: str) -> None:
    """Keep a line to ``address`` for as long as the game lasts."""
    wait = 0.1
    while True:
        try:
            link = await websocket.connect(*split_address(address))
            since = trio.current_time()
            sitting.answered = True
            await sitting.attach(link)
            # Who is sent away at once is not to be here again at once.
            if trio.current_time() - since > LASTS:
                wait = 0.1
        except TransportError:
            pass
        await trio.sleep(wait)
        wait = min(2 * wait, 5.0)
