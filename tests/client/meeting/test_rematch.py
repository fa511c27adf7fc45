"""Where the transcript of the next game goes."""

from __future__ import annotations

from pathlib import Path

from p2pgame.client.meeting.rematch import next_out


def test_no_transcript_takes_the_place_of_another(tmp_path: Path) -> None:
    assert next_out(None) is None
    out = tmp_path / "game.p2pgame"
    for name in ("game-2.p2pgame", "game-3.p2pgame", "game-4.p2pgame"):
        following = next_out(out)
        assert following == tmp_path / name
        following.write_bytes(b"")
        out = following
    assert next_out(tmp_path / "game.p2pgame") == tmp_path / "game-5.p2pgame"
    assert next_out(tmp_path / "game") == tmp_path / "game-2"
