// The style of a replay.

export const STYLE = `
.replay { display: grid; grid-template-columns: minmax(0, 1fr) minmax(16rem, 22rem); gap: 1.25rem; padding: 1rem; width: 100%; max-width: 96rem; margin: 0 auto; box-sizing: border-box; }
.replay-main { display: grid; gap: 0.8rem; align-content: start; min-width: 0; }
.replay h1 { font-size: 1.4rem; margin: 0; }
.replay-table { --board-height: 50dvh; min-height: 16rem; }
.replay-bar { display: grid; gap: 0.4rem; position: sticky; bottom: 0; padding: 0.5rem 0; background: var(--page, Canvas); z-index: 5; }
.replay-bar input[type='range'] { width: 100%; margin: 0; box-sizing: border-box; }
.replay-buttons { display: flex; flex-wrap: wrap; gap: 0.4rem; align-items: center; }
.replay-buttons button { min-width: 2.75rem; min-height: 2.75rem; padding: 0.3rem 0.7rem; }
.replay-buttons select { width: auto; }
.replay-eyes, .replay-onward label { display: flex; flex-wrap: wrap; gap: 0.3rem 0.6rem; align-items: center; }
.replay-eyes select, .replay-onward select { width: auto; min-width: 9rem; max-width: 100%; }
.replay-eyes small { flex-basis: 100%; }
.replay-onward { display: grid; gap: 0.4rem; justify-items: start; }
.replay-onward[hidden] { display: none; }
.replay-onward h2 { margin: 0; font-size: 1.05rem; }
.replay-foot { max-width: 68rem; margin: 0 auto; padding: 0 2rem 2rem; }
.replay-icon { width: 1.2rem; height: 1.2rem; fill: currentColor; vertical-align: middle; }
.replay-side { display: grid; gap: 1.1rem; align-content: start; }
.replay-told { display: grid; gap: 0.4rem; }
.replay-told h2 { margin: 0; font-size: 1.05rem; }
.replay-history { max-height: 40vh; overflow: auto; margin: 0; padding: 0; list-style: none; }
.replay-history button { display: block; width: 100%; text-align: start; border: 0; background: none; color: inherit; font: inherit; padding: 0.25rem 0.5rem; min-height: 0; border-radius: 0.3rem; cursor: pointer; }
.replay-history .said { font-style: italic; }
.replay-history .warning { font-weight: 700; color: var(--suit-h); }
.replay-history .now button { background: color-mix(in srgb, var(--board-mark) 40%, transparent); }
.replay-head { display: flex; gap: 1rem; justify-content: space-between; align-items: baseline; }
.replay-head span { white-space: nowrap; }
.replay-now { min-height: 1.6em; margin: 0; font-size: 1.05rem; }
.verdict { display: grid; gap: 0.4rem; padding: 0.8rem 1rem; border: 2px solid var(--good, var(--board-can)); border-radius: 0.6rem; overflow-wrap: anywhere; }
.verdict.bad { border-color: var(--suit-h); }
.verdict h2, .verdict h3 { margin: 0; font-size: 1.05rem; }
.verdict h3 { font-size: 0.95rem; }
.verdict p, .verdict ul { margin: 0; }
.verdict details > div { display: grid; gap: 0.4rem; }
.verdict details > summary { padding: 0; }
.verdict ul { list-style: none; padding: 0; }
@media (max-width: 52rem) { .replay { grid-template-columns: minmax(0, 1fr); padding: 0.75rem; } .replay-bar { margin: 0 -0.75rem; padding: 0.5rem 0.75rem; } }
`;
