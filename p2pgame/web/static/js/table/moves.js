// What may be done in a turn, put in order for people: buttons, groups of moves that begin
// alike, amounts with their names, and what a typed text means.  Nothing here touches the page.

/** @typedef {import('/static/js/types.js').Choice} Choice */
/** @typedef {import('/static/js/types.js').Range} Range */

/**
 * A move as a button: `verb`, then `faces` drawn as cards, then `rest`.
 *
 * @typedef {object} Shown
 * @property {string} move
 * @property {string} verb
 * @property {string[]} faces
 * @property {string} rest
 */

/**
 * @typedef {object} Amount
 * @property {Range} range
 * @property {string} label     without the bounds: `raise to`
 * @property {{name: string, value: string}[]} presets   `half pot`, …; not the bounds
 */

/**
 * @typedef {object} Ordered
 * @property {Shown[]} single             moves of their own
 * @property {{name: string, moves: Shown[]}[]} groups   several that begin alike
 * @property {Amount[]} amounts
 */

/** Up to so many moves that begin alike are buttons like all others. */
const FEW = 4;

/** What the clock says by itself: it needs no button. */
const OUT_OF_TIME = 'lose on time';
/** Moves by which a player gives a game up. */
export const GIVES_UP = new Set(['resign', OUT_OF_TIME, 'give up']);
/** What can't be undone and is seldom meant: asked again. */
const GRAVE = new Set([...GIVES_UP, 'accept draw', 'claim draw', 'restart', 'leave']);

/**
 * The moves of a choice that are not left out, for the list of moves.
 *
 * @param {Choice} choice
 * @param {(move: string | Range) => boolean} [leftOut]
 * @returns {Ordered}
 */
export function ordered(choice, leftOut = () => false) {
  /** @type {Map<string, Shown[]>} */
  const byVerb = new Map();
  const amounts = [];
  for (const [index, move] of choice.moves.entries()) {
    if (leftOut(move) || move === OUT_OF_TIME) continue;
    const hint = choice.hints[index]?.sentence ?? '';
    if (typeof move !== 'string') {
      amounts.push(amount(move, hint));
      continue;
    }
    const shown = read(move, hint);
    const name = groupOf(move);
    byVerb.set(name, [...(byVerb.get(name) ?? []), shown]);
  }
  const groups = [];
  const single = [];
  const many = [...byVerb.values()].flat().length > 9;
  for (const [name, moves] of byVerb) {
    if (moves.length === 1 || !many || (name && moves.length <= FEW)) single.push(...moves);
    else groups.push({name, moves});
  }
  return {single, groups, amounts};
}

/** @param {string} move */
function groupOf(move) {
  const [verb, ...rest] = move.split(' ');
  return rest.length ? verb : '';
}

/**
 * Reads what a move and its hint say: `play 16 (6s)` is `play` and a card.
 *
 * @param {string} move
 * @param {string} hint
 * @returns {Shown}
 */
export function read(move, hint) {
  const slots = /^(\S+)(?: \d+)+ \(([^()]+)\)(.*)$/.exec(hint);
  if (slots) return {move, verb: slots[1], faces: slots[2].split(' '), rest: slots[3].trim()};
  const named = /^(\S+) \(([^()]+)\)$/.exec(hint);
  // A move by places has a name that people use: `b1a3 (Na3)`, but not `hold (+5)`.
  const isByPlaces = /^[a-z]?\d/.test(move);
  if (named && named[1] === move && isByPlaces) return {move, verb: named[2], faces: [], rest: ''};
  return {move, verb: hint || move, faces: [], rest: ''};
}

/**
 * @param {Range} range
 * @param {string} hint `raise to 20…1000 (half pot 20, pot 30)`
 * @returns {Amount}
 */
function amount(range, hint) {
  const found = /^(.*?) ?(\d+)…(\d+)(?: \(([^()]*)\))?$/.exec(hint);
  // A hint without bounds says how to write a form, and stands beside it.
  const label = found ? found[1] : range.verb;
  const presets = (found?.[4] ?? '').split(', ').flatMap((part) => {
    const cut = part.lastIndexOf(' ');
    const value = part.slice(cut + 1);
    return cut > 0 && /^\d+$/.test(value) ? [{name: part.slice(0, cut), value}] : [];
  });
  return {range, label: label || range.verb, presets};
}

/**
 * Whether a number, as it was typed, is in a range; numbers may have any size.
 *
 * @param {string} text
 * @param {Range} range
 */
export function fits(text, range) {
  if (!/^-?\d{1,18}$/.test(text)) return false;
  const number = BigInt(text);
  return number >= BigInt(range.low) && number <= BigInt(range.high);
}

/**
 * Why a move is asked again, as the id of the question; null: it is not.
 *
 * @param {string} move
 * @param {Choice} choice
 * @returns {'confirm-grave' | 'confirm-fold' | 'confirm-all' | null}
 */
export function doubt(move, choice) {
  if (GRAVE.has(move)) return 'confirm-grave';
  if (move === 'fold' && choice.moves.includes('check')) return 'confirm-fold';
  const [verb, number] = split(move);
  for (const one of choice.moves) {
    if (typeof one === 'string' || one.verb !== verb || verb !== 'raise') continue;
    if (String(one.high) === number && String(one.low) !== number) return 'confirm-all';
  }
  return null;
}

/**
 * The one move of a word alone, or of a word and a number, that begins with a letter.  None
 * that gives the game up is made so.
 *
 * @param {string} letter
 * @param {Choice} choice
 * @returns {string | Range | null}
 */
export function moveOfLetter(letter, {moves}) {
  const word = (/** @type {string | Range} */ move) => (typeof move === 'string' ? move : move.verb);
  const found = moves.filter((move) => word(move).startsWith(letter.toLowerCase()));
  const isWord = found.length === 1 && /^[a-z]{3,}$/.test(word(found[0])) && !GRAVE.has(word(found[0]));
  return isWord && letter.length === 1 ? found[0] : null;
}

/**
 * A move's word as a button says it, in the page's language if that has another one than
 * is typed: `hold (+5)`.  It begins with a capital, unless it is written by places.
 *
 * @param {import('/static/js/types.js').Words} t
 * @param {string} move
 */
export function worded(t, move) {
  const [, word = '', rest = ''] = /^([a-z][a-z ]*?)( \(.*\))?$/.exec(move) ?? [];
  const id = `move-words.${word.replaceAll(' ', '-')}`;
  const known = word && t(id);
  if (known && known !== id) return known + rest;
  return /^\p{Ll}{3}/u.test(move) ? move[0].toUpperCase() + move.slice(1) : move;
}

/** @param {string} move @returns {[string, string]} */
function split(move) {
  const cut = move.lastIndexOf(' ');
  return cut < 0 ? [move, ''] : [move.slice(0, cut), move.slice(cut + 1)];
}

/**
 * The move that a typed text means; the text itself, if it is like none.  People shorten,
 * capitalise, name cards, and say `bet 40`, `half pot` or `all in`.
 *
 * @param {string} typed
 * @param {Choice} choice
 * @param {string} [pieces] the letters of king, queen, rook, bishop and knight
 * @returns {string}
 */
export function understood(typed, choice, pieces = PIECES) {
  const line = typed.trim().replace(/\s+/g, ' ');
  const text = line.toLowerCase();
  const plain = choice.moves.flatMap((move, index) =>
    typeof move === 'string' ? [read(move, choice.hints[index]?.sentence ?? '')] : [],
  );
  const called = (/** @type {string} */ name) =>
    only(plain, (one) => names(one).some((known) => known === name || isMarked(name, known)));
  // Capitals are pieces, and small letters may be files: Dxe5 and dxe5.
  const raised = line.replace(/^[a-z](?=[1-8]?x?[a-h])|[a-z]$/g, (letter) => letter.toUpperCase());
  const [sure, perhaps] = [line, raised].map((one) => inEnglish(one, pieces).toLowerCase());
  const exact = called(sure) ?? called(text) ?? called(perhaps);
  if (exact) return exact;
  const wager = wagered(text, choice);
  if (wager) return wager;
  const card = only(plain, (one) => sameCards(text, one));
  if (card) return card;
  const begun = only(plain, (one) => !GRAVE.has(one.move) && begins(one.move, text));
  return begun ?? line;
}

/** The letters of the pieces of chess in English. */
const PIECES = 'KQRBN';

/**
 * A move of chess whose pieces have the letters of another language, with English ones.
 *
 * @param {string} typed
 * @param {string} pieces
 */
function inEnglish(typed, pieces) {
  const isMove = /^\p{Lu}?[a-h]?[1-8]?x?[a-h][1-8](=?\p{Lu})?[+#]?$/u.test(typed);
  return isMove ? typed.replace(/\p{Lu}/gu, (letter) => PIECES[pieces.indexOf(letter)] ?? letter) : typed;
}

/**
 * Whether a text is a name but for marks of check that one of them lacks: `e8=Q+`.
 *
 * @param {string} text
 * @param {string} name
 */
function isMarked(text, name) {
  const [one, other] = [text, name].map((word) => word.replace(/[+#]+$/, ''));
  return one !== '' && one === other;
}

/** @param {Shown} shown */
function names(shown) {
  const faces = shown.faces.join(' ');
  return [
    shown.move,
    shown.verb,
    faces && `${shown.verb} ${faces}${shown.rest && ` ${shown.rest}`}`,
    faces,
  ].map((name) => name.toLowerCase());
}

/**
 * @param {Shown[]} all
 * @param {(shown: Shown) => boolean} is
 * @returns {string | null}
 */
function only(all, is) {
  const found = all.filter(is);
  return found.length === 1 ? found[0].move : null;
}

/**
 * Whether `text` names the cards of a move, in any order, with its verb or without.
 *
 * @param {string} text
 * @param {Shown} shown
 */
function sameCards(text, shown) {
  if (!shown.faces.length) return false;
  const words = text.split(/[\s,;+&]+/).filter((word) => word && word !== 'and');
  if (words[0] === shown.verb.toLowerCase()) words.shift();
  const typed = words.map((word) => word.replace(/^10/, 't')).sort();
  const faces = shown.faces.map((face) => face.toLowerCase()).sort();
  return typed.length > 0 && typed.join(' ') === faces.join(' ');
}

/**
 * @param {string} move
 * @param {string} text
 */
function begins(move, text) {
  const [typed, words] = [text.split(' '), move.toLowerCase().split(' ')];
  return typed.length <= words.length && typed.every((word, at) => words[at].startsWith(word));
}

/**
 * @param {string} text
 * @param {Choice} choice
 * @returns {string | null}
 */
function wagered(text, choice) {
  const amounts = ordered(choice).amounts;
  const number = /^(\d{1,18})$/.exec(text)?.[1];
  const one = amounts.length === 1 ? amounts[0] : null;
  if (number) return one ? `${one.range.verb} ${number}` : null;
  const at = /^(.+?) (?:to )?(\d{1,18})$/.exec(text);
  for (const {range, label} of amounts) {
    const verbs = [range.verb, label, label.split(' ')[0]].map((verb) => verb.toLowerCase());
    const alike = one ? [...verbs, 'bet', 'raise', 'raise to'] : verbs;
    if (at && alike.includes(at[1])) return `${range.verb} ${at[2]}`;
  }
  if (!one) return null;
  const name = text.replace(/^(bet|raise|raise to) /, '').replace(/^(1\/2|½) ?/, 'half ');
  if (/^all[ -]?in$/.test(text) && one.range.verb !== 'raise') return null;
  const known = new Map(one.presets.map((preset) => [preset.name.toLowerCase(), preset.value]));
  for (const least of ['min', 'minimum']) known.set(least, String(one.range.low));
  for (const most of ['max', 'maximum', 'all in', 'allin', 'all-in']) {
    known.set(most, String(one.range.high));
  }
  const value = known.get(name);
  return value === undefined ? null : `${one.range.verb} ${value}`;
}

/**
 * The seats that a view waits for.
 *
 * @param {import('/static/js/types.js').View | null} view
 * @returns {number[]}
 */
export function deciders(view) {
  if (!view) return [];
  if (view.turn === 'choose' || view.turn === 'place') return [view.terms.player];
  if (view.turn !== 'together') return [];
  return (view.terms.choices ?? []).map((/** @type {{player: number}} */ one) => one.player);
}

/** Whether a choice stays secret until all have chosen. @param {import('/static/js/types.js').View | null} view */
export function isSealed(view) {
  return view?.turn === 'together' && (view.terms.choices ?? []).length > 1;
}
