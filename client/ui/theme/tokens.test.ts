import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');

/** The colour tokens of one rule of tokens.css, by name. */
function tokensOf(selector: string): Map<string, string> {
  const rule = css.slice(css.indexOf(`${selector} {`)).split('}')[0] ?? '';
  return new Map([...rule.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/g)].map(([, name, hex]) => [name!, hex!]));
}

/** Relative luminance as WCAG 2.2 defines it. */
function luminance(hex: string): number {
  const channel = (at: number) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

const TEXT_PAIRS: readonly (readonly [string, string])[] = [
  ...['ground', 'surface', 'raised'].flatMap(
    (ground) =>
      [
        ['ink', ground],
        ['muted', ground],
        ['tally-text', ground],
        ['ready-text', ground],
        ['waiting-text', ground],
      ] as const,
  ),
  ['on-tally', 'tally'],
  ['on-tally', 'tally-hover'],
  ['tally-text', 'tally-soft'],
  ['ready-text', 'ready-soft'],
  ['waiting-text', 'waiting-soft'],
  ['done-text', 'done-soft'],
  ['ink', 'tally-soft'],
  ['ink', 'ready-soft'],
  ['ink', 'waiting-soft'],
];

const SHAPE_PAIRS = [
  ['line-strong', 'ground'],
  ['line-strong', 'surface'],
  ['tally', 'ground'],
  ['tally', 'surface'],
  ['ready', 'ground'],
  ['waiting', 'ground'],
] as const;

describe.each([
  ['Paper', ':root'],
  ['Night', "[data-mantine-color-scheme='dark']"],
])('%s', (_, selector) => {
  const tokens = tokensOf(selector);
  const colour = (name: string) => {
    const hex = tokens.get(name);
    if (hex === undefined) throw new Error(`tokens.css gives no ${name} for ${selector}`);
    return hex;
  };

  it.each(TEXT_PAIRS)('text %s on %s has a contrast of at least 4.5:1', (text, ground) => {
    expect(contrast(colour(text), colour(ground))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(SHAPE_PAIRS)('shape %s on %s has a contrast of at least 3:1', (shape, ground) => {
    expect(contrast(colour(shape), colour(ground))).toBeGreaterThanOrEqual(3);
  });
});
