pig-goal = the goal is 2 to 1000 points
pig-enough = you have enough for { $goal }: hold, and you have won

## The table, drawn.

pig-drawn-goal = to { $goal } points
pig-drawn-rolls = the die is rolled
