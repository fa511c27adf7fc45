# Sentences of the command line: what the terminal adds to the client's.

## Lists.

what-name = What shall the others call you?

## Stepping through a transcript.

step-keys = enter: next, b: back, f: first, l: last, g: go to a step, q: quit
step-number = Step { $number }:
step-which = Which step
step-first = That is the first step.
step-last = That is the last step.

table-state = { $state ->
    [waiting] waiting
    [playing] playing
    [stopped] stopped
    [left] left
    [over] over
   *[moved] moved to another device
}
invitation = { $game ->
    [unknown] { $friend } invites you, until { $until }:
   *[other] { $friend } invites you to a game of { $game }, until { $until }:
}

## The table at the terminal.

cli-seconds-left = { $seconds } s
cli-reading = The log: PageUp and PageDown turn pages, Enter goes on to the table.
cli-press-a-key = Press a key to go on.
cli-your-turn = Your turn
cli-leaving = You give your seat up: the others are told now.
cli-not-asked = You are not asked for anything just now; ? says what you may type.
cli-not-ahead = '{ $typed }' is no move that may come in your next turn, as far as is known now. plan shows which may; ? says what else you may type.
cli-looking-on = You look on here, and may type: { $words }
cli-left-out = Left out after that: { $steps }
moves-so-far = Moves so far: { $count }.
moves-in-all = Moves in all: { $count }.
cli-say-it = To tell it to the others: { $line }
cli-typed-early = What you typed came before this question, so it is no answer to it.
cli-plan-empty = Plan: each move is a step now; confirm makes them all, drop forgets them
cli-plan = Plan: { $steps }
cli-plan-waits = Planned for your turn: { $steps }
cli-plan-waits-empty = Plan for your turn: each move is a step; confirm makes them when it comes
cli-plan-confirmed = Made when your turn comes: { $steps } (undo takes that back)
cli-plan-none = no step
cli-plan-redos = { $steps } (redo: { $count } more)
cli-plan-stops = { $plan } – { $why }
cli-plan-step = { $number }. { $what }
cli-plan-ahead = Possible next, as far as is known now: { $moves }
cli-plan-type = What may come next shows when your turn comes. Type it as you would then; a card by its name.
cli-plan-does = { $what }: { $does }
cli-plan-points = { $what } ({ $points } points)
cli-this-turn = In this turn you have made: { $moves } ({ $undos } can be undone)
cli-hint = Hint { $level } of { $levels }: { $hint } (hint more says more)
cli-hint-last = Hint { $level } of { $levels }: { $hint }
cli-undos = What makes room for { $wanted }:
cli-undos-one = { $number }. { $what }
cli-undos-make = undo way N makes one of these
cli-undos-more = undo way N makes one of these, undo more lists others
aloud-range = from { $low } to { $high }
aloud-card = { $rank ->
    [A] ace
    [K] king
    [Q] queen
    [J] jack
    [T] 10
   *[other] { $rank }
} of { $suit ->
    [c] clubs
    [d] diamonds
    [h] hearts
   *[s] spades
}
cli-your-move = Your move: { $moves }
cli-left = { $seconds } s left
cli-not-shown = ({ $events } events were not shown.)
lines-not-written = ({ $lines ->
    [one] 1 line was
   *[other] { $lines } lines were
} not written: nobody read them.)
cli-turns-checked = { $turns } turns checked
cli-transcript = The transcript is in { $path }.
cli-happened-last = What happened last: { $last }

## How the others come.

cli-invite = Invite your friends with this line; everybody who has it can join:
cli-invite-again = The invite once more, for those who need it:
cli-invite-reserved = The others come by themselves; for anybody else who is to come:
cli-invite-watch = Everybody who has this one can look on, and not play:
cli-code-too-large = This window is too small for the invite's QR code; with a relay the code is smaller.
cli-or-words = Or tell them these words; they are good for ten minutes:
cli-compare = { $host } must see the same as you: { $seen }.
cli-arrived = { $name } is here.
cli-contact-arrived = { $name } is here: your { $contact }.
## Languages, and what several commands say.

from-to = { $low } to { $high }
for-example = { $which } For example: { $command }
no-text-in = { $path } can't be read as text.
confirm = { $question } [y/N]
confirm-how = y or n?
typed-yes = y yes
typed-words = { "" }
typed-no = n no
typed-moves = call = liar; i call = liar; call liar = liar; you liar = liar; doubt = liar; i doubt it = liar; challenge = liar; bluff = liar; dudo = liar; throw = roll; bank = hold; stop = hold; stay = hold; stay = stand; stick = stand; hold = stand; hit me = hit; card = hit; twist = hit; stone = rock; take a card = draw; pick up = draw; take = draw; see = call; knock = check; shoot at = …; shoot = …; fire at = …; fire = …; flip = …; turn over = …; move = …; jump = …

## Games and rules (p2pgame games, rules, perft, playthrough, phh).

games-game = game
games-players = players
games-minutes = minutes
games-what = what it is
games-about = about { $minutes }
rules-of = { $game }, version { $version }, for { $seats } { $most ->
    [1] player
   *[other] players
}
rules-hash = rules { $hash }
debug-begins = A debug table: you see everything, and move for every seat. Seed { $seed }. Type help for what else you can say.
debug-player = Player { $number }
debug-help = A move; random: one by chance; play: by chance to the end; undo, undo 3: moves back; state: as JSON; faces: what lies on each slot, also face down; quit.
debug-no-faces = Nothing lies on any slot.
debug-back = { $count ->
    [0] There is no move to take back.
    [1] One move is taken back.
   *[other] { $count } moves are taken back.
}
debug-fault = The rules are at fault: { $what }. undo takes the last move back.
debug-written = What was played is in { $path }; it proves nothing.
debug-or-else = --debug is a table of its own: without --from, --bots, --seat and --web.
debug-only-seed = --seed is for --debug.
rules-fingerprint = fingerprint { $fingerprint }
rules-option = option { $option }
rules-moves = moves:
rules-limits = If you add these rules, they run in a process of their own: without files, network or other programs, with 512 MB of memory and 5 seconds for each answer.
rules-add = Add them?
rules-added = { $game } is here now, for tables of friends and for your own: p2pgame play { $name }
rules-version = version { $version }
game-name-taken = A game of p2pgame is called { $name }: choose another name.
newgame-written = What to change next is in { $path }.
rules-same = Three programs played the same games of { $game }, and agree on all { $lines } events, states and turns.
rules-none = You have added no rules.
rules-removed = { $count ->
    [0] You have added no rules of { $game }.
   *[other] The rules of { $game } are forgotten.
}
perft-refused = { $game } cannot be counted { $turns } turns ahead
playthrough-refused = { $game } cannot be played at random
hands-differ = { $different } of { $hands } hands differ.
written-no-text = that is neither a transcript nor a text
written-no-game = there is no game of { $title } in this text
written-game = { $path }, game { $number }
written-hand = { $path }, hand { $hand }
written-ends = { $moves ->
    [one] 1 move
   *[other] { $moves } moves
}, { $result }
games-refused = { $refused } of { $games } games can't be played by our rules.
no-such-pgn-game = There is no game { $number } in it, only { $games } games; leave --game away to see them all.
no-such-hand = There is no hand { $hand } in it, only { $hands } hands; leave --game away to see their numbers.

## Asking for a table (p2pgame host, play, join).

option-form = an option is NAME=VALUE, not { $text }
seat-form = a seat is N=NAME, such as 2=Random, not { $text }
usual-or-folder = Either --usual, or the folder to use.
newgame-name = a name is a to z, 0 to 9, - and _, not { $text }.
play-what = Name a game (p2pgame games lists them), or a position: --from FILE:TURN.
as-without-position = --as goes with --from, which names the position.
position-says-all = With --from the file says game, seats and options: name your seat with --as, and programs with --seat.
relays-or-none = --no-relay, or the relays to use.
invite-missing = Missing argument 'INVITE'. It is the line beginning with P2PGAME: that the host's program prints; - reads it from standard input.
invite-not-on-input = There is no invite on standard input.

## Your tables, and seats on other devices.

role-host = host
role-guest = guest
forget-table = Forget it?
forget-moved = It was moved to another device. Never take the seat here again with the file that you wrote then: only one device may play it.
forget-open = You can't go on at it then, and the others may be waiting for you.
forget-over = The game is over, and its transcript is where you have put it.
table-forgotten = The table is forgotten.
rest-not-ours = What is not p2pgame's is in { $path }.
undo-no-file = --undo takes no file.
move-into-which = into which file? For example: move-seat seat.p2pseat
seat-is-in = The seat is in { $path }, and can't be played here any more.
take-seat-there = On the other device: p2pgame take-seat { $file }
seat-here = The seat is here now. To go on: p2pgame resume
seat-file-used = { $path } is of no more use; delete it.
take-back = Take it back?
seat-here-again = The seat is here again. To go on: p2pgame resume
passphrase = Passphrase
passphrase-again = Repeat for confirmation
passphrase-from-file = without a terminal: --passphrase-file -
passphrase-empty = the passphrase is empty.

## Contacts and invitations.

contact-renamed = { $old } is now { $new }.
contact-forgotten = { $name } is forgotten.
contact-tables = { $tables ->
    [1] 1 table
   *[other] { $tables } tables
}
contact-last = last { $date }
contact-key = key { $key }
contact-forked = told two stories of a game: { $evidence } proves it
contact-kept = { $name } is kept. To play again: p2pgame host GAME --invite { $argument }
contact-nobody-kept = Nobody else who is a person sat at this table.
tables-none = You have no tables yet. To open one: p2pgame
contacts-none = You have no contacts yet; they are kept after a table.
invitation-left = { $name } is invited, and sees it with: p2pgame invitations
invitation-back = { $name } is not invited any more.
invitations-none = Nobody has invited you.

## Settings.

relay-at = This relay is at { $url }.
relay-to-set = Each player who is to meet others here says so once:
relay-here-too = On this machine it is at { $url }, too.
relays-or-none-set = --none, or the relays to use.
settings-relay = relay  { $url }
settings-no-relay = relay  none: p2pgame settings relay wss://… sets one
settings-by-variable = {"       "}(by { $name }, which goes before what is set here)

## Transcripts, receipts and evidence.

checking-signatures = checking signatures
turns-checked = { $turns } turns checked
now-verifying = verifying
names-are-words = Each player is known by a key. A name is a mere word, which no key vouches for:
player-by-key = key { $key }, calling itself { $name }{ $program ->
    [0] {""}
   *[other] {" "}(a program, by its own word)
}
outlined-rules = It is judged by the rules of { $game } in a file, { $fingerprint }, and not by p2pgame's own.
outlined = All { $entries } entries are signed by their authors; whether they keep to the rules can't be said here.
unfinished = Not finished: { $why }.
known-here = On this machine:
result = Result: { $result }.
end-signed = Everybody has signed the end.
column-file = file
column-game = game
column-players = players
column-result = result
left-out = left out: { $why }
not-verified = not verified: { $why }
files-verified = { $files ->
    [1] 1 file
   *[other] { $files } files
}: { $good } verified, every signature, proof and rule checked; { $bad } not.
receipt-write-one = --write takes one transcript, and no other file.
shows-nothing = This shows nothing: { $why }.
shown-cheating = Shown: the holder of key { $key }, calling itself { $name }, cheated. At that table its key is { $author }, and it { $did } ({ $fault }): { $done }. That follows from the { $entries ->
    [1] 1 signed entry
   *[other] { $entries } entries
} in this file, every signature and proof checked.
did-fork = said two things in one place
did-payload = signed what makes no sense
did-seen = named what nobody may name
did-allowance = said more than a transcript has room for
did-encoding = sent a message that is no message
did-proof = gave a proof that proves nothing
did-opening = opened something else than was sealed
did-rules = broke the rules
did-end = signed an end that the game did not have
did-checkpoint = signed a state that the game did not have

## Programs that play (p2pgame arena, train).

arena-which-game = Which game?  p2pgame games lists them.
arena-job-alone = --job has the whole job: no other is described.
arena-no-job = { $path } has no job: { $why }.
arena-killed = A process that played was killed; { $goes_on }.
arena-stopped = Stopped after { $played } of { $games } games; { $goes_on }.
arena-goes-on = the same command goes on from { $path }
arena-would-go-on = with --out FILE the same command goes on from there
arena-job = { $game }: { $games } games in { $deals } deals, { $seats } seats, seed { $seed }
arena-points = Points of each against the others, in %:
arena-big-blinds = Big blinds in a hundred hands (bb/100):
arena-elo = Elo: { $zero } counts as 0, and only who won each game, not by how much. ± is half of a 95 % interval.
arena-split = Some took nothing at all from others, so no distance is the likeliest: each pair counts one drawn game more.
column-games = games
column-won = won
column-drawn = drawn
column-lost = lost
column-lead = mean lead
column-lead-chips = mean chips
column-elo = Elo
training-size = { $game }: { $nodes } nodes, { $sets } information sets
training-goes-on = exploitability
training-exploitable = exploitability { $chips }
training-value = value { $value }
training-plays = It plays: { $command }

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
table-leads-on = You have left table { $number } ({ $game }). To come back for the evening's next table: p2pgame resume { $number }
looking-for-turns = Looking every { $seconds } s which tables wait for you; Ctrl-C ends.

## What somebody is asked who types the program's name alone.

menu =
    1  Play with programs
    2  Play with friends
    3  Go on where you left
menu-which = Which? (p2pgame --help lists all that there is)
menu-one-of-three = Type 1, 2 or 3.
menu-invite = The invite that a friend has sent you (none: open a table yourself)
menu-players = How many players, { $low } to { $high }?
menu-game = Which game?

## What is typed as a move.

amount-missing = { $what } how much? From { $low } to { $high }.
amount-or = { $asked } Or say { $names }.
takes-no-number = { $move } takes no number.
move-refused-close = Not possible now: '{ $typed }'. { $count ->
    [1] Close to it is { $moves }
   *[other] Close to it are { $moves }
} (? lists all).

## What may be typed at any time.

a-program = program
aside-help = At any time:
aside-say = talk to all at the table
aside-hand = what only you see
aside-table = the table as it is now
aside-turn = whose turn it is, what you may do, and what you have done in it
aside-score = what each player has so far
aside-evening = what the evening has come to, and who pays whom
aside-last = what happened last
aside-history = what has happened so far, the last N lines
aside-rules = the rules in words
aside-hint = what a strong program would do
aside-hint-levels = what to look at next; then what to do there; and the move itself: hint 1, 2, 3
aside-draw = offer a draw, or agree to one
aside-takeback = ask to take the last move back, or N moves, or agree to that
aside-undo = undo the last step of your plan, or your own last move; N of them, or all
aside-undo-for = list undos that make room for WHAT, as a cell or a move; then: undo more, undo way N
aside-redo = redo what you have undone
aside-plan = begin a plan, whose moves nobody else sees, or show it; MOVE is its next step, also after a move that waits
aside-group = make the last N steps of your plan one; a name may follow
aside-confirm = make the plan: now, or when your turn comes
aside-drop = forget the plan
aside-last-round = ask that this round be the last, or agree to that
aside-nudge = remind those for whom the game waits
aside-resign = give the game up: it is over, and you have lost
waiting-help =
    While nobody plays yet you may type
      remove NAME  a host gives this guest no seat
      without      a host waits no longer for those whose seats are reserved
      begin        a host plays with those who are here, if the game can be played by so few
      leave        give your seat up; a host closes the table
      quit         end this program; p2pgame resume comes back
looking-on-help =
    While no game is on you may type
      quit  look on no more
nobody-to-remove = There is no guest { $name } whom you could remove.
aside-sit-out = skip the next game, and come back for the one after it
aside-buy-in = begin the next table with so many chips more
aside-leave = leave for good: you can't come back
aside-quit-looking-on = look on no more; the same command looks on again
aside-quit = end this program; p2pgame resume goes on with the game
aside-help-line = this list; ? says the same
recap-nothing-yet = Nothing has happened yet.
recap-no-hand = You have nothing that only you see.
recap-hand = You have: { $cards }
recap-no-score = This game counts nothing before its end.
recap-phase = Phase: { $phase }.
recap-role = { $player } is { $role }
recap-roles = Seats: { $roles }.
recap-score = Score: { $scores }
recap-has = { $player } { $points }
recap-earlier = ({ $count } earlier lines: history { $all } shows all)
advice-moves = Moves now, written out or as they begin:
advice-about = What they do:
advice-all-in = all-in: the highest raise, else a call

## What commands say.

game-needs-extra = { $game } needs more than is installed here:

## What a player is asked besides a move.

ask-invitation = { $game ->
    [unknown] { $friend } invites you to a game. Join?
   *[other] { $friend } invites you to a game of { $game }. Join?
}
ask-keep = Keep { $name }?
ask-keep-name = What do you call { $name }? (Enter alone keeps nobody.)
ask-play-with = { $name } has come with your link. Play with { $name }?
ask-play-with-other = { $name } has come with your link. That name looks like one of a contact or of somebody at this table, and the key is another. Play with { $name }?
ask-play-with-forker = { $name } has come with your link, and has the key of a player who told two stories of an earlier game. Play with { $name } all the same?
ask-let-in = { $name } knows the words. Let them in?
ask-let-in-here = { $name } is in this network, and must see { $seen }. Let them in?
ask-dial-here = This invite leads to this machine alone: { $places }. Is the host's program running on this machine?
ask-dial-link-local = This invite leads to { $places }, at the end of a cable or in a network without a router. Is the host's machine there?
ask-again = Again? [y/N] (or the name of another game)
ask-again-or-next = Again? [y/N] ({ $word }: level { $level })
ask-again-or-with = Again? [y/N] (y { $seats }: with { $seats ->
    [one] 1 player
   *[other] { $seats } players
}; or the name of another game)
ask-which = Which one? [1-{ $count }]
table-here = { $host }'s { $game }, { $taken } of { $seats } here
yes-or-no = y/N
yes-or-no-usual-yes = Y/n
type-yes-or-no = Type y or n.
type-yes-no-or-game = Type y, n, or the name of a game, with the number of seats if it is another one.
gives-up-not = The game goes on.
sure-leave = Leave for good? { $players ->
    [1] That ends the game.
   *[other] You can't come back, and may lose by it.
} Type { $word } again, or else your move.
sure-leave-for = Leave for good? You can't come back. { $price } Type { $word } again, or else your move.
sure-give-up-for = { $way ->
    [resign] Resign?
    [lose-on-time] Say that your time is up?
   *[give-up] Give up?
} { $price } Type { $word } again, or else your move.
sure-resign = Resign? { $players ->
    [1] That ends the game.
    [2] That ends the game, and you have lost it.
   *[other] You can't come back, and may lose by it.
} Type { $word } again, or else your move.
hints-among-programs = There are hints only where no other person plays.
no-hint = No program knows this game well enough to give a hint.
hint-late = The move was made before there was a hint.
suggests = { $adviser } suggests: { $move }

## What may be done, and what was typed instead.

unless-waited = the others wait { $seconds } s for you
unless-tick = a step every { $seconds } s
unless-alone = by itself after { $seconds } s
unless-move = { $move } by itself after { $seconds } s
move-unclear = Not clear: '{ $typed }'. Do you mean { $moves }?
move-refused = Not possible now: '{ $typed }'. You may: { $moves }.
moves-and-more = { $moves } and { $count } more (? lists all)
moves-and-others = { $moves } and { $count } more
moves-in-part = { $moves } (? lists all)
title-programs = { $count ->
    [1] program: { $names }
   *[other] programs: { $names }
}
moves-like = one of { $count } such as { $move } or { $other }
moves-or = { $moves } or { $last }
moves-or-others = { $moves } or another of { $count } (? lists all)
moves-with = { $moves }, each with a number { $numbers }
which-one = Which one: { $which }?
no-card = '{ $name }' is no card.
card-not-in-hand = { $card } is not in your hand.
card-twice = { $card } is named twice: name { $count } cards.
cards-count = { $count } cards are needed, not { $named }: as in '{ $example }'.

## How a player is reached.

path-lan = LAN
path-direct = direct
path-relayed = relayed
path-nostr = relayed by nostr

## What this machine refuses.

standard-output = Standard output
output-refused = What is printed can't be written: { $why }.
output-closed = Standard output is closed, so nothing can be printed. Leave it open, or send it to a file.

## When somebody stops the program.

stopped = Stopped before it was done. The same command begins anew.
stopped-before-table = You have left before there was a table. The same command begins anew.
verifying-stopped = Stopped after { $done } of { $files } files. The same command begins anew.
not-done = Nothing has changed.

## The page in the browser.

page-written = Written to { $path }: open it in any browser, or send it to a friend.
web-open = The page is open as long as this program runs. If no browser shows it, open this file there: { $path }
web-no-program = Nobody needs a page to let a program play: leave out --web, or --bot, --agent and --seat 1.
serve-open = Programs speak to this one at { $url }, { $programs ->
    [0] but none has a token yet: p2pgame token NAME
    [one] and 1 has a token.
   *[other] and { $programs } have a token.
}
evening-of = { $tables ->
    [1] One table: { $files }
   *[other] One evening of { $tables } tables, in this order: { $files }
}
evening-starts-late = It goes on from a table whose file is not among these.
evening-breaks = The chain breaks: { $file } does not go on from the table before, for { $why }.
evidence-written = The evidence is in { $path }. p2pgame evidence checks it.
evening-begins = This is the first table of the evening.

## The list of programs that play.

bots-level = { $level ->
    [easy] easy
    [middling] middling
    [strong] strong
   *[perfect] perfect
}
bots-play-all = { $count ->
    [0] any game
   *[other] all but { $others }
}
