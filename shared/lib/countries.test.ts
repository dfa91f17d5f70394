import { expect, test } from 'vitest';
import { COUNTRIES, countryName } from './countries.ts';

test('begins with the United States, Canada and the United Kingdom, and goes on by name', () => {
  expect(COUNTRIES.slice(0, 6).map(({ name }) => name)).toEqual([
    'United States',
    'Canada',
    'United Kingdom',
    'Afghanistan',
    'Åland Islands',
    'Albania',
  ]);
});

test('has every code of ISO 3166-1 and Kosovo, each once', () => {
  expect(COUNTRIES).toHaveLength(250);
  expect(new Set(COUNTRIES.map(({ code }) => code)).size).toBe(250);
  expect(new Set(COUNTRIES.map(({ name }) => name)).size).toBe(250);
  expect(COUNTRIES.every(({ code, name }) => /^[A-Z]{2}$/.test(code) && name.length > 3)).toBe(true);
});

test.each([
  ['PT', 'Portugal'],
  ['HK', 'Hong Kong'],
  ['PS', 'Palestine'],
  ['XK', 'Kosovo'],
  ['CI', "Côte d'Ivoire"],
  ['pt', null],
  ['ZZ', null],
  ['', null],
])('%s is %s', (code, name) => {
  expect(countryName(code)).toBe(name);
});
