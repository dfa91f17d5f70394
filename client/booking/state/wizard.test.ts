import { describe, expect, test } from 'vitest';
import { IDLE, type Wizard, wizardReducer } from './wizard.ts';

const REFUSED: Wizard = { ...IDLE, error: 'Someone was faster.' };

describe('calls', () => {
  test('one that starts is busy and clears the error', () => {
    expect(wizardReducer(REFUSED, { type: 'call-started', call: 'hold' })).toEqual({
      ...IDLE,
      holding: true,
    });
    expect(wizardReducer(REFUSED, { type: 'call-started', call: 'confirm' })).toEqual({
      ...IDLE,
      confirming: true,
    });
  });

  test('one that ends leaves the other and the error', () => {
    const both: Wizard = { ...REFUSED, holding: true, confirming: true };
    expect(wizardReducer(both, { type: 'call-ended', call: 'hold' })).toEqual({ ...both, holding: false });
    expect(wizardReducer(both, { type: 'call-ended', call: 'confirm' })).toEqual({
      ...both,
      confirming: false,
    });
  });

  test('one that is refused says why', () => {
    const busy: Wizard = { ...IDLE, holding: true };
    expect(wizardReducer(busy, { type: 'refused', message: 'No' })).toEqual({ ...busy, error: 'No' });
  });
});

test.each([
  { type: 'service-chosen', id: 'singer', isNew: true },
  { type: 'slots-chosen', ids: ['a'] },
  { type: 'step-changed' },
] as const)('$type clears the error', (event) => {
  expect(wizardReducer(REFUSED, event)).toEqual(IDLE);
});

test.each([
  { type: 'slots-refreshed', freeIds: new Set<string>() },
  { type: 'hold-found', serviceId: 'singer', slotIds: [] },
  { type: 'released' },
  { type: 'draft-saved', at: 'now' },
  { type: 'booked' },
] as const)('$type leaves the error to be read', (event) => {
  expect(wizardReducer(REFUSED, event)).toBe(REFUSED);
});

test('a full plan opens its dialog until it is closed', () => {
  const full = wizardReducer(IDLE, { type: 'plan-full' });
  expect(full).toEqual({ ...IDLE, isPlanFull: true });
  expect(wizardReducer(full, { type: 'plan-full-closed' })).toEqual(IDLE);
});
