import { describe, expect, test } from 'vitest';
import { USER_STATUSES } from '../billing/rules.ts';
import { normalizeAddress, showsInvoiceForm, validatePasswordForm, validateProfile } from './rules.ts';

const TWO_NAMES = 'Your first name and last name are required';

describe('a change of the profile', () => {
  test.each([
    ['Ada Lovelace', undefined],
    ["Siobhán O'Neill-Byrne", undefined],
    ['José  Ángel Núñez', undefined],
    ['', 'This field is required'],
    ['   ', 'This field is required'],
    ['Ada', TWO_NAMES],
    [' Ada Lovelace', TWO_NAMES],
    ['Ada L0velace', TWO_NAMES],
    [`Ada ${'l'.repeat(251)}`, undefined],
    [`Ada ${'l'.repeat(252)}`, 'Please keep it to 255 characters.'],
  ])('the name "%s": %s', (name, message) => {
    expect(validateProfile({ name })[0]?.message).toBe(message);
  });

  test('only what is sent is checked', () => {
    expect(validateProfile({})).toEqual([]);
    expect(validateProfile({ country: null, billing_address: { country: null, city: 'x' } })).toEqual([]);
  });

  test('a country is one of the list, in both places', () => {
    expect(validateProfile({ country: 'PT', billing_address: { country: 'XK' } })).toEqual([]);
    expect(validateProfile({ country: 'pt', billing_address: { country: 'ZZ' } })).toEqual([
      { field: 'user.country', message: 'Please choose a country from the list.' },
      { field: 'user.billing_address.country', message: 'Please choose a country from the list.' },
    ]);
  });

  test('a billing address is kept in one line each, and nothing is added to it', () => {
    const stored = { country: 'PT', vat_number: '' };
    expect(normalizeAddress({ address: ' Rua da Rosa\n12 ', country: null }, stored)).toEqual({
      address: 'Rua da Rosa 12',
      country: null,
    });
  });
});

describe('the password form', () => {
  const good = { current_password: 'talkback', new_password: 'talkback2', confirmation: 'talkback2' };
  test.each([
    [{}, []],
    [{ current_password: '' }, ['You must specify your current password']],
    [{ current_password: 'short12' }, ['Password must have at least 8 characters']],
    [{ new_password: '', confirmation: '' }, ['You must specify a new password']],
    [{ new_password: 'short12', confirmation: 'short12' }, ['Password must have at least 8 characters']],
    [{ confirmation: 'talkback3' }, ['The new password and its confirmation do not match']],
    [{ confirmation: '' }, ['The new password and its confirmation do not match']],
  ])('%o: %o', (change, messages) => {
    expect(validatePasswordForm({ ...good, ...change }).map(({ message }) => message)).toEqual(messages);
  });
});

test('the invoice form is for members and for partners, who have no status', () => {
  expect([null, ...USER_STATUSES].filter((status) => showsInvoiceForm(status))).toEqual([
    null,
    'subscriber',
    'pending_cancellation',
    'wix-user',
  ]);
});
