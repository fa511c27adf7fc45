tictactoe-writes = { $player } writes { $mark } in { $cell }
tictactoe-taken = there is an { $mark } in { $cell } already
