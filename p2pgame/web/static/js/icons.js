// Small pictures for buttons: strokes in the colour of the text.

import { svg } from '/static/js/dom.js';

/** @type {Record<string, string>} */
const PATHS = {
  back: 'M15 5l-7 7 7 7',
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l1.500 2h-15zM10 20.500h4',
  camera: 'M4 8h3l2-3h6l2 3h3v11H4zM12 16.500a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7z',
  check: 'M5 12.500l4.500 4.500L19 7',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3.500 2',
  close: 'M6 6l12 12M18 6L6 18',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
  friends: 'M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM2.500 20c0-4 3-6 6.500-6s6.500 2 6.500 6M16 11a3 3 0 1 0-1-5.800M17.500 14.200c2.500.6 4 2.600 4 5.800',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4.200 4.200 0 0 0-6-6l-1.500 1.500M14 10a4 4 0 0 0-6 0l-3 3a4.200 4.200 0 0 0 6 6l1.500-1.500',
  menu: 'M12 15.200a3.200 3.200 0 1 0 0-6.400 3.200 3.200 0 0 0 0 6.400zM12 2.500v3M12 18.500v3M2.500 12h3M18.500 12h3M5.300 5.300l2.100 2.100M16.600 16.600l2.100 2.100M18.700 5.300l-2.100 2.100M7.400 16.600l-2.100 2.100',
  play: 'M8 5l11 7-11 7z',
  program: 'M5 9h14v10H5zM12 9V5M12 4.500v.1M9 13v2M15 13v2M2.500 12v4M21.500 12v4',
  share: 'M12 15V4M8 7.500L12 3.500l4 4M5 13v7h14v-7',
  trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
  wifi: 'M3 9.500a13 13 0 0 1 18 0M6 13a8.500 8.500 0 0 1 12 0M9 16.300a4.500 4.500 0 0 1 6 0M12 19.500v.1',
};

/**
 * @param {string} name
 * @returns {SVGElement}
 */
export function icon(name) {
  return svg(
    'svg',
    {
      viewBox: '0 0 24 24',
      fill: 'none',
      stroke: 'currentColor',
      'stroke-width': 2,
      'stroke-linecap': 'round',
      'stroke-linejoin': 'round',
      'aria-hidden': 'true',
      focusable: 'false',
    },
    svg('path', { d: PATHS[name] ?? '' }),
  );
}

/** @returns {SVGElement} */
export function spade() {
  return svg(
    'svg',
    { viewBox: '0 0 32 32', 'aria-hidden': 'true', focusable: 'false' },
    svg('path', {
      fill: 'currentColor',
      d: 'M16 3c3.500 6 11 9.500 11 16a5.800 5.800 0 0 1-9.700 4.200c.4 2.600 1.500 4 3.200 5.800h-9c1.700-1.800 2.800-3.200 3.200-5.800A5.800 5.800 0 0 1 5 19C5 12.500 12.500 9 16 3z',
    }),
  );
}
