// Shows one game's drawing alone, fed with recorded frames: `open(recording, language)`, then
// `frame(n)`.  What the drawing does to its table is in `did`.

import {FluentBundle, FluentResource} from '/static/vendor/fluent-bundle/esm/index.js';

window.did = [];
window.wrong = [];

window.open = async (recording, language, words, refusal = '') => {
  const bundle = new FluentBundle(language, {useIsolating: false});
  bundle.addResource(new FluentResource(words));
  const t = (id, args) => {
    const [name, attribute] = id.split('.');
    const message = bundle.getMessage(name);
    const pattern = attribute ? message?.attributes[attribute] : message?.value;
    if (!pattern) {
      window.wrong.push(`no message ${id}`);
      return id;
    }
    const errors = [];
    const said = bundle.formatPattern(pattern, args, errors);
    window.wrong.push(...errors.map((error) => `${id}: ${error}`));
    return said;
  };
  const table = {
    seat: recording.begun.seat,
    begun: recording.begun,
    names: recording.names,
    t,
    move: async (text, {confirm} = {}) => {
      window.did.push(confirm ? {move: text, confirm} : {move: text});
      if (refusal) throw new Error(refusal);
    },
    say: (text) => window.did.push({say: text}),
    learn: (sources) => {
      const errors = bundle.addResource(new FluentResource(sources[language]));
      window.wrong.push(...errors.map(String));
    },
  };
  const own = `/games/${recording.begun.game}.js`;
  const {create = null} = recording.own ? await import(own) : {};
  const {SceneDrawing} = await import('/static/js/scene/scene.js');
  const drawing = create ? create(table) : new SceneDrawing(table);
  document.querySelector('main').replaceChildren(drawing.element);
  window.drawing = drawing;
  window.recording = recording;
};

window.frame = async (n, animate = false) => {
  await window.drawing.show({...window.recording.frames[n], animate});
};

// Shows these frames and returns what is seen of each: all that is drawn, by how many pixels
// the page is wider than the window, and the faces of the cards that lie face up, by slot.
window.seen = async (numbers, animate = false) => {
  const found = {};
  for (const n of numbers) {
    await window.frame(n, animate);
    const cards = [...document.querySelectorAll('.card[data-slot]')];
    const open = cards.filter((card) => !card.querySelector('.card-back'));
    found[n] = {
      html: document.querySelector('main').innerHTML,
      overflow: Math.max(0, document.documentElement.scrollWidth - innerWidth),
      faces: Object.fromEntries(open.map((card) => [card.dataset.slot, card.textContent])),
    };
  }
  return found;
};
