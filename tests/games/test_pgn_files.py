"""PGN files as people have them are read: in any form that the import format allows."""

from __future__ import annotations

import os
from contextlib import suppress

import chess
import pytest

from p2pgame.games.chess.pgn_reading import Record, played, read
from p2pgame.games.chess.pgn_text import NotText, decoded, games_in
from tests.english import refusing
from tests.games.pgn_files import Sample, sample

#: Files that are made; the first seed of more: P2PGAME_GAMES=2000.
FILES = int(os.environ.get("P2PGAME_GAMES", "60"))
#: Fool's mate, and the shortest game that comes to its first position five times.
MATE = "1. f3 e5 2. g4 Qh4#"
FIVEFOLD = "Nf3 Nf6 Ng1 Ng8 " * 4
#: Nobody can take or check; the kings walk 75 moves and more.
WALK = '[FEN "7k/8/8/p1p1p1p1/P1P1P1P1/8/8/K7 w - - 140 90"]\n'


def moves(record: Record) -> tuple[str, ...]:
    return tuple(event.move for event in record.moves)


@pytest.mark.parametrize("seed", range(FILES))
def test_what_is_in_a_file_is_found(seed: int) -> None:
    made: Sample = sample(seed)
    found = [played(game) for game in games_in(decoded(made.data))]
    assert len(found) == len(made.games), f"seed {seed}"
    for number, (record, expected) in enumerate(zip(found, made.games, strict=True), 1):
        place = f"seed {seed}, game {number}"
        assert record.tags == expected.tags, place
        assert chess.Board(record.start.fen) == chess.Board(expected.fen), place
        assert moves(record) == expected.moves, place
        assert record.result == expected.result, place
        assert bool(record.remarks) == expected.is_remarked, (place, record.remarks)


def test_the_files_have_every_form() -> None:
    """A file that is made alike for all seeds would show little."""
    data = [sample(seed) for seed in range(FILES)]
    assert {len(one.games) for one in data} >= {1, 2, 5}
    texts = "\n".join(decoded(one.data) for one in data)
    for form in ("(Q)", "/Q", "♘", "e.p.", "0-0", "] [", '[White"', "$139", "%", ";"):
        assert form in texts, form
    assert any(b"\r\n" in one.data for one in data)
    assert any(one.data.startswith(b"\xff\xfe") for one in data)
    games = [game for one in data for game in one.games]
    assert any(game.is_remarked for game in games)
    assert {game.result for game in games} == {"1-0", "0-1", "1/2-1/2", "*"}


@pytest.mark.parametrize(
    ("written", "uci"),
    [
        ("e8=Q", "e7e8q"),
        ("e8(Q)", "e7e8q"),
        ("e8/Q", "e7e8q"),
        ("e8=(N)", "e7e8n"),
        ("e8R", "e7e8r"),
        ("e8=b", "e7e8b"),
        ("e8(Q)+-", "e7e8q"),
        ("♔g2", "g1g2"),
        ("♚g2", "g1g2"),
        ("Kg1-g2", "g1g2"),
        ("Kg1–g2", "g1g2"),
        ("Pe8=Q", "e7e8q"),
        ("Kg2±", "g1g2"),
        ("Kg2⩲ $14 (Kh2)", "g1g2"),
        ("1)Kg2", "g1g2"),
        ("41…Kg2", "g1g2"),
        ("Kg2 N/A?", None),
    ],
)
def test_a_move_is_read_in_any_form(written: str, uci: str | None) -> None:
    text = f'[FEN "8/4P2k/8/8/8/8/8/6K1 w - - 0 41"]\n\n{written} *'
    if uci is None:
        with refusing(ValueError, match="that is no move"):
            read(text)
    else:
        assert moves(read(text)) == (uci,)


@pytest.mark.parametrize("castles", ["O-O", "0-0", "o-o", "O–O", "O-O+", "O-O!"])
def test_castling_is_written_with_letters_or_noughts(castles: str) -> None:
    text = f'[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]\n\n1. {castles} *'
    assert moves(read(text)) == ("e1g1",)
    long = f'[FEN "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"]\n\n1. {castles}-O 1/2'
    if castles[-1] in "O0o":
        assert moves(read(long)) == ("e1c1",)
        assert read(long).result == "1/2-1/2"


@pytest.mark.parametrize(
    ("text", "language", "uci"),
    [
        ("1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. Lxc6 dxc6", "German", "b5c6"),
        ("1. e4 e5 2. Pf3 Pc6 3. Lb5 a6", "Dutch", "f1b5"),
        ("1. e4 e5 2. Cf3 Cc6 3. Ab5 Re7", "Spanish", "f1b5"),
        ("1. e4 e5 2. Cf3 Cc6 3. Fb5 Re7", "French", "f1b5"),
    ],
)
def test_pieces_may_have_the_letters_of_another_language(
    text: str, language: str, uci: str
) -> None:
    record = read(f"{text} *")
    assert uci in moves(record)
    assert record.remarks == (f"the pieces have the letters of {language}",)


def test_an_english_game_that_is_not_legal_is_read_in_no_other_language() -> None:
    """R is the king in France: 2. Re2 would be legal there."""
    with refusing(ValueError, match="move 2 of white, 'Re2': it is not legal"):
        read("1. e4 e5 2. Re2 *")
    with refusing(ValueError, match="move 3 of white, 'Lc9': that is no move"):
        read("1. e4 e5 2. Sf3 Sc6 3. Lc9 *")


@pytest.mark.parametrize(
    ("text", "result", "remark"),
    [
        (f"{MATE} *", "0-1", "the moves end in 0-1, and no result is given"),
        (f'[Result "*"]\n\n{MATE} 0-1', "0-1", None),
        (f'[Result "?"]\n\n{MATE}', "0-1", "the moves end in 0-1, and no result"),
        (MATE, "0-1", None),
        (f'[Result "0 : 1"]\n\n{MATE} 0:1', "0-1", None),
        ('[Result "0.5 - 0.5"]\n\n1. e4 ½–½', "1/2-1/2", None),
        ('[Result "1/2"]\n\n1. e4', "1/2-1/2", None),
        ('[Result ""]\n\n1. e4 1 - 0', "*", None),
        (FIVEFOLD, "1/2-1/2", None),
        (f"{FIVEFOLD} 1/2-1/2", "1/2-1/2", None),
        (f"{FIVEFOLD} *", "1/2-1/2", "the moves end in a draw by the fifth repetition"),
        (f"{FIVEFOLD} e4 *", "*", "played on after the fifth repetition, at move 9 of"),
        (f"{FIVEFOLD} e4 1-0", "1-0", "played on after the fifth repetition, at move"),
        (f"{FIVEFOLD} 0-1", "0-1", "0-1 in spite of the fifth repetition"),
        (f"{WALK}{'Kb1 Kg8 Ka1 Kh8 ' * 2} Kb2 Kg7 1-0", "1-0", "1-0 in spite of 75"),
        (f"{WALK}Kb1 Kg8 Kc1 Kf8 Kd1 Ke8 Ke1 Kd8 Kf1 Kc8", "1/2-1/2", None),
        (
            f"{WALK}Kb1 Kg8 Kc1 Kf8 Kd1 Ke8 Ke1 Kd8 Kf1 Kc8 Kg1 1-0",
            "1-0",
            "played on after 75 moves without capture or pawn move, at move 95 of w",
        ),
        (
            '[FEN "7k/8/8/8/8/8/8/K7 w - - 0 60"]\n\n60. Ka2 *',
            "*",
            "played on after a position in which nobody can mate, at move 60 of white",
        ),
        ('[White "a"]\n[White "b"]\n\n1. e4 *', "*", "the tag White is there twice"),
    ],
)
def test_what_is_unusual_is_a_remark(
    text: str, result: str, remark: str | None
) -> None:
    record = read(text)
    assert record.result == result
    if remark is None:
        assert record.remarks == ()
    else:
        assert any(one.startswith(remark) for one in record.remarks), record.remarks


@pytest.mark.parametrize("null", ["--", "Z0", "0000", "@@@@", "null"])
def test_a_null_move_is_refused_in_words(null: str) -> None:
    refusal = f"move 1 of black, '{null}': a null move passes the turn"
    with refusing(ValueError, match=refusal):
        read(f"1. e4 {null} 2. d4 *")
    assert len(read(f"1. e4 ({null} 2. d4) e5 *").moves) == 2


@pytest.mark.parametrize(
    "variant", ["Crazyhouse", "Chess960", "fischerandom", "3check"]
)
def test_a_variant_is_refused_by_name(variant: str) -> None:
    with refusing(ValueError, match=f"a game of {variant}, which has other rules"):
        read(f'[Variant "{variant}"]\n\n1. N@f4 *')


@pytest.mark.parametrize("name", ["Standard", "Standard Chess", "From Position", ""])
def test_a_game_that_is_no_variant_may_say_so(name: str) -> None:
    assert read(f'[Variant "{name}"]\n\n1. e4 *').remarks == ()


def test_a_fault_of_one_game_leaves_the_others() -> None:
    text = (
        '[Event "a"]\n\n1. e4 ~ e5 1-0\n\n[Event "b"]\n\n1. d4 (1. c4 *\n\n'
        '[Event "c"]\n\n1. f4 ) f5 *\n\n[Event "d"]\n\n1. g4 g5 1-0\n1. h4 *\n'
        '[Event "e"]\n[Event "f"]\n\n1. a4 { to the end'
    )
    games = [*games_in(text)]
    assert [game.tags.get("Event") for game in games] == [*"abcd", None, *"ef"]
    assert [game.fault for game in games] == [
        "line 3: '~' is no tag, move or comment",
        "a variation is never closed",
        "a variation ends that has not begun",
        *("", "", ""),
        "line 20: '{' begins a comment that is never closed",
    ]
    assert [moves(played(game)) for game in games[3:6]] == [
        ("g2g4", "g7g5"),
        ("h2h4",),
        (),
    ]


def test_a_tag_s_quotes_need_no_escape() -> None:
    record = read('[White "The "Duke" of Y"][Black"B"] [ Round  "1" ]1.e4*')
    assert record.tags == {"White": 'The "Duke" of Y', "Black": "B", "Round": "1"}


def test_what_is_no_text_is_said_to_be_none() -> None:
    for data in (b"\x00", b"\x89PNG\r\n\x1a\n\x00", b"\xff\xfe\x01\x00", b"e4 \x1b[2J"):
        with pytest.raises(NotText):
            decoded(data)
    assert decoded(b"1. e4 *\x1a") == "1. e4 *"
    assert decoded(b'[White "M\xfcller \x93x\x94"]') == '[White "Müller “x”"]'


@pytest.mark.parametrize(
    "piece",
    [
        *(
            "{\n",
            "{\n[A ",
            "(\n",
            '[a "\n',
            '[a "" " ',
            "~",
            "~\n",
            "[\n",
            "[" + " " * 99,
        ),
        *("e4" + "+" * 5000 + "x ", "e8" + "(=" * 5000, "1. e4 1-0\n", "=/" * 99),
        *('[Event "a"]\n', "Nf3 Nf6 Ng1 Ng8 ", "♔" * 999, "-" * 999, "½-", "O-O-"),
        *("Kf1 ;\n", "%\n", "$1", "\\", '"', '[a "\\', "[a", "\ufeff", "é" * 99),
    ],
)
def test_a_text_made_to_be_slow_is_read_or_refused(piece: str) -> None:
    """Each would take minutes if the time rose by the square of its length."""
    text = piece * (100_000 // len(piece))
    assert len([*games_in(text)]) <= len(text)
    with suppress(ValueError):
        read(text, 1)
