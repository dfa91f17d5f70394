import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { hueOf, initialsOf } from './avatar-style.ts';

describe('initials', () => {
  test.each([
    ['Nora Vance', 'NV'],
    ['Rosalind Achterberg-Featherstonehaugh', 'RF'],
    ['  ada  ', 'A'],
    ['Zoe\u0308 O’Neil', 'ZO'],
    ['Slow Tide (live)', 'SL'],
    ['Ludwig van Beethoven 9', 'L9'],
    ['李 小龍', '李小'],
    ['🎻', ''],
    ['', ''],
  ])('of %j are %j', (name, initials) => {
    expect(initialsOf(name).normalize('NFC')).toBe(initials.normalize('NFC'));
  });
});

describe('the hue of a face', () => {
  test('is the same for the same id, however it is encoded', () => {
    expect(hueOf('0190f2a4')).toBe(hueOf('0190f2a4'));
    expect(hueOf('Zoe\u0308')).toBe(hueOf('Zo\u00eb'));
  });

  test('spreads over the circle', () => {
    const hues = Array.from({ length: 2000 }, (_, n) => hueOf(`person ${n}`));
    expect(new Set(hues.map((hue) => Math.floor(hue / 30))).size).toBe(12);
  });
});

/** Relative luminance (WCAG 2.2) of an OKLCH color, cut to what a screen shows. */
function luminanceOf(lightness: number, chroma: number, hue: number): number {
  const [a, b] = [Math.cos((hue * Math.PI) / 180) * chroma, Math.sin((hue * Math.PI) / 180) * chroma];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const shown = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((channel) => Math.min(1, Math.max(0, channel)));
  return 0.2126 * shown[0]! + 0.7152 * shown[1]! + 0.0722 * shown[2]!;
}

describe.each([
  ['Paper', ':root'],
  ['Night', "[data-mantine-color-scheme='dark']"],
])('a face on %s', (_, selector) => {
  const css = readFileSync(new URL('../theme/tokens.css', import.meta.url), 'utf8');
  const rule = css.slice(css.indexOf(`${selector} {`)).split('}')[0] ?? '';
  const parts = (name: string) => {
    const [, lightness, chroma] = new RegExp(`--${name}: ([\\d.]+) ([\\d.]+);`).exec(rule) ?? [];
    return [Number(lightness), Number(chroma)] as const;
  };

  test('has a contrast of at least 4.5:1 at every hue', () => {
    for (let hue = 0; hue < 360; hue += 1) {
      const [one, other] = [parts('avatar-background'), parts('avatar-text')].map(([lightness, chroma]) =>
        luminanceOf(lightness, chroma, hue),
      );
      const contrast = (Math.max(one!, other!) + 0.05) / (Math.min(one!, other!) + 0.05);
      expect([hue, contrast >= 4.5]).toEqual([hue, true]);
    }
  });
});
