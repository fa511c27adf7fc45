// Finds the invite in what somebody was sent: a line, a link, or a message around it.

// White space, and what nothing shows: a line that a window or a messenger broke has it.
const BLANK =
  '[\\s\\u0085\\u00ad\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u2069]';
const INVITE = new RegExp(`P2PGAME(?:-WATCH)?:(?:${BLANK}*[A-Z2-7]+(?![A-Za-z0-9]))+`);

/**
 * Returns the invite in a text that somebody was sent, or the words.
 *
 * @param {string} text
 * @returns {string}
 */
export function inviteIn(text) {
  const found = text.match(INVITE)?.[0];
  return found?.replace(new RegExp(BLANK, 'g'), '') ?? text.trim();
}
