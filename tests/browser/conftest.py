"""A real browser, started once; without one these tests are skipped."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

pytest.importorskip("playwright")

from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.jitter import press_slowly
from tests.browser.visiting import WITHIN, chromium_here, hub_of
from tests.web.hub_process import HubProcess

# A busy machine takes longer than the library would wait.
expect.set_options(timeout=WITHIN)
press_slowly()


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


@pytest.fixture(scope="session")
def hub(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HubProcess]:
    """A program that tests share which leave nothing behind in it."""
    with hub_of(tmp_path_factory.mktemp("shared"), "Anna") as found:
        yield found
