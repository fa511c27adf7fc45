## Why a table can be trusted.

trust-title = Why you can trust this table
trust-keys = Who is who
trust-key = { $name } signs with the key { $key } …
trust-you = you
trust-program = a program
trust-key-picture = The picture of { $name }'s key
trust-keys-about = Everything a player does is signed with a key that never leaves that player's machine. Compare the pictures with your friends: if they are the same on both screens, nobody sits in between.
trust-deck = The cards
trust-no-deck = No cards were shuffled so far.
trust-deck-about = Every player shuffles the face-down deck and proves that no card was added, lost or marked. Your machine has checked each proof.
trust-deck-audited = Nobody proves this deck's shuffles. When the game is over all show how they have shuffled, and your machine checks it: who has cheated is found out then.
trust-shuffled = { $cards } cards shuffled by { $names }, one after the other; each of them proved it, and your machine checked each proof
trust-known = What you know
trust-known-cards = { $known ->
    [0] You see none of the { $all } cards on the table.
    [one] You see one of the { $all } cards on the table. Nobody else can show you the others by themselves.
   *[other] You see { $known } of the { $all } cards on the table. Nobody else can show you the others by themselves.
  }
trust-own = Only you see: { $cards }
trust-nothing = Nothing is hidden in this game.
trust-paths = How you are connected
trust-path = { $name }: { $path ->
    [lan] in your network
    [direct] directly
    [relayed] through a relay, which sees only sealed letters
   *[other] through public relays, which see only sealed letters
  }{ $ms ->
    [0] { "" }
   *[other] , { $ms } ms
  }
trust-no-paths = Nobody is heard by a path of their own just now. Where no relay carries the game, everybody's program is connected directly with that of the table's host, which passes on what others have signed, and can't change it.
trust-gone = If somebody goes
trust-vanish = { $may ->
    [0] If anybody falls silent, the game waits.
    [one] One player may vanish, and the game goes on.
   *[other] { $may } players may vanish, and the game goes on.
  }
trust-readers = { $readers ->
    [0] Nobody can read hidden cards.
    [one] One player alone could read hidden cards.
   *[other] Hidden cards stay hidden unless { $readers } players conspire.
  }
trust-forkers = { $forkers ->
    [0] { "" }
    [one] One player who also controls the network could read them, too.
   *[other] { $forkers } players who conspire and also control the network could read them, too.
  }
trust-evidence = Evidence
trust-file = The proof is in the file { $file }.
trust-practice = This is a practice on this machine: the program deals and knows all cards, nothing is signed, and nothing is kept.
trust-checked = Checked
trust-saved = The whole game is kept in { $file }. Anybody can check it, now or in years.
