import { describe, expect, test } from 'vitest';
import { judgeReward, sameHousehold, type BillingPlace } from './rules-abuse.ts';

const HOME: BillingPlace = { address: 'Rua do Sol 12', zipcode: '1200-001', city: 'Lisboa', country: 'PT' };
const AWAY: BillingPlace = { address: 'Main St 1', zipcode: '10001', city: 'New York', country: 'US' };
const NOWHERE: BillingPlace = { address: '', zipcode: '', city: '', country: null };
const clean = { shared: [], inviter: HOME, invitee: AWAY, one_mailbox: false };

describe('evidence against a reward', () => {
  test.each([
    ['nothing', clean, { verdict: 'clear' }],
    ['the same card', { ...clean, shared: ['card'] }, { verdict: 'reject', why: 'same_card' }],
    ['the same payer', { ...clean, shared: ['payer'] }, { verdict: 'reject', why: 'same_payer' }],
    ['one household', { ...clean, invitee: HOME }, { verdict: 'ask_operator', why: 'same_household' }],
    ['one mailbox', { ...clean, one_mailbox: true }, { verdict: 'ask_operator', why: 'same_mailbox' }],
    [
      'a card in one household',
      { ...clean, shared: ['payer', 'card'], invitee: HOME },
      { verdict: 'reject', why: 'same_card' },
    ],
  ] as const)('%s', (_, evidence, verdict) => {
    expect(judgeReward(evidence)).toEqual(verdict);
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
    expect(sameHousehold(HOME, { ...HOME, ...more })).toBe(is);
    expect(sameHousehold({ ...HOME, ...more }, HOME)).toBe(is);
  });

  test('two who gave no address share none', () => {
    expect(sameHousehold(NOWHERE, NOWHERE)).toBe(false);
    expect(sameHousehold({ ...NOWHERE, city: 'Lisboa' }, { ...NOWHERE, city: 'Lisboa' })).toBe(false);
  });

  test('letters of every script count', () => {
    const tokyo = { ...HOME, address: '渋谷区1-2-3', country: 'JP' };
    expect(sameHousehold(tokyo, { ...tokyo, address: '新宿区1-2-3' })).toBe(false);
    expect(sameHousehold(tokyo, tokyo)).toBe(true);
  });
});
