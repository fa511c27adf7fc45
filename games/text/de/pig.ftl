pig-goal = das Ziel sind 2 bis 1000 Punkte
