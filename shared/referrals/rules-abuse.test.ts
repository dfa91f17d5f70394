import { describe, expect, test } from 'vitest';
import { checkReward, isSameHousehold, type HouseholdAddress } from './rules-abuse.ts';

const HOME: HouseholdAddress = {
  address: 'Rua do Sol 12',
  zipcode: '1200-001',
  city: 'Lisboa',
  country: 'PT',
};
const AWAY: HouseholdAddress = { address: 'Main St 1', zipcode: '10001', city: 'New York', country: 'US' };
const NOWHERE: HouseholdAddress = { address: '', zipcode: '', city: '', country: null };
const clean = { shared: [], inviter: HOME, invitee: AWAY, paidBack: 'nothing', same_mailbox: false } as const;

describe('evidence against a reward', () => {
  test.each([
    ['nothing', clean, { outcome: 'clear' }],
    ['the same card', { ...clean, shared: ['card'] }, { outcome: 'reject', reason: 'same_card' }],
    ['the same payer', { ...clean, shared: ['payer'] }, { outcome: 'reject', reason: 'same_payer' }],
    ['one household', { ...clean, invitee: HOME }, { outcome: 'ask_operator', reason: 'same_household' }],
    ['one mailbox', { ...clean, same_mailbox: true }, { outcome: 'ask_operator', reason: 'same_mailbox' }],
    ['all paid back', { ...clean, paidBack: 'all' }, { outcome: 'reject', reason: 'refunded' }],
    ['a part', { ...clean, paidBack: 'part' }, { outcome: 'ask_operator', reason: 'partly_refunded' }],
    [
      'all paid back in one household',
      { ...clean, paidBack: 'all', invitee: HOME },
      { outcome: 'reject', reason: 'refunded' },
    ],
    [
      'a part, and the same card',
      { ...clean, paidBack: 'part', shared: ['card'] },
      { outcome: 'reject', reason: 'same_card' },
    ],
    [
      'a card in one household',
      { ...clean, shared: ['payer', 'card'], invitee: HOME },
      { outcome: 'reject', reason: 'same_card' },
    ],
  ] as const)('%s', (_, evidence, verdict) => {
    expect(checkReward(evidence)).toEqual(verdict);
  });
});

describe('one household', () => {
  test.each([
    ['the same address', {}, true],
    ['written otherwise', { address: 'RUA DO SOL, 12.', zipcode: '1200 001' }, true],
    ['with accents left out', { city: 'Lisbôa' }, true],
    ['another number', { address: 'Rua do Sol 13' }, false],
    ['another zip code', { zipcode: '1200-002' }, false],
    ['no zip code, the same city', { zipcode: '' }, true],
    ['no zip code, another city', { zipcode: '', city: 'Porto' }, false],
    ['another country', { country: 'ES' }, false],
    ['no country given', { country: null }, true],
  ] as const)('%s: %3$s', (_, more, is) => {
    expect(isSameHousehold(HOME, { ...HOME, ...more })).toBe(is);
    expect(isSameHousehold({ ...HOME, ...more }, HOME)).toBe(is);
  });

  test('two who gave no address share none', () => {
    expect(isSameHousehold(NOWHERE, NOWHERE)).toBe(false);
    expect(isSameHousehold({ ...NOWHERE, city: 'Lisboa' }, { ...NOWHERE, city: 'Lisboa' })).toBe(false);
  });

  test('letters of every script count', () => {
    const tokyo = { ...HOME, address: '渋谷区1-2-3', country: 'JP' };
    expect(isSameHousehold(tokyo, { ...tokyo, address: '新宿区1-2-3' })).toBe(false);
    expect(isSameHousehold(tokyo, tokyo)).toBe(true);
  });
});
