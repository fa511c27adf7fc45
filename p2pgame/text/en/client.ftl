sentences = { $first } { $second }
random = random
overtaken = The others had gone on without somebody who was too late; what really happened is told once more.

## How a game begins and ends.

opening = { $players } { $count ->
    [one] plays
   *[other] play
} { $game }.
deck-title = { $deck ->
    [proved] Classic, checked at once
    [commutative] Classic, checked at the end
   *[masked] Checked at once (the usual)
}
deck-promise = { $deck ->
    [proved] Every step is proved and checked at once, and cards that nobody has shown stay hidden. Nobody can go on without a player.
    [commutative] The fastest, and it promises less: who marks or peeks at cards is found out only when the game is over, and all cards, folded ones too, are then shown. Nobody can go on without a player.
   *[masked] Every shuffle is proved and checked at once, and cards that nobody has shown stay hidden. The others can go on without a player who is gone.
}
deck-help = How cards are hidden. masked: { $masked } proved: { $proved } commutative: { $commutative } Some games take masked alone.
terms-audited-deck = The deck is audited when the game is over: a cheat is found out then, and all cards are shown, folded ones too. A player who leaves before that has lost, and is not audited.
terms-watched = Everybody with the watch link can look on: they see what all see, and read what you say.
terms-silent-wait = The others wait for a player who is silent for { $seconds } s.
terms-silent-default = A move is made for a player who is silent for { $seconds } s.
terms-silent-forfeit = A player who is silent for { $seconds } s has lost, and the game is over.
terms-silent-finish = A player who is silent for { $seconds } s is gone, and the others go on.
terms-bank = For all decisions together each player has { $seconds } s.
terms-clock = Each player's clock has { $seconds } s{ $increment ->
    [0] {""}
   *[other] , and { $increment } s more for each decision
}{ $delay ->
    [0] {""}
   *[other] ; it starts { $delay } s late each time
}.
terms-move-clock = For each decision a player has { $days ->
    [0] { $seconds } s
    [one] 1 day
   *[other] { $days } days
}.
terms-programs = For all that a program says by itself it has { $seconds } s; { $grace } s of each word are free.
trust = { $vanish ->
    [one] 1 player may vanish
   *[other] { $vanish } players may vanish
} and the game goes on. Cards stay hidden unless { $readers } players conspire, or { $forkers ->
    [one] 1 player who controls the network between the others keeps them apart
   *[other] { $forkers } players who control the network between the others conspire to keep them apart
}.
trust-no-cards = { $vanish ->
    [one] 1 player may vanish
   *[other] { $vanish } players may vanish
} and the game goes on.
trust-nobody = If a player vanishes, { $end ->
    [over] the game is over
   *[waits] the game waits
}{ $readers ->
    [0] .
   *[other] . Cards stay hidden unless { $readers } players conspire.
}
turn-of-you = it is your turn
turn-of-all = all may give an order; a step every { $seconds } s
turn-of-nobody = nobody is to move just now: the programs are at work
turn-of = { $players } { $count ->
    [one] is
   *[other] are
} to move
game-ended = The game is over: { $result }.
forfeited-by = It was forfeited by { $players }.
gone-before-end = { $players } did not stay to the end.
unaudited = Not audited: what { $players } did with the deck, for they left with their keys before the audit.
all-even = nobody wins or loses
game-over-alone = The game is over.
payoff = { $player } { SIGNED($points) }

## What happens.

takes-back = { $player } takes the last move back
all-agree-draw = all agree to a draw
all-agree-takeback = all agree to take { $moves ->
    [1] the last move
   *[other] the last { $moves } moves
} back
all-agree-last-round = all agree that this is the last round
is-now = { $player } is { $status }
has-gone = { $player } has gone
gone-others-go-on = { $player } has gone; the others go on without them
leaves-soon = { $player } leaves for good. As soon as the game waits for { $player }, { $players ->
    [2] it is over.
   *[other] the others go on without { $player }.
}
price-alone = That ends the game.
price-drawn = The game is a draw then.
price-won = You have won then.
price-lost = You lose the game then.
price-chips = This game has cost you { $lost ->
    [1] 1 chip
   *[other] { $lost } chips
} then.
price-points = This game has cost you { $lost ->
    [1] 1 point
   *[other] { $lost } points
} then.
price-unknown = You may lose by it.
gone-ask = Ask { $players } by another way, such as a phone. If they play on without you, too, somebody keeps you apart and may be reading cards: stop.
gone-and-over = { $player } has gone, and { $game } can't go on with a seat empty
cards-shuffled = { $cards } cards shuffled by { $players ->
    [1] one player
   *[other] { $players } players
}, every proof checked
cards-shuffled-unproved = { $cards } cards shuffled by { $players ->
    [1] one player
   *[other] { $players } players
}, to be audited when the game is over
cards-shuffled-again = { $cards } cards shuffled again, every proof checked
cards-dealt = { $cards } cards dealt
opened = opened: { $cards }
shows-cards = { $player } shows { $cards }
has-placed = { $player } has placed what is hidden
has-proved = { $player } has proved it
rolled-in-secret = the dice are rolled in secret
rolled = { $sides ->
    [6] rolled: { $pips }
   *[other] rolled: { $pips } (of 1 to { $sides })
}
your-cards = Your cards: { $cards }
your-new-cards = { $count ->
    [one] Your new card: { $cards }
   *[other] Your new cards: { $cards }
}
your-dice = Your dice: { $pips }

## What goes on.

waiting-for = waiting for { $players }
waiting-for-signature = waiting for { $players } to sign the end
now-shuffling = shuffling { $cards } cards
now-dealing = dealing
now-opening = opening cards
now-rolling = rolling
now-checking = checking a claim of { $player }
now-taking-orders = taking orders

## Beside the moves.

chat = { $player }: { $text }
says-too-much = { $player } says a lot; { $lines ->
    [1] 1 line is
   *[other] { $lines } lines are
} not shown.
nudge = { $player } waits, and reminds you.
nudge-sent = They have been reminded.
moved-for-you = You were silent for too long: { $move } is made for you.
moved-for-them = { $player } is silent: { $move } is made for them.
offer-counts = { $offer }; it counts if all agree before the next move.
offer-seen = { $offer }.
offer-answer = { $offer }; type { $proposal } to agree.
    .page = { $offer }.
offers-draw = { $player } offers a draw
offers-last-round = { $player } asks that this be the last round
offers-takeback = { $player } asks to { $what }
agrees-draw = { $player } agrees to a draw.
agrees-last-round = { $player } agrees that this is the last round.
agrees-takeback = { $player } agrees to { $what }.
lapsed-draw = not all agree to a draw
lapsed-last-round = not all agree that this is the last round
lapsed-takeback = not all agree to take { $moves ->
    [1] the last move
   *[other] { $moves } moves
} back
proposal-takeback = { $moves ->
    [1] take the last move back
   *[other] take { $moves } moves back
}

## What can't be done, and what to do.

because = { $what }: { $why }
reason = { $text }
seat-moved = This seat was moved to another device, and only one may play it. If it was never taken there: p2pgame move-seat --undo.
    .page = This seat was moved to another device, and only one may play it.
seat-in-use = A program of yours is playing there already.
seed-damaged = { $path } is damaged: { $size } bytes were written there.
home-unknown = Nothing says where the player's folder is, as HOME is not set. P2PGAME_HOME names one.
home-of-another = The player's folder { $path } belongs to another user of this machine (number { $user }), who could take your seats. P2PGAME_HOME names another.
home-writable = Other users of this machine can write in the player's folder { $path }, and so take your seats. Take that from them, as by "chmod go-w"; or P2PGAME_HOME names another.
home-unusable = The player's folder can't be used: { $path }: { $why }. P2PGAME_HOME names another.
transcript-is-folder = --transcript takes a file, and { $path } is a folder.
transcript-no-folder = there is no folder { $path } for the transcript.
transcript-not-here = The transcript can't be written here; --transcript takes another place.
    .page = The transcript can't be written into the folder for transcripts.
transcript-not-there = the transcript can't be written in { $path }.
game-not-known = { $game }, version { $version }, is not known here: go on with the release of it with which this table was opened, or with its file: --rules FILE
    .page = { $game }, version { $version }, is not known here: go on with the release of it with which this table was opened.
game-options-changed = { $game } has other options by now.
ticket-damaged = { $path } is damaged. A guest goes on with p2pgame join and the invite.
    .page = { $path } is damaged. A guest goes on with the invite.
settings-too-many-relays = { $where }: at most { $most } relays are used.
settings-wrong = { $where }: { $why }
settings-damaged = { $path } is damaged. Take it away, and set again what was set.
no-invite-no-contact = '{ $text }' is no invite, which begins with P2PGAME:, and nobody of that name is among your contacts.
no-contact = There is no contact '{ $name }': p2pgame contacts
    .page = There is no contact '{ $name }'.
several-contacts = There are { $count } contacts '{ $name }'; say the number of one.
contacts-damaged = { $path } is damaged. Take it away, and those you play with next are kept.
too-many-contacts = There are { $count } contacts already: forget somebody.
needs-nostr = a relay of nostr needs pip install 'p2pgame[nostr]'.
listen-takes = --listen takes HOST:PORT, not '{ $text }'
cant-listen = Can't listen on port { $port }: { $why ->
    [in-use] it is in use. Choose another with --listen
    [forbidden] the system does not let you. Choose another with --listen, from 1024 upwards
   *[other] this machine has no address { $host }. Choose another with --listen
}.
    .page = Can't listen on port { $port }: { $why ->
        [in-use] it is in use
        [forbidden] the system does not let you
       *[other] this machine has no address { $host }
    }.
question-closed = This question is not asked any more.
no-answer = { $number } is no answer to this question.
no-game-here = There is no game to do that in just now.
program-failed = { $name }'s program has failed: { $why }

## What goes on at a table, beside the game.

line-lost = The line is lost; dialling again.
line-back = The line is back.
relay-lost = The relay is lost; looking for it again.
relay-back = The relay is back.
guests-line-lost = A guest's line is lost; they may come back.
guest-line-lost = { $player }'s line is lost; they may come back.
guest-away-seat-free = { $player } is not here any more; the seat is free until they come back.
at-table = You are at { $host }'s table: { $game }, with { $seats } seats.
guest-gave-up = { $player } has given up the seat; it is free.
gave-up-seat = You have given up your seat. With the invite you get another one while there is room.
closed-lobby = You have closed the table.
host-closed-lobby = { $host } has closed the table before the game began.
seat-is-free = Somebody has gone before the start; { $taken } of { $seats } seats are taken.
guest-is-back = { $player } is back.
relay-lacks-a-part = The relay lacks a part of this table, for it keeps only so much. It can be watched once a player's program brings that there again; Ctrl-C ends.
    .page = The relay lacks a part of this table, for it keeps only so much. It can be watched once a player's program brings that there again.
relay-has-nothing = The relay has nothing of this table: it is not open yet, or it was over long ago. Still waiting; Ctrl-C ends.
    .page = The relay has nothing of this table: it is not open yet, or it was over long ago. Still waiting.
recalling = asking { $players } what this seat said last
waiting-for-named = waiting for { $players }
waiting-for-missing = waiting for { $players } ({ $here } of { $seats } here); without opens the table with fewer seats
    .page = waiting for { $players } ({ $here } of { $seats } here)
waiting-not-let-in = waiting for { $host } to let you in ({ $here } of { $seats } here)
waiting-let-in = { $host } has let you in; waiting for players ({ $here } of { $seats } here)
waiting-some-let-in = waiting for players ({ $here } of { $seats } here); { $host } has given a seat to { $given } of { $guests } guests
waiting-can-begin = waiting for players ({ $here } of { $seats } here); begin opens the table with those who are here
    .page = waiting for players ({ $here } of { $seats } here)
waiting-for-players = waiting for players ({ $here } of { $seats } here)
waiting-for-others = waiting for the others
waiting-for-end = waiting until the others have the end, too
host-may-play-again = waiting to see whether { $host } plays again; sit out skips one game, Ctrl-C ends
    .page = waiting to see whether { $host } plays again
waiting-for-host = waiting to see whether the host plays again; Ctrl-C ends
    .page = waiting to see whether the host plays again
waiting-for-yes = waiting for { $host }'s yes
dialling = dialling
looking-at-relay = looking for the host at the relay
looking-around = looking for tables in this network
looking-for-friend = looking for an invitation by { $name }, and for their table in this network
relay-unreached = The relay { $relay } is no help yet: { $why } Trying again and again.
no-answer-there = There is no answer.
relay-refuses = The relay { $relay } ended the connection: { $why } Trying again.
relay-keeps-nothing = The relay { $relay } is full: it hands on what is said to those who are there, and keeps nothing. A player who comes later learns the rest from a player who is there.
relay-refusal = { $number ->
    [1] It takes no more from us for now.
    [2] It has no room for a frame of this length: ask its operator for a larger room.
    [3] It is full: its operator must make room, or use another relay.
    [4] It does not let us write here: get the invite anew from the host.
    [5] It did not accept our work.
    [6] It does not understand what this program says: it may need another release.
    [7] It is too busy for us.
    [8] It is about to stop, or to start again.
    [9] It lets nobody be at so many tables at once.
    [10] It has no room for more tables that are found by words: try again later, or send the invite's line.
    [11] Nobody waits there under this number: ask the host for new words.
    [12] The time for these words is up: open the table's words anew.
    [13] It admits only those who have its token. A guest needs a new invite from the host; a host needs --relay-token-file, with the file from the relay's operator.
    [14] It speaks another version of the wire: this program or the relay needs another release of p2pgame.
    [15] Too much that was sent from this address was wrong: wait a minute.
    [16] It lets in no more connections from this address. If many play behind it, as in a club, ask the relay's operator for --limit club or --trust; meanwhile, use another relay.
   *[other] It refuses what we ask for, with number { $number }; a later release of p2pgame may know it.
}
    .page = { $number ->
        [13] It admits only those who have its token. A guest needs a new invite from the host; a host gives the token's file when p2pgame is started at a terminal.
        [16] It lets in no more connections from this address. If many play behind it, as in a club, its operator can let in more; meanwhile, use another relay.
       *[other] { relay-refusal }
    }
token-file-damaged = { $path } holds no relay's token: that is one line of { $digits } hexadecimal digits. Get it anew from the relay's operator.
token-file-open = { $path } can be read by others. Type chmod 600 { $path }
token-file-unusable = The token's file { $path } can't be used: { $why }.
relay-says = The relay { $relay } says: "{ $text }"
connected-directly = Connected directly with { $players }.
seat-in-doubt = This seat comes from a copy, or its file was damaged. Before anything is signed, all must have told what you said last: { $players }.
seat-elsewhere = This seat is being played by another program, on this device or another. Only one may play it: end one of the two.
other-program-tries = Another program has tried to play this seat, too; it was told that it can't.
back-without-seat = You have given up your seat in this game: you make no more moves in it, and see the table as it was.
back-at-table = You are back at the table. { $opening }
no-transcript = There is no transcript: { $why }.
not-writable = { $path } can't be written: { $why }.
end-unsigned = The end is not signed by { $players }; what is signed is in { $path }.
cheated-in-parts = { $what }. The game cannot go on; what was signed so far is in { $transcript } and its other parts. Anyone can check who cheated: p2pgame verify { $transcript }
    .page = { $what }. The game cannot go on; what was signed so far is in { $transcript } and its other parts. Anyone can check there who cheated.
cheated = { $what }. The game cannot go on; what was signed so far is in { $transcript }. Anyone can check who cheated: p2pgame evidence { $evidence }
    .page = { $what }. The game cannot go on; what was signed so far is in { $transcript }. Anyone can check who cheated, by the file { $evidence }.
late-fork = { $own ->
    [0] { $name } signed two different entries in one place of this game: one story for some, another for others.
   *[other] Your own seat signed two different entries in one place of this game: two programs played it, or it came back from a copy.
} The result that all have signed stands. Anyone can check it: p2pgame evidence { $evidence }
    .page = { $own ->
        [0] { $name } signed two different entries in one place of this game: one story for some, another for others.
       *[other] Your own seat signed two different entries in one place of this game: two programs played it, or it came back from a copy.
    } The result that all have signed stands. Anyone can check it by the file { $evidence }.
fork-after-end = { $own ->
    [0] { $name } told two stories of a game that is over: { $evidence } proves it.
   *[other] Your own seat told two stories of a game that is over: { $evidence } proves it. Play a seat with one program only.
}
known-forker = { $contact ->
    [0] { $name } has the key { $key }. With it a player who called itself { $known }
   *[other] { $name } has the key { $key }. With it your contact { $known }
} signed two different entries in one place of a game ({ $game }): one story for some, another for others. You have known it since { $date }; nobody else here is told. The proof is in { $evidence }
convictions-damaged = Your file { $path } can't be read, so nobody here is compared with those who signed two stories. Put back a backup of it, or delete it.
rules-at-fault = The rules are at fault { $turns ->
    [0] as the game begins
   *[other] after turn { $turns }
}, and no player is: { $what }
file-rules-at-fault = The rules of { $game } in a file, { $fingerprint }, are at fault { $turns ->
    [0] as the game begins
   *[other] after turn { $turns }
}, and no player is: { $what }
file-is-debug = { $path } is of a debug table: one program saw all cards and made all moves, so it proves nothing.
by-rules-of = { $said } They are the rules of { $game } in a file, { $fingerprint }: not p2pgame's own.
done-by-rules = { $done } (by the rules of { $game } in a file, { $fingerprint }, and not by p2pgame's own)
rules-own = The rules of { $game } do not come with p2pgame: your friends need their file. Its fingerprint is { $fingerprint }.
rules-unfit = { $path } has no rules to play by: { $why }.
rules-by-address = Rules are loaded from files only: save { $address }, look at it, and name the file.
rules-other-added = You have added other rules of { $game }, version { $version }. To take these instead: p2pgame rules remove { $name }
    .page = You have added other rules of { $game }, version { $version }. To take these instead, type at a terminal: p2pgame rules remove { $name }
rules-differ = The rules of { $game } contradict themselves: two programs played the same game, and of its events, states and turns number { $line } is { $one } in one and { $two } in the other.
rules-unchecked = The rules of { $game } could not be checked in a program of their own: { $why }
rules-failed = The rules are at fault: { $what }.
rules-show-failed = The rules fail where they should only show or tell the game, so it is shown plainly here. The game goes on; tell the author of the rules: { $what }.
rules-broken = { $what }. The game cannot go on; what was signed so far is in { $transcript }.
left-lobby = You have left the table.
left-lobby-free = You have left the table, and somebody else may take your seat.
left-game = You have left the table; what was signed so far is in { $path }.
left-looking = Nobody looks for your turns any more. To go on: p2pgame next --wait
    .page = Nobody looks for your turns any more. Open the table again to go on.
left-watching = You look on no more. The same command looks on again.
last-not-at-relay = What you said last has not reached a relay yet. It goes there when you are back: p2pgame next
    .page = What you said last has not reached a relay yet. It goes there when you open the table again.
left-to-resume = { $farewell } To go on: p2pgame resume
    .page = { $farewell } You can go on at your tables.
left-evening = { $farewell } To come back for the evening's next table: p2pgame resume
    .page = { $farewell } At your tables you come back for the evening's next one.

## Plans.

ticks-again = Orders came late: the last { $ticks } ticks were played again with them.
order-kept = Your order for this tick is { $order }. Until the tick is over another takes its place.
    .page = Your order is kept until this step is over. Until then another one takes its place.
order-withdrawn = You give no order in this tick.
order-fell = Your order { $order } was not carried out: others' orders, which came late, have made it impossible.
plan-made = Your plan is made: { $moves ->
    [one] 1 move
   *[other] { $moves } moves
}.
plan-dropped = There is no plan any more; nobody knows of it.
plan-stopped = After { $moves ->
    [one] 1 move
   *[other] { $moves } moves
} your plan went no further: { $why }.
plan-not-restored = What you had planned can't be taken up again: { $why }.
plan-not-here = in { $game } no move is prepared before it is asked for: { $kind ->
    [joint] all decide at the same time
   *[own] what it costs may have changed by then
}. Make it when you are asked.
plan-never = { $move } will not be possible in your next turn, whatever the others do
plan-given-always = whatever comes before
plan-given-after = as it would be after this: { $what }
plan-given-more = and so on
plan-given-barred = there the plan stops: { $why }
plan-given-never = not possible like this in your next turn, as the table stands
plan-given-unknown = what it does and costs shows when your turn comes
no-plan = there is no plan: plan begins one
undo-not-your-turn = undo and redo are for your own turn: takeback asks the others
undo-order = an order is not undone: until its tick is over another takes its place, and then it stays
undo-placed = what is placed secretly is not undone: it is sealed as it is placed
undo-joint = where several choose at once nothing is undone: a choice is sealed as it is made
hints-not-here = { $game } has no hints of its own
undos-not-here = { $game } has no undos of its own
undos-none = no undos were found that make room for that
undos-no-more = no more undos were found that make room for that
undos-not-asked = nothing was listed yet: say first what to make room for
undos-no-such = nothing was listed under { $number }
undos-old = the table has changed since then: list the undos anew

## How players come to a table.

gets-no-seat = { $name } gets no seat.
guest-same-player = { $name } sits here already and has come a second time, from the same profile: that guest gets no seat.
seat-same-player = You sit at this table already, in another program: a player has one seat. Somebody else on this machine plays from a profile of their own: set P2PGAME_HOME to another folder, and join again.
    .page = You sit at this table already, in another window: a player has one seat. Somebody else plays from a device or a profile of their own.
turned-away = { $host } gives you no seat at this table.
words-expired = The words are not good any more.
words-guessed = Somebody has guessed at the words three times; they are void.
no-words = There are no words: { $why }
no-table-in-network = There is no table in this network, or its machine does not let itself be seen. Ask for the invite's line: p2pgame join LINK.
    .page = There is no table in this network, or its machine does not let itself be seen. Ask for the invite.
no-table-chosen = No table was chosen.
contact-without-table = { $name } has not invited you, and has no table in this network.
friend-invited = { $name } is invited, and sees it with: p2pgame invitations
    .page = { $name } is invited, and sees it among the invitations.
invite-needed = where nobody can choose, the invite's line is needed.
nobody-answers = Nobody answers at this table: is the host's program still running, and can you reach its machine from here?
nobody-answers-yet = Nobody answers yet: is the host's program running? Still dialling.
not-dialled-nearby = This invite leads nowhere else, so this table can't be reached. If its host plays on another machine, ask for an invite with an address that you can reach, or with a relay.
invite-not-dialled = This invite leads to { $place }, which is not dialled: { $why ->
    [port] its port is one of other services. A host listens at a port from 1024 up, and a relay at 443 or from 1024 up.
    [network] it is a private address of a network that this machine is not in. Ask the host for an invite with a relay, or with an address that you can reach.
   *[nowhere] nobody plays at such an address. Ask the host for another invite.
}
relay-not-dialled = This invite names the relay { $relay }, whose port { $port } is one of other services, so it is not dialled. To use it all the same: p2pgame settings relay { $relay }
    .page = This invite names the relay { $relay }, whose port { $port } is one of other services, so it is not dialled.
no-relay-to-hide = This table has no relay, so it can't be reached without an address.
no-relay-to-watch = This table has no relay, so it can't be watched without an address.
guest-listens = only a host listens; a guest dials.
not-to-be-watched = This table does not let itself be watched; its host says so with --spectators.
    .page = This table does not let itself be watched.
port-in-use = Port { $port }, which your guests dial, can't be listened on. End the program that has it, and type p2pgame resume again; or take another with p2pgame resume --listen { $host }:0, and send your guests the new invite.
    .page = Port { $port }, which your guests dial, can't be listened on: another program has it. End that program, and open the table again.
no-programs-here = No programs can be started here to take seats.
end-not-fetched = Somebody has not fetched the end. For them go on at this table once more, by the number that it has in p2pgame tables.
    .page = Somebody has not fetched the end. For them open this table once more.
listening-once-more = This game is over; listening for those who lack its end. Ctrl-C ends that.
    .page = This game is over; listening for those who lack its end.
not-like-that = Not like that: { $why }.
nobody-to-play-again = Nobody else is here to play again. For another game open a new table: p2pgame host { $name }
    .page = Nobody else is here to play again. For another game open a new table.
too-many-here = { $here } players are here, and that are { $seats } seats

## Transcripts.

description-wrong = this game can't be described: { $why }
file-unreadable = { $path } can't be read: { $why }.
file-too-large = { $path } is too large to be a transcript.
no-such-transcript = { $count ->
    [0] There is no transcript in { $path } yet.
    [one] There is one transcript in { $path }: 1, or last.
   *[other] There are { $count } transcripts in { $path }: 1 is the last one.
}
file-is-transcript = { $path } is a transcript. To check it, type: p2pgame verify { $path }
    .page = { $path } is a transcript.
file-is-evidence = { $path } is evidence against a player. To check it, type: p2pgame evidence { $path }
    .page = { $path } is evidence against a player, and no transcript.
file-is-receipt = { $path } is a player's receipt. To check it, type: p2pgame receipt { $path }
    .page = { $path } is a player's receipt, and no transcript.
file-no-transcript = { $path } is no transcript: p2pgame has not written it at a table.
file-no-receipt = { $path } is no receipt: p2pgame receipt --write has not written it.
    .page = { $path } is no receipt.
file-no-evidence = { $path } is no evidence: p2pgame has not written it against anybody.
no-transcripts = There is no transcript (*{ $suffix }) below { $path }.
seat-not-there = There is no seat { $seat }, only 1 to { $seats }.
practice-begins = Practice from turn { $turn } on, against programs: nothing is signed, and nothing is kept.{ $anew ->
    [yes] {" "}Cards that the file does not show were dealt anew.
   *[no] {""}
}
practice-shuffled = { $cards } cards shuffled by this program
practice-no-game = No game began in { $path }.
practice-no-turn = There is no turn { $turn } in this file, only 0 to { $turns }.
practice-over-there = The game is over there. Go on from an earlier turn: { $turns } are in this file.
practice-no-deal = This position can't be set up: no deal of the hidden cards agrees with what happened.
practice-no-command = { $program } can't play in a practice: choose an opponent that p2pgame bots lists.
    .page = { $program } can't play in a practice: choose one of the programs that are listed.
practice-no-nudge = Programs need no reminder.
practice-no-plan = in a practice nothing is planned: undo takes your last move back, takeback goes back further
reading-too-long = { $path } can't be checked in { $seconds } seconds; nothing is known of it. --limit SECONDS gives it more.
    .page = { $path } can't be checked in { $seconds } seconds; nothing is known of it.
reading-too-large = { $path } takes more than { $megabytes } megabytes of memory to check; nothing is known of it.
reading-killed = The process that checked { $path } was killed: is there enough memory?
reading-failed = { $path } can't be checked, because of { $kind }: { $why }
part-missing = { $path } is one of several parts of a transcript, and part { $part } is not there. Put all parts into one folder.
    .page = { $path } is one of several parts of a transcript, and part { $part } is not there. Open all other parts, too, and then this one again.
page-of-parts = { $path } is one of several parts of a transcript, which is too long for one page. To step through it, type: p2pgame show { $path }
    .page = { $path } is one of several parts of a transcript, which is too long for one page.
part-not-clear = { $path } is one of several parts of a transcript, and two files beside it claim to be part { $part }. Begin with the last part.
part-does-not-fit = { $path } and { $other } are parts of transcripts of one table that do not belong together, or part { $part } was changed.
part-twice = { $path } and { $other } are both part { $part } of one transcript. Leave one of them out.
file-changed = { $path } is not what was written there: it was changed.
verified = Verified: { $players } played { $game }, { $turns ->
    [1] 1 turn
   *[other] { $turns } turns
} in { $entries } signed entries, every signature, proof and rule checked.
verified-so-far = Fair as far as it goes: { $players } played { $game }, { $turns ->
    [1] 1 turn
   *[other] { $turns } turns
} in { $entries } signed entries, every signature, proof and rule checked. The game is not finished: { $why }.
verified-not-begun = Fair as far as it goes: { $entries } signed entries, every signature checked; { $why }.
all-signed = { $gone ->
    [0] All have
   *[other] All who stayed have
} signed { $turns ->
    [0] no turn
    [1] the first turn
   *[other] the first { $turns } turns
}{ $hands ->
    [0] .
   *[other] , to the end of hand { $hands }.
}
gone-by-silence = { $player } signed { $signed } of { $turns } turns; { $others } { $count ->
    [1] has
   *[other] have
} signed that { $player } was silent, and went on without { $player } { $after ->
    [0] before the first turn
   *[other] after turn { $after }
}.
gone-by-word = { $player } signed { $signed } of { $turns } turns, and that { $player } leaves; { $others } { $count ->
    [1] has
   *[other] have
} signed to go on without { $player } { $after ->
    [0] before the first turn
   *[other] after turn { $after }
}.
silence-unproved = Nobody can prove silence: that is the word of those who signed it.
gone-forfeited = The game ended by that: { $players } forfeited it.
moves-made-for = A move was made for { $player } { $count ->
    [1] once
   *[other] { $count } times
}, for want of an answer in time.
audited = The deck was audited: { $players } showed the secrets of their shuffles, and all that they did with it was computed again.
audit-not-needed = The deck needed no audit: every shuffle came with a proof.
times-by = By { $by }'s word { $player } took { $thought } s to decide, and { $player }'s program { $worked } s for what it says by itself{ $slow ->
    [0] {""}
   *[other] : more than the { $programs } s of this table
}.
audit-not-yet = The deck was not audited yet.

## What this machine knows beside a transcript.

local-other-story = Your own log of this table tells another story: entry { $number } by the key { $author } is another one there, and both are signed.
local-same-story = Your own log of this table tells the same.
local-you = { $player } is you: the key is yours.
local-contact = { $player } is your contact { $contact }, by the key.
local-namesake = { $player } is not your contact { $contact }: the key is another one.

## Receipts.

receipt-signed = { $known ->
    [0] The player with the key { $key } signs
   *[other] { $player }, with the key { $key }, signs
} that { $game } at table { $table } ended so: { $result }.
receipt-written = The receipt is in { $path }.
receipt-damaged = { $path }: { $why }.
receipt-none = There is no receipt for you: { $why }.
receipt-of-transcript = { $path } is a transcript: --write FILE signs a receipt of it.
receipts-same = Both receipts say the same.
receipts-agree = Two players say the same of this table.
receipts-differ = Two players say different things of one table. That convicts neither: the transcript shows who is right.
receipts-apart = They do not contradict each other: they are of two tables.
receipts-contradict = They contradict each other: one player has signed two results of one table. Nobody honest does that.
receipt-confirmed = The transcript says the same.
receipt-refuted = The transcript does not say so{ $table ->
    [same] .
   *[other] : it is of another table.
}
stories-two = { $files } tell two stories of one table. { $count ->
    [1] { $players } has signed both
   *[other] { $players } have signed both
}: nobody honest does that. { $counts ->
    [1] They end alike, so the table is counted once.
   *[other] The table is not counted.
}
stories-two-ends = { $files } end one table differently, and nobody signed both. The table is not counted.
receipts-two-results = { $players } signed two results of one table: { $files }. Nobody honest does that. The table is not counted.
receipts-two-words = { $players } say different things of one table: { $files }. The table is not counted.
receipt-other-end = The receipt of { $players } does not say what the transcript of its table says: { $files }. The table is not counted.
receipt-without-file = { $file } is a receipt of table { $table }. No transcript of that table was named, so nothing was compared with it.
receipt-without-end = { $file } is a receipt of the end of table { $table }. The table has no end in { $files }, so nothing was compared with it.

## Requests that make no sense.

game-unfit = { $game } can't be played like that: { $why }
no-options = { $game } has no options.
no-option = { $game } has no option '{ $name }', but { $known }
option-yes-or-no = the option { $name } is true or false, not '{ $value }'
option-too-long = the option { $name } is longer than { $most } characters
option-number = the option { $name } is a whole number, not '{ $value }'
option-choice = the option { $name } is one of { $known }, not '{ $value }'
option-wrong = an option of { $game } is wrong: { $why }
too-many-seats = a table has at most { $most } seats, not { $seats }
setting-wrong = --{ $setting } { $value }: { $why }
too-many-relays = at most { $most } relays are used at a time.
words-need-relay = a QR code or words lead to a relay: --relay URL.
    .page = A QR code or words lead to a relay: name one in the settings.
words-not-by-nostr = words are for a relay of p2pgame, and relays of nostr have no doors: an invite's line or QR code leads there, or being in the same network.
hidden-needs-relay = --hide-address needs a relay, and no --address: nobody could reach you.
    .page = To hide your address the table needs a relay: nobody could reach you.
no-seat-for-you = --bots { $bots } leaves no seat for you at a table of { $seats }
    .page = { $bots } programs leave no seat for you at a table of { $seats }.
no-such-table = There is no table { $number }: p2pgame tables
    .page = There is no table { $number }.
no-table-to-resume = There is no table to go on at.
no-table-but-transcript = There is no table to go on at. Your last game of { $game } is over, and its transcript is in { $path }.
seat-read-only = You can't go on at table { $number }: its folder can't be written. For its transcript: p2pgame tables transcript { $number } FILE
    .page = You can't go on at table { $number }: its folder can't be written.
reached-from-outside = Friends outside of this network reach you, too: your router leads { $address } here.
public-address-here = This machine has a public address: friends outside of this network reach you unless a firewall stops them.
not-reached-from-outside = Friends outside of this network can't reach you: your router gives no port. Use a relay (--relay), or forward a port there to { $port } here and say so: --address YOUR.NAME:PORT
    .page = Friends outside of this network can't reach you: your router gives no port. Use a relay, which the settings take.
which-table = Which table?
on-turn-unknown = on-turn is none, or some of bell, title, desktop and exec:COMMAND with commas between, not { $way }
on-turn-no-command = after exec: comes a command with its arguments, of at most { $most } characters
name-empty = a name has 1 to { $most } characters, and this has none
name-long = a name has at most { $most } characters, and this has { $count }: leave some out
name-space = a name has no blank at an end, and { $character } is one: leave it out
name-blank = a name has no invisible characters, and { $character } is one: leave it out
name-control = a name has no control characters, and { $character } is one: leave it out
name-direction = nothing in a name changes the direction of what stands beside it, as { $character } does: leave it out
name-joiner = { $character } stands only between letters of a script that needs it there, as Persian, Sinhala or Malayalam does: leave it out
name-unknown = a name has characters that all programs know, and { $character } is none: leave it out
name-composed = in a name { $character } is written as { $wanted }, and not as { $codes }: type it anew
name-marks = in a name each mark (accent) stands on a character, at most { $most } different ones on each, and { $character } is one too many: leave it out
invite-for-game = This is an invite to a game of { $game }.
invite-is-watch-link = This is for looking on, not for a seat: p2pgame watch
    .page = This is for looking on, not for a seat.
words-lead-to-seat = words lead to a seat; to look on, ask the host for the watch link.
invite-needs-relay = this invite is found at a relay: p2pgame settings relay URL sets it, with the URL that your host uses.
    .page = This invite is found at a relay: name the one that your host uses, in the settings.
network-shows-address = who looks around in a network shows its address there.
file-ends-here = The file ends here; not everybody has signed an end.

## Seats on other devices, and invitations.

bots-stay-here = Programs of this device play at that table.
passphrase-weak = That passphrase could be guessed: the file has nothing else that keeps it closed. Take one of { $letters } characters or more, { $kinds } of them different, such as four words.
file-exists = { $path } is there already; take another name.
no-folder = there is no folder { $path }.
seat-file-wrong = { $path }: { $why }.
seat-file-not-written = { $path } can't be written: { $why }. The seat counts as moved; p2pgame move-seat --undo takes it back.
    .page = { $path } can't be written: { $why }. The seat counts as moved.
seat-here-already = This seat is on this device already.
seat-file-from-here = This file was written here; p2pgame move-seat --undo takes the seat back.
    .page = This file was written here.
seat-file-older = This file is older than what is here already.
no-seat-moved = No such seat was moved; --table says which.
    .page = No such seat was moved.
several-seats-moved = Several seats were moved; --table says which.
    .page = Several seats were moved.
contact-damaged = { $name }'s key is damaged: forget it.
no-relay-took-it = No relay has taken it.
invitations-need-relay = Invitations lie at a relay, and you have set none. One of you runs one (p2pgame relay --listen 0.0.0.0:8765), and then each says so once: p2pgame settings relay ws://ADDRESS:8765
    .page = Invitations lie at a relay, and none is set: the settings take one.
invitations-not-by-nostr = Invitations do not lie at relays of nostr, and no other one is set.
no-table-hosted = You host no such table that is open. To open one and invite { $name }: p2pgame host GAME --invite { $argument }
    .page = You host no such table that is open.
which-table-hosted = To which table? Say its number.
sat-with-nobody = You have sat with nobody at such a table: p2pgame tables
    .page = You have sat with nobody at such a table.
contact-name-taken = Another contact of yours is called { $name }, or nearly so. Choose another name.
name-for-several = Say which player is to be called { $name }: by its identity.

## Programs that play (p2pgame.agents).

agent-crashed = { $agent } has failed ({ $why }); another move was made for it.
agent-nonsense = { $agent } wanted { $move }, and { $why }; another move was made for it.
agent-too-slow = { $agent } thought for more than { $seconds } s; another move was made for it.
form-card = CARD
no-game-called = there is no game { $name }. { $near }
games-near = Did you mean { $games }?
no-game-near = p2pgame games lists them.
    .page = The list of games has them all.
game-taken-for = { $typed }: that is { $game } here.{ $count ->
    [0] {""}
    [one] {" "}Another one is { $others }.
   *[other] {" "}Others are { $others }.
}
game-needs-library = { $game } needs a library that is not installed here. To install it: { $command }
no-such-agent = there is no opponent { $name }; known: { $known }
no-such-agent-for = there is no opponent { $name } for { $game }; known: { $known }
no-seat-for-program = a program sits in one of the seats from 2 to { $seats }, not { $seat }
agent-command-wrong = { $kind } is followed by a command: { $why }
agent-command-missing = there is no program { $command }
uci-no-engine = { $agent } is no chess engine that speaks UCI: { $why }
uci-plays-chess = { $agent } plays chess, not { $game }
uci-setting-wrong = the options of an engine are NAME=VALUE, not { $text }
uci-no-option = { $agent } has no option { $name }; known: { $known }
uci-option-range = the option { $name } of { $agent } is a number from { $low } to { $high }, not { $value }
uci-option-value = the option { $name } of { $agent } is { $known }, not { $value }
no-agent = { $entry } is no opponent for us: { $why }
policy-wrong = that is no policy: { $why }
policy-of-another-game = the policy is for { $mine }, not for { $its }
policy-for-two = a policy plays at a table for 2, not for { $seats }
policy-unread = the policy { $file } can't be read: { $why }
search-simulations = a search is named search:NUMBER, with 1 to { $most } simulations for each decision
train-not-for-two = { $game } can't be solved: it is not for two players against each other
train-not-zero-sum = { $game } can't be solved: what one player wins there is not what the other loses
train-kind = { $game } can't be solved: secret placements, time steps, piles mixed again in part and claims that may fail are not followed
train-recall = { $game } can't be solved: what a player has seen does not tell its moves
train-too-large = { $game } can't be solved with these options: its tree has more than { $most } nodes
train-too-long = { $game } can't be solved: it may go on for more than { $most } turns

## Many games between programs (p2pgame.agents.arena).

arena-needs-two = an arena needs two contestants or more, not { $count }
arena-needs-seats = { $game } with { $seats ->
    [1] 1 seat
   *[other] { $seats } seats
} has no room for { $count } contestants
arena-needs-deals = a job has one deal or more, not { $deals }
arena-other-job = { $file } holds the results of another job, or something else.
arena-line-wrong = { $file } is damaged: line { $line } is no result of this job.
arena-file-in-use = { $file } is in use: another run writes its results there.
arena-file-not-written = { $file } can't be written: { $why }.
arena-crashed = { $agent } has failed ({ $why }), so the games can't be played.
arena-nonsense = { $agent } wanted { $move }, and { $why }, so the games can't be played.
arena-remembers-too-much = { $agent } wanted to remember more than { $limit } bytes, so the games can't be played.

## Languages.

no-language = there is no language { $name }, but: { $known }

## Lines of JSON.

line-too-long = no line is longer than { $most } bytes
line-wrong = that is no request or command: { $why }
frame-wrong = This is no frame of the hub's protocol: { $why }.
frame-unknown = There is no frame with these fields: { $fields }.
frame-no-text = Frames are text, not bytes.
hub-no-table = The hub has no table { $number }.
hub-no-practice = Table { $number } is no practice. Open another by a request of its own.
hub-full = The hub holds { $most } tables, and no more. Close one that is over.
too-many-commands = Too many commands wait at this table.
too-many-requests = { $most } requests are being done. Wait for one to end.
hub-fault = This has stopped at a fault of p2pgame ({ $what }). A table can be resumed; the terminal shows what to tell the authors.
    .page = This has stopped at a fault of p2pgame ({ $what }). A table can be opened again.
needs-javascript = This page needs JavaScript.
web-port-in-use = Port { $port } is in use. Choose another with --port.
upload-unknown = This file is not here any more. Choose it again.
upload-too-large = No transcript is longer than { $most } bytes.
page-no-program = A page may not start { $program }. Start it at a terminal: p2pgame play --seat
    .page = A page may not start { $program }: choose one of the programs that are listed.
page-no-file = A page may name its uploads and what lies in { $folder }, and { $path } is neither.
program-has-token = { $name } has a token: { $path }
program-no-token = { $name } has no token. Those who have one: { $known }
program-no-name = { $name } is no name for a program here: use up to 32 small letters, digits, - and _.
qr-too-long = A QR code holds { $most } bytes, and this text is longer.
not-of-game = The transcript is of { $game }, not of { $wanted }.
phh-no-hand = This transcript has no hand that was played to its end by all who were dealt in.

## What programs that play do.

program-about = { $program ->
    [random] makes any legal move, each as likely
    [easygoing-eddie] plays by chance, but neither bets much nor gives up
    [forgetful-fred] remembers half of the last eight cards that were shown
    [calling-carl] calls too much, seldom raises, and believes nobody
    [hasty-henry] takes what he can, and never thinks of your answer
    [slipping-sam] plays perfectly, but one move in four is a slip
    [attentive-anna] remembers four of five of the last 24 cards that were shown
    [stubborn-stan] follows every hit to the end, and looks for the next one by chance
    [watchful-wanda] looks for patterns in what you throw
    [wavering-willa] plays an equilibrium, but one decision in four is random
    [prudent-paula] knows the odds and half believes a bet, but bets too little herself
    [trusting-tom] counts how likely a bid is, and believes too much of it
    [ducking-doris] takes no trick that she can duck, and knows where the queen may be
    [bidding-beth] counts her tricks, bids them, and takes no more
    [thrifty-thea] keeps her eights, and sheds what would cost her most
    [nimble-nora] thinks through 40 ways in which the game may go on, then moves
    [brisk-bruno] thinks through 60 ways in which the game may go on, then moves
    [steady-stella] looks three half-moves ahead, and finds every mate in two
    [quick-quinn] thinks through 50 ways in which the game may go on, then moves
    [elephant-ella] forgets no card that was shown
    [sounding-sonja] shoots where most ships may still lie
    [basic-bea] hits or stands by the dealer's open card, as the book says
    [holding-hanna] rolls until a turn is worth 20, and looks at nobody's points
    [solid-sid] reads bets, weighs odds, stacks and position, and bluffs now and then
    [doubting-dora] counts how likely each bid is, and believes a little of it
    [farsighted-fiona] looks five half-moves or so ahead, and finds every mate in two
    [careful-clara] thinks through 200 ways in which the game may go on, then moves
    [thorough-theo] thinks through 1000 ways in which the game may go on, for some seconds
    [perfect-pia] never loses: she tries every way to the end
    [even-evan] throws each shape as often: nobody can win from him in the long run
    [balanced-ben] plays an equilibrium: nobody can win from him in the long run
    [patient-petra] solves every puzzle that its solver can
   *[other] plays
}


## What p2pgame doctor says.

doctor-extras = extras that are installed: { $extras }
doctor-install = Install it anew: pipx install p2pgame, or pip install p2pgame in an environment of your own.
doctor-profile = your keys and tables are in { $path }, and nobody else can read them
doctor-open = { $count ->
    [one] others can read { $path }
   *[other] others can read { $path } and { $count } paths in all
}
doctor-chmod = Take that away from them: chmod -R go= { $path }
doctor-set-home = Give it a folder that it may write to: P2PGAME_HOME=FOLDER
doctor-clock = your clock is not behind your own files (no relay has told its time)
doctor-clock-agrees = your clock agrees with that of { $relay }
doctor-clock-fast = your clock is { $seconds } s ahead of that of { $relay }
doctor-clock-slow = your clock is { $seconds } s behind that of { $relay }
doctor-clock-behind = your clock is { $seconds } s behind the newest of your own files
doctor-set-clock = Set the clock; invitations by name are good until a time.
doctor-port = a port to listen on is to be had
doctor-no-port = no port to listen on is to be had: { $why }
doctor-allow-port = Let p2pgame listen (firewall), or play with --hide-address over a relay.
doctor-addresses = this machine is { $hosts }
doctor-nat-none = this machine has a public address: friends can reach it unless a firewall stops them
doctor-nat = behind a router, which the internet sees as { $host }
doctor-nat-unseen = behind a router, most likely: no address here is public, and no relay has said how the internet sees it
doctor-router = the router gave us { $host } for a moment: friends outside can reach a host here
doctor-no-router = no router here gives ports away: friends outside need a relay, or a port that you forward
doctor-no-relay = no relay is set: friends must reach this machine (p2pgame settings relay wss://… sets one)
doctor-set-relay = Set it anew: p2pgame settings relay wss://…
doctor-relay = { $relay } answers in { $milliseconds } ms; it keeps { $kib } KiB of a table, for { $days } days
doctor-relay-wrong = { $relay } is no help: { $why }
doctor-relay-remedy = Look whether { $relay } is its address and whether it runs; another one: p2pgame settings relay wss://…
doctor-nostr = { $relay } is one of nostr, and was not asked

evening-so-far = { $tables ->
    [1] The evening after 1 table:
   *[other] The evening after { $tables } tables:
}
evening-missed = (without tables at which you did not play)
evening-game = { $game }:
evening-game-points = { $game }, in points:
evening-person = { $name } { $total }
evening-person-chips = { $name } { $total } ({ $chips } chips)
evening-person-bought = { $name } { $total } ({ $chips } chips, bought { $bought })
evening-pays = { $payer } pays { $payee } { $amount }

chain-other-end = it names another end of the table before than the file of that one shows
chain-parts = more than one table goes on from that one
waits-without-seat = { $host } and the others play already. You come to the next table by yourself; quit to stop waiting.
    .page = { $host } and the others play already. You come to the next table by yourself.
nobody-missing = nobody is missing for whom a seat is reserved here
sits-out = { $player } sits out the next game.
host-sits-out = nobody else here could open the next table, so you play at it
buy-in-later = you can buy chips between two games, once all have signed the end
nothing-for-sale = in { $game } there are no chips to buy
all-begin-anew = all begin the next table anew, so nobody buys chips for it; they go on after a last round
enough-chips = you have as many chips as one who buys some may have: { $most }
buy-in-too-much = you have { $chips } and may begin with { $most } at most, so buy { $more } or fewer
purse = You have { $chips } chips left, and may begin the next table with up to { $most }. To have these, type: buy in { $more }
    .page = You have { $chips } chips left, and may begin the next table with up to { $most }.
purse-empty = You have no chips left, so you buy { $most } for the next table. To buy fewer, type buy in and a number.
    .page = You have no chips left, so you buy { $most } for the next table, or fewer.
you-buy-in = { $chips ->
    [0] You ask for no chips at the next table.
    [one] You buy 1 chip for the next table.
   *[other] You buy { $chips } chips for the next table.
}
buys-in = { $chips ->
    [0] { $player } asks for no chips at the next table.
    [one] { $player } buys 1 chip for the next table.
   *[other] { $player } buys { $chips } chips for the next table.
}
has-bought-in = { $chips ->
    [one] { $player } has bought 1 chip.
   *[other] { $player } has bought { $chips } chips.
}
asks-to-open = { $player } is asked to open the next table. Stay: you show the others the way there.
host-plays-no-more = { $host } does not play again.
nobody-opens-next = Nobody opens the next table.
you-open-next = { $host } sits out the next game, and asks you to open its table.
another-opens-next = { $host } sits out the next game; { $player } is asked to open its table.
programs-play-one-game = programs that you brought play the game that they came for

## What is wrong with what people type or pass on.

address-unfit = { $fault ->
    [port] '{ $address }' has no valid port: write HOST:PORT, with a port from 1 to 65535.
   *[host] '{ $address }' has no host that can be dialled: write HOST:PORT, with a name or an IP address of one machine.
}
relay-url-unfit = { $fault ->
    [token] A relay's token has another length.
    [place] { $url } has no valid host or port. A relay's address is like wss://relay.example/path.
    [path] { $url } has a path that no relay has: it takes letters, digits and ._~- alone.
    [disguise] { $url } is an IPv4 address written as IPv6: write the IPv4 address.
   *[form] A relay's address is like wss://relay.example/path, not '{ $url }'.
}
code-unfit = { $fault ->
    [number] A code begins with a number below { NUMBER($below, useGrouping: 0) }.
    [list] A code has { $wanted } words of the list.
    [count] A code has { $wanted } words; this one has { $words }.
    [short] “{ $word }” is too short to tell which word it is.
    [unknown] “{ $word }” is in no code; is it “{ $nearest }”?
   *[form] A code is like 7-purple-sausages-river.
}
invite-unfit = This invite is of no use: { $fault ->
    [addresses] it has more than { $most } addresses.
    [relays] it has more than { $most } relays.
    [address] one of its addresses is none.
    [relay] a relay's address in it is none.
    [relay-spelling] a relay's address in it has an odd spelling.
    [token] a relay's token in it has another length.
    [characters] it has characters that no invite has. Copy it again.
    [whole] it is a short one, or a link for looking on.
    [short-relays] it is short, and has more than one relay.
    [kind] it is of an unknown kind.
    [scheme] it does not begin with { $begins }
    [game] its game has no such name.
    [places] it has too many addresses and relays.
    [sizes] a part of it has another length.
    [watch] it is for looking on.
    [damaged] it is damaged. Ask for it again.
   *[mistyped] it is mistyped or cut off. Copy it again.
}
host-of-other-release = The host speaks version { $there } of the wire, and this program { $here }: { $fault ->
    [theirs] the host needs p2pgame { $release } or a later release.
    [later] install a later release of p2pgame than { $release }.
   *[ours] install p2pgame { $release }.
}
caller-of-other-release = Somebody with your invite speaks version { $there } of the wire, and this program { $here }: { $fault ->
    [theirs] they need p2pgame { $release } or a later release.
    [later] install a later release of p2pgame than { $release }.
   *[ours] install p2pgame { $release }.
}
absence-needs-patience = nobody is ever silent for too long without a --patience
    .page = nobody is ever silent for too long while no patience is set
bank-needs-quorum = no time is limited where nobody can go on without another
system-error = { $code ->
   *[unknown] { $text }
}
