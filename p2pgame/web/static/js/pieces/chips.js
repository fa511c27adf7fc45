// Chips: a small stack of discs with the amount beside it.

import {fill, h} from '/static/js/dom.js';

const VALUES = [1000, 500, 100, 25, 5, 1];

/**
 * Splits an amount into chips, the highest first, at most `most` of them.
 *
 * @param {number} amount
 * @param {number} [most]
 * @returns {number[]}
 */
export function split(amount, most = 5) {
  const chips = [];
  let left = amount;
  for (const value of VALUES) {
    while (left >= value && chips.length < most) {
      chips.push(value);
      left -= value;
    }
  }
  return chips;
}

/**
 * Chips that lie somewhere.  With a `key` they are one thing for `motion.glide`.
 *
 * @param {number} amount
 * @param {{label: string, key?: string}} options `label` is said by screen readers
 * @returns {HTMLElement}
 */
export function chips(amount, {label, key}) {
  const element = h('span.chips', {role: 'img', data: key ? {key} : {}});
  showChips(element, amount, label);
  return element;
}

/**
 * Makes chips from {@link chips} show another amount.
 *
 * @param {HTMLElement} element
 * @param {number} amount
 * @param {string} label
 */
export function showChips(element, amount, label) {
  element.setAttribute('aria-label', label);
  element.hidden = amount === 0;
  const discs = split(amount)
    .reverse()
    .map((value) => h('span.chip', {data: {value}}));
  fill(
    element,
    h('span.chip-pile', {'aria-hidden': 'true'}, discs),
    h('span.chip-amount', {'aria-hidden': 'true'}, amount),
  );
}
