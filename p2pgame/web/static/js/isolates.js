// Keeps what is written from right to left apart from what stands beside it: numbers and
// signs would change sides otherwise.

const LEFTWARDS = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const FIRST = '\u2068';
const LAST = '\u2069';

/** Whether a text has to be kept apart, and is not yet. @param {string} text */
export function isLeftwards(text) {
  return LEFTWARDS.test(text) && !text.includes(FIRST);
}

/**
 * Returns a text to stand in a sentence, in two invisible characters if it needs them.
 *
 * @param {string} text
 * @returns {string}
 */
export function isolated(text) {
  return isLeftwards(text) ? FIRST + text + LAST : text;
}
