chess-offers-draw = { $player } offers a draw, and is to move
chess-accepts-draw = { $player } accepts the draw
chess-claims-draw = { $player } claims a draw, and has it
chess-resigns = { $player } resigns
chess-plays = { $player } plays { $move }
chess-seconds = a move takes from 1 second to a week, or 0 for as long as one likes
chess-time-needs-agreement = who runs out of time resigns, which takes agreement=true
chess-only-the-board = with agreement=false only the board makes a draw
chess-no-fen = this is no FEN: { $why }
chess-no-such-position = no game of chess comes to this position: { $why }
chess-tag-fen = the tag FEN: { $why }

## The drawing.

chess-drawn-white = White
chess-drawn-black = Black
chess-drawn-number = move { $number }
chess-drawn-last-move = last move { $move }
chess-drawn-in-check = in check
chess-drawn-draw-offered = offers a draw
chess-by-mate = checkmate
chess-by-resignation = resignation
chess-by-agreement = draw by agreement
chess-by-claim = draw by a claim
chess-by-stalemate = draw by stalemate
chess-by-material = draw: nobody can mate
chess-by-75-moves = draw by 75 moves
chess-by-repetition = draw by repetition
