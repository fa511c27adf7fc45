rps-title = Schere, Stein, Papier

# Glossar: rock Stein, paper Papier, scissors Schere.
rps-rounds = es gibt 1 bis { $most } Runden
rps-wins = { $player } gewinnt die Runde
rps-out = { $thrown }; raus: { $out }
rps-nobody-out = { $thrown }; raus: niemand
rps-leaves = { $player } geht und hat verloren
rps-drawn-rounds = noch { $rounds ->
    [one] { $rounds } Runde
   *[other] { $rounds } Runden
}
rps-drawn-won = { $rounds } gewonnen
rps-drawn-in = wirft
rps-drawn-out = raus für diese Runde

## The table in sentences.

rps-table-won = { $player } hat { $rounds ->
    [one] { $rounds } Runde
   *[other] { $rounds } Runden
} gewonnen
rps-table-out = { $player } ist in dieser Runde raus
