// Who won a game, and the words that say so.  Nothing here touches the page.

/**
 * The id of the sentence that says how a game ended, and the seats that it names.
 *
 * @param {readonly number[]} payoffs by seat
 * @param {number | null | undefined} own our seat
 * @returns {{id: string, winners: number[]}}
 */
export function outcome(payoffs, own) {
  const best = Math.max(...payoffs);
  const winners = payoffs.flatMap((payoff, seat) => (payoff === best ? [seat] : []));
  if (payoffs.length === 1) return {id: best > 0 ? 'you-did-it' : 'game-over', winners};
  if (winners.length === payoffs.length) return {id: 'nobody-won', winners};
  // Against a bank all may lose: then nobody has won.
  const did = best < 0 ? 'lost-least' : 'won';
  return {id: winners.length === 1 && winners[0] === own ? `you-${did}` : `they-${did}`, winners};
}
