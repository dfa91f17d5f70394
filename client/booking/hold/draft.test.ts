import { describe, expect, test } from 'vitest';
import { EMPTY_DRAFT, draftKey, readDraft } from './draft.ts';

describe('the kept draft of a booking', () => {
  test('comes back as it was', () => {
    const draft = {
      serviceId: 's',
      slotIds: ['a', 'b'],
      holdId: 100023,
      form: { ...EMPTY_DRAFT.form, track_title: 'Night bus', attendance: 'no' as const },
    };
    expect(readDraft(JSON.stringify(draft))).toEqual(draft);
  });

  test('loses only what is strange in it', () => {
    const kept = {
      serviceId: 7,
      slotIds: ['a'],
      holdId: 'x',
      form: { track_title: 'Night bus', attendance: 'maybe' },
    };
    expect(readDraft(JSON.stringify(kept))).toEqual({
      serviceId: null,
      slotIds: ['a'],
      holdId: null,
      form: { ...EMPTY_DRAFT.form, track_title: 'Night bus' },
    });
  });

  test('is empty when there is none or it cannot be read', () => {
    expect(readDraft(null)).toEqual(EMPTY_DRAFT);
    expect(readDraft('{')).toEqual(EMPTY_DRAFT);
    expect(readDraft('null')).toEqual(EMPTY_DRAFT);
  });

  test('is one per person and musician', () => {
    expect(draftKey('p1', 'ana')).not.toBe(draftKey('p2', 'ana'));
    expect(draftKey('p1', 'ana')).not.toBe(draftKey('p1', 'ben'));
  });
});
