import { expect, test } from 'vitest';
import type { FormField } from '#shared/content/rules-form.ts';
import * as form from './form-value.ts';

const field = (path: string, kind: FormField['kind'], more: Partial<FormField> = {}): FormField => ({
  path,
  kind,
  empty: 'required',
  min: null,
  max: null,
  options: [],
  ...more,
});
const FORM = [
  field('', 'group'),
  field('faqs', 'list'),
  field('faqs.*', 'group'),
  field('faqs.*.question', 'line'),
  field('faqs.*.trial', 'toggle', { empty: 'absent' }),
  field('faqs.*.link', 'line', { empty: 'null' }),
  field('faqs.*.tier', 'number', { min: 1 }),
  field('faqs.*.kind', 'choice', { options: ['card', 'strip'] }),
];

test('a value changes at its path, and nothing beside it is another object', () => {
  const value = { faqs: [{ question: 'A' }, { question: 'B' }], header: { text: 'H' } };
  const next = form.withAt(value, 'faqs.1.question', 'C') as typeof value;
  expect(next).toEqual({ faqs: [{ question: 'A' }, { question: 'C' }], header: { text: 'H' } });
  expect(next.faqs[0]).toBe(value.faqs[0]);
  expect(next.header).toBe(value.header);
  expect(form.withAt({ a: 1, b: 2 }, 'b', undefined)).toEqual({ a: 1 });
  expect(form.withAt({ rates: { PT: 2300 } }, 'rates.DE', 1900)).toEqual({ rates: { PT: 2300, DE: 1900 } });
});

test('a new item has every field that is needed', () => {
  const item = FORM[2] as FormField;
  expect(form.emptyOf(FORM, item)).toEqual({ question: '', link: null, tier: 1, kind: 'card' });
  expect(form.fieldsBelow(FORM, '').map(({ path }) => path)).toEqual(['faqs']);
  expect(form.fieldsBelow(FORM, 'faqs').map(({ path }) => path)).toEqual(['faqs.*']);
});

test('items move up and down', () => {
  expect(form.moved(['a', 'b', 'c'], 2, 1)).toEqual(['a', 'c', 'b']);
  expect(form.moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
});

const kinds = (kind: 'number' | 'dollars' | 'percent') => ({ kind, empty: 'required' }) as const;

test('numbers are typed in their units', () => {
  expect(form.readNumber('12.5', kinds('dollars'))).toBe(12.5);
  expect(form.readNumber('12,5', kinds('dollars'))).toBe(12.5);
  expect(form.readNumber('23', kinds('percent'))).toBe(2300);
  expect(form.readNumber('8.1', kinds('percent'))).toBe(810);
  expect(form.readNumber('x', kinds('number'))).toBe('x');
  expect(form.readNumber(' ', kinds('number'))).toBeNull();
  expect(form.readNumber('', { kind: 'number', empty: 'absent' })).toBeUndefined();
  expect(form.numberText(810, 'percent')).toBe('8.1');
  expect(form.numberText(undefined, 'number')).toBe('');
});

test('errors are found at a field and within it', () => {
  const errors = [{ field: 'faqs.1.question', message: 'Too long' }];
  expect(form.errorAt(errors, 'faqs.1.question')).toBe('Too long');
  expect(form.errorAt(errors, 'faqs.1')).toBeNull();
  expect(form.hasError(errors, 'faqs.1')).toBe(true);
  expect(form.hasError(errors, 'faqs.10')).toBe(false);
});

test('an item is called by its first text in the order of the form', () => {
  const offers = ['o.*', 'o.*.id', 'o.*.title', 'o.*.body'].map((path) => field(path, 'line'));
  const titleOf = (value: unknown) => form.titleOf(offers, field('o.*', 'group'), value);
  expect(titleOf({ body: 'Words', id: 'free', title: 'Free' })).toBe('Free');
  expect(titleOf({ id: 'free', title: ' ' })).toBe('free');
  expect(titleOf({ id: 'free', body: 'a'.repeat(100) })).toBe(`${'a'.repeat(80)}…`);
  expect(titleOf({ n: 1 })).toBeNull();
});
