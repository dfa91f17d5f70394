import { describe, expect, test } from 'vitest';
import { EMPTY_DRAFT, draftKey, readDraft, mergeDrafts } from './draft.ts';

describe('the kept draft of a booking', () => {
  test('comes back as it was', () => {
    const draft = {
      serviceId: 's',
      slotIds: ['a', 'b'],
      holdId: 100023,
      savedAt: '2026-11-21T12:00:00Z',
      unsaved: true,
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
      ...EMPTY_DRAFT,
      slotIds: ['a'],
      form: { ...EMPTY_DRAFT.form, track_title: 'Night bus' },
    });
  });

  test.each<[object, object]>([
    [{ options: { mood: 'calm', tempo: null } }, { options: { mood: 'calm', tempo: null } }],
    [{ options: { mood: 'calm', tempo: 7 } }, {}],
    [{ new_tracks: ['Night bus', 7] }, {}],
    [{ track_genre: 7, files_format: 'wav', message: null }, { files_format: 'wav' }],
  ])('reads the form %j as an empty one with %j', (form, read) => {
    expect(readDraft(JSON.stringify({ form }))).toEqual({
      ...EMPTY_DRAFT,
      form: { ...EMPTY_DRAFT.form, ...read },
    });
  });

  test.each(['[]', '{}', '{"form":null}', '{"form":[]}', '7'])(
    'is empty where it has no form: %s',
    (stored) => {
      expect(readDraft(stored)).toEqual(EMPTY_DRAFT);
    },
  );

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

describe('opening the panel', () => {
  const server = {
    session_id: 7,
    service_id: 's',
    slots: ['a'],
    step: 'session',
    form: { track_title: 'Night bus', attendance: 'no', new_tracks: ['Night bus'], unknown: 1 },
    saved_at: '2026-11-21T12:00:00Z',
  };
  const form = {
    ...EMPTY_DRAFT.form,
    track_title: 'Night bus',
    attendance: 'no',
    new_tracks: ['Night bus'],
  } as const;

  test('another browser goes on with all of it', () => {
    expect(mergeDrafts(EMPTY_DRAFT, server, 7)).toEqual({
      serviceId: 's',
      slotIds: ['a'],
      holdId: 7,
      savedAt: server.saved_at,
      unsaved: false,
      form,
    });
  });

  test('with another hold, or none, only the words come back', () => {
    const words = { ...EMPTY_DRAFT, savedAt: server.saved_at, form };
    expect(mergeDrafts(EMPTY_DRAFT, server, 8)).toEqual(words);
    expect(mergeDrafts(EMPTY_DRAFT, server, undefined)).toEqual(words);
  });

  test('what this tab wrote since, or has already, stays', () => {
    const mine = { ...EMPTY_DRAFT, form: { ...EMPTY_DRAFT.form, track_title: 'Day bus' } };
    for (const draft of [
      { ...mine, unsaved: true },
      { ...mine, savedAt: server.saved_at },
    ])
      expect(mergeDrafts(draft, server, 7)).toBe(draft);
    expect(mergeDrafts(mine, null, 7)).toBe(mine);
  });
});
