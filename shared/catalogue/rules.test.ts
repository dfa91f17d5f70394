import { describe, expect, test } from 'vitest';
import { Service } from './contract.ts';
import { DEFAULT_INSTRUMENTS } from './defaults-instruments.ts';
import { DEFAULT_SERVICES } from './defaults.ts';
import {
  type Buyer,
  CATEGORIES,
  DELIVERABLES,
  GENRES,
  cardLabel,
  cardLabels,
  servicePrice,
} from './rules.ts';

const full = {
  credits: 4,
  alternative_value: 3,
  alternative_value_annual: 2,
  exclusive_prices_value: 1,
};
const buyer = (
  cohort: Buyer['cohort'],
  { exclusive = false, prePivot = false, isAnnual = false } = {},
): Buyer => ({ cohort, cohorts: { hasExclusivePrices: exclusive, isPrePivot: prePivot }, isAnnual });

describe('prices by cohort', () => {
  test.each([
    ['a member', buyer('member'), 4],
    ['a member on an annual plan', buyer('member', { isAnnual: true }), 4],
    ['pre-pivot', buyer('legacy', { prePivot: true }), 3],
    ['pre-pivot on an annual plan', buyer('legacy', { prePivot: true, isAnnual: true }), 2],
    ['exclusive', buyer('member', { exclusive: true }), 1],
    ['exclusive before pre-pivot', buyer('member', { exclusive: true, prePivot: true }), 1],
    ['on demand', buyer('ondemand'), 4],
    ['on demand whatever else', buyer('ondemand', { exclusive: true, prePivot: true, isAnnual: true }), 4],
  ])('%s', (_, who, credits) => {
    expect(servicePrice(full, who)).toBe(credits);
  });

  test('a price that a service does not have falls back, a price of zero counts', () => {
    const plain = {
      ...full,
      alternative_value: null,
      alternative_value_annual: null,
      exclusive_prices_value: null,
    };
    const all = buyer('member', { exclusive: true, prePivot: true, isAnnual: true });
    expect(servicePrice(plain, all)).toBe(4);
    expect(servicePrice({ ...plain, alternative_value: 3 }, all)).toBe(3);
    expect(servicePrice({ ...plain, exclusive_prices_value: 0 }, all)).toBe(0);
  });
});

test("cards say 'Offline Session' for pre-production, 'Add-on' for mixing, transcription and arrangement", () => {
  expect(CATEGORIES.filter((category) => cardLabel(category) === 'Offline Session')).toEqual([
    'pre-production',
  ]);
  expect(CATEGORIES.filter((category) => cardLabel(category) === 'Add-on')).toEqual([
    'mixing',
    'transcription',
    'arrangement',
  ]);
  expect(cardLabels(['mixing', 'pre-production', 'arrangement', 'vocals'])).toEqual([
    'Offline Session',
    'Add-on',
  ]);
});

describe('the default catalogue', () => {
  test.each([
    // service, minutes of a slot, slots, credits, hours before the start
    ['recording', 30, 1, 1, 24],
    ['singer', 45, 1, 2, 24],
    ['stereo-mastering', 45, 1, 2, 48],
    ['mastering-for-vinyl', 45, 1, 2, 48],
    ['stem-mastering', 45, 2, 4, 48],
    ['mixing', 30, 6, 3, 48],
    ['mix-advice', 30, 1, 1, 24],
    ['transcription', 30, 1, 1, 24],
    ['arrangement', 30, 1, 1, 24],
    ['pre-production', 45, 1, 1, 24],
  ])(
    '%s: slots of %i minutes × %i, %i credits, files %i hours before',
    (value, minutes, slots, credits, hours) => {
      expect(DEFAULT_SERVICES.find((service) => service.value === value)).toMatchObject({
        unit_minutes: minutes,
        slots,
        credits,
        files_deadline: hours * 60,
        files_deadline_enabled: true,
      });
    },
  );

  test('every service is whole on the wire, fits into 180 minutes, and says what to send when it needs files', () => {
    for (const service of DEFAULT_SERVICES) {
      const wire = { ...service, id: '01912d68-783e-7a03-8467-5661c1243ad4', price: service.credits };
      expect(Service.safeParse(wire).error).toBeUndefined();
      expect(service.unit_minutes * service.slots).toBeLessThanOrEqual(180);
      expect(service.fileUploadRules.length > 0).toBe(service.files_deadline_enabled);
      expect(service.form.warning).toBe(service.form.warning_message !== null);
    }
  });

  test('each name stands once, pre-production is offline, and there is one default', () => {
    const names = DEFAULT_SERVICES.map(({ value }) => value);
    expect(new Set(names).size).toBe(names.length);
    expect(DEFAULT_SERVICES.filter(({ isDefault }) => isDefault)).toHaveLength(1);
    expect(DEFAULT_SERVICES.find(({ value }) => value === 'pre-production')?.session_type).toBe('offline');
    expect(new Set(DEFAULT_SERVICES.map(({ category }) => category)).size).toBe(CATEGORIES.length);
  });

  test('instruments, genres and deliverables', () => {
    expect(new Set(DEFAULT_INSTRUMENTS.map(({ slug }) => slug)).size).toBeGreaterThanOrEqual(10);
    expect(GENRES).toHaveLength(25);
    expect([GENRES[4], GENRES[16], GENRES[21], GENRES[24]]).toEqual([
      'Classical / Orchestral / Soundtrack',
      'Metal / Heavy Metal',
      'R&B',
      'World',
    ]);
    expect(DELIVERABLES[0]).toBe('Stems to be imported in a different DAW');
  });
});
