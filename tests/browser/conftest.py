"""A real browser, started once; without one these tests are skipped."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

pytest.importorskip("playwright")

from playwright.sync_api import Browser, sync_playwright

from tests.browser.visiting import chromium_here


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """A browser without a window."""
    where = chromium_here()
    if where is None:
        pytest.skip("no Chromium is installed")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=where, args=["--no-sandbox"]
        )
        yield browser
        browser.close()
