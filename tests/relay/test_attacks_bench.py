"""The measure of what attacks cost others works, with a few connections each."""

from __future__ import annotations

from pathlib import Path

from bench.network.relay_attacks import Load, measure

#: Little enough for a test: figures that mean nothing, and everything done.
SMALL = Load(tables=2, rate=100.0, seconds=0.4)


def test_tables_lose_nothing_while_a_relay_is_attacked(tmp_path: Path) -> None:
    felt = measure("publishes", SMALL, tmp_path, 0)
    assert felt.lost == felt.disordered == 0
    assert felt.did.connections > 0
    assert felt.did.sent > 0
    assert felt.p50 <= felt.p99
    assert felt.ratio > 0
    assert 0 < felt.welcome < 5000
    assert felt.memory > 10
