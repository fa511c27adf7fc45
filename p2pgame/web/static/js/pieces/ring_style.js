// How a round table looks (ring.js).

export const ringStyle = `
.ring {
  --plate: #14231d;
  --plate-ink: #f4f8f5;
  --plate-faint: #b9cabf;
  --turn: #ffd166;
  --seat-width: 8.5rem;
  container: ring / inline-size;
  width: 100%;
}
.ring-inner {
  position: relative;
  width: 100%;
  max-width: 68rem;
  margin: 0 auto;
  aspect-ratio: 16 / 9;
  min-height: 23rem;
  max-height: max(26rem, 60dvh);
}
.ring-felt {
  position: absolute;
  inset: 12% 6% 10%;
  border: 0.6rem solid #6b4527;
  border-radius: 16rem;
  background: radial-gradient(ellipse at 50% 40%, color-mix(in srgb, var(--felt, #2f6b52), #fff 9%), var(--felt, #2f6b52) 75%);
  box-shadow: inset 0 0 2rem rgb(0 0 0 / 35%), 0 0.4rem 1rem rgb(0 0 0 / 25%);
}
.ring-middle {
  position: absolute;
  left: 50%;
  top: 48%;
  translate: -50% -50%;
  display: flex;
  flex-direction: column;
  align-items: center;
  gap: 0.4rem;
  color: var(--felt-ink, #f4f8f5);
  text-align: center;
}
.ring-seat, .ring-spot {
  position: absolute;
  left: calc(var(--x) * 1%);
  top: calc(var(--y) * 1%);
  translate: -50% -50%;
}
.ring-seat {
  left: clamp(var(--seat-width) / 2 + 3px, var(--x) * 1%, 100% - var(--seat-width) / 2 - 3px);
  display: flex;
  flex-direction: column;
  align-items: center;
  width: var(--seat-width);
  color: var(--plate-ink);
  --card-width: 2.5rem;
}
.ring-seat.mine { --card-width: 3.4rem; }
.ring-cards {
  display: flex;
  justify-content: center;
  min-height: calc(var(--card-width) * 1.1);
  margin-bottom: calc(var(--card-width) * -0.3);
}
.ring-seat.mine .ring-cards { margin-bottom: calc(var(--card-width) * -0.14); }
.ring-cards > * + * { margin-left: calc(var(--card-width) * -0.12); }
.ring-plate {
  position: relative;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  justify-items: center;
  box-sizing: border-box;
  width: 100%;
  padding: 0.2rem 0.5rem 0.25rem;
  border: 2px solid color-mix(in srgb, var(--plate), #fff 25%);
  border-radius: 0.8rem;
  background: var(--plate);
  box-shadow: 0 2px 5px rgb(0 0 0 / 40%);
  line-height: 1.25;
}
.ring-name {
  max-width: 100%;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
  font-size: 0.85rem;
}
.ring-seat.mine .ring-name { font-weight: 700; }
.ring-value { text-align: center; font-weight: 700; font-variant-numeric: tabular-nums; min-height: 1.25em; }
.ring-marks {
  position: absolute;
  right: -0.35rem;
  top: -0.75rem;
  display: flex;
  gap: 0.15rem;
}
.ring-mark {
  display: grid;
  place-items: center;
  min-width: 1.35rem;
  height: 1.35rem;
  padding: 0 0.15rem;
  box-sizing: border-box;
  border-radius: 1rem;
  background: #d7dee3;
  color: #1c1f26;
  font-size: 0.68rem;
  font-weight: 800;
  box-shadow: 0 1px 2px rgb(0 0 0 / 50%);
}
.ring-seat.turn .ring-plate {
  border-color: var(--turn);
  box-shadow: 0 0 0 3px var(--turn), 0 0 1rem var(--turn);
}
.ring-seat.turn .ring-name::before { content: '▸ '; color: var(--turn); }
.ring-seat.dimmed .ring-plate { background: color-mix(in srgb, var(--plate), #7a857f 35%); border-style: dashed; box-shadow: none; }
.ring-seat.dimmed .ring-cards { opacity: 0.6; }
.ring-seat.dimmed .ring-name, .ring-seat.dimmed .ring-value { color: #dbe4df; font-weight: 400; }
.ring-seat.won .ring-plate { border-color: #7ee2a8; box-shadow: 0 0 0 3px #7ee2a8; }
.ring-note {
  position: absolute;
  top: calc(100% + 0.15rem);
  left: 50%;
  translate: -50% 0;
  z-index: 4;
  width: max-content;
  max-width: calc(var(--seat-width) * 1.35);
  padding: 0.1rem 0.5rem;
  border-radius: 0.7rem;
  background: #fdf6dd;
  color: #1c1f26;
  font-size: 0.8rem;
  line-height: 1.2;
  text-align: center;
  box-shadow: 0 1px 3px rgb(0 0 0 / 45%);
}
.ring-note[hidden] { display: none; }
.ring-spot { color: var(--felt-ink, #f4f8f5); font-size: 0.9rem; }

@container ring (width < 52rem) {
  .ring-inner { aspect-ratio: 14 / 9; }
  .ring-seat { --seat-width: 7rem; --card-width: 2.2rem; }
  .ring-seat.mine { --card-width: 3rem; }
}
@container ring (40rem <= width < 52rem) {
  .ring:not([data-seats='7'], [data-seats='8'], [data-seats='9'], [data-seats='10']) {
    & .ring-seat { --seat-width: 8.5rem; }
    & .ring-spot { left: clamp(11.5rem, var(--x) * 1%, 100% - 11.5rem); }
  }
}
@container ring (width < 40rem) {
  .ring-inner { aspect-ratio: auto; height: max(24rem, calc(var(--rows) * 6.5rem)); max-height: none; }
  .ring-felt { inset: 2.6rem 1.6rem 2.6rem; border-width: 0.4rem; border-radius: 9rem; }
  .ring-seat { --seat-width: 5.3rem; --card-width: 1.9rem; left: calc(var(--nx) * 1%); top: calc(var(--ny) * 1%); }
  .ring-seat.mine { --seat-width: 7.5rem; --card-width: 2.8rem; }
  .ring-plate { padding: 0.1rem 0.15rem; border-radius: 0.6rem; }
  .ring-marks { top: -1.05rem; right: -0.5rem; }
  .ring-name { font-size: 0.75rem; letter-spacing: -0.01em; }
  .ring-seat.turn .ring-name::before { content: none; }
  .ring-value { font-size: 0.85rem; }
  .ring-note { font-size: 0.72rem; max-width: 5.3rem; }
  .ring-spot { left: calc(var(--nx) * 1%); top: calc(var(--ny) * 1% + 3.15rem); font-size: 0.75rem; }
  .ring-spot[data-place='0'] { top: calc(var(--ny) * 1% - 4.4rem); }
  .ring-middle { top: 50%; }
}
`;
