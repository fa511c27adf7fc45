"""The words of codes: that they are told apart by ear, by eye and by finger."""

from __future__ import annotations

from itertools import combinations, product
from random import Random

import pytest

from p2pgame.transport.finding.words import (
    CODE_LIMIT,
    COUNT,
    ENOUGH,
    WORDS,
    Code,
    InvalidCode,
    complete,
    nearest,
)

CODE = Code(7, ("purple", "sausages", "river"))
_ALIKE = ("bfpv", "cgjkqsxz", "dt", "l", "mn", "r")
_SOUNDS = {letter: f"{n}" for n, each in enumerate(_ALIKE) for letter in each}


def distance(one: str, other: str) -> int:
    """Count insertions, deletions and changes between two words."""
    row = {(0, j): j for j in range(len(other) + 1)}
    row |= {(i, 0): i for i in range(len(one) + 1)}
    for i, j in product(range(1, len(one) + 1), range(1, len(other) + 1)):
        changed = row[i - 1, j - 1] + (one[i - 1] != other[j - 1])
        row[i, j] = min(row[i - 1, j] + 1, row[i, j - 1] + 1, changed)
    return row[len(one), len(other)]


def sound(word: str) -> str:
    """Return how a word sounds, roughly: Soundex, and like first letters for one."""
    for spelt, said in (("ph", "f"), ("kn", "n"), ("wr", "r"), ("ck", "k")):
        word = word.replace(spelt, said)
    heard, last = "", _SOUNDS.get(word[0], "")
    for letter in word[1:]:
        code = _SOUNDS.get(letter, "")
        if code != last:
            heard += code
        if letter not in "hw":
            last = code
    first = {"c": "k", "q": "k", "j": "g", "z": "s", "x": "s"}.get(word[0], word[0])
    return first + heard[:3]


def test_a_byte_names_a_word() -> None:
    assert len(WORDS) == len({*WORDS}) == 256
    assert list(WORDS) == sorted(WORDS)
    for word in WORDS:
        assert word.isascii()
        assert word.isalpha()
        assert word.islower()
        assert 4 <= len(word) <= 8


def test_three_letters_name_a_word_and_no_word_begins_another() -> None:
    assert len({word[:ENOUGH] for word in WORDS}) == 256
    for word in WORDS:
        assert complete(word[:ENOUGH].upper()) == (word,)


def test_no_two_words_sound_alike() -> None:
    assert len({sound(word) for word in WORDS}) == 256


def test_no_two_words_are_fewer_than_three_slips_apart() -> None:
    for one, other in combinations(WORDS, 2):
        # Two slips take away two of a word's letters at most.
        if len({*one} - {*other}) < 3:
            assert distance(one, other) >= 3, (one, other)


@pytest.mark.parametrize(
    "text",
    [
        "7-purple-sausages-river",
        "  7 Purple Sausages RIVER\n",
        "7purplesausagesriver",
        "007 pur saus riv",
        "7-purple–sausages—river.",
        "7 purple, sausage, river",
        "7 pur ple saus ages river",
        "7.purple_sausages\u00a0river",
    ],
)
def test_a_code_is_read_however_it_is_written(text: str) -> None:
    assert Code.parse(text) == CODE


def test_every_code_is_read_as_it_was_written() -> None:
    seed = 20261121
    chance = Random(seed)
    for _ in range(300):
        code = Code.draw(chance.randrange(1 << chance.randrange(33)), chance.randbytes)
        text = code.encode()
        for spelt in (text, text.replace("-", ""), text.title().replace("-", " ")):
            assert Code.parse(spelt) == code, f"seed {seed}"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("7-purpel-sausages-river", "purpel purple"),
        ("7-purple-suasages-river", "suasages sausages"),
        ("7-purple-sausages-rivver", "rivver river"),
        ("7-pu-sausages-river", "short pu"),
        ("7-purple-sausages", "count 3 2"),
        ("7-purple-sausages-river-wolf", "count 3 4"),
        ("7", "count 3 0"),
        ("", "form"),
        ("purple-sausages-river", "form"),
        ("-7-purple-sausages-river", None),
        ("٧-purple-sausages-river", "form"),
        ("7-purple-sausages-\x1b[2Jriver", "form"),
        ("7-purple-sausages-riv\u0435r", "form"),
        ("4294967296-purple-sausages-river", "number"),
        ("99999999999-purple-sausages-river", "form"),
        ("7-" + "purple-" * 1000, "form"),
        ("7 " + "a" * (CODE_LIMIT - 2), "unknown"),
    ],
)
def test_what_is_mistyped_is_told_in_one_sentence(text: str, told: str | None) -> None:
    if told is None:
        assert Code.parse(text) == CODE
        return
    with pytest.raises(InvalidCode) as raised:
        Code.parse(text)
    assert told in str(raised.value)
    assert str(raised.value).isprintable()


def test_a_word_with_one_slip_is_taken_for_no_other_and_its_own_is_proposed() -> None:
    seed = 7
    chance = Random(seed)
    for _ in range(60):
        word = chance.choice(WORDS)
        at = chance.randrange(len(word))
        slips = (
            word[:at] + word[at + 1 :],
            word[:at] + chance.choice("abcdefghijklmnopqrstuvwxyz") + word[at + 1 :],
            word[:at] + word[at : at + 2][::-1] + word[at + 2 :],
        )
        slip = chance.choice(slips)
        try:
            read = Code.parse(f"1 {slip} river wolf").words[0]
        except InvalidCode:
            assert nearest(slip) == word, f"seed {seed}"
        else:
            assert read == word, f"seed {seed}"


def test_a_code_needs_words_of_the_list_and_a_door() -> None:
    for door, words in ((1, ("purple",) * (COUNT - 1)), (1, ("nope",) * COUNT)):
        with pytest.raises(InvalidCode):
            Code(door, words)
    with pytest.raises(InvalidCode):
        Code(-1, CODE.words)


def test_no_repr_shows_the_words() -> None:
    assert repr(CODE) == "Code(number=7)"
