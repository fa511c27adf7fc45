// The words of a hold'em table that the page says itself.  Those that the rules say, too,
// are the same as in text/en/holdem.ftl and text/de/holdem.ftl, which a test compares.

const HANDS_EN = `
holdem-royal-flush = a royal flush
holdem-straight-flush = a straight flush, { $rank } high
holdem-quads = four { $ranks }
holdem-full-house = a full house, { $first } full of { $second }
holdem-flush = a flush, { $rank } high
holdem-straight = a straight, { $rank } high
holdem-trips = three { $ranks }
holdem-two-pair = two pair, { $first } and { $second }
holdem-pair = a pair of { $ranks }
holdem-high-card = { $rank } high
holdem-one = { $rank ->
    [2] two
    [3] three
    [4] four
    [5] five
    [6] six
    [7] seven
    [8] eight
    [9] nine
    [10] ten
    [11] jack
    [12] queen
    [13] king
   *[other] ace
}
holdem-many = { $rank ->
    [2] twos
    [3] threes
    [4] fours
    [5] fives
    [6] sixes
    [7] sevens
    [8] eights
    [9] nines
    [10] tens
    [11] jacks
    [12] queens
    [13] kings
   *[other] aces
}
holdem-drawn-before = before the first hand
holdem-drawn-hand = hand { $hand }
holdem-drawn-hand-of = hand { $hand } of { $hands }
holdem-drawn-blinds = blinds { $small }/{ $big }
holdem-drawn-ante = ante { $chips }
holdem-drawn-pot = pot { $chips }
holdem-drawn-all-in = all-in
holdem-drawn-folded = folded
holdem-drawn-out = out
holdem-drawn-have = you have { $hand }
holdem-drawn-button = D
holdem-drawn-small = SB
holdem-drawn-big = BB
`;

const HANDS_DE = `
holdem-royal-flush = ein Royal Flush
holdem-straight-flush = ein Straight Flush bis { $rank }
holdem-quads = ein Vierling { $ranks }
holdem-full-house = ein Full House, { $first } über { $second }
holdem-flush = ein Flush bis { $rank }
holdem-straight = eine Straße bis { $rank }
holdem-trips = ein Drilling { $ranks }
holdem-two-pair = zwei Paare, { $first } und { $second }
holdem-pair = ein Paar { $ranks }
holdem-high-card = höchste Karte { $rank }
holdem-one = { $rank ->
    [2] Zwei
    [3] Drei
    [4] Vier
    [5] Fünf
    [6] Sechs
    [7] Sieben
    [8] Acht
    [9] Neun
    [10] Zehn
    [11] Bube
    [12] Dame
    [13] König
   *[other] Ass
}
holdem-many = { $rank ->
    [2] Zweien
    [3] Dreien
    [4] Vieren
    [5] Fünfen
    [6] Sechsen
    [7] Siebenen
    [8] Achten
    [9] Neunen
    [10] Zehnen
    [11] Buben
    [12] Damen
    [13] Könige
   *[other] Asse
}
holdem-drawn-before = vor der ersten Hand
holdem-drawn-hand = Hand { $hand }
holdem-drawn-hand-of = Hand { $hand } von { $hands }
holdem-drawn-blinds = Blinds { $small }/{ $big }
holdem-drawn-ante = Ante { $chips }
holdem-drawn-pot = Pot { $chips }
holdem-drawn-all-in = all-in
holdem-drawn-folded = gefoldet
holdem-drawn-out = raus
holdem-drawn-have = du hast { $hand }
holdem-drawn-button = D
holdem-drawn-small = SB
holdem-drawn-big = BB
`;

const TABLE_EN = `
holdem-page-button = the dealer's button
holdem-page-small = small blind
holdem-page-big = big blind
holdem-page-left = has left
holdem-page-chips = { $chips } chips
holdem-page-bet = bet { $chips }
holdem-page-holds = { $cards }
holdem-page-hidden = two face-down cards
holdem-page-turn = to move
holdem-page-won = +{ $chips }
holdem-page-wins = { $player } wins { $chips }
holdem-page-wins-with = { $player } wins { $chips } with { $hand }
holdem-page-side-pot = side pot { $chips }
holdem-page-board = the board: { $cards }
holdem-page-no-board = no card on the board yet
holdem-page-deck = the deck
holdem-page-fold = Fold
holdem-page-check = Check
holdem-page-call = Call { $chips }
holdem-page-call-all = Call { $chips }, all-in
holdem-page-bet-to = Bet { $chips }
holdem-page-raise-to = Raise to { $chips }
holdem-page-all-in-to = All-in, { $chips }
holdem-page-show = Show
holdem-page-muck = Muck
holdem-page-actions = Your move
holdem-page-size = Chips in front of you
holdem-page-least = Least
holdem-page-half = ½ pot
holdem-page-half-name = half the pot
holdem-page-pot = Pot
holdem-page-all = All-in
holdem-page-sure-all = Put in all your { $chips } chips?
holdem-page-sure-muck = Give up the pot without showing your cards?
holdem-page-waits = { $player } is to move
`;

const TABLE_DE = `
holdem-page-button = der Button des Gebers
holdem-page-small = Small Blind
holdem-page-big = Big Blind
holdem-page-left = ist gegangen
holdem-page-chips = { $chips } Chips
holdem-page-bet = Einsatz { $chips }
holdem-page-holds = { $cards }
holdem-page-hidden = zwei verdeckte Karten
holdem-page-turn = am Zug
holdem-page-won = +{ $chips }
holdem-page-wins = { $player } gewinnt { $chips }
holdem-page-wins-with = { $player } gewinnt { $chips }: { $hand }
holdem-page-side-pot = Side-Pot { $chips }
holdem-page-board = das Board: { $cards }
holdem-page-no-board = noch keine Karte auf dem Board
holdem-page-deck = das Deck
holdem-page-fold = Fold
holdem-page-check = Check
holdem-page-call = Call { $chips }
holdem-page-call-all = Call { $chips }, all-in
holdem-page-bet-to = { $chips } setzen
holdem-page-raise-to = Erhöhen auf { $chips }
holdem-page-all-in-to = All-in, { $chips }
holdem-page-show = Zeigen
holdem-page-muck = Mucken
holdem-page-actions = Dein Zug
holdem-page-size = Chips vor dir
holdem-page-least = Wenig
holdem-page-half = ½ Pot
holdem-page-half-name = der halbe Pot
holdem-page-pot = Pot
holdem-page-all = All-in
holdem-page-sure-all = Alle deine { $chips } Chips setzen?
holdem-page-sure-muck = Den Pot aufgeben, ohne deine Karten zu zeigen?
holdem-page-waits = { $player } ist am Zug
`;

export const words = {en: HANDS_EN + TABLE_EN, de: HANDS_DE + TABLE_DE};

/**
 * Says numbers of chips as they stand on the chips: without separators.
 *
 * @param {(id: string, args?: Record<string, string | number>) => string} t
 * @returns {(id: string, args?: Record<string, string | number>) => string}
 */
export function inWords(t) {
  return (id, args = {}) => {
    return t(id, 'chips' in args ? {...args, chips: String(args.chips)} : args);
  };
}

/**
 * Says what a hand is called.
 *
 * @param {{id: string, ranks: number[]}} hand
 * @param {(id: string, args?: Record<string, string | number>) => string} t
 * @returns {string}
 */
export function handWords({id, ranks}, t) {
  const one = (/** @type {number} */ rank) => t('holdem-one', {rank});
  const many = (/** @type {number} */ rank) => t('holdem-many', {rank});
  if (id === 'holdem-royal-flush') return t(id);
  if (id === 'holdem-full-house' || id === 'holdem-two-pair') {
    return t(id, {first: many(ranks[0]), second: many(ranks[1])});
  }
  if (['holdem-pair', 'holdem-trips', 'holdem-quads'].includes(id)) {
    return t(id, {ranks: many(ranks[0])});
  }
  return t(id, {rank: one(ranks[0])});
}
