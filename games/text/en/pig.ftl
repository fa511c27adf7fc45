pig-goal = the goal is 2 to 1000 points
