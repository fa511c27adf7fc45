// The rules of style that a game's own drawing brings along.

/** @type {Set<string>} */
const adopted = new Set();

/**
 * Adds rules of CSS to the page, once for each text.  They have custom properties and
 * classes of their own: `.chess-piece`, not `.piece`.
 *
 * @param {string} text
 */
export function adopt(text) {
  if (adopted.has(text)) return;
  adopted.add(text);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
