# Sentences of the command line: what the terminal adds to the client's.

## The table at the terminal.

