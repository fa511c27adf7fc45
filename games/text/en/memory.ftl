memory-options = memory has 2 to 20 pairs, seen for 1 to 600 seconds
memory-takes = { $player } takes the pair of { $face }
memory-opens = { $player } opens { $number }: { $face }
