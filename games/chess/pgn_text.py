"""Takes a PGN text apart into its games: tags, moves and results, as they are written.

Comments, variations and annotations are dropped.  A fault of one game is kept with it,
and the games after it are read.

Source: Edwards, "Portable Game Notation Specification and Implementation Guide" (1994),
the import format: sections 4 to 8.2.  Beyond it: figurines, signs of the Informant,
quotes in a tag that were not escaped, dashes of every length.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from p2pgame.engine.printable import is_printable

#: The longest game; the longest in collections have some 20 000 characters.
MOST_CHARACTERS = 1_000_000
#: Faults and words of a file are quoted up to this length.
QUOTED = 20

_TOKEN = re.compile(
    r"""
      \[\s*(?P<tag>\w{1,255})\s*
        "(?P<value>(?:[^"\\\n]|\\[^\n]|"(?!\s*\]))*+)"\s*\]
    | \{[^}]*+(?:\}|(?P<unclosed>\Z)) | ;[^\n]* | ^%[^\n]*
    | (?P<result>1[-–—:]0|0[-–—:]1|1/2(?:[-–—:]1/2)?|½(?:[-–—:]½)?|\*)
    | e\.p\.
    | (?P<move>
          [0Oo][-–—‑−][0Oo](?:[-–—‑−][0Oo])?(?![\w])
        | --|0000|@@@@
        | [^\W\d_♔-♟][\w=:+\#–—‑−-]*(?:(?:=?\(=?\w\)|/[A-Z])[+\#]*|\.p\.)?
        | [♔-♟][\w=:+\#–—‑−♔-♟\uFE0E-]*
      )
    | [0-9]+[.)…]* | [.…]+ | \$[0-9]+ | [?!‼⁇⁈⁉]+
    | [-+=/\#±∓⩲⩱∞□○⟳↑→⇄⇆⊕⨀△▽⌓⊥]+ | \s+
    | (?P<open>\() | (?P<close>\))
    | (?P<stray>.)
    """,
    re.VERBOSE | re.MULTILINE | re.DOTALL,
)
_REST_OF_LINE = re.compile(r"[^\n]*")
_TAG_NAME = re.compile(r"[A-Za-z0-9]\w{0,254}", re.ASCII)
_ESCAPED = re.compile(r"\\(.)")
_RESULT = dict.fromkeys(("½", "1/2", "½-½", "0.5-0.5"), "1/2-1/2")


class NotText(ValueError):
    """The bytes are no text."""


@dataclass(slots=True)
class Written:
    """A game as it is written, and what is wrong with how it is written, if anything.

    ``moves`` are those outside variations; ``result`` stands after them, or is empty.
    """

    tags: dict[str, str] = field(default_factory=dict)
    moves: list[str] = field(default_factory=list)
    result: str = ""
    fault: str = ""
    remarks: list[str] = field(default_factory=list)
    begins: int = 0

    @property
    def is_empty(self) -> bool:
        return not (self.tags or self.moves or self.fault)


def decoded(data: bytes) -> str:
    """Return the text of a file: UTF-8, UTF-16 with its mark, or else Windows-1252.

    Latin-1, which the standard asks for, is the same as the last but for characters
    that nobody sees.

    Raises:
      NotText: It has characters that no text has.
    """
    try:
        if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
            text = data.decode("utf-16")
        else:
            text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", "replace")
    text = text.replace("\r\n", "\n").replace("\r", "\n").rstrip("\x1a")
    if re.search(r"[\x00-\x08\x0e-\x1f]", text):
        raise NotText("that is no text")
    return text


def games_in(text: str, tokens: re.Pattern[str] = _TOKEN) -> Iterator[Written]:
    """Yield the games of a text, in order; ``tokens`` has the moves of another game."""
    reader = _Reader(text.removeprefix("\ufeff"), tokens)
    for token in reader.tokens():
        yield from reader.take(token)
    yield from reader.ended()


def tag_line(name: str, value: str) -> str:
    """Return the line of a tag.

    Raises:
      ValueError: It cannot be written.
    """
    if not _TAG_NAME.fullmatch(name):
        raise ValueError(f"{name!r} cannot be the name of a tag")
    if not is_printable(value) or len(value) > 255:
        raise ValueError(f"the tag {name} takes up to 255 printable characters")
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def standard_result(text: str) -> str:
    """Return a result in the form of the standard, or the text itself."""
    bare = re.sub("[–—:]", "-", re.sub(r"\s", "", text))
    return _RESULT.get(bare, bare)


class _Reader:
    def __init__(self, text: str, tokens: re.Pattern[str]) -> None:
        self._text, self._tokens = text, tokens
        self._game, self._depth = Written(), 0
        self._line, self._counted = 1, 0
        self._skip = 0

    def tokens(self) -> Iterator[re.Match[str]]:
        at = 0
        while at < len(self._text):
            token = self._tokens.match(self._text, at)
            assert token is not None, "any character is a token"
            yield token
            at = max(token.end(), self._skip)

    def take(self, token: re.Match[str]) -> Iterator[Written]:
        """Add a token to its game; yield the game that it ends."""
        kind = token.lastgroup
        if kind is None:
            return
        if self._begins_another(token):
            yield from self.ended(token.start())
        if kind == "stray" and self._depth:
            pass  # words in parentheses
        elif kind == "stray":
            self._fault(token.start(), "is no tag, move or comment")
            rest = _REST_OF_LINE.match(self._text, token.start())
            self._skip = token.end() if rest is None else rest.end()
        elif kind == "unclosed":
            self._fault(token.start(), "begins a comment that is never closed")
        elif kind == "open":
            self._depth += 1
        elif kind == "close":
            self._close()
        elif self._depth == 0:
            self._add(token)

    def ended(self, at: int | None = None) -> Iterator[Written]:
        """Yield the game that ends here, unless there is none, and begin the next."""
        game, end = self._game, len(self._text) if at is None else at
        if self._depth and not game.fault:
            game.fault = "a variation is never closed"
        self._game, self._depth = Written(begins=end), 0
        if not game.is_empty:
            yield game

    def _begins_another(self, token: re.Match[str]) -> bool:
        game = self._game
        name = token["tag"]
        if name is not None:
            again = name == "Event" and name in game.tags
            return bool(game.moves or game.result or self._depth or again)
        return bool(game.result and token["move"] and not self._depth)

    def _add(self, token: re.Match[str]) -> None:
        game = self._game
        if token.start() - game.begins > MOST_CHARACTERS:
            game.fault = f"a game has at most {MOST_CHARACTERS} characters"
        elif token["move"]:
            game.moves.append(token["move"])
        elif token["result"]:
            self._end(standard_result(token["result"]))
        elif token["tag"] in game.tags:
            game.remarks.append(f"the tag {token['tag']} is there twice")
        elif token["tag"]:
            value = token["value"] if token["value"] is not None else ""
            game.tags[token["tag"]] = _ESCAPED.sub(r"\1", value)

    def _end(self, result: str) -> None:
        game = self._game
        if game.result not in ("", result) and not game.fault:
            game.fault = f"there are two results, {game.result} and {result}"
        game.result = game.result or result

    def _close(self) -> None:
        if self._depth:
            self._depth -= 1
        elif not self._game.fault:
            self._game.fault = "a variation ends that has not begun"

    def _fault(self, at: int, what: str) -> None:
        if self._game.fault:
            return
        self._line += self._text.count("\n", self._counted, at)
        self._counted = at
        word = self._text[at : at + QUOTED].split()[0]
        self._game.fault = f"line {self._line}: {word!r} {what}"
