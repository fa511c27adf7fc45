// A QR code, drawn from the modules that the hub says.

import { h, svg } from '/static/js/dom.js';
import { t } from '/static/js/texts.js';

/** Light modules that a reader needs around a code. */
const QUIET = 4;

/**
 * Returns a frame into which the code of a text is drawn once the hub has made it.
 *
 * @param {import('./context.js').App} app
 * @param {string} text
 * @returns {HTMLElement}
 */
export function qr(app, text) {
  const frame = h('div.qr');
  app.hub.answer({ command: 'show-qr', text }, 'qr').then(
    ({ rows }) => frame.append(drawn(rows)),
    () => frame.remove(),
  );
  return frame;
}

/** @param {string[]} rows */
function drawn(rows) {
  const size = rows.length + 2 * QUIET;
  const dark = rows.flatMap((row, y) =>
    [...row.matchAll(/1+/g)].map((run) => `M${run.index + QUIET} ${y + QUIET}h${run[0].length}v1h-${run[0].length}z`),
  );
  return svg(
    'svg',
    { viewBox: `0 0 ${size} ${size}`, role: 'img', 'aria-label': t('qr-code'), 'shape-rendering': 'crispEdges' },
    svg('rect', { width: size, height: size, fill: '#fff' }),
    svg('path', { d: dark.join(''), fill: '#000' }),
  );
}
