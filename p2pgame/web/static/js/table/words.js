// The words and the rules of style that a table needs, loaded when one is opened.

/** What was loaded, or is; what failed is loaded again. @type {Map<string, Promise<void>>} */
const loading = new Map();

/**
 * Learns words in the page's language, and in English: those of these files.
 *
 * @param {(sources: Record<string, string>) => void} learn
 * @param {string[]} [files]
 */
export async function learnWords(learn, files = ['pieces', 'table']) {
  const wanted = [...new Set(['en', document.documentElement.lang || 'en'])];
  await Promise.all(wanted.flatMap((one) => files.map((name) => load(one, name, learn))));
}

/**
 * @param {string} language
 * @param {string} name
 * @param {(sources: Record<string, string>) => void} learn
 */
function load(language, name, learn) {
  const address = `/static/text/${language}/${name}.ftl`;
  const known = loading.get(address);
  if (known) return known;
  const done = (async () => {
    const answer = await fetch(address);
    if (answer.ok) learn({[language]: await answer.text()});
  })();
  loading.set(address, done);
  done.catch(() => loading.delete(address));
  return done;
}

/** Puts the tables' style sheets into the page; resolves when they are there. */
export async function loadStyles() {
  await Promise.all(['pieces', 'table'].map((name) => sheet(`/static/css/${name}.css`)));
}

/** @param {string} address */
function sheet(address) {
  const known = loading.get(address);
  if (known) return known;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = address;
  /** @type {Promise<void>} */
  const done = new Promise((resolve) => {
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      loading.delete(address);
      resolve();
    };
  });
  document.head.append(link);
  loading.set(address, done);
  return done;
}

const SUITS = 'p2pgame-suits';

/** Gives each suit its own colour, or only red and black. @param {boolean} four */
export function colourSuits(four) {
  if (four) document.documentElement.dataset.suits = 'four';
  else delete document.documentElement.dataset.suits;
  try {
    localStorage.setItem(SUITS, four ? 'four' : 'two');
  } catch {
    // Nothing is kept then.
  }
}

/** Whether each suit has its own colour. */
export function suitsColoured() {
  let kept = null;
  try {
    kept = localStorage.getItem(SUITS);
  } catch {
    // Nothing was kept.
  }
  return kept === 'four';
}
