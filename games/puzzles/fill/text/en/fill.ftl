fill-title = Fill
fill-also = fill puzzle, packing, block puzzle
fill-short = Pack blocks into a grid
fill-minutes = 5
fill-aim = Put the blocks from the pad on the grid until they fill the grid.
fill-drags = { $player } drags { $block } to { $cell }
fill-drags-back = { $player } drags { $block } back to { $cell }
fill-drags-again = { $player } drags { $block } again to { $cell }
fill-to-pad = { $player } drags { $block } to the pad
fill-back-to-pad = { $player } drags { $block } back to the pad
fill-again-to-pad = { $player } drags { $block } again to the pad
fill-unknown-move = { $move } is none of 'A c2', 'A pad', 'undo A', 'redo A', with a block of { $blocks }, nor 'give up'
fill-in-the-way = what { $block } would push away gets in its own way: drag some of it to the pad first
fill-on-the-pad = { $block } has not left the pad
fill-no-room = { $block } does not fit into the grid at { $cell }
fill-already-there = { $block } is there
fill-hint-on = { $block } can go from the pad to its place now
fill-hint-over = { $block } is in the wrong place, and its own place is free
fill-hint-off = { $block } is in the wrong place, in the way of others: take it off the grid
fill-undos-for = undos make room for a cell (b3), or for a block that is to be dragged (B c2)

## The drawing.

fill-drawn-pad = pad

## The table in sentences.

fill-table-lies = block { $block } lies on { $cells }
fill-table-on-pad = block { $block } is on the pad; its shape, as if at the corner, is { $cells }
