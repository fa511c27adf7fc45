"""Every test that takes a pair of links runs once for each kind of link."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.transport.pairs import KINDS, MakePair, Pair


@pytest.fixture(params=KINDS)
async def make_pair(request: pytest.FixtureRequest) -> AsyncIterator[MakePair]:
    """Make joined links of one kind; each test runs once for each kind."""
    async with KINDS[request.param]() as make:
        yield make


@pytest.fixture
async def pair(make_pair: MakePair) -> Pair:
    return await make_pair()
