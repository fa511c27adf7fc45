"""Connects from two addresses to a port behind the firewall's rules of docs/relay/.

Run in a network namespace of its own, by ``tests/netns/test_firewall.py``.  Prints how
many of 75 connections of one address, and of 5 of another, were made.
"""

from __future__ import annotations

import socket
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

#: What lets this machine's own connections through, which are all that there are here.
_OWN = ("\t\tiif lo accept\n", "\t\tip saddr @trusted accept\n")


def main(file: str) -> None:
    rules = Path(file).read_text()
    for line in _OWN:
        assert line in rules
        rules = rules.replace(line, "")
    subprocess.run(["nft", "-f", "-"], input=rules, text=True, check=True, timeout=30)
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True, timeout=30)
    with socket.create_server(("127.0.0.1", 443), backlog=512), ExitStack() as ends:
        print(_connect("127.0.0.2", 75, ends), _connect("127.0.0.3", 5, ends))


def _connect(source: str, count: int, ends: ExitStack) -> int:
    made = 0
    for _ in range(count):
        end = ends.enter_context(socket.socket())
        end.settimeout(0.2)
        end.bind((source, 0))
        try:
            end.connect(("127.0.0.1", 443))
        except OSError:
            continue
        made += 1
    return made


if __name__ == "__main__":
    main(sys.argv[1])
