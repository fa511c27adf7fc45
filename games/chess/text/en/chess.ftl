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
