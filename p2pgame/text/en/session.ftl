not-agreed = not everybody had agreed to that
no-proposal-now = players can agree on that only while one of them is to choose a move
only-so-many-moves = { $moves ->
    [0] no move has been made yet
    [1] only one move has been made
   *[other] only { $moves } moves have been made
}
agreed-already = you have agreed to that already
spectator-no-moves = a spectator has no moves
gone-on-without-you = the others have gone on without you
moved-already = you have already moved in this turn
no-game-on = no game is going on
no-game-to-leave = there is no game to leave
not-opener = that is for the player who opened this table
begins-already = the game begins already
seat-given-up = { $player } has given up the seat before the start: open another table.
others-have-seats = The game has begun without you: others have its seats.
no-such-guest = no such guest is here
seat-is-reserved = this seat is reserved for a player of the table before
end-not-signed = not everybody has signed the end yet
next-named-already = the next table has been named already
only-players-talk = only players talk, once their game has begun
in-doubt = the others must first tell what was said from here before
nudged-already = you have reminded them in this turn already
nobody-waited-for = nobody else is waited for
chat-is-full = you have said as much as the file of this game has room for
rules-in-a-file = { $host }, who opened this table, plays { $game }, version { $version }, by rules of its own that are not here. Their fingerprint is { $fingerprint }. Ask for the file, look at it and add it: p2pgame rules add FILE. Then come again.
    .page = { $host }, who opened this table, plays { $game }, version { $version }, by rules of its own that are not here. Their fingerprint is { $fingerprint }. Ask for the file, look at it, and add it at a terminal: p2pgame rules add FILE. Then come again.

sit-out-later = you can sit out between two games, once all have signed the end
sits-out-already = you sit out the next game already
end-differs = it names another end
first-differs = { $player } comes first at the next table, and somebody else does
stake-differs = { $player } has { $had } left, and begins with { $begins }
quorum-of-two = of { $seats } players nobody can go on without another: quorum 0
quorum-bounds = the quorum of { $seats } players is { $low } to { $high }, or 0 for none
deck-only-deals = the { $deck } deck is for games that shuffle, deal and open cards only, unlike { $game }: take masked
deck-needs-everybody = the { $deck } deck cannot be opened without a player: quorum 0
absence-needs-no-quorum = a table that waits for everybody needs nobody to decide: quorum 0
absence-needs-quorum = without a quorum nobody can go on without another: absence wait
bank-needs-patience = time for the whole game needs a limit for each word: a patience
clock-needs-patience = a clock needs a limit for each word: a patience
time-in-one-way = a player's time is limited in one way: bank, base, move or days
increment-needs-clock = an increment or a delay needs a clock: a time
