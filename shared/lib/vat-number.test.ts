import { expect, test } from 'vitest';
import { EU_COUNTRIES } from './countries.ts';
import { normalizeVatNumber, vatNumberCountry, vatNumberError } from './vat-number.ts';

/** One of each form that VIES takes. */
const WELL_FORMED: Readonly<Record<string, readonly string[]>> = {
  AT: ['ATU12345678'],
  BE: ['BE0123456789', 'BE1123456789'],
  BG: ['BG123456789', 'BG1234567890'],
  CY: ['CY12345678L'],
  CZ: ['CZ12345678', 'CZ123456789', 'CZ1234567890'],
  DE: ['DE123456789'],
  DK: ['DK12345678'],
  EE: ['EE123456789'],
  ES: ['ESA12345678', 'ES12345678A', 'ESX1234567B'],
  FI: ['FI12345678'],
  FR: ['FR12345678901', 'FRX1123456789', 'FR1X123456789', 'FRXX123456789'],
  GR: ['EL123456789', 'GR123456789'],
  HR: ['HR12345678901'],
  HU: ['HU12345678'],
  IE: ['IE1234567A', 'IE1A12345A', 'IE1234567WA', 'IE1+12345A'],
  IT: ['IT12345678901'],
  LT: ['LT123456789', 'LT123456789012'],
  LU: ['LU12345678'],
  LV: ['LV12345678901'],
  MT: ['MT12345678'],
  NL: ['NL123456789B01', 'NL1234567+*B01'],
  PL: ['PL1234567890'],
  PT: ['PT123456789'],
  RO: ['RO12', 'RO1234567890'],
  SE: ['SE123456789012'],
  SI: ['SI12345678'],
  SK: ['SK1234567890'],
};
const forms = Object.entries(WELL_FORMED).flatMap(([country, numbers]) =>
  numbers.map((number) => [country, number] as const),
);

test('all 27 countries have a form', () => {
  expect(Object.keys(WELL_FORMED)).toEqual(EU_COUNTRIES);
});

test.each(forms)('%s takes %s, with and without letters, blanks and dots', (country, number) => {
  expect(vatNumberCountry(number, country)).toBe(country);
  expect(vatNumberCountry(number.slice(2), country)).toBe(country);
  expect(vatNumberCountry(` ${number.toLowerCase().split('').join(' ')}.`, country)).toBe(country);
});

test.each(forms)('%s refuses %s with signs more or less', (country, number) => {
  const stored = normalizeVatNumber(number, country);
  expect(vatNumberCountry(`${stored}1234567890`, country)).toBeNull();
  expect(vatNumberCountry(stored.slice(0, 3), country)).toBeNull();
});

test.each([
  ['de 123.456.789', 'DE', 'DE123456789'],
  ['123456789', 'DE', 'DE123456789'],
  ['GR123456789', 'GR', 'EL123456789'],
  ['nl 1234.56.789.b.01', 'NL', 'NL123456789B01'],
  ['GB 123 4567 89', 'GB', 'GB 123 4567 89'],
  ['de 12', null, 'de 12'],
  ['', 'DE', ''],
])('%s of %s is stored as %s', (text, country, stored) => {
  expect(normalizeVatNumber(text, country)).toBe(stored);
});

test('an error names the country and shows an example that is accepted', () => {
  expect(vatNumberError('DE12', 'DE', 'Germany')).toBe(
    'This is not a VAT number of Germany. One looks like DE123456789.',
  );
  for (const country of EU_COUNTRIES) {
    const example = vatNumberError('?', country, 'it')?.split(' ').at(-1)?.slice(0, -1) ?? '';
    expect(vatNumberError(example, country, 'it')).toBeNull();
  }
});

test.each([
  ['', 'DE'],
  ['anything', 'US'],
  ['anything', null],
])('%j of %s is not checked', (text, country) => {
  expect(vatNumberError(text, country, 'it')).toBeNull();
});
