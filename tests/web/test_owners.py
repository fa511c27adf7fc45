"""The kernel says whose connections are, and a hub ends those of other users."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.children import WITHIN
from tests.web.hub_process import hub_in

NOBODY = 65534


@pytest.mark.attack(31)
@pytest.mark.skipif(
    sys.platform != "linux" or os.geteuid() != 0 or shutil.which("bash") is None,
    reason="it takes the superuser to be somebody else, and the system to tell",
)
def test_another_user_of_the_machine_gets_no_connection() -> None:
    """It could take the places of strangers, and ask as often as it liked."""
    with tempfile.TemporaryDirectory() as folder, hub_in(Path(folder)) as hub:
        own = hub.enter()
        asks = f"exec 3<>/dev/tcp/127.0.0.1/{own.port}; printf 'GET / HTTP/1.1\\r\\n"
        asks += f"Host: 127.0.0.1:{own.port}\\r\\nCookie: {own.cookie}\\r\\n\\r\\n'"
        for user, is_let_in in ((NOBODY, False), (os.geteuid(), True)):
            asked = ["bash", "-c", f"{asks} >&3; head -c 12 <&3"]
            done = subprocess.run(asked, user=user, capture_output=True, timeout=WITHIN)
            assert (done.stdout == b"HTTP/1.1 200") is is_let_in
            assert is_let_in or not done.stdout
