tictactoe-title = Tic-Tac-Toe
tictactoe-writes = { $player } schreibt { $mark } in Feld { $cell }
tictactoe-taken = in { $cell } steht schon { $mark }
tictactoe-x = X
tictactoe-o = O

## The table in sentences.

tictactoe-table-none = { $mark }, { $player }: noch nirgends
tictactoe-table-marks = { $mark }, { $player }: { $cells }
tictactoe-table-line = drei { $mark } in einer Reihe: { $cells }
tictactoe-table-free = frei: { $cells }
