"""Writes a transcript as one page that anybody can open."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from p2pgame.client import json_lines
from p2pgame.client.errors import InvalidRequest
from p2pgame.client.events import Progress
from p2pgame.client.transcripts import checking, parted, replaying
from p2pgame.client.words import language
from p2pgame.engine import Message
from p2pgame.web import standalone
from p2pgame.web.page_words import page_words

from ...text import words
from ...text.printing import print_text


def write_page(file: Path, limit: float) -> None:
    """Write the page of a transcript into this folder, within ``limit`` seconds.

    Raises:
      InvalidRequest: A file with its name is there, or it has several parts.
      ClientError: The file is no transcript.
    """
    target = Path(f"{file.stem}.html")
    if target.exists():
        raise InvalidRequest("file-exists", path=str(target))
    if len(parted.files_of(file)) > 1:
        raise InvalidRequest("page-of-parts", path=str(file))
    events = _told(file, limit, None)
    shown = [one["seats"] for one in events if one["event"] == "secrets-shown"]
    eyes = {seat: _told(file, limit, seat) for seats in shown for seat in seats}
    text = standalone.page(
        events,
        checking.load(file),
        file=file.name,
        language=language(),
        source=standalone.shipped,
        words=page_words(),
        eyes=eyes,
    )
    target.write_text(text, encoding="utf-8")
    print_text(words.say(Message.of("page-written", path=str(target))))


def _told(file: Path, limit: float, seat: int | None) -> list[dict[str, Any]]:
    """Return what a transcript tells, as the player in a seat saw it."""
    lines = json_lines.Lines(sentences=True)
    told = replaying.replay(file, limit, seat=seat)
    return [
        msgspec.json.decode(lines.encode(one))
        for one in told
        if not isinstance(one, Progress)
    ]
