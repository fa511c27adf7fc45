tictactoe-writes = { $player } schreibt { $mark } in Feld { $cell }
