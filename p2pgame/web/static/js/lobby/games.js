// What games and programs there are, as the hub says; asked once in each language.

import { find, language, t } from '/static/js/texts.js';

/** @typedef {import('/static/js/hub.js').Hub} Hub */
/** @typedef {import('/static/js/protocol.js').GameShown} GameShown */
/** @typedef {import('/static/js/protocol.js').RulesShown} RulesShown */

/** The order in which a person looks for a game; others follow by their name. */
const ORDER = [
  'holdem', 'chess', 'hearts', 'checkers', 'spades', 'crazy-eights', 'liars-dice',
  'battleship', 'memory', 'blackjack', 'tictactoe', 'pig', 'rps', 'goofspiel', 'fill',
  'flow', 'fold', 'mover', 'leduc', 'kuhn',
];

/** @type {Map<string, string>} titles as the hub says them, by language and game */
const titles = new Map();
/** @type {Map<string, Promise<any>>} */
const known = new Map();

/**
 * Asks the hub once in each language.
 *
 * @template T
 * @param {string} what
 * @param {() => Promise<T>} ask
 * @returns {Promise<T>}
 */
export function once(what, ask) {
  const name = `${language()} ${what}`;
  let found = known.get(name);
  if (!found) {
    found = ask();
    found.catch(() => known.delete(name));
    known.set(name, found);
  }
  return found;
}

/**
 * Returns all games, those that people look for first.
 *
 * @param {Hub} hub
 * @returns {Promise<GameShown[]>}
 */
export function games(hub) {
  return once('games', async () => {
    const { games } = await hub.answer({ command: 'list-games' }, 'games');
    const place = (/** @type {GameShown} */ game) => {
      const at = ORDER.indexOf(game.name);
      return at < 0 ? ORDER.length : at;
    };
    for (const game of games) if (game.title) titles.set(`${language()} ${game.name}`, game.title);
    return games.toSorted((a, b) => place(a) - place(b) || (a.name < b.name ? -1 : 1));
  });
}

/**
 * @param {Hub} hub
 * @param {string} game
 * @param {number | null} [version]  of the rules; null: the newest
 * @returns {Promise<RulesShown>}
 */
export function rules(hub, game, version = null) {
  return once(`rules ${game} ${version}`, () => hub.answer({ command: 'show-rules', game, version }, 'rules'));
}

/**
 * Returns a game's name for people.
 *
 * @param {string} game
 */
export function titleOf(game) {
  return find(`game-${game}`) ?? titles.get(`${language()} ${game}`) ?? humane(game);
}

/**
 * Returns in a few words what a game is.
 *
 * @param {GameShown} game
 */
export function aboutOf(game) {
  return game.short || (game.about ?? '');
}

/**
 * @param {number[]} seats
 */
export function seatsOf(seats) {
  const [low, high] = [Math.min(...seats), Math.max(...seats)];
  return low === high ? t('seats-fixed', { count: low }) : t('seats-range', { low, high });
}

/**
 * Returns `small_blind` as `Small blind`.
 *
 * @param {string} name
 */
export function humane(name) {
  const words = name.replace(/[-_]+/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
