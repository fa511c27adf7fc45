tictactoe-title = Tic-tac-toe
tictactoe-also = noughts and crosses, naughts and crosses, tick tack toe, three in a row, Xs and Os, XO
tictactoe-short = Three in a row
tictactoe-minutes = 1
tictactoe-writes = { $player } writes { $mark } in { $cell }
tictactoe-taken = there is an { $mark } in { $cell } already
tictactoe-x = X
tictactoe-o = O

## The table.

tictactoe-line = three { $mark } in a row: { $cells }
