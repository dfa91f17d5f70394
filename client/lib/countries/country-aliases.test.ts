import { expect, test } from 'vitest';
import { COUNTRIES } from '#shared/lib/countries.ts';
import { findChoices } from '../../ui/form/find-choices.ts';
import { aliasesOf } from './country-aliases.ts';

const CHOICES = COUNTRIES.map(({ code, name }) => ({ value: code, label: name, aliases: aliasesOf(code) }));

test.each([
  ['UK', 'GB'],
  ['Britain', 'GB'],
  ['USA', 'US'],
  ['America', 'US'],
  ['holland', 'NL'],
  ['Czech Republic', 'CZ'],
  ['Ivory Coast', 'CI'],
  ['cote d’ivoire', 'CI'],
  ['Burma', 'MM'],
  ['Swaziland', 'SZ'],
  ['Turkey', 'TR'],
  ['UAE', 'AE'],
  ['Macedonia', 'MK'],
  ['Deutschland', 'DE'],
  ['Cabo Verde', 'CV'],
  ['pt', 'PT'],
])('"%s" finds %s', (typed, code) => {
  expect(findChoices(CHOICES, typed).map(({ value }) => value)).toContain(code);
});

test('a name comes before what others are also called', () => {
  expect(findChoices(CHOICES, 'united states')[0]?.value).toBe('US');
  expect(
    findChoices(CHOICES, 'niger')
      .map(({ value }) => value)
      .slice(0, 2),
  ).toEqual(['NE', 'NG']);
});
