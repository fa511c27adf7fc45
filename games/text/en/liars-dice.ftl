liars-dice-dice = everybody has 1 to { $most } dice
liars-dice-no-die = no die is like that
liars-dice-found = { $count } found in { $thrown }
liars-dice-called = { $bid } called, { $found }: { $player } loses
liars-dice-rolls = everybody rolls in secret
