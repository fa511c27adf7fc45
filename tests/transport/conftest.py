"""Every test that takes a pair of links runs once for each kind of link."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.transport.pairs import KINDS, TIED, MakePair, Pair


@pytest.fixture(params=KINDS)
async def make_pair(request: pytest.FixtureRequest) -> AsyncIterator[MakePair]:
    """Make joined links of one kind; each test runs once for each kind."""
    async with KINDS[request.param]() as make:
        yield make


@pytest.fixture
async def pair(make_pair: MakePair) -> Pair:
    return await make_pair()


@pytest.fixture(params=TIED)
async def make_tied(request: pytest.FixtureRequest) -> AsyncIterator[MakePair]:
    """Join links to one peer each, of one kind."""
    async with TIED[request.param]() as make:
        yield make


@pytest.fixture
async def tied(make_tied: MakePair) -> Pair:
    return await make_tied()
