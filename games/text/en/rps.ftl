rps-rounds = there are 1 to { $most } rounds
rps-wins = { $player } wins the round
rps-out = { $thrown }; out: { $out }
rps-nobody-out = { $thrown }; out: nobody
rps-leaves = { $player } leaves, and has lost
