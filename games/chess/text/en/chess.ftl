chess-title = Chess
chess-also = chess game, European chess
chess-short = Checkmate the other king
chess-minutes = 20
chess-offers-draw = { $player } offers a draw, and is to move
chess-accepts-draw = { $player } accepts the draw
chess-claims-draw = { $player } claims a draw, and has it
chess-resigns = { $player } resigns
chess-runs-out-of-time = { $player } runs out of time
chess-drawn-for-no-mate = { $deed }; it is a draw, because { $other } has too little left to mate
chess-plays = { $player } plays { $move }
chess-seconds = a move takes from 1 second to a week, or 0 for as long as one likes
chess-time-needs-agreement = a player who runs out of time loses without the board, which takes agreement=true
chess-only-the-board = with agreement=false only the board makes a draw
chess-no-fen = this is no FEN: { $why }
chess-no-such-position = no game of chess comes to this position: { $why }
chess-tag-fen = the tag FEN: { $why }

## The drawing.

chess-white = White
chess-black = Black
chess-drawn-number = move { $number }
chess-drawn-in-check = in check
chess-drawn-draw-offered = offers a draw
chess-by-mate = checkmate
chess-by-resignation = resignation
chess-by-time = won on time
chess-by-no-mate = draw: { $side ->
    [white] White
   *[black] Black
} cannot mate
chess-by-agreement = draw by agreement
chess-by-claim = draw by a claim
chess-by-stalemate = draw by stalemate
chess-by-material = draw: nobody can mate
chess-by-75-moves = draw by 75 moves
chess-by-repetition = draw by repetition

## Why a move can't be.

chess-nothing-to-accept = no draw is offered to you
chess-nothing-to-claim = a draw can be claimed for the third repetition, or 50 moves without capture or pawn move
chess-nothing-there = there is no piece on { $square }
chess-not-yours = the { $piece } on { $square } is not yours
chess-own-piece = your own { $piece } is on { $square }
chess-no-such-piece = you have no such { $piece }
chess-none-can-go = no { $piece } of yours can go to { $square }
chess-which-one = more than one { $piece } can go there: { $moves }
chess-in-the-way = the { $piece } on { $square } is in the way
chess-no-way = a { $piece } does not go to { $square } from there
chess-pawn-blocked = a pawn takes to the side, and { $square } in front of it is not free
chess-pawn-takes-nothing = a pawn goes to the side only to take, and there is nothing on { $square }
chess-promotion = say what the pawn becomes: { $move }=Q for a queen, or =R, =B or =N
chess-pinned = the { $own } on { $square } is pinned: the { $piece } on { $at } would take the king
chess-king-into-check = the king would be in check on { $square }, which the { $piece } on { $at } attacks
chess-king-stays-in-check = the king on { $square } is in check by the { $piece } on { $at }, and would stay so
chess-castling-lost = { $move }: the king or that rook has moved already, or is not there
chess-castling-blocked = { $move }: the { $piece } on { $square } is in the way
chess-castling-attacked = { $move }: the king { $place ->
    [in] is in check on { $square }, which the { $piece } on { $at } attacks
    [over] would pass { $square }, which the { $piece } on { $at } attacks
   *[to] would be in check on { $square }, which the { $piece } on { $at } attacks
}

## The table in sentences.

chess-table-in-check = { $player } is in check
chess-table-offers-draw = { $player } offers a draw
