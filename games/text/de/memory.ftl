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
