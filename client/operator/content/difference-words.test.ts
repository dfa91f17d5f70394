import { expect, test } from 'vitest';
import { DOCUMENT_WORDS, shortened } from './difference-words.ts';

test.each([
  ['header', 'Header'],
  ['faqs.0.question', 'Questions 1: Question'],
  ['plans.11.old_price', 'Plans 12: Former price, in dollars'],
  ['cohorts.public.bundles', 'Cohorts: Public: Bundles'],
  ['persona_type.options.2.label', 'Persona type: Options 3: Label'],
  ['rates.PT', 'Rates, in percent: PT'],
])('the field %s is called %s', (path, label) => {
  expect(DOCUMENT_WORDS.nameOf(path)).toBe(label);
});

test.each([
  ['rates.PT', 2350, '23.5 %'],
  ['plans.0.price', 23.5, '23.5'],
  ['faqs.0.trial', true, 'only with a trial'],
  ['faqs.0.trial', false, 'only without a trial'],
  ['faqs.0.trial', undefined, 'always'],
  ['plans.0.isAnnual', true, 'yes'],
  ['button', null, null],
])('%s: %j is shown as %j', (path, value, text) => {
  expect(DOCUMENT_WORDS.textOf(path, value, 'UTC')).toBe(text);
});

test('of long texts what differs is shown, with a little around it', () => {
  expect(shortened('short', 'other')).toEqual(['short', 'other']);
  const [start, end] = ['a'.repeat(300), 'z'.repeat(300)];
  expect(shortened(`${start}old${end}`, `${start}newer${end}`)).toEqual([
    `…${'a'.repeat(60)}old${'z'.repeat(60)}…`,
    `…${'a'.repeat(60)}newer${'z'.repeat(60)}…`,
  ]);
  expect(shortened('a'.repeat(300), '')).toEqual(['a'.repeat(300), '']);
  expect(shortened('a'.repeat(300), 'a'.repeat(301))).toEqual([`…${'a'.repeat(60)}`, `…${'a'.repeat(61)}`]);
});
