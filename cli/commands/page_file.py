"""Writes a transcript as one page that anybody can open."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from p2pgame.client import checking, json_lines, replaying
from p2pgame.client.errors import InvalidRequest
from p2pgame.client.words import language
from p2pgame.engine import Message
from p2pgame.web import standalone

from ..text import words


def write_page(file: Path, limit: float) -> None:
    """Write the page of a transcript into this folder, within ``limit`` seconds.

    Raises:
      InvalidRequest: A file with its name is there.
      ClientError: The file is no transcript.
    """
    target = Path(f"{file.stem}.html")
    if target.exists():
        raise InvalidRequest("file-exists", path=str(target))
    lines = json_lines.Lines(sentences=True)
    events = [
        msgspec.json.decode(lines.encode(one)) for one in replaying.replay(file, limit)
    ]
    text = standalone.page(
        events,
        checking.load(file),
        file=file.name,
        language=language(),
        source=standalone.shipped,
        words=standalone.shipped_words(),
    )
    target.write_text(text, encoding="utf-8")
    click.echo(words.say(Message.of("page-written", path=str(target))))
