/** A cover as shapes in a box of 320 × 200 (wide) or 200 × 200 (square), deterministic by its name. */
export interface Cover {
  readonly ground: string;
  readonly wave: string;
  /** Rings behind the waveform, like a speaker seen from the front. */
  readonly rings: readonly { readonly x: number; readonly y: number; readonly r: number }[];
  /** SVG path of the bars above the middle line, and of their reflection below it. */
  readonly upper: string;
  readonly lower: string;
  readonly barWidth: number;
}

const PAIRS = [
  ['#2b2a4c', '#f2b880'],
  ['#0f3d3e', '#e8dfc6'],
  ['#3c1f2b', '#f6a892'],
  ['#1f2e4d', '#9fd3c7'],
  ['#43281c', '#f0c987'],
  ['#22333b', '#f0dfd0'],
  ['#2d2a32', '#e3de52'],
  ['#102a43', '#f7b2ad'],
  ['#4a1d1f', '#ffd0a8'],
  ['#173b2f', '#c9e4a5'],
  ['#31204f', '#d3b9ff'],
  ['#0f3550', '#8fd6ff'],
] as const;

/** FNV-1a over code points: the same name is the same number on every machine. */
function hash(name: string): number {
  let h = 2166136261;
  for (const character of name) h = Math.imul(h ^ (character.codePointAt(0) ?? 0), 16777619);
  return h >>> 0;
}

/** A small repeatable source of numbers in [0, 1) (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Loudness over time in [0, 1]: a few struck notes with attack and decay over a held bed, faded at both ends. */
function loudness(next: () => number): (t: number) => number {
  const held = 0.12 + next() * 0.16;
  const swell = 1 + Math.floor(next() * 3);
  const phase = next() * Math.PI;
  const notes = Array.from({ length: 3 + Math.floor(next() * 4) }, () => ({
    at: 0.04 + next() * 0.86,
    peak: 0.45 + next() * 0.55,
    attack: 0.012 + next() * 0.05,
    decay: 0.05 + next() * 0.2,
  }));
  return (t) => {
    const bed = held * (0.6 + 0.4 * Math.sin(swell * Math.PI * t + phase));
    const struck = notes.map(
      ({ at, peak, attack, decay }) => peak * Math.exp(-(((t - at) / (t < at ? attack : decay)) ** 2)),
    );
    const faded = Math.min(1, t / 0.06, (1 - t) / 0.1);
    return Math.min(1, Math.max(bed, ...struck)) * Math.max(0, faded);
  };
}

/**
 * Draws the cover of a name (look.md "Covers"): two colours, always the same for the same name.
 * `bars` is how many fit: many on a card, few in an avatar.
 */
export function coverOf(name: string, width: number, height: number, bars: number): Cover {
  const seed = hash(name.normalize('NFC'));
  const next = numbers(seed);
  const [ground, wave] = PAIRS[Math.floor(next() * PAIRS.length)] ?? PAIRS[0];
  const centre = { x: width * (0.15 + next() * 0.7), y: height * (0.2 + next() * 0.6) };
  const rings = [0.42, 0.72, 1.04].map((share) => ({
    x: Math.round(centre.x),
    y: Math.round(centre.y),
    r: Math.round(height * share),
  }));
  const level = loudness(next);
  const step = width / bars;
  const middle = height * 0.56;
  const least = height * 0.012;
  let upper = '';
  let lower = '';
  for (let i = 0; i < bars; i += 1) {
    const grain = 0.62 + next() * 0.38;
    const loud = Math.max(least, level((i + 0.5) / bars) * grain * height * 0.44);
    const x = ((i + 0.5) * step).toFixed(1);
    upper += `M${x} ${(middle - step * 0.08).toFixed(1)}v${(-loud).toFixed(1)}`;
    lower += `M${x} ${(middle + step * 0.62).toFixed(1)}v${(loud * 0.5).toFixed(1)}`;
  }
  return { ground, wave, rings, upper, lower, barWidth: Number((step * 0.54).toFixed(1)) };
}
