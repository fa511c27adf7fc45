"""Says where a relay is, by addresses that a friend can dial."""

from __future__ import annotations

from collections.abc import Sequence

from p2pgame.client.profile import addresses

from ..text import words


def whereabouts(bound: Sequence[tuple[str, int]], scheme: str) -> list[str]:
    """Say where a relay is, by addresses that a friend can dial, and how to use it.

    What listens everywhere has an address in its network, and one on its own machine.
    """
    reached = [
        at
        for one in bound
        for at in (
            addresses.reachable(*one)
            if one[0] in addresses.EVERYWHERE
            else [shown_address(one)]
        )
    ]
    urls = [f"{scheme}://{at}" for at in dict.fromkeys(reached)]
    own = f"{scheme}://127.0.0.1:"
    lines = list[str]()
    for url in urls:
        is_beside = url.startswith(own) and len(urls) > 1
        lines.append(
            words.phrase("relay-here-too" if is_beside else "relay-at", url=url)
        )
    if urls and not urls[0].startswith((own, f"{scheme}://[::1]:")):
        lines += [words.phrase("relay-to-set"), f"  p2pgame settings relay {urls[0]}"]
    return lines


def shown_address(address: tuple[str, int]) -> str:
    host, port = address
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
