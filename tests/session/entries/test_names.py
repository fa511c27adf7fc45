"""Names that show nothing, or look like another, are told from those that are fine."""

from __future__ import annotations

import re
import subprocess
import sys
import unicodedata

import pytest

from p2pgame.client.words import say
from p2pgame.engine.printable import is_printable
from p2pgame.games.chess.pgn_text import tag_line
from p2pgame.session.entries import lookalikes
from p2pgame.session.entries.lookalikes import MARK, is_alike, is_mixed, skeleton
from p2pgame.session.entries.shown import is_name, shown_name, why_no_name
from p2pgame.transport.finding import announce
from p2pgame.transport.finding.announce import Announcement
from p2pgame.transport.finding.discovery import (
    TAG,
    TOKEN,
    Label,
    encode_answer,
    read_answer,
)
from p2pgame.transport.finding.slip import encode_name, read_name
from tests.children import WITHIN
from tests.forked import ROOT
from tests.transport.test_announce import SIGN, TABLE

#: Names as people have them.
FINE = [
    *("Anna", "Zoë", "Nguyễn Thị", "Łukasz", "O’Neil", "Анна", "Αθηνά", "שלום"),
    *(
        "علی\u200cرضا",
        "می\u200cنا",
        "ශ්\u200dරී",
        "ക്\u200dഷേമ",
        "র\u200d্যান্ডি",
        "क्\u200cष",
        "രാജന്\u200d",
        "അനില്\u200d കുമാര്\u200d",
        "నరేష్\u200c (2)",
    ),
    *("田中Taro", "すずきケン", "김Anna", "नमस्ते", "ก็้", "❤", "Ben (2)", "x" * 24),
]


@pytest.mark.parametrize("name", FINE)
def test_a_name_as_people_have_them_is_shown_as_it_is(name: str) -> None:
    assert is_name(name)
    assert shown_name(name) == name


@pytest.mark.parametrize("name", FINE)
def test_a_name_as_people_have_them_is_told_in_every_way(name: str) -> None:
    """In a host's announcement, by spoken words, and on a network."""
    said = Announcement(TABLE, 0, (), (), f"{name}: chess 1/2")
    assert announce.read(announce.announce(said, SIGN)) == said
    assert read_name(encode_name(name)) == name
    label = Label(name, "chess", 1, 2, 9, bytes(TAG))
    assert read_answer(encode_answer(bytes(TOKEN), label)) == (bytes(TOKEN), label)
    assert tag_line("White", name) == f'[White "{name}"]'


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
        ("An\u200bna", "name-blank", f"An{MARK}na"),
        ("An\u3000na", "name-blank", f"An{MARK}na"),
        ("An\u202ena", "name-direction", f"An{MARK}na"),
        ("An\u200fna", "name-direction", f"An{MARK}na"),
        ("An\tna", "name-control", f"An{MARK}na"),
        ("An\ue000na", "name-unknown", f"An{MARK}na"),
        (" Anna", "name-space", "Anna"),
        ("An\u200dna", "name-joiner", f"An{MARK}na"),
        ("Anna\u200c", "name-joiner", f"Anna{MARK}"),
        ("\u200cعلی", "name-joiner", f"{MARK}علی"),
        ("علی\u200c", "name-joiner", f"علی{MARK}"),
        ("علی\u200c\u200cرضا", "name-joiner", f"علی{MARK}{MARK}رضا"),
        ("علی\u200dرضا", "name-joiner", f"علی{MARK}رضا"),
        ("علی\u200cAnna", "name-joiner", f"{MARK}علی{MARK}Anna"),
        ("ක\u200dෂ", "name-joiner", f"ක{MARK}ෂ"),
        ("ක්\u200d\u094d", "name-joiner", f"{MARK}ක්{MARK}\u094d"),
        ("", "name-empty", MARK),
        ("é" * 25, "name-long", "é" * 24),
        ("A\u0301nna", "name-composed", "Ánna"),
        ("\u0958" * 24, "name-composed", "\u0915\u093c" * 12),
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


def test_a_refusal_names_the_character_and_says_why() -> None:
    told = {
        "An\u202ena": "RIGHT-TO-LEFT OVERRIDE (U+202E)",
        "An\u200dna": "ZERO WIDTH JOINER (U+200D)",
        "An\tna": "U+0009",
        "An\u3164na": "HANGUL FILLER (U+3164)",
        "Anna ": "SPACE (U+0020)",
        "A\u0334\u0334nna": "COMBINING TILDE OVERLAY (U+0334)",
    }
    for name, character in told.items():
        why = why_no_name(name)
        assert why is not None
        assert why.args["character"] == character
        for language in ("en", "de"):
            assert character in say(why, language=language)
    why = why_no_name("Zoe\u0308")
    assert why is not None
    assert say(why) == (
        "in a name ë is written as U+00EB, and not as U+0065 U+0308: type it anew"
    )


@pytest.mark.parametrize(
    ("joined", "plain"),
    [("علی\u200cرضا", "علیرضا"), ("ශ්\u200dරී", "ශ්රී"), ("क्\u200cष", "क्ष")],
)
def test_names_that_differ_by_a_joiner_look_alike(joined: str, plain: str) -> None:
    assert is_alike(joined, [plain])
    assert is_alike(plain, [joined])
    assert skeleton(joined) == skeleton(plain)


def test_the_page_of_the_wire_lists_where_joiners_stand() -> None:
    page = (ROOT / "docs" / "wire.md").read_text("utf-8")
    rows = re.findall(r"^  \| [A-Z][a-z]+ \| (U\+[^|]+) \| (U\+\w+)? ?\|$", page, re.M)
    assert len(rows) == 11
    everything = [chr(one) for one in range(0x600, 0xE00)]
    for ranges, virama in rows:
        listed = set[str]()
        for part in ranges.split(", "):
            low, _, high = part.removeprefix("U+").partition("–")
            listed |= {*map(chr, range(int(low, 16), int(high or low, 16) + 1))}
        beside = chr(int(virama[2:], 16)) if virama else min(listed)
        for one in everything:
            for joiner in "\u200c\u200d":
                may = one in listed and (bool(virama) or joiner == "\u200c")
                for text in (beside + joiner + one, one + joiner + beside):
                    assert is_printable(text) == (may and one.isprintable()), ascii(
                        text
                    )


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
