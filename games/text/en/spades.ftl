spades-options = the goal is 1 to 10000 points, the floor below 0
spades-scores = players 0 and 2 score { SIGNED($ours) }, players 1 and 3 { SIGNED($theirs) }
