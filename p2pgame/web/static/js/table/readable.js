// Reads a game's text of its table, as a terminal shows it: grids in it become boards,
// other lines stay lines, and `player 2` becomes a name.  Nothing here touches the page.

import { isolated } from '../isolates.js';

/**
 * @typedef {object} Grid
 * @property {string[] | null} columns their names, null: it has none
 * @property {string[] | null} rows
 * @property {string[][]} cells by row
 */

/** `plain` are lines of a drawing in signs, whose columns are those of a terminal. */
/** @typedef {{grids: Grid[]} | {plain: string} | {line: string}} Block */

/**
 * @param {string} text
 * @param {readonly string[]} names by seat
 * @returns {string}
 */
export function named(text, names) {
  return text.replace(/\bplayer (\d+)\b/g, (whole, seat) => isolated(names[Number(seat)] ?? whole));
}

/**
 * A line as a sentence: what a terminal aligns by blanks has points between.
 *
 * @param {string} line
 * @returns {string}
 */
export function flowing(line) {
  return line.trim().replace(/(\S) {2,}(?=\S)/g, '$1 · ');
}

/**
 * Reads a text as blocks, from above.
 *
 * @param {string} text
 * @returns {Block[]}
 */
export function blocks(text) {
  const lines = text.split('\n');
  /** @type {Block[]} */
  const found = [];
  for (let at = 0; at < lines.length; ) {
    const count = gridLines(lines, at);
    const grids = count ? gridsOf(lines.slice(at, at + count)) : null;
    if (grids) {
      found.push({grids});
      at += count;
    } else if (count >= 3) {
      found.push({plain: lines.slice(at, at + count).join('\n')});
      at += count;
    } else {
      if (lines[at].trim()) found.push({line: lines[at].trimEnd()});
      at += 1;
    }
  }
  return found;
}

/**
 * How many lines from `start` on may be rows of grids.
 *
 * @param {string[]} lines
 * @param {number} start
 */
function gridLines(lines, start) {
  let count = 0;
  while (start + count < lines.length && isRow(lines[start + count])) count += 1;
  return count >= 2 ? count : 0;
}

/** @param {string} line */
function isRow(line) {
  const tokens = line.trim().split(/\s+/);
  return tokens.length >= 2 && tokens.every((token) => [...token].length <= 2);
}

/** Grids that stand side by side. @param {string[]} lines @returns {Grid[] | null} */
function gridsOf(lines) {
  const parts = lines.map((line) => line.trim().split(/ {4,}/).map((part) => part.split(/\s+/)));
  const count = parts[0].length;
  if (parts.some((row) => row.length !== count)) return null;
  const grids = [];
  for (let index = 0; index < count; index += 1) {
    const grid = gridOf(parts.map((row) => row[index]));
    if (!grid) return null;
    grids.push(grid);
  }
  return grids;
}

/** @param {string[][]} lines @returns {Grid | null} */
function gridOf(lines) {
  const columns = lines.find(isHeader) ?? null;
  const rows = lines.filter((line) => !isHeader(line));
  const width = rows[0]?.length ?? 0;
  if (rows.length < 2 || width < 2 || rows.some((row) => row.length !== width)) return null;
  if (columns && columns.length === width - 1) {
    return {columns, rows: rows.map((row) => row[0]), cells: rows.map((row) => row.slice(1))};
  }
  if (columns && columns.length !== width) return null;
  return {columns, rows: null, cells: rows};
}

/** @param {string[]} line */
function isHeader(line) {
  return line.length > 1 && line.every((token, at) => token === String.fromCharCode(97 + at));
}

/**
 * The grids among the fields of a state: lists of texts of one length, or square lists.
 *
 * @param {Record<string, any>} state
 * @returns {{name: string, grid: Grid}[]}
 */
export function stateGrids(state) {
  /** @type {{name: string, grid: Grid}[]} */
  const found = [];
  /** @type {(name: string, value: any, depth: number) => void} */
  const look = (name, value, depth) => {
    const cells = cellsOf(value);
    if (cells) found.push({name, grid: {columns: null, rows: null, cells}});
    else if (value && typeof value === 'object' && !Array.isArray(value) && depth < 3) {
      for (const [key, inner] of Object.entries(value)) look(key, inner, depth + 1);
    }
  };
  look('', state, 0);
  return found;
}

/** @param {any} value @returns {string[][] | null} */
function cellsOf(value) {
  if (!Array.isArray(value) || value.length < 3) return null;
  if (value.every((row) => typeof row === 'string')) {
    const width = value[0].length;
    // Shorter ones are faces of cards.
    const even = width >= 3 && value.every((row) => row.length === width);
    return even ? value.map((row) => [...row]) : null;
  }
  if (!value.every((row) => Array.isArray(row) && row.length === value[0].length)) return null;
  if (value[0].length !== value.length) return null;
  const plain = value.flat().every((one) => typeof one === 'number' || typeof one === 'string');
  return plain ? value.map((row) => row.map(String)) : null;
}

/**
 * Splits a line where it names playing cards, and unknown ones.
 *
 * @param {string} line
 * @returns {(string | {face: string | null})[]}
 */
export function withCards(line) {
  const parts = line.split(/(?<![\w?])((?:10|[2-9TJQKA])[cdhs]|\?\?)(?![\w?])/);
  return parts
    .map((part, at) => (at % 2 ? {face: part === '??' ? null : part} : part))
    .filter((part) => part !== '');
}
