"""Names that show nothing, or look like another, are told from those that are fine."""

from __future__ import annotations

import subprocess
import sys
import unicodedata

import pytest

from p2pgame.session.entries import lookalikes
from p2pgame.session.entries.lookalikes import MARK, is_alike, is_mixed, skeleton
from p2pgame.session.entries.shown import is_name, shown_name, why_no_name
from tests.children import WITHIN

#: Names as people have them.
FINE = [
    *("Anna", "Zoë", "Nguyễn Thị", "Łukasz", "O’Neil", "Анна", "Αθηνά", "שלום"),
    *("田中Taro", "すずきケン", "김Anna", "नमस्ते", "ก็้", "❤", "Ben (2)", "x" * 24),
]


@pytest.mark.parametrize("name", FINE)
def test_a_name_as_people_have_them_is_shown_as_it_is(name: str) -> None:
    assert is_name(name)
    assert shown_name(name) == name


@pytest.mark.parametrize(
    ("name", "id", "told"),
    [
        ("Anna\u3164", "name-blank", f"Anna{MARK}"),
        ("Anna\u2800", "name-blank", f"Anna{MARK}"),
        ("Anna\ufe0f", "name-blank", f"Anna{MARK}"),
        ("\u3164\u3164", "name-blank", MARK * 2),
        ("A" + "\u0301" * 20 + "nna", "name-marks", f"A{MARK}nna"),
        ("Anna" + "\u0334\u0321" * 10, "name-marks", f"Anna{MARK}"),
        ("\u0301Anna", "name-marks", f"{MARK}Anna"),
        ("An\u200bna", "name-wrong", f"An{MARK}na"),
        ("", "name-wrong", MARK),
        ("é" * 25, "name-wrong", "é" * 24),
        ("\u0958" * 24, "name-wrong", "\u0915\u093c" * 12),
    ],
)
def test_what_shows_nothing_is_no_name_and_marked_in_a_peer_s(
    name: str, id: str, told: str
) -> None:
    why = why_no_name(name)
    assert why is not None
    assert why.id == id
    assert shown_name(name) == told
    assert is_name(told)


@pytest.mark.parametrize("name", ["Аnna", "Annа", "Αnna", "Ольга-Maria", "田中Анна"])
def test_a_name_in_several_scripts_is_marked(name: str) -> None:
    assert is_name(name)
    assert is_mixed(name)
    assert shown_name(name) == MARK + name
    assert shown_name(MARK + name) == MARK + name
    assert len(shown_name(name * 6)) == 24


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *(("Anna", "Аnna"), ("Anna", "ANNA"), ("anna", "АNNA"), ("Coco", "Сосо")),
        *(("Anna", "𝐀nna"), ("Anna", "Ａnna"), ("Iisa", "lisa"), ("Tom", "Torn")),
        *(("Anna", f"{MARK}Аnna"), ("Anna", f"An{MARK}na"), ("Anna", "Anna\u2800")),
        *(("An na", "An  na"), ("Otto", "0tt0"), ("Анна", "анна")),
    ],
)
def test_names_of_one_look_are_alike(one: str, other: str) -> None:
    assert is_alike(one, ["Ben", other])
    assert is_alike(other, [one])


@pytest.mark.parametrize(
    ("one", "other"),
    [("Anna", "Anne"), ("Anna", "Ännä"), ("Анна", "Anna"), ("Ben", "Bén"), ("", "x")],
)
def test_names_that_differ_are_not(one: str, other: str) -> None:
    assert not is_alike(one, [other])


def test_every_character_shown_alone_may_be_shown() -> None:
    """Whatever a peer sends, what is shown passes as a name, and stays as it is."""
    for code in range(sys.maxunicode + 1):
        one = chr(code)
        if unicodedata.category(one) in ("Cs", "Co", "Cn", "Lo", "So"):
            continue
        told = shown_name(f"B{one}n")
        assert is_name(told), ascii(one)
        assert shown_name(told) == told, ascii(one)


def test_ascii_has_the_skeletons_of_the_tables_without_them() -> None:
    table = lookalikes._prototypes()
    for code in range(32, 127):
        assert skeleton(f"x{chr(code)}x") == skeleton(f"x{chr(code)}xé")[:-2]
        assert chr(code).translate(lookalikes._ASCII) == chr(code).translate(table)
    program = (
        "import sys\n"
        "from p2pgame.session.entries import lookalikes, shown\n"
        "shown.shown_name('Anna'), lookalikes.is_alike('Anna', ['Ben'])\n"
        "print('confusable_homoglyphs.confusables' in sys.modules)\n"
        "lookalikes.is_alike('Zo\\u00eb', ['Ben'])\n"
        "print('confusable_homoglyphs.confusables' in sys.modules)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        timeout=WITHIN,
    )
    assert done.stdout.split() == ["False", "True"]
