import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');

/** The color tokens of one rule of tokens.css, by name. */
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
        ['signal-text', ground],
        ['danger-text', ground],
        ['ready-text', ground],
        ['waiting-text', ground],
      ] as const,
  ),
  ['on-action', 'action'],
  ['on-action', 'action-hover'],
  ['on-signal', 'signal'],
  ['on-signal', 'signal-hover'],
  ['signal-text', 'signal-soft'],
  ['danger-text', 'danger-soft'],
  ['ready-text', 'ready-soft'],
  ['waiting-text', 'waiting-soft'],
  ['done-text', 'done-soft'],
  ['ink', 'signal-soft'],
  ['ink', 'danger-soft'],
  ['ink', 'ready-soft'],
  ['ink', 'waiting-soft'],
];

const SHAPE_PAIRS: readonly (readonly [string, string])[] = [
  ['line-strong', 'ground'],
  ['line-strong', 'surface'],
  ...['action', 'signal', 'danger', 'ready', 'waiting'].flatMap(
    (role) =>
      [
        [role, 'ground'],
        [role, 'surface'],
      ] as const,
  ),
  ['tally', 'ground'],
];

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

  test.each(TEXT_PAIRS)('text %s on %s has a contrast of at least 4.5:1', (text, ground) => {
    expect(contrast(colour(text), colour(ground))).toBeGreaterThanOrEqual(4.5);
  });

  test.each(SHAPE_PAIRS)('shape %s on %s has a contrast of at least 3:1', (shape, ground) => {
    expect(contrast(colour(shape), colour(ground))).toBeGreaterThanOrEqual(3);
  });
});

const CLIENT = new URL('../../', import.meta.url);
const sources = globSync('**/*.{css,ts,tsx}', { cwd: CLIENT }).filter((path) => !path.endsWith('.test.ts'));
const read = (path: string) => readFileSync(new URL(path, CLIENT), 'utf8');
const using = (text: RegExp) => sources.filter((path) => text.test(read(path))).toSorted();

describe('color roles', () => {
  test("keep tally for the brand's lamp, also in the frame", () => {
    expect(using(/--tally/)).toEqual([
      'app/frame/frame.css',
      'lib/frame/Brand.module.css',
      'ui/theme/tokens.css',
    ]);
  });

  test('take their colors from the tokens', () => {
    expect(using(/#(c8321f|b92b19|ff6a55|ff7d6a|2449c2)/i)).toEqual(['ui/theme/tokens.css']);
  });

  test('are defined wherever a style uses them', () => {
    const known = new Set([...css.matchAll(/--[\w-]+(?=:)/g)].map(([name]) => name));
    const roles = /var\((--(?:on-)?(?:action|signal|danger|ready|waiting|done|tally)\b[\w-]*)\)/g;
    const used = sources.flatMap((path) => [...read(path).matchAll(roles)].map(([, name]) => name!));
    expect(used.filter((name) => !known.has(name))).toEqual([]);
  });
});
