"""Two homes and a relay host, each behind its own kernel's network stack.

    public: the relay's host, 11.0.0.1
      |-- router1, 11.0.0.11 -- 192.168.1.0/24: a (.10), a2 (.20)
      `-- router2, 11.0.0.22 -- 192.168.2.0/24: b (.10)

Routers translate addresses and drop what nobody asked for, as those at home do.
Nothing outside the namespaces made here is touched, and nothing leaves them: so the
world may have addresses that a real router's program takes for the world's.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
RELAY = "11.0.0.1"
OUTSIDE = {"router1": "11.0.0.11", "router2": "11.0.0.22"}
HOMES = {"router1": ("a", "a2"), "router2": ("b",)}
PLACES = ("public", "router1", "router2", "a", "a2", "b")
TOOLS = ("ip", "nft")

#: A router that keeps a port's number if it can, one that never does, and one that
#: changes the number but gives all calls the same.
KEEPING = 'oifname "wan" masquerade'
RANDOM = 'oifname "wan" masquerade fully-random'
CHANGING = 'oifname "wan" meta l4proto tcp snat to {}:41000'

_RULES = """
table ip home {{
  chain post {{ type nat hook postrouting priority 100; {}; }}
  chain pre {{ type nat hook prerouting priority -100; }}
  chain forward {{
    type filter hook forward priority 0; policy drop;
    ct state established,related accept
    ct status dnat accept
    iifname "lan" accept
  }}
  chain input {{
    type filter hook input priority 0; policy accept;
    iifname "wan" ct state new drop
  }}
}}
"""


def missing() -> str | None:
    """Return why no homes can be built here, if they can't."""
    lacking = [tool for tool in TOOLS if shutil.which(tool) is None]
    if lacking:
        return f"not installed: {', '.join(lacking)}"
    probe = f"p2p{os.getpid()}probe"
    if subprocess.run(
        ["ip", "netns", "add", probe], capture_output=True, timeout=60
    ).returncode:
        return "no network namespace may be made here"
    rules = ["ip", "netns", "exec", probe, "nft", "add table ip home"]
    refused = subprocess.run(rules, capture_output=True, timeout=60).returncode
    subprocess.run(["ip", "netns", "del", probe], check=True, timeout=60)
    return "no packet rules may be made here" if refused else None


class Homes:
    """The places, by name, and what runs in them."""

    def __init__(self) -> None:
        self._mark = f"p2p{os.getpid()}"
        self._running: list[subprocess.Popen[str]] = []

    def name(self, place: str) -> str:
        """Return the namespace of a place."""
        return f"{self._mark}{place}"

    def command(self, place: str, *words: str) -> list[str]:
        """Return the command that runs another at a place."""
        return ["ip", "netns", "exec", self.name(place), *words]

    def do(self, place: str, *words: str, text: str = "") -> None:
        """Run a command at a place to its end."""
        command = self.command(place, *words)
        done = subprocess.run(
            command, input=text, text=True, capture_output=True, timeout=60
        )
        if done.returncode:
            raise RuntimeError(f"{' '.join(words)}: {done.stderr}")

    def start(self, place: str, *words: str) -> subprocess.Popen[str]:
        """Start one of our modules at a place."""
        return self.run(place, sys.executable, "-m", *words)

    def run(self, place: str, *words: str) -> subprocess.Popen[str]:
        """Start a command at a place; it ends with the homes."""
        command = self.command(place, *words)
        pipe = subprocess.PIPE
        made = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, cwd=ROOT)
        self._running.append(made)
        return made

    def build(self, outward: Sequence[str]) -> None:
        """Build both homes, whose routers translate by these rules."""
        for place in PLACES:
            subprocess.run(
                ["ip", "netns", "add", self.name(place)], check=True, timeout=60
            )
            self._ip(place, "link set lo up")
        self._ip("public", "link add wan type bridge", "link set wan up")
        self._ip("public", f"addr add {RELAY}/24 dev wan")
        for number, (router, rule) in enumerate(zip(HOMES, outward, strict=True), 1):
            self._plug("public", router, "wan", f"{OUTSIDE[router]}/24")
            self._ip(router, "link add lan type bridge", "link set lan up")
            self._ip(router, f"addr add 192.168.{number}.1/24 dev lan")
            self.do(router, "sysctl", "-qw", "net.ipv4.ip_forward=1")
            rules = _RULES.format(rule.format(OUTSIDE[router]))
            self.do(router, "nft", "-f", "-", text=rules)
            for at, place in enumerate(HOMES[router], 1):
                self._plug(router, place, "eth", f"192.168.{number}.{at}0/24")
                self._ip(place, f"route add default via 192.168.{number}.1")

    def _plug(self, switch: str, place: str, port: str, address: str) -> None:
        """Join a place to the bridge of another by a cable."""
        bridge = "wan" if switch == "public" else "lan"
        cable = f"to{place}"
        other = self.name(place)
        self._ip(switch, f"link add {cable} type veth peer name {port} netns {other}")
        self._ip(switch, f"link set {cable} master {bridge} up")
        self._ip(place, f"addr add {address} dev {port}", f"link set {port} up")

    def _ip(self, place: str, *lines: str) -> None:
        self.do(place, "ip", "-batch", "-", text="\n".join(lines) + "\n")

    def leave(self) -> None:
        """End what runs and take all of it down."""
        for running in self._running:
            running.kill()
            running.wait()
            for pipe in (running.stdin, running.stdout):
                if pipe is not None:
                    pipe.close()
        for place in PLACES:
            subprocess.run(
                ["ip", "netns", "del", self.name(place)], check=False, timeout=60
            )


@contextmanager
def homes(first: str = KEEPING, second: str = KEEPING) -> Iterator[Homes]:
    """Build two homes whose routers translate by these rules."""
    built = Homes()
    try:
        built.build([first, second])
        yield built
    finally:
        built.leave()
