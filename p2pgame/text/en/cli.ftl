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

## Tables that wait.

on-turn-text = It is your turn at { $game }.
on-turn-failed = The on-turn command { $command } ended with status { $status }: p2pgame settings on-turn
on-turn-slow = The on-turn command { $command } took longer than { $seconds } s, and was ended: p2pgame settings on-turn
on-turn-not-run = The on-turn command { $command } can't be run ({ $why }): p2pgame settings on-turn
table-line = { $number }. { $table }: { $what }
table-with = { $table } with { $players }
table-waits-for-you = it waits for you
table-as-known = { $what } (as far as is known here: no relay and no player was reached)
table-is-over = the game is over
table-not-begun = a table that has not begun
goes-on-by-itself = going on
no-table-waits = No table waits for you.
no-open-tables = You have no table to go on at.
looking-for-turns = Looking every { $seconds } s which tables wait for you; Ctrl-C ends.

## What somebody is asked who types the program's name alone.

menu =
    1  Play with programs
    2  Play with friends
    3  Go on where you left
menu-which = Which? (p2pgame --help lists all that there is)
menu-invite = The invite that a friend has sent you (none: open a table yourself)
menu-players = How many players, { $low } to { $high }?
menu-game = Which game?
