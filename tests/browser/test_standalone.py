"""``show --html`` writes a page that needs nothing else: no hub, no network."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.children import WITHIN
from tests.web.hub_process import ROOT

SAMPLE = sorted((ROOT / "tests" / "archive").rglob("tictactoe*.p2pgame"))


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("written")
    (folder / "game.p2pgame").write_bytes(SAMPLE[0].read_bytes())
    command = [sys.executable, "-P", "-m", "p2pgame", "show", "--html", "game.p2pgame"]
    subprocess.run(
        command, cwd=folder, check=True, env=_environment(folder), timeout=WITHIN
    )
    again = subprocess.run(
        command,
        cwd=folder,
        env=_environment(folder),
        capture_output=True,
        text=True,
        timeout=WITHIN,
    )
    assert again.returncode == 2
    assert "game.html is there already" in again.stderr
    return folder / "game.html"


def _environment(folder: Path) -> dict[str, str]:
    return {**os.environ, "P2PGAME_HOME": str(folder / "home"), "PYTHONPATH": str(ROOT)}


def test_a_page_from_a_disk_steps_through_the_game(
    chromium: Browser, written: Path
) -> None:
    context = chromium.new_context(offline=True, reduced_motion="reduce")
    page = context.new_page()
    faults: list[str] = []
    asked: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda line: faults.append(line.text))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(written.as_uri())
    expect(page.get_by_role("status").filter(has_text="fair")).to_be_visible()
    expect(page.get_by_text("Step 1 of")).to_be_visible()
    page.get_by_role("button", name="Last step").click()
    expect(page.get_by_role("gridcell", name=", X")).not_to_have_count(0)
    page.get_by_role("button", name="One step back").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the transcript").click()
    assert saved.value.path().read_bytes() == SAMPLE[0].read_bytes()
    assert not faults
    assert {url.split(":")[0] for url in asked} <= {"file", "blob", "data"}
    context.close()
