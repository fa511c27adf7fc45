# The page's own words.  What a game says comes from the hub.

## Everywhere
home = Play
places = Places
tables = Tables
contacts = Contacts
    .about = People you have played with and kept. p2pgame knows them by their key, so nobody passes for them by taking their name.
settings = Settings
appearance = Appearance and language
skip = Skip to the content
back = Back
cancel = Cancel
keep = Save
kept = Saved.
yes = Yes
no = No
loading = One moment …
connecting = Connecting …
something-wrong = Something went wrong. Reload the page and try again.
copied = Copied.
not-copied = The browser did not allow copying. Select the text and copy it.
table = Table
open-tables = Open tables
badge-asks = asks you
badge-turn = your turn
badge-waiting = waiting
badge-playing = playing
badge-over = over
badge-ended = ended

## The hub
hub-lost = p2pgame does not answer. Your games wait; trying again …
hub-back = p2pgame is back.
hub-is-gone = p2pgame does not answer at the moment. Try again when it is back.
hub-refused = p2pgame was started anew, or this browser was not opened by it.
hub-refused-title = This page is not connected
hub-refused-help = Start p2pgame again, or run “p2pgame web”: it opens the page in your browser.

## The first place
play-now = Play now against programs
play-now-short = Play now
play-alone = Play now
play-with-friends = Play with friends
join-a-table = Join a table
choose-more = Choose seats, options and opponents
all-games = All games
seats-fixed = { $count ->
    [one] 1 player
   *[other] { $count } players
}
seats-range = { $low }–{ $high } players
your-name = Your name
who-are-you = What are you called?
go-ahead = Go ahead
name-needed = Type a name that your friends know.
name-kept = You are called { $name } now.
look-at-game = Look at a game again
    .about = Open the file of a finished game: it plays like a film, and is checked while it loads.
open-transcript = Open a game file
own-games = Your games
choose-file = Choose a file
the-file = The file
drop-file = Drop the file of a game here, or anywhere on the page.
    .help = It stays on this machine. If a long game has several files, choose them all at once.
go-on = Go on where you left

## Start a game
play-against = Who plays
programs = Programs
friends = Friends
seats = Seats
how-many = How many players
fewer-players = Fewer players
more-players = More players
players-count = { $count ->
    [one] 1 player
   *[other] { $count } players
}
you-named = { $name } (you)
seat-number = Player { $number }
a-friend = A friend
usual-program = The usual program
program-choice = { $name } – { $strength }
strength-easy = easy
strength-middling = middling
strength-strong = strong
strength-perfect = perfect
options = Options
another-value = Another …
other-value = Which one
rules = Rules
rules-of = The rules of { $game }
rules-version = version { $version }
rules-whole = All rules, options and moves
play-it-now = Play it
moves-typed = Moves, as they are typed
open-table = Open the table and invite friends
how-friends-come = How friends come
    .about = You get an invite to send. There are more ways:
by-network = Show the table in this network
    .help = Friends on the same Wi-Fi find it without a link. You let each of them in.
by-words = Make words that can be said
    .help = A few words over the phone lead to the table. This needs a relay.
invite = Invite
invited = { $name } sees the invitation as soon as p2pgame runs there.
no-relay = No relay is set yet:
invite-contacts = Invite contacts
more-choices = More choices
spectators = Others may watch
    .help = You get a second link. Whoever has it sees what everyone sees, and nobody's hand.
hide-address = Hide my network address
    .help = All goes through relays. That is a little slower.
patience = How long the table waits for somebody who is gone
    .help = After that the others may go on without them.
patience-choice = { $seconds ->
    [0] as long as it takes
    [60] 1 minute
    [86400] 1 day
   *[other] { $minutes } minutes
}
bank = How long each player may think in the whole game
    .help = Beyond that a tenth of the time above is left for each decision. Where nobody can go on without another no time is limited.
bank-choice = { $seconds ->
    [0] as long as they like
   *[other] { $minutes } minutes
}
clock = A clock for each player
    .help = For all decisions of the game. All players need this release, or a later one.
clock-choice = { $seconds ->
    [0] none
   *[other] { $minutes } minutes{ $increment ->
        [0] {""}
       *[other] , and { $increment } s more for each decision
    }{ $delay ->
        [0] {""}
       *[other] , of each decision the first { $delay } s are free
    }
}
programs-bank = What programs say by themselves
    .help = How long each program may take for all of it in the whole game. So nobody plays slowly by a program that always takes its time.
programs-bank-choice = { $seconds ->
    [usual] twice the time above
    [60] 1 minute
    [600] 10 minutes
   *[0] as long as it takes
}
absence = If somebody does not come back
    .help = What becomes of the game then.
absence-usual = as usual in this game
absence-wait = the table goes on waiting
absence-default = the usual move is made for them
absence-forfeit = they lose the game
absence-finish = the others finish without them
deck = How cards are shuffled

## Join
invite-or-words = Invite or words you were given
invite-example = P2PGAME:… or the words
invite-needed = Paste the invite first, or type the words.
join = Join
scan = Scan a code
    .about = Hold the square code that your friend shows in front of the camera.
no-camera = The camera can't be used here. Ask your friend for the link instead.
this-network = Tables in this network
    .about = Looks for tables of people on the same Wi-Fi or cable.
look-around = Look for tables
invitations = Invitations from your contacts
    .about = A contact may have invited you to a table.
look-for-invitations = Look for invitations
no-invitations = Nobody has invited you at the moment.
good-until = good until { $when }
watch = Watch
watch-a-table = Watch a table
watch-link = Link for watching
    .help = You see what everyone sees, and nobody's hand.

## The waiting room
waiting-room = Waiting room
opening = Opening the table …
invite-friends = Invite your friends
    .about = Send them this line. There is nothing to click on: they open p2pgame on their machine, choose “Join a table” and paste it there.
copy-invite = Copy the invite
the-invite = The invite
share = Share …
qr-code = QR code of the invite
scan-this = Or let them scan this with “Scan a code”.
say-words = Or say these words
    .about = They are good for ten minutes. You let in those who come by them.
copy-words = Copy the words
watchers = For those who only watch
    .about = Whoever has this link sees what everyone sees, and nobody's hand.
copy-watch = Copy the link for watching
compare = Compare these pictures
    .about = Does { $host } see the same three? Then { $host } lets you in. If not, somebody else answers in that name: say so.
who-is-here = Who is here
no-such-game = This page has no game called { $name }.
thats-you = That's you
is-here = is here
is-program = a program, by its own word
seat-reserved = Not here yet; a seat is reserved
go-without =
    { $count ->
        [1] Go on without { $name }
       *[other] Go on without them
    }
begin-with = { $count ->
    [1] Begin alone
   *[other] Begin with { $count }
}
remove = Remove
remove-guest = Give { $name } no seat
remove-guest-sure = Give { $name } no seat at this table? { $name } is told so, and the seat is free again.
your-contact = your contact { $name }
comes-soon = is sitting down …
free-seat = This seat is free
waiting-for-friends = The game begins as soon as all seats are taken.
terms = Agreed for this table
guest-comes = On the way to the table
    .about = Looking for it, and asking to be let in.
guest-waits = You are at the table
    .about = The host says who plays, and the game begins as soon as all seats are taken.
guest-is-asked = The host has not said yes yet
    .about = Nobody has been let in so far. You play once the host has let you in.
guest-is-in = You are let in
    .about = The game begins as soon as all seats are taken.
leave-table = Leave
end-table = Close the table
end-table-sure = Close this table? Those who are here have to go.
table-failed = That did not work
table-closed = The table is closed
to-lobby = Back to the games

## My tables
my-tables = My tables
    .about = All tables at which you have a seat. A game that stopped can go on, even days later.
no-tables = You have no seat at any table yet.
start-a-game = Start a game
table-unknown = A table
with-whom = with { $names }
resume = Go on
to-table = To the table
look-again = Look at it again
check-game = Check it
save-as = Save as { $format }
forget = Delete
forget-table-sure = Delete your seat at this table of { $game }? You can't go on there afterwards.
state-waiting = waiting for players
state-playing = playing now
state-stopped = stopped
state-left = left
state-over = over
state-moved = on another device

## Contacts
no-contacts = You have kept nobody yet. After a game with friends you can keep them here.
keep-last = Keep all from the last table
played-tables = { $count ->
    [one] 1 table together
   *[other] { $count } tables together
}
contact-forked = { $name } has cheated at an earlier table: the evidence is kept.
rename = Call them something else
call-them = Name
key = Key
forget-contact-sure = Delete the contact { $name }?

## Settings
this-page = This page
theme = Colours
theme-auto = Automatic
theme-light = Light
theme-dark = Dark
language = Language
sound = A sound when it is my turn
    .help = Soft, and only for you.
quick-pace = Quick pace
    .help = What others do is shown for a shorter while.
less-motion = Less motion
    .help = Cards and pieces change places at once.
plain-tables = Plain tables
    .help = Lists, words and buttons in place of a game's own drawing.
relays = Relays
    .about = A relay connects friends whose routers don't let them through. What it passes on is encrypted, so it can't read it. Without a relay you can play in one network, or where friends can reach your address.
relay-token = Token of these relays
    .help = Only if a relay admits those alone who have one. It is kept, and your guests get it with the invite.
relay-token-wrong = A token has 32 digits and letters from a to f. Paste all of it.
relays-list = Addresses, one per line
    .help = For example wss://relay.example.org

## Questions
questions = Questions
seconds-to-answer = { $seconds } seconds to answer
ask-play-with = May { $name } play?
    .about = has come with your link.
    .impostor = Careful: this name looks like that of somebody you know, but the key is another.
let-play = Yes, sit down
turn-away = No
ask-let-in = Let { $name } in?
    .pictures = Does { $name } see these three pictures? Ask, by voice or by looking over. Only then say yes.
    .words = knows the words that you said.
let-in = Yes, let in
ask-play-again = Play again?
again-with = { $seats ->
    [one] Yes
   *[other] Yes, { $seats } players
}
enough = No, thanks
ask-choose-table = Which table?
table-seen = { $host }: { $game } ({ $taken } of { $seats } here)
none-of-them = None of them
ask-dial-nearby = Connect to this place?
    .here = The invite leads only to this very machine. That is right if the host plays on it, too.
    .cable = The invite leads only to a machine on the same cable. That is right if the host sits beside you.
dial = Connect
do-not-dial = Don't connect
