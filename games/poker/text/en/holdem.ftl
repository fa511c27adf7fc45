holdem-title = Texas hold'em
holdem-also = poker, Texas holdem, hold'em, Texas, no-limit hold'em, Texas poker, holdem poker
holdem-short = Bluff and bet, hand by hand
holdem-minutes = 2
holdem-hands = hands are from 0 (to the end) to { $most }
holdem-raise-every = the blinds rise after 1 to { $most } hands (raise_every), or never (0)
holdem-blinds = the small blind is at least 1, the big blind no less, the stack too
holdem-ante = the ante is from 0 to the stack, the stack at most { $most }
holdem-first-button = the button is a seat from 1 to { $seats }, or drawn by lot (0)
holdem-stacks = of { $seats } players each needs a stack, as in 900,1100
holdem-stack = a stack is a number of chips, at least 1
holdem-stack-most = a stack is at most { $most } chips
holdem-nothing-to-call = there is nothing to call: check instead
holdem-call-nothing = there is nothing to call: check, or bet
holdem-bet-to-call = there is a bet: call { $chips }, or fold
holdem-call-takes-all = a call takes all your { $chips } chips, so there is nothing to raise with
holdem-no-full-raise = nobody has made a full raise since you acted: call, or fold
holdem-nobody-could-call = nobody else has chips to call a raise with
holdem-raise-too-small = { $total } is too little: raise to { $least } at least, by as much as the last raise or the big blind
holdem-bet-too-small = { $total } is too little: bet { $least } at least
holdem-too-large = you have no more than { $most }: that is all-in
holdem-not-now = { $cards } cannot be opened now
holdem-phase-preflop = pre-flop
holdem-phase-flop = flop
holdem-phase-turn = turn
holdem-phase-river = river
holdem-phase-showdown = showdown
holdem-role-button = the button

## What happens.

holdem-button = the button starts with { $player }
holdem-hand = hand { $hand }: the button moves to { $player }
holdem-blinds-now = the blinds are now { $small } and { $big }
holdem-blinds-ante = the blinds are now { $small } and { $big }, the ante { $ante }
holdem-posts = { $player } posts { $what } { $chips }
holdem-no-chips = { $player } has no chips left for the { $what }
holdem-ante-posted = ante
holdem-small-blind = small blind
holdem-big-blind = big blind
holdem-straddle = straddle
holdem-blind = blind
holdem-out-of-chips = { $player } is out of chips
holdem-folds = { $player } folds
holdem-checks = { $player } checks
holdem-mucks = { $player } mucks
holdem-calls = { $player } calls { $chips }
holdem-bets = { $player } bets { $total }
holdem-raises = { $player } raises to { $total }
holdem-all-in = { $deed }, all-in
holdem-flop = flop: { $cards }
holdem-turn = turn: { $cards }
holdem-river = river: { $cards }
holdem-leaves = { $player } leaves the table
holdem-leaving-costs = { $player } has left, which costs { $chips } for the hands to come
holdem-uncalled = uncalled { $chips } back to { $player }
holdem-pot = pot { $chips } to { $player }
holdem-pot-with = { $pot } with { $hand }
holdem-split = pot { $chips } split, { $shares }, with { $hand }
holdem-share = { $chips } to { $player }

## Hands.

holdem-royal-flush = a royal flush
holdem-straight-flush = a straight flush, { $rank } high
holdem-quads = four { $ranks }
holdem-full-house = a full house, { $first } full of { $second }
holdem-flush = a flush, { $rank } high
holdem-straight = a straight, { $rank } high
holdem-trips = three { $ranks }
holdem-two-pair = two pair, { $first } and { $second }
holdem-pair = a pair of { $ranks }
holdem-high-card = { $rank } high
holdem-one = { $rank ->
    [2] two
    [3] three
    [4] four
    [5] five
    [6] six
    [7] seven
    [8] eight
    [9] nine
    [10] ten
    [11] jack
    [12] queen
    [13] king
   *[other] ace
}
holdem-many = { $rank ->
    [2] twos
    [3] threes
    [4] fours
    [5] fives
    [6] sixes
    [7] sevens
    [8] eights
    [9] nines
    [10] tens
    [11] jacks
    [12] queens
    [13] kings
   *[other] aces
}

## The table, drawn.

holdem-drawn-before = before the first hand
holdem-drawn-hand = hand { $hand }
holdem-drawn-hand-of = hand { $hand } of { $hands }
holdem-drawn-blinds = blinds { $small }/{ $big }
holdem-drawn-ante = ante { $chips }
holdem-drawn-pot = pot { $chips }
holdem-drawn-side = side pot { $chips }
holdem-drawn-wins = { $player } wins { $chips }
holdem-drawn-all-in = all-in
holdem-drawn-folded = folded
holdem-drawn-out = out
holdem-drawn-have = you have { $hand }
## Marks of the dealer's button, the small and the big blind.
holdem-drawn-button = D
holdem-drawn-small = SB
holdem-drawn-big = BB

## The table in sentences.

holdem-table-blinds = the blinds are { $small } and { $big }
holdem-table-button = { $player } has the button
holdem-table-no-board = no card is on the board
holdem-table-chips = { $player } has { $chips } chips
holdem-table-bet = { $player } has bet { $chips }
holdem-table-all-in = { $player } is all-in
holdem-table-folded = { $player } has folded, with { $chips } chips left
holdem-table-out = { $player } is out
