checkers-title = Checkers
checkers-also = draughts, English draughts, American checkers
checkers-short = Jump and take every piece
checkers-minutes = 15
checkers-moves = { $player } moves { $move }
checkers-takes = { $player } takes { $move }
checkers-crowned = { $deed } and is crowned
checkers-must-go-on = { $deed } and must go on
checkers-claims-draw = { $player } claims a draw: a position comes for the third time
checkers-no-position = { $text } is no position, such as 'B:W21,K29:B1,12'
checkers-no-square = { $piece } is no square from 1 to 32
checkers-two-pieces = there are two pieces on { $square }
checkers-man-crowned = a man cannot be on { $square }, where it is crowned

## The drawing.

checkers-black = Black
checkers-white = White
checkers-drawn-left = { $count } left
checkers-drawn-must-jump = must take
checkers-drawn-goes-on = goes on from { $square }
checkers-drawn-quiet = a draw after { $moves } more quiet moves

## Why a move can't be.

checkers-light-square = pieces stand on the dark squares alone, and { $square } is a light one
checkers-nothing-to-claim = there is no draw to claim: no move brings a position about for the third time
checkers-nothing-there = there is no piece on { $square }
checkers-not-yours = the piece on { $square } is not yours
checkers-goes-on = the piece that has taken must go on: { $moves }
checkers-must-take = a player who can take must take: { $moves }
checkers-not-free = { $square } is not free
checkers-man-goes-on = a man goes forward, and only a king goes back from { $square }
checkers-one-step = a piece goes one step, slantwise, or jumps over one of the other's to take it

## The table in sentences.

checkers-table-goes-on = { $player } must go on from { $square }
checkers-table-must-take = { $player } must take
checkers-table-left = { $player } has { $count } left
