import { expect, test } from 'vitest';
import { findChoices } from './find-choices.ts';

const CHOICES = [
  'United States',
  'Canada',
  'Åland Islands',
  'American Samoa',
  "Côte d'Ivoire",
  'Europe/Lisbon',
  'America/New York',
  'Samoa',
].map((label) => ({ value: label, label }));

test.each([
  ['', CHOICES.map(({ label }) => label)],
  ['samoa', ['Samoa', 'American Samoa']],
  ['aland', ['Åland Islands']],
  ['COTE', ["Côte d'Ivoire"]],
  ['lisb', ['Europe/Lisbon']],
  ['new_york', ['America/New York']],
  ['am', ['American Samoa', 'America/New York', 'Samoa']],
  ['atlantis', []],
])('"%s" finds %o', (typed, found) => {
  expect(findChoices(CHOICES, typed).map(({ label }) => label)).toEqual(found);
});
