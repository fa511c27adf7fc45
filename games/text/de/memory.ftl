memory-title = Memory
memory-also = Pärchen, Paare finden, Paare, Memo, Zwillinge
memory-short = Verdeckte Paare finden
memory-minutes = 8
memory-options = Memory hat 2 bis 20 Paare, 1 bis 600 Sekunden zu sehen
memory-takes = { $player } nimmt das Paar { $face }
memory-opens = { $player } deckt { $number } auf: { $face }
memory-drawn-left = noch { $pairs ->
    [one] { $pairs } Paar
   *[other] { $pairs } Paare
}
memory-drawn-pairs = { $pairs ->
    [one] { $pairs } Paar
   *[other] { $pairs } Paare
}
memory-too-early = zu verdecken gibt es erst etwas, wenn zwei Karten offen liegen
memory-not-there = Karte { $number } liegt nicht mehr verdeckt
memory-no-such-card = die Karten sind von 1 bis { $last } gezählt

## The table in sentences.

memory-table-down = verdeckt: { $cards }
memory-table-open = Karte { $number } liegt offen: { $face }
memory-table-pairs = { $player } hat { $pairs ->
    [one] { $pairs } Paar
   *[other] { $pairs } Paare
}
