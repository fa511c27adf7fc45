# Sentences of the command line: what the terminal adds to the client's.

## The table at the terminal.

cli-seconds-left = { $seconds } s
cli-press-a-key = Press a key to go on.
cli-your-turn = Your turn
cli-not-asked = You are not asked for anything just now; ? says what you may type.
cli-your-move = Your move: { $moves }
cli-left = { $seconds } s left
cli-not-shown = ({ $events } events were not shown.)
cli-turns-checked = { $turns } turns checked
cli-transcript = The transcript is in { $path }.
cli-happened-last = What happened last: { $last }

## How the others come.

cli-invite = Invite your friends with this line; whoever has it can join:
cli-invite-again = The invite once more, for those who need it:
cli-invite-reserved = The others come by themselves; for anybody else who is to come:
cli-invite-watch = Whoever has this one can look on, and not play:
cli-code-too-large = This window is too small for the invite's QR code; with a relay the code is smaller.
cli-or-words = Or tell them these words; they are good for ten minutes:
cli-compare = { $host } must see the same as you: { $seen }.
cli-arrived = { $name } is here.
cli-contact-arrived = { $name } is here: your { $contact }.
