kuhn-no-card = { $cards } ist nicht im Kartenstapel
