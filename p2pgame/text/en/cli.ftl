# Sentences of the command line: what the terminal adds to the client's.

## The table at the terminal.

cli-seconds-left = { $seconds } s
cli-press-a-key = Press a key to go on.
cli-your-turn = Your turn
cli-not-asked = You are not asked for anything just now; ? says what you may type.
cli-your-move = Your move: { $moves }
