"""A scene is what lies on a table as one seat sees it, as data.

A game makes one scene from its view.  A terminal draws it, a page draws it, plain
speech reads it.  What a move names has that move: so a click, a key and a typed word
choose the same.  It has it whether or not it is legal now; the choice says that.

Tones say what matters, and each front end has its colours for them: those of
:mod:`.drawing`, and ``won``, what has won the game for its seat.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from .message import Message
from .turns import Over, Turn, movers


class Part(msgspec.Struct, frozen=True, omit_defaults=True):
    """Base of what a scene contains."""


class Piece(Part, frozen=True):
    """What lies on a cell: ``sign`` is its letters, ``seat`` whose it is.

    ``shape`` is how it is drawn where there is room: ``cross`` or ``ring``; ``king``,
    ``queen``, ``rook``, ``bishop``, ``knight`` or ``pawn``; ``man`` or ``crowned``, of
    draughts; ``ship``, and ``hit`` or ``sunk``, a part of a ship, or ``miss``, a shot
    into water.  White ones have the colour ``first-piece``, and black ones
    ``second-piece``.
    """

    sign: str
    seat: int | None = None
    shape: str = ""
    colour: str = ""


class Note(Part, frozen=True):
    """Words on the table; ``aloud`` is said in their place.

    ``suit`` and ``pieces`` are drawn before them.
    ``seats`` are those whose note it is, such as a team: their names stand before it.
    Tone ``mark``: it is a letter or two that stand for ``aloud``, such as a button's.
    Tones ``made`` and ``missed`` say whether a seat has done what it said.
    """

    text: Message
    tone: str = ""
    aloud: Message | None = None
    suit: str = ""
    pieces: tuple[Piece, ...] = ()
    seats: tuple[int, ...] = ()


class Cell(Part, frozen=True):
    """A cell of a grid; people type its ``name``, which is unique in the grid.

    ``label`` is what a terminal writes in it while it is free.  ``said`` is said of it
    besides.  Its tone is ``bad`` if what lies there is in danger, ``to-move`` if that
    must move, and ``last-move`` if the last move has changed it; where no cell has that
    one, front ends compare the scene with the one before.
    """

    name: str
    piece: Piece | None = None
    move: str = ""
    tone: str = ""
    label: str = ""
    said: Message | None = None


class Grid(Part, frozen=True, tag_field="part", tag="grid"):
    """A board of cells, row by row from the top; its ``part`` is ``grid``.

    ``named``: people see its columns' letters and rows' numbers beside it.
    ``chequered``: its cells are light and dark by turns, the first one light.  ``side``
    is the seat from whose side it is seen, the others sit above it.

    A move may name two cells, between which something goes.  ``infix`` is what such a
    move has between their names; None: it is not known.  What a move ends with may be
    the small letter of one of ``becomes``, which is what the piece is then.

    ``owner`` is the seat whose grid it is: those of all seats are side by side, and the
    tones of their cells alone say what the last move has changed.  ``sea``: its cells
    are water.  ``aloud`` is said of it in place of what lies where.
    """

    width: int
    cells: tuple[Cell, ...]
    named: bool = False
    chequered: bool = False
    side: int | None = None
    infix: str | None = None
    becomes: tuple[Piece, ...] = ()
    owner: int | None = None
    sea: bool = False
    aloud: tuple[Message, ...] = ()


class Card(Part, frozen=True):
    """A card or tile by its slot; ``face`` None: it lies face down.

    One that is no slot of the rules has a number below 0, and a place where none lies
    yet the face "".
    ``die``: it is a die, whose face is what it shows, ``"1"`` to ``"6"`` in pips.
    """

    slot: int
    face: str | None = None
    move: str = ""
    tone: str = ""
    die: bool = False


class Spread(Part, frozen=True, tag_field="part", tag="spread"):
    """Cards or dice side by side on the table; its ``part`` is ``spread``.

    ``aloud`` is said of it in place of its label and its cards.
    """

    label: Message
    cards: tuple[Card, ...]
    aloud: Message | None = None


class Stack(Part, frozen=True, tag_field="part", tag="stack"):
    """``count`` cards face down, one on the other; its ``part`` is ``stack``.

    ``slots`` are those that are known of them, ``aloud`` is said of it.
    """

    label: Message
    count: int
    slots: tuple[int, ...] = ()
    move: str = ""
    aloud: Message | None = None


class Chips(Part, frozen=True, tag_field="part", tag="chips"):
    """Chips that lie on the table, as ``label`` says; its ``part`` is ``chips``."""

    label: Message
    amount: int


class Graph(Part, frozen=True, tag_field="part", tag="graph"):
    """Places with ways between them; its ``part`` is ``graph``.

    ``ways`` are, by place, the places that it leads to, ``lies`` what lies there.  A
    move names one place, or two between which it goes.
    """

    ways: tuple[tuple[int, ...], ...]
    lies: tuple[str, ...]


class Past(Part, frozen=True):
    """What was done with an item of a puzzle.

    ``done`` are its moves, the last one last, ``redo`` those that a redo makes again,
    the next one first, and ``just`` what was undone and redone, such as ``undo c2``.
    An undo of the item brings back what ``restores`` names.
    """

    done: tuple[str, ...] = ()
    redo: tuple[str, ...] = ()
    just: tuple[str, ...] = ()
    restores: tuple[str, ...] = ()


class Item(Part, frozen=True):
    """What people pick in a puzzle, and then say where it goes; it lies on ``cells``.

    Its moves begin with its ``name``; behind that is a cell, a way (``left``,
    ``right``, ``up``, ``down``), or another word, such as ``off``, which takes it off
    the grid.  ``undo NAME`` and ``redo NAME`` are moves, too.  It always lies on the
    first ``begins`` of its cells.  ``shape``: its first cell goes to the cell of a
    move; it is the cells that it lies on in the corner of a grid.  ``ask`` is said when
    it is picked.
    """

    name: str
    cells: tuple[str, ...] = ()
    begins: int = 0
    shape: tuple[str, ...] = ()
    off: str = ""
    ask: Message | None = None
    joined: bool = False
    past: Past = Past()


class Puzzle(Part, frozen=True, tag_field="part", tag="puzzle"):
    """A grid with items on it and beside it; its ``part`` is ``puzzle``.

    ``rows`` are its cells: ``.``, ``#`` for a wall, ``+`` for a bridge, and letters on
    which items begin.  ``lines``: items are lines from cell to cell, of which two, one
    after the other, are to be joined; else they are blocks.  ``ask`` is said until one
    is picked.
    """

    rows: tuple[str, ...]
    items: tuple[Item, ...]
    ask: Message
    lines: bool = False


class Ships(Part, frozen=True, tag_field="part", tag="ships"):
    """Ships of these lengths, to be placed by their owner; its ``part`` is ``ships``.

    The move names for each its first cell and ``right`` or ``down``; or it is
    ``random`` and a number.  ``touch``: one may lie beside another.
    """

    lengths: tuple[int, ...]
    touch: bool


class Pick(Part, frozen=True):
    """A move of a word and ``count`` of the cards: their slots follow ``verb``, rising.

    ``label`` is on the button that makes the move.
    """

    verb: str
    count: int
    label: Message


class NumberAsked(Part, frozen=True, tag_field="part", tag="number"):
    """A move of a word and a number; its ``part`` is ``number``, ``ask`` the question.

    Each of ``words`` is a move without a number that answers it as well.  ``die``: the
    number counts dice with this face; a scene asks for one face of several at once.
    """

    verb: str
    ask: Message
    words: tuple[str, ...] = ()
    die: str = ""


class Bar(Part, frozen=True):
    """How far somebody has come of ``goal``; ``more`` is still to be made sure of."""

    points: int
    more: int
    goal: int


class SeatShown(Part, frozen=True):
    """What a seat has: its sign on the board, words, and cards.

    ``role`` is what people call it there, such as White.  A note of tone ``to-move``
    is what it has to do, and is shown in place of that it is to move.
    ``hand`` are held, ``laid`` lie before the seat, ``given`` there face down, and
    ``taken`` beside it.  ``chips`` lie before the seat.  ``out``: it takes no part now.
    ``told``: the notes say what its hand is.
    """

    sign: Piece | None = None
    notes: tuple[Note, ...] = ()
    hand: tuple[Card, ...] = ()
    laid: tuple[Card, ...] = ()
    given: tuple[Card, ...] = ()
    taken: tuple[Card, ...] = ()
    chips: int = 0
    bar: Bar | None = None
    out: bool = False
    told: bool = False
    role: Message | None = None


#: What lies between the seats.
Between: TypeAlias = (
    Grid | Graph | Puzzle | Spread | Stack | Chips | NumberAsked | Ships
)


class Scene(Part, frozen=True):
    """A table: its seats in order, and what lies between them.

    ``round``: the seats sit around it; else they stand beside its boards.  ``title`` is
    said of the whole game, ``notes`` of what goes on.  ``deck`` cards lie in the
    middle; ``deal`` counts the deals, for a slot means another card in the next one.
    ``lead`` is the seat that laid first.  ``old``: what is laid stays to be seen, and
    its round is over.  ``moving`` are the seats to move, ``payoffs`` the end of the
    game: both come from the turn.  ``lines`` are the rules' own words for the table,
    which are read by people where nothing else is known of it.
    """

    seats: tuple[SeatShown, ...]
    parts: tuple[Between, ...] = ()
    title: tuple[Note, ...] = ()
    notes: tuple[Note, ...] = ()
    round: bool = False
    deck: int = 0
    deal: int = 0
    lead: int = 0
    old: bool = False
    pick: Pick | None = None
    lines: tuple[Message, ...] = ()
    moving: tuple[int, ...] = ()
    payoffs: tuple[int, ...] | None = None


def cell_name(row: int, column: int) -> str:
    """Return the name of a cell of a grid: ``c1`` is the third one of the top row."""
    return f"{chr(ord('a') + column)}{row + 1}"


def gone(seat: int, *notes: Note) -> SeatShown:
    """Return a seat whose player has left, with what else is noted of it."""
    left = Note(Message.of("seat-left"), "dim", Message.by("player-has-left", seat))
    return SeatShown(notes=(*notes, left), out=True)


def at_turn(scene: Scene, turn: Turn) -> Scene:
    """Return a scene with who is to move, or how the game has ended."""
    if isinstance(turn, Over):
        return replace(scene, payoffs=turn.payoffs)
    return replace(scene, moving=movers(turn))
