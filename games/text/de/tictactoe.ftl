tictactoe-title = Tic-Tac-Toe
tictactoe-also = Drei gewinnt, Kreis und Kreuz, Tick Tack Toe, XXO, Drei in einer Reihe
tictactoe-short = Drei in einer Reihe
tictactoe-minutes = 1
tictactoe-writes = { $player } schreibt { $mark } in Feld { $cell }
tictactoe-taken = in { $cell } steht schon { $mark }
tictactoe-x = X
tictactoe-o = O

## The table.

tictactoe-line = drei { $mark } in einer Reihe: { $cells }
