import { describe, expect, test } from 'vitest';
import type { Offers, Plan } from '#shared/content/contract-documents.ts';
import type { Me } from '#shared/me/contract.ts';
import { isCurrent, offerGroups } from './offer-groups.ts';

const plan = (id: string, more: Partial<Plan> = {}): Plan => ({
  id,
  title: id,
  name: id,
  price: 99,
  old_price: null,
  credits: 2,
  tier: 1,
  isAnnual: false,
  highlighted: false,
  has_rollover: false,
  bullets: [],
  stripeProdPriceId: null,
  paypalProdPriceId: null,
  priceId: null,
  ...more,
});
const bundle = (id: string, price: number) => ({
  id,
  title: id,
  price,
  credits: 3,
  pricing_bundle: [],
  stripeProdPriceId: null,
  priceId: null,
});
const OFFERS: Offers = {
  plans: [plan('yearly', { isAnnual: true, price: 1068, old_price: 1188 }), plan('monthly')],
  bundles: [bundle('free', 0), bundle('three', 219)],
  orchestras: [
    { id: 'strings', title: 'Strings', price: 1900, link: 'https://x.test', pricing_external: [] },
  ],
};
const person = (status: Me['status'], subscription: Partial<Me['subscription']> = {}): Me =>
  ({
    status,
    topup_price: 79,
    subscription: {
      isTrial: status === 'trial',
      tierNumber: null,
      currentPrice: null,
      planName: null,
      isAnnual: false,
      lastPaymentStatus: null,
      ...subscription,
    },
  }) as Me;

const change = (label: string, priceId: string, reason: string | null = null) => ({
  kind: 'change',
  label,
  priceId,
  reason,
});
const viewsOf = (me: Me) => offerGroups(OFFERS, me, { annualFirst: false }).flatMap(({ offers }) => offers);
const idsOf = (me: Me, offers = OFFERS, annualFirst = false) =>
  Object.fromEntries(
    offerGroups(offers, me, { annualFirst }).map(({ title, offers: shown }) => [
      title,
      shown.map(({ id }) => id),
    ]),
  );

describe('the groups of offers', () => {
  test('monthly plans come first unless the flag says otherwise', () => {
    expect(idsOf(person('ondemand'))).toEqual({
      Memberships: ['monthly', 'yearly'],
      Bundles: ['free', 'three'],
      'Other offers': ['strings'],
    });
    expect(idsOf(person('ondemand'), OFFERS, true)['Memberships']).toEqual(['yearly', 'monthly']);
  });

  test('prices in words', () => {
    expect(viewsOf(person('ondemand')).map(({ price, oldPrice }) => [price, oldPrice])).toEqual([
      ['$99/Month', null],
      ['$1,068/Year', '$1,188'],
      ['Free', null],
      ['$219', null],
      ['$1,900', null],
    ]);
    expect(
      viewsOf(person('ondemand')).map(({ cardPrice, cardOldPrice }) => [cardPrice, cardOldPrice]),
    ).toEqual([
      ['$99/Month', null],
      ['$89/Month', '$99'],
      ['Free', null],
      ['$219', null],
      ['$1,900', null],
    ]);
  });

  test('how a yearly plan is billed, and what is saved against single credits', () => {
    const plans = [
      plan('studio_24', { isAnnual: true, price: 1068, credits: 24 }),
      plan('studio_2'),
      plan('one', { credits: 1, concurrency: 5 }),
    ];
    const notes = offerGroups({ ...OFFERS, plans }, person('signup'), { annualFirst: true })
      .flatMap(({ offers }) => offers)
      .map(({ priceNotes }) => priceNotes);
    expect(notes.slice(0, 3)).toEqual([
      ['$1,068 billed yearly', 'Save $828 a year'],
      ['Save $59 a month'],
      ['5 upcoming sessions at a time'],
    ]);
  });

  test('a running plan is changed, or not with a reason; one that is ending is resumed', () => {
    const offers = {
      plans: [
        plan('Studio 2', { priceId: 'price_2' }),
        plan('Studio 5', { priceId: 'price_5', tier: 2 }),
        plan('Studio 60', { priceId: 'price_60', tier: 2, isAnnual: true }),
      ],
      bundles: [],
      orchestras: [],
    };
    const running = { currentPrice: 'price_5', tierNumber: 2 };
    const actionsOf = (
      status: Me['status'],
      more: Partial<Me['subscription']> = {},
      hasPendingChange = false,
    ) =>
      offerGroups(offers, person(status, { ...running, ...more }), {
        annualFirst: false,
        hasPendingChange,
      }).flatMap((group) => group.offers.map(({ action }) => action));
    expect(actionsOf('subscriber')).toEqual([
      change('Downgrade to Studio 2', 'price_2'),
      { kind: 'current' },
      change('Switch to Studio 60 now', 'price_60'),
    ]);
    expect(actionsOf('pending_cancellation')).toEqual([
      change('Purchase', 'price_2'),
      { kind: 'buy', label: 'Resume membership' },
      change('Purchase', 'price_60'),
    ]);
    expect(actionsOf('subscriber', { lastPaymentStatus: 'failed' })[0]).toEqual(
      change('Unable to switch', 'price_2', 'last_payment_failed'),
    );
    expect(actionsOf('subscriber', {}, true)[2]).toEqual(
      change('Unable to switch', 'price_60', 'change_pending'),
    );
    const unpriced = { ...offers, plans: [plan('Studio 2')] };
    expect(
      offerGroups(unpriced, person('subscriber', running), { annualFirst: false })[0]?.offers[0]?.action,
    ).toEqual(change('Unable to switch', '', 'no_price'));
  });

  test.each([
    ['signup', true],
    ['cancelled', true],
    ['ondemand', true],
    ['subscriber', false],
    ['trial', false],
    ['wix-user', false],
    [null, false],
  ] as const)('a free bundle is there for %s: %s', (status, there) => {
    expect(idsOf(person(status))['Bundles']).toEqual(there ? ['free', 'three'] : ['three']);
  });

  test('a group without offers is none', () => {
    expect(idsOf(person('subscriber'), { ...OFFERS, bundles: [], orchestras: [] })).toEqual({
      Memberships: ['monthly', 'yearly'],
    });
  });

  test('what is free is joined, what is elsewhere is linked, the rest is bought', () => {
    expect(viewsOf(person('ondemand')).map(({ action }) => action)).toEqual([
      { kind: 'buy', label: 'Purchase' },
      { kind: 'buy', label: 'Purchase' },
      { kind: 'join' },
      { kind: 'buy', label: null },
      { kind: 'external', link: 'https://x.test' },
    ]);
  });
});

test.each<[string, Partial<Plan>, Me, boolean]>([
  ['the same name', {}, person('subscriber', { planName: 'Studio 5' }), true],
  ['another name', {}, person('subscriber', { planName: 'Studio 2' }), false],
  ['another period', { isAnnual: true }, person('subscriber', { planName: 'Studio 5' }), false],
  [
    'the price of a provider',
    { paypalProdPriceId: 'P-1' },
    person('subscriber', { currentPrice: 'P-1' }),
    true,
  ],
  [
    'another price, the same name',
    {},
    person('subscriber', { currentPrice: 'P-1', planName: 'Studio 5' }),
    false,
  ],
  ['on trial', {}, person('trial', { planName: 'Studio 5' }), false],
  ['being cancelled', {}, person('pending_cancellation', { planName: 'Studio 5' }), false],
])('the plan they are on: %s', (_case, more, me, current) => {
  expect(isCurrent(plan('p', { name: 'Studio 5', ...more }), me)).toBe(current);
});
