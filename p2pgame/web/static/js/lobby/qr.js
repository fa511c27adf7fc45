// A QR code as the hub draws it.

import { h } from '/static/js/dom.js';

/**
 * @param {import('./context.js').App} app
 * @param {string} text
 * @returns {HTMLElement}
 */
export function qr(app, text) {
  return h('div.qr');
}
