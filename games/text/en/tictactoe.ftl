tictactoe-writes = { $player } writes { $mark } in { $cell }
