"""The firewall's rules that the relay's page gives do what it says."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.netns.homes import missing

ROOT = Path(__file__).parent.parent.parent
RULES = ROOT / "docs" / "relay" / "p2pgame-relay.nft"
WHY = missing()


@pytest.mark.attack(33)
@pytest.mark.skipif(WHY is not None, reason=f"no namespaces here: {WHY}")
def test_one_address_makes_so_many_connections_and_others_theirs() -> None:
    command = [sys.executable, "-m", "tests.netns.flooding", str(RULES)]
    done = subprocess.run(
        ["unshare", "-n", *command],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    crowd, others = map(int, done.stdout.split())
    assert 60 <= crowd < 75
    assert others == 5
