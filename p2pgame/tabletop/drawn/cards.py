"""Draws playing cards: in a line, one above the other's edge, or as a hand by suit.

A face is a rank and a suit (``Qh``), or anything else, which is drawn as it is.  None
is a card face down, and an empty text a place without a card.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from p2pgame.engine import Drawing, Row, Span

from ..cards import RANKS
from .rows import padded, width_of

SYMBOLS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
#: The order of a hand: the colours take turns.
ORDER = "shcd"
STYLES = {"c": "black-suit", "d": "red-suit", "h": "red-suit", "s": "black-suit"}
BACK, NO_CARD = "▒▒", "··"
#: The cells of a card in a frame, and of its face.
CARD, FACE = 5, 3
#: The cells and rows of a large card.
LARGE, LARGE_ROWS = 7, 5


def rank_and_suit(face: str) -> tuple[str, str]:
    """Return what stands on a card: ``10`` and ``♥``; the second may be empty."""
    if len(face) == 2 and face[0] in RANKS and face[1] in SYMBOLS:
        return face[0].replace("T", "10"), SYMBOLS[face[1]]
    return face, ""


def style_of(face: str) -> str:
    """Return the style of a card by its suit."""
    return STYLES[face[1]] if rank_and_suit(face)[1] else "strong"


def suit(letter: str) -> Span:
    """Return the symbol of a suit."""
    return Span(SYMBOLS[letter], STYLES[letter])


def card(face: str | None) -> Span:
    """Return a card in two or three cells."""
    if face is None:
        return Span(BACK, "hidden")
    return Span(
        "".join(rank_and_suit(face)) or NO_CARD, style_of(face) if face else "dim"
    )


def cards(faces: Iterable[str | None], gap: str = " ") -> Row:
    """Return cards in a line."""
    spans = [span for face in faces for span in (Span(gap), card(face))]
    return tuple(spans[1:])


def framed_cards(faces: Sequence[str | None], gap: int = 0) -> Drawing:
    """Return cards in frames beside one another, in three rows."""
    between = Span(" " * gap)
    rows: list[list[Span]] = [[], [], []]
    for n, face in enumerate(faces):
        line = "┄" if face == "" else "─"
        style = "dim" if face == "" else "frame"
        texts = (f"╭{line * FACE}╮", "", f"╰{line * FACE}╯")
        for row, text in zip(rows, texts, strict=True):
            if n and gap:
                row.append(between)
            side = Span("│" if face != "" else "┊", style)
            row += [Span(text, style)] if text else [side, _middle(face), side]
    return tuple(map(tuple, rows))


def fanned(faces: Sequence[str | None]) -> Drawing:
    """Return cards that lie on one another, so that each shows its left edge."""
    rows: list[list[Span]] = [[], [], []]
    for face in faces:
        rows[0].append(Span(f"╭{'─' * FACE}", "frame"))
        rows[1] += [Span("│", "frame"), _middle(face)]
        rows[2].append(Span(f"╰{'─' * FACE}", "frame"))
    for row, end in zip(rows, "╮│╯", strict=True):
        row.append(Span(end if faces else "", "frame"))
    return tuple(map(tuple, rows))


def large_cards(faces: Sequence[str | None], gap: int = 1) -> Drawing:
    """Return cards in frames beside one another, in five rows."""
    parts = [_large(face) for face in faces]
    space = (Span(" " * gap),)
    return tuple(
        sum(((space if n else ()) + part[row] for n, part in enumerate(parts)), ())
        for row in range(LARGE_ROWS)
    )


def by_suit(faces: Iterable[str]) -> list[list[str]]:
    """Return a hand's cards in order, those of each suit that it has together.

    Only cards of a suit are for hands: no jokers.
    """
    held = sorted(faces, key=lambda face: -RANKS.find(face[0]))
    suits = ([face for face in held if face[1] == letter] for letter in ORDER)
    return [group for group in suits if group]


def hand_lines(faces: Iterable[str], hidden: int, width: int) -> Drawing:
    """Return a hand as its suits with their ranks, in rows of at most so many cells.

    ``hidden`` cards of it are not known.
    """
    rows: list[Row] = []
    row: Row = ()
    groups = [_suit_line(group, width) for group in by_suit(faces)]
    groups += [[(Span(f"{BACK} × {hidden}", "hidden"),)]] if hidden else []
    for part in (part for group in groups for part in group):
        longer = (*row, Span("   "), *part) if row else part
        if row and width_of([longer]) > width:
            rows.append(row)
            longer = part
        row = longer
    return tuple(rows) + ((row,) if row else ())


def hand(faces: Sequence[str], hidden: int, width: int, height: int) -> Drawing:
    """Return a hand in at most so many cells and rows: fanned, or by suit in lines."""
    count = len(faces) + hidden
    if count and height >= 3 and (FACE + 1) * count + 1 <= width:
        known = [face for group in by_suit(faces) for face in group]
        return fanned([*known, *[None] * hidden])
    return hand_lines(faces, hidden, width)


def _suit_line(group: list[str], width: int) -> list[Row]:
    """Return the symbol of a suit and the ranks held of it, in one row or several."""
    sign = suit(group[0][1])
    most = max((width - 1) // FACE, 1)
    parts = (group[at : at + most] for at in range(0, len(group), most))
    return [
        (Span(" ".join((sign.text, *(rank_and_suit(f)[0] for f in part))), sign.style),)
        for part in parts
    ]


def _middle(face: str | None) -> Span:
    if face is None:
        return Span("▒" * FACE, "hidden")
    text = "".join(rank_and_suit(face))
    return Span(padded(text if len(text) > 1 else f" {text}", FACE), style_of(face))


def _large(face: str | None) -> Drawing:
    edge, side, style = ("┄", "┊", "dim") if face == "" else ("─", "│", "frame")
    inner = LARGE - 2
    return (
        (Span(f"╭{edge * inner}╮", style),),
        *(
            (Span(side, style), Span(text, _face_style(face)), Span(side, style))
            for text in _large_texts(face, inner)
        ),
        (Span(f"╰{edge * inner}╯", style),),
    )


def _large_texts(face: str | None, inner: int) -> tuple[str, str, str]:
    if face is None:
        return ("▒" * inner,) * 3
    rank, sign = rank_and_suit(face)
    if sign:
        return rank.ljust(inner), sign.center(inner), rank.rjust(inner)
    return " " * inner, padded(rank.center(inner), inner), " " * inner


def _face_style(face: str | None) -> str:
    return "hidden" if face is None else style_of(face)
