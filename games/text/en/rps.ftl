rps-title = Rock, paper, scissors
rps-also = rock paper scissors, rock scissors paper, paper scissors rock, scissors paper rock, rock paper and scissors, roshambo
rps-short = Three signs, shown at once
rps-minutes = 1
rps-rounds = there are 1 to { $most } rounds
rps-wins = { $player } wins the round
rps-out = { $thrown }; out: { $out }
rps-nobody-out = { $thrown }; out: nobody
rps-leaves = { $player } leaves, and has lost

## The table, drawn.

rps-drawn-rounds = { $rounds ->
    [one] { $rounds } round left
   *[other] { $rounds } rounds left
}
rps-drawn-won = { $rounds } won
rps-drawn-out = out of this round

## The table in sentences.

rps-table-won = { $player } has won { $rounds ->
    [one] { $rounds } round
   *[other] { $rounds } rounds
}
rps-table-out = { $player } is out of this round
