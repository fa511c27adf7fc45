tictactoe-writes = { $player } schreibt { $mark } in Feld { $cell }
tictactoe-taken = in { $cell } steht schon { $mark }
