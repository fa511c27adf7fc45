// Keeps the key of this hub in the storage of its origin, and goes on to the page.
const said = (/** @type {string} */ name) => document.querySelector(`meta[name="p2pgame-${name}"]`)?.getAttribute('content') ?? '';
localStorage.setItem('p2pgame-key', said('key'));
location.replace(`/${said('next')}`);
