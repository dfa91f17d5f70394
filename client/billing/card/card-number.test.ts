import { describe, expect, test } from 'vitest';
import { cardErrors, formatCardNumber, formatExpiry, hasValidChecksum, readExpiry } from './card-number.ts';

test.each([
  ['4242424242424242', '4242 4242 4242 4242'],
  ['4242-4242 42', '4242 4242 42'],
  ['378282246310005', '3782 822463 10005'],
  ['', ''],
])('the number %s is shown as %s', (typed, shown) => {
  expect(formatCardNumber(typed)).toBe(shown);
});

test.each([
  ['1', '1'],
  ['12', '12'],
  ['123', '12 / 3'],
  ['1230', '12 / 30'],
  ['12 / 30', '12 / 30'],
  ['12/2030', '12 / 2030'],
  ['5', '05'],
  ['1/', '01'],
  ['1/3', '01 / 3'],
])('the expiry %s is shown as %s', (typed, shown) => {
  expect(formatExpiry(typed)).toBe(shown);
});

test.each([
  ['12 / 30', { month: 12, year: 2030 }],
  ['01/2031', { month: 1, year: 2031 }],
  ['13 / 30', null],
  ['00 / 30', null],
  ['12', null],
])('%s is read as %o', (text, read) => {
  expect(readExpiry(text)).toEqual(read);
});

test('the checksum finds one wrong digit', () => {
  expect(hasValidChecksum('4000002500003155')).toBe(true);
  expect(hasValidChecksum('4000002500003156')).toBe(false);
  expect(hasValidChecksum('')).toBe(false);
});

describe('what is wrong with a card', () => {
  const today = Temporal.PlainDate.from('2026-11-22');
  const CARD = { number: '4242 4242 4242 4242', expiry: '11 / 26', cvc: '123', name: 'Ada Lovelace' };

  test('is nothing with a good one, through its last month', () => {
    expect(cardErrors(CARD, today)).toEqual({});
  });

  test.each([
    [{ number: '' }, { number: 'Required' }],
    [{ number: '4242 42' }, { number: 'Your card number is incomplete.' }],
    [{ number: '4242 4242 4242 4241' }, { number: 'Your card number is invalid.' }],
    [{ expiry: '' }, { expiry: 'Required' }],
    [{ expiry: '13 / 30' }, { expiry: 'Enter month and year, like 12 / 30.' }],
    [{ expiry: '10 / 26' }, { expiry: 'Your card has expired.' }],
    [{ cvc: '' }, { cvc: 'Required' }],
    [{ cvc: '12' }, { cvc: 'Enter 3 or 4 digits.' }],
    [{ name: ' ' }, { name: 'Required' }],
  ])('with %o is %o', (wrong, errors) => {
    expect(cardErrors({ ...CARD, ...wrong }, today)).toEqual(errors);
  });
});
