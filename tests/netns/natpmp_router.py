"""The half of a home router that speaks NAT-PMP, and does what it says: DNAT rules.

Run on the router: ``lan host``, ``wan host``.  Written from RFC 6886, not from ours.
"""

from __future__ import annotations

import re
import struct
import subprocess
import sys

import trio


def nft(*words: str) -> str:
    done = subprocess.run(
        ["nft", *words], check=True, capture_output=True, text=True, timeout=60
    )
    return done.stdout


def remove(client: str, port: int) -> None:
    """Delete the rules that lead to this port of a machine at home."""
    told = nft("-a", "list", "chain", "ip", "home", "pre")
    for found in re.finditer(rf"dnat to {client}:{port} # handle (\d+)", told):
        nft("delete", "rule", "ip", "home", "pre", "handle", found[1])


def mapped(client: str, port: int, wanted: int, seconds: int) -> tuple[int, int]:
    """Do what is asked; return the external port and the lease."""
    remove(client, port)
    if not seconds:
        return 0, 0
    rule = f'iifname "wan" tcp dport {wanted} dnat to {client}:{port}'
    nft("add", "rule", "ip", "home", "pre", rule)
    return wanted, seconds


def answer(request: bytes, client: str, outside: str) -> bytes:
    """Return the answer to one request."""
    if request == b"\0\0":
        host = bytes(map(int, outside.split(".")))
        return struct.pack("!BBHI4s", 0, 128, 0, 7, host)
    version, code, _, port, wanted, seconds = struct.unpack("!BBHHHI", request)
    if (version, code) != (0, 2):
        return struct.pack("!BBHI", 0, code + 128, 5, 7)
    external, lease = mapped(client, port, wanted or port, seconds)
    return struct.pack("!BBHIHHI", 0, 130, 0, 7, port, external, lease)


async def main(inside: str, outside: str) -> None:
    with trio.socket.socket(trio.socket.AF_INET, trio.socket.SOCK_DGRAM) as asked:
        await asked.bind((inside, 5351))
        print("ready", flush=True)
        while True:
            request, client = await asked.recvfrom(64)
            await asked.sendto(answer(request, client[0], outside), client)


if __name__ == "__main__":
    trio.run(main, sys.argv[1], sys.argv[2])
