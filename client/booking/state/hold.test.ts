import { describe, expect, test } from 'vitest';
import { EMPTY_DRAFT } from '../hold/draft.ts';
import { holdReducer, NO_HOLD } from './hold.ts';

const END = '2026-11-21T12:15:00Z';

describe('the hold of this tab', () => {
  test('is the latest one', () => {
    expect(holdReducer({ id: 7, endedAt: null }, { type: 'held', id: 8 })).toEqual({ id: 8, endedAt: null });
  });

  test('is the one of a resumed draft', () => {
    const event = { type: 'draft-resumed', draft: { ...EMPTY_DRAFT, holdId: 9 } } as const;
    expect(holdReducer({ id: 7, endedAt: END }, event)).toEqual({ id: 9, endedAt: END });
  });

  test.each(['released', 'booked'] as const)('is none once it is %s', (type) => {
    expect(holdReducer({ id: 7, endedAt: END }, { type })).toEqual({ id: null, endedAt: END });
  });
});

describe('the countdown', () => {
  test('has ended for that end alone, so that an extended hold lives on', () => {
    expect(holdReducer({ id: 7, endedAt: null }, { type: 'hold-ended', until: END })).toEqual({
      id: 7,
      endedAt: END,
    });
  });
});

test('what is chosen and written is no matter of the hold', () => {
  for (const event of [
    { type: 'slots-chosen', ids: ['a'] },
    { type: 'step-changed' },
    { type: 'call-started', call: 'confirm' },
  ] as const)
    expect(holdReducer(NO_HOLD, event)).toBe(NO_HOLD);
});
