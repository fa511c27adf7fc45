"""What a file of rules may not say, and that a sentence tells it."""

from __future__ import annotations

import pytest

from p2pgame.engine import RulesError
from p2pgame.game_files.source_text import LIMIT, check_text, decoded, hash_of


@pytest.mark.attack(55)
@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("import os", "the file imports os (line 1)"),
        ("x = 1\nfrom subprocess import run", "imports subprocess (line 2)"),
        ("import importlib", "imports importlib (line 1)"),
        ("import ctypes", "imports ctypes (line 1)"),
        ("from p2pgame.client import seats", "imports p2pgame.client (line 1)"),
        ("from . import other", "imports from beside itself (line 1)"),
        ("__import__('os')", "uses __import__ (line 1)"),
        ("eval('1')", "uses eval (line 1)"),
        ("exec('1')", "uses exec (line 1)"),
        ("open('x')", "uses open (line 1)"),
        ("x = ().__class__.__mro__", "uses __mro__ (line 1)"),
        ("x = int.__subclasses__()", "uses __subclasses__ (line 1)"),
        ("x = __loader__", "uses __loader__ (line 1)"),
        ("getattr(int, 'real')", "uses getattr (line 1)"),
        ("from operator import attrgetter", "uses operator.attrgetter (line 1)"),
        (
            "import operator\noperator.attrgetter('x')",
            "uses operator.attrgetter (line 2)",
        ),
        ("x =", "the file is no Python: invalid syntax"),
        ("x = 1\0", "the file is no Python"),
        ("(" * 5000, "the file is no Python: too many nested"),
        ("x = " + "-" * 50000 + "1", "nested too deeply to be read"),
    ],
)
def test_what_rules_never_need_is_refused_with_its_line(text: str, told: str) -> None:
    with pytest.raises(RulesError) as refused:
        check_text(text)
    assert told in str(refused.value)


def test_a_file_that_is_long_or_no_text_is_refused() -> None:
    assert decoded(b"\xef\xbb\xbfx = 1\r\n") == "x = 1\n"
    with pytest.raises(RulesError, match="longer than 256 KiB"):
        decoded(b"#" * (LIMIT + 1))
    with pytest.raises(RulesError, match="no text in UTF-8"):
        decoded(b"\xff\xfe")


def test_the_hash_is_that_of_the_code_alone() -> None:
    assert hash_of("x = 1") == hash_of('"""Said."""\n\nx  =  1  # one')
    assert hash_of("x = 1") != hash_of("x = 2")
