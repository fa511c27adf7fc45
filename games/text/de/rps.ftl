rps-title = Schere, Stein, Papier
rps-also = Schnick Schnack Schnuck, Stein Schere Papier, Schere Papier Stein, Knobeln, Stein Papier Schere, Schere Stein und Papier, Schniekschnackschnuck
rps-short = Drei Zeichen, zugleich
rps-minutes = 1

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
rps-drawn-out = raus für diese Runde

## The table in sentences.

rps-table-won = { $player } hat { $rounds ->
    [one] { $rounds } Runde
   *[other] { $rounds } Runden
} gewonnen
rps-table-out = { $player } ist in dieser Runde raus
