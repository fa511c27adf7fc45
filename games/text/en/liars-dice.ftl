liars-dice-dice = everybody has 1 to { $most } dice
liars-dice-no-die = no die is like that
liars-dice-found = { $count } found in { $thrown }
liars-dice-called = { $bid } called, { $found }: { $player } loses
liars-dice-bid = { $number } × { $face }
liars-dice-bids = { $player } bids { $bid }
liars-dice-rolls = everybody rolls in secret

## The table, drawn.

liars-dice-drawn-no-bid = nobody has bid
liars-dice-drawn-bid = { $player } bids { $number } × { $face ->
    [1] ones
    [2] twos
    [3] threes
    [4] fours
    [5] fives
   *[other] sixes
}
liars-dice-drawn-wild = { $face ->
    [1] ones
   *[other] sixes
} are wild
liars-dice-drawn-dice = { $dice } dice in all
liars-dice-drawn-left = { $dice ->
    [one] { $dice } die
   *[other] { $dice } dice
}
