pig-goal = das Ziel sind 2 bis 1000 Punkte
pig-drawn-goal = bis { $goal } Punkte
pig-drawn-rolls = der Würfel rollt
pig-enough = für { $goal } hast du genug: mit hold hast du gewonnen
