fold-title = Fold
fold-also = fold puzzle, unfold, folding
fold-short = Unfold blocks over a grid
fold-minutes = 5
fold-aim = Unfold the blocks until they fill the grid.
fold-folds = { $player } folds { $block }
fold-unfolds = { $player } unfolds { $block } { $side }
fold-unfolds-again = { $player } unfolds { $block } { $side } again
fold-initial-shape = { $block } has its initial shape
fold-unknown-move = { $move } is none of 'A left', 'A right', 'A up', 'A down', 'undo A', 'redo A', with a block of { $blocks }, nor 'give up'
fold-no-room = the grid has no room for { $block } to unfold { $side }
fold-in-the-way = { $block } would unfold over the initial { $other }
fold-hint-folds = { $block } is unfolded to where it can't stay: fold it back once
fold-hint-unfolds = { $block } can unfold from where it is now
fold-undos-for = undos make room for a cell (b3), or for a block that is to unfold (B right)

## The table in sentences.

fold-table-folded = block { $block } is folded and lies on { $cells }
fold-table-unfolded = block { $block } begins on { $cells } and is unfolded over { $more }
