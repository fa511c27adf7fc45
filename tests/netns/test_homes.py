"""Two homes with real routers between them: what players behind them find.

All of it is in network namespaces of this machine; where none may be made, these
tests are skipped, with the reason.
"""

from __future__ import annotations

import json
import os
import re
import select
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TypedDict

import pytest

from tests.children import lines_from, next_line
from tests.netns.homes import (
    CHANGING,
    HOMES,
    KEEPING,
    OUTSIDE,
    RANDOM,
    RELAY,
    Homes,
    homes,
    missing,
)

WHY = missing()
pytestmark = pytest.mark.skipif(WHY is not None, reason=f"no homes here: {WHY}")

#: Set by ``python -m tests.netns``, which takes the time for all of them.
ALL = "P2PGAME_ALL_HOMES"
in_full = pytest.mark.skipif(ALL not in os.environ, reason="run: python -m tests.netns")

#: Seconds from one player's word to the other's ear, over the relay.
DELAY = "0.005"

#: Real seconds that a path may take; and that we wait to see that there is none: time
#: for the race and one punch.
PATIENCE = 20.0
#: Seconds for what is tried over and over.
LONG = 600.0
IN_VAIN = 4.0


#: Counts what goes between two players of one home by TCP.
COUNTING = """
table ip seen {
  chain out {
    type filter hook output priority 0
    ip daddr 192.168.1.10 ip protocol tcp counter
  }
  chain in {
    type filter hook input priority 0
    ip saddr 192.168.1.10 ip protocol tcp counter
  }
}
"""

LEADS_TO_A = re.compile(r"dnat (ip )?to 192\.168\.1\.10")

MINIUPNPD = """
ext_ifname=wan
listening_ip=lan
enable_natpmp=yes
enable_upnp=yes
http_port=0
secure_mode=yes
system_uptime=yes
lease_file={}
uuid=6c1d6f5e-0000-4000-8000-7032702d6761
upnp_table_name=filter
upnp_nat_table_name=filter
allow 1024-65535 192.168.1.0/24 1024-65535
deny 0-65535 0.0.0.0/0 0-65535
"""

TABLES = """
table inet filter {
  chain miniupnpd { }
  chain prerouting_miniupnpd { }
  chain postrouting_miniupnpd { }
  chain forward { type filter hook forward priority 0; jump miniupnpd; }
  chain before { type nat hook prerouting priority -100; jump prerouting_miniupnpd; }
  chain after { type nat hook postrouting priority 100; jump postrouting_miniupnpd; }
}
"""

READY = """
import socket
asking = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
asking.settimeout(0.2)
asking.connect(("192.168.1.1", 5351))
for _ in range(50):
    try:
        asking.send(bytes(2))
        asking.recv(64)
        break
    except OSError:
        pass
"""


class Told(TypedDict):
    """A line of what a player prints."""

    other: int
    standing: str
    after: float


class Player:
    """A player at home, and what it says."""

    def __init__(
        self,
        there: Homes,
        place: str,
        port: str,
        numbers: tuple[int, int],
        *,
        hidden: bool = False,
        router: str = "none",
    ) -> None:
        me, other = map(str, numbers)
        how = "hidden" if hidden else "open"
        words = "tests.netns.player", "paths", RELAY, port, me, other, how, router
        self.process = there.start(place, *words)

    def standing(self, within: float = PATIENCE) -> str | None:
        """Return how the other is reached next, or None if that does not change."""
        out = self.process.stdout
        assert out is not None
        if not select.select([out], [], [], within)[0]:
            return None
        told: Told = json.loads(next_line(self.process))
        return told["standing"].partition(",")[0]

    def leave(self) -> None:
        """End in good order."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        assert self.process.wait(PATIENCE) == 0


def first_line(process: subprocess.Popen[str]) -> str:
    return next_line(process).strip()


def relay(there: Homes, tmp_path: Path) -> str:
    """Start a relay; return its port."""
    store = f"{tmp_path / 'relay.sqlite'}"
    return first_line(there.start("public", "tests.netns.relay_host", RELAY, store))


@in_full
def test_calls_at_once_go_through_two_routers_that_keep_ports() -> None:
    times = 20
    with homes() as there:
        port = first_line(there.start("public", "tests.netns.rendezvous", RELAY, DELAY))
        processes = [
            there.start(place, "tests.netns.player", "punch", RELAY, port, *numbers)
            for place, *numbers in (
                ("a", "1", "3", f"{times}"),
                ("b", "3", "1", f"{times}"),
            )
        ]
        for process in processes:
            lines = lines_from(process, within=LONG)
            told = [json.loads(line)["punched"] for line in lines]
            assert len(told) == times
            assert None not in told
            print(f"punched in ms: median {sorted(told)[10]:.1f}, most {max(told):.1f}")


@in_full
@pytest.mark.parametrize("second", [KEEPING, CHANGING], ids=["keeping", "changing"])
def test_players_in_two_homes_find_a_direct_path(second: str, tmp_path: Path) -> None:
    with homes(CHANGING, second) as there:
        port = relay(there, tmp_path)
        a, b = Player(there, "a", port, (1, 3)), Player(there, "b", port, (3, 1))
        assert [a.standing(), b.standing()] == ["direct", "direct"]


@in_full
def test_routers_that_give_ports_by_chance_leave_the_relay(tmp_path: Path) -> None:
    with homes(RANDOM, RANDOM) as there:
        port = relay(there, tmp_path)
        a, b = Player(there, "a", port, (1, 3)), Player(there, "b", port, (3, 1))
        assert a.standing(IN_VAIN) is None
        assert b.standing(0) is None
        assert (a.process.poll(), b.process.poll()) == (None, None)


@in_full
def test_players_in_one_home_need_no_router_and_find_a_lost_link_again(
    tmp_path: Path,
) -> None:
    with homes(RANDOM, RANDOM) as there:
        port = relay(there, tmp_path)
        a, a2 = Player(there, "a", port, (1, 2)), Player(there, "a2", port, (2, 1))
        assert [a.standing(), a2.standing()] == ["LAN", "LAN"]
        a2.leave()
        assert a.standing() == "relayed"
        again = Player(there, "a2", port, (2, 1))
        assert [a.standing(), again.standing()] == ["LAN", "LAN"]


@in_full
def test_who_hides_is_not_dialled_and_dials_nobody(tmp_path: Path) -> None:
    with homes() as there:
        port = relay(there, tmp_path)
        there.do("a2", "nft", "-f", "-", text=COUNTING)
        a = Player(there, "a", port, (1, 2))
        a2 = Player(there, "a2", port, (2, 1), hidden=True)
        assert a.standing(IN_VAIN) is None
        assert a2.standing(0) is None
        assert rules(there, "a2").count("counter packets 0 ") == 2


@pytest.mark.parametrize(
    ("program", "kind"),
    [
        pytest.param("ours", "natpmp", marks=in_full),
        ("real", "natpmp"),
        ("real", "upnp"),
    ],
)
def test_a_router_that_gives_a_port_lets_a_player_in(
    program: str, kind: str, tmp_path: Path
) -> None:
    """Though the other's router is of the kind that can't be punched through."""
    with homes(KEEPING, RANDOM) as there:
        port = relay(there, tmp_path)
        if program == "ours":
            inside, outside = "192.168.1.1", OUTSIDE["router1"]
            words = "tests.netns.natpmp_router", inside, outside
            assert first_line(there.start("router1", *words)) == "ready"
        else:
            start_miniupnpd(there, tmp_path)
        a = Player(there, "a", port, (1, 3), router=kind)
        b = Player(there, "b", port, (3, 1))
        assert [a.standing(), b.standing()] == ["direct", "direct"]
        assert LEADS_TO_A.search(rules(there, "router1"))
        a.leave()
        assert not LEADS_TO_A.search(rules(there, "router1"))


def start_miniupnpd(there: Homes, tmp_path: Path) -> None:
    """Start the program that most home routers have; skip where it is not installed."""
    program = shutil.which("miniupnpd")
    if program is None:
        pytest.skip("miniupnpd is not installed")
    settings = tmp_path / "miniupnpd.conf"
    settings.write_text(MINIUPNPD.format(tmp_path / "leases"))
    there.do("router1", "nft", "-f", "-", text=TABLES)
    there.run("router1", "sh", "-c", f"exec {program} -d -f {settings} 2>/dev/null")
    # It says nothing when it is ready; an answer to NAT-PMP does.
    there.do("a", sys.executable, "-c", READY)


def rules(there: Homes, place: str) -> str:
    """Return the packet rules of a place."""
    command = there.command(place, "nft", "list", "ruleset")
    return subprocess.run(
        command, capture_output=True, text=True, check=True, timeout=60
    ).stdout


def test_the_homes_leave_nothing_behind() -> None:
    with homes() as there:
        names = {there.name(place) for home in HOMES.values() for place in home}
        assert names <= _namespaces()
    assert not names & _namespaces()


def _namespaces() -> set[str]:
    done = subprocess.run(
        ["ip", "netns", "list"], capture_output=True, text=True, timeout=60
    )
    return {line.split()[0] for line in done.stdout.splitlines()}
