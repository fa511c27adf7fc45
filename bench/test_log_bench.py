"""What reading, checking and delivering entries costs.

Run with ``make bench``.  Almost all of it should be the signature checks.
"""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

from pytest_benchmark.fixture import BenchmarkFixture

from p2pgame.log import (
    AuthorKey,
    Entry,
    History,
    decode,
    decode_archive,
    encode,
    encode_archive,
    verify,
)

TABLE = b"T" * 32
KEYS = [AuthorKey(bytes([number]) * 32) for number in range(4)]


def _game(length: int) -> tuple[History, list[Entry]]:
    """Let four authors speak in turn, in entries of about 600 bytes."""
    history = History(TABLE)
    entries = []
    for number in range(length):
        entry = history.write(KEYS[number % 4], bytes([number % 256]) * 300)
        entries += history.receive(entry.raw)
    return history, entries


HISTORY, ENTRIES = _game(1000)
ENTRY = ENTRIES[-1]
assert 550 < len(ENTRY.raw) < 650


def _body(entry: Entry) -> bytes:
    match decode(entry.raw):
        case [bytes(body), _]:
            return body
    raise AssertionError(entry)


def _receive(entries: list[Entry]) -> History:
    history = History(TABLE)
    for entry in entries:
        history.receive(entry.raw)
    return history


def test_decoding_the_body_of_an_entry(benchmark: BenchmarkFixture) -> None:
    body = _body(ENTRY)
    benchmark(lambda: decode(body))


def test_encoding_the_body_of_an_entry(benchmark: BenchmarkFixture) -> None:
    value = decode(_body(ENTRY))
    benchmark(lambda: encode(value))


def test_checking_a_signature(benchmark: BenchmarkFixture) -> None:
    body, signature = _body(ENTRY), ENTRY.raw[-64:]
    benchmark(lambda: verify(ENTRY.author, b"p2pgame entry", body, signature))


def test_reading_an_entry(benchmark: BenchmarkFixture) -> None:
    benchmark(lambda: Entry.read(ENTRY.raw))


def test_writing_an_entry(benchmark: BenchmarkFixture) -> None:
    benchmark(lambda: HISTORY.write(KEYS[0], b"x" * 300))


def test_receiving_1000_entries(benchmark: BenchmarkFixture) -> None:
    history = benchmark(_receive, ENTRIES)
    assert history.heads() == HISTORY.heads()


def test_receiving_1000_entries_again(benchmark: BenchmarkFixture) -> None:
    history = _receive(ENTRIES)

    def again() -> None:
        for entry in ENTRIES:
            assert history.receive(entry.raw) == []

    benchmark(again)


def test_answering_a_peer_that_has_nothing(benchmark: BenchmarkFixture) -> None:
    assert len(benchmark(lambda: HISTORY.missing([]))) == 1000


def test_reading_a_transcript_of_1000_entries(benchmark: BenchmarkFixture) -> None:
    data = encode_archive(TABLE, HISTORY.feeds.values())
    _, entries = benchmark(decode_archive, data)
    assert len(entries) == 1000


def test_receiving_costs_little_more_than_its_signature_checks(
    benchmark: BenchmarkFixture,
) -> None:
    signed = [(e.author, _body(e), e.raw[-64:]) for e in ENTRIES[:100]]

    def check() -> None:
        for author, body, signature in signed:
            verify(author, b"p2pgame entry", body, signature)

    bare = min(_seconds(check) for _ in range(10))
    benchmark(_receive, ENTRIES[:100])
    whole = min(_seconds(lambda: _receive(ENTRIES[:100])) for _ in range(10))
    benchmark.extra_info["ratio to 100 signature checks"] = round(whole / bare, 2)
    assert whole / bare < 1.6


def _seconds(work: Callable[[], object]) -> float:
    begin = process_time()
    work()
    return process_time() - begin
