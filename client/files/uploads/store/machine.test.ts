import { describe, expect, test } from 'vitest';
import { PART_BYTES, type UploadStatus } from '#shared/files/rules.ts';
import { transition, type UploadEffect, type UploadEvent, type UploadState } from './machine.ts';
import type { Upload } from './ports.ts';

const SMALL = 100;
/** Seven parts, the last of one byte. */
const LARGE = PART_BYTES * 6 + 1;
const HOUR = 3_600_000;

function upload(
  status: UploadStatus,
  { shown, ...over }: Partial<Omit<UploadState, 'shown'>> & { shown?: Partial<Upload> } = {},
): UploadState {
  return {
    shown: {
      id: 'upload-1',
      prefix: '',
      name: 'kick.wav',
      status,
      loaded: 40,
      total: SMALL,
      waiting: false,
      ...shown,
    },
    key: 'key',
    uploadId: null,
    linkedAt: 0,
    held: false,
    linkRenewed: false,
    restarted: false,
    reported: false,
    hidden: false,
    problem: null,
    ...over,
  };
}

const progress = (loaded: number): UploadEvent => ({ type: 'progress', loaded });
const failure = (status: number | null, message: string | null = null) => ({ status, message });

const EVENTS = {
  linked: { type: 'linked', at: 7 },
  keyed: { type: 'keyed', key: 'other' },
  signing: { type: 'signing', uploadId: undefined },
  progress: { type: 'progress', loaded: 60 },
  part_stored: { type: 'part_stored' },
  stored: { type: 'stored' },
  away: { type: 'interrupted', failure: failure(null), at: 0 },
  expired: { type: 'interrupted', failure: failure(403), at: 0 },
  gone: { type: 'interrupted', failure: failure(404), at: 0 },
  refused_by_storage: { type: 'interrupted', failure: failure(400), at: 0 },
  refused: { type: 'refused', problem: 'No.' },
  held: { type: 'held' },
  sent: { type: 'sent' },
  retried: { type: 'retried' },
  reported: { type: 'reported' },
  hidden: { type: 'hidden' },
} as const satisfies Record<string, UploadEvent>;
type Name = keyof typeof EVENTS;
/** Fails to compile when a type of event has no example above. */
type Missing = Exclude<UploadEvent['type'], (typeof EVENTS)[Name]['type']>;
const ALL_TYPES: [Missing] extends [never] ? true : never = true;
type Outcome = readonly [UploadStatus, ...UploadEffect[]];

const FAILS = ['failed', 'drop_link', 'blame', 'settle'] as const;
const ARRIVES = ['completed', 'reset_backoff', 'settle'] as const;

/** The outcome of each event; null where nothing changes. */
const OUTCOMES: Readonly<Record<UploadStatus, Readonly<Record<Name, Outcome | null>>>> = {
  pending: {
    linked: ['pending'],
    keyed: ['pending'],
    signing: ['uploading'],
    progress: null,
    part_stored: ['pending'],
    stored: ARRIVES,
    away: ['pending', 'hold'],
    expired: ['pending', 'drop_link', 'send'],
    gone: ['pending', 'drop_link', 'send'],
    refused_by_storage: FAILS,
    refused: FAILS,
    held: ['pending'],
    sent: ['pending'],
    retried: null,
    reported: null,
    hidden: null,
  },
  uploading: {
    linked: ['uploading'],
    keyed: ['uploading'],
    signing: ['uploading'],
    progress: ['uploading', 'reset_backoff'],
    part_stored: ['uploading'],
    stored: ARRIVES,
    away: ['uploading', 'hold'],
    expired: ['uploading', 'drop_link', 'send'],
    gone: ['uploading', 'drop_link', 'send'],
    refused_by_storage: FAILS,
    refused: FAILS,
    held: ['uploading'],
    sent: ['uploading'],
    retried: null,
    reported: null,
    hidden: null,
  },
  completed: {
    linked: ['completed'],
    keyed: ['completed'],
    signing: ['completed'],
    progress: null,
    part_stored: ['completed'],
    stored: null,
    away: null,
    expired: null,
    gone: null,
    refused_by_storage: null,
    refused: null,
    held: null,
    sent: null,
    retried: null,
    reported: ['completed'],
    hidden: ['completed'],
  },
  failed: {
    linked: ['failed'],
    keyed: ['failed'],
    signing: ['failed'],
    progress: null,
    part_stored: ['failed'],
    stored: ARRIVES,
    away: null,
    expired: null,
    gone: null,
    refused_by_storage: null,
    refused: null,
    held: null,
    sent: null,
    retried: ['pending', 'send'],
    reported: null,
    hidden: null,
  },
};

const rows = Object.entries(OUTCOMES).flatMap(([status, row]) =>
  Object.entries(row).map(([name, outcome]) => [status as UploadStatus, name as Name, outcome] as const),
);

describe('the transition table', () => {
  test('has an example of every event', () => {
    expect(ALL_TYPES).toBe(true);
  });

  test.each(rows)('%s, %s: %j', (status, name, outcome) => {
    const before = upload(status);
    const { state, effects } = transition(before, EVENTS[name]);
    expect([state.shown.status, ...effects]).toEqual(outcome ?? [status]);
    expect(state === before).toBe(outcome === null);
  });

  test.each(['linked', 'keyed', 'part_stored', 'held', 'sent', 'reported', 'hidden'] as const)(
    '%s draws nothing anew',
    (name) => {
      for (const status of ['pending', 'uploading', 'completed', 'failed'] as const) {
        const before = upload(status);
        expect(transition(before, EVENTS[name]).state.shown).toBe(before.shown);
      }
    },
  );
});

describe('an interruption', () => {
  test('that is an absence waits, and says so only of what is on its way', () => {
    expect(transition(upload('uploading'), EVENTS.away).state).toMatchObject({
      held: true,
      shown: { waiting: true },
    });
    expect(transition(upload('pending'), EVENTS.away).state).toMatchObject({
      held: true,
      shown: { waiting: false },
    });
  });

  test('by an expired link signs again once, until a part came through or the link was an hour old', () => {
    const linkRenewed = transition(upload('uploading'), EVENTS.expired).state;
    expect(linkRenewed).toMatchObject({ linkRenewed: true, key: 'key' });
    expect(transition(linkRenewed, EVENTS.expired).state.shown.status).toBe('failed');
    expect(transition(linkRenewed, { ...EVENTS.expired, at: HOUR }).state.shown.status).toBe('uploading');
    const through = transition(linkRenewed, EVENTS.part_stored).state;
    expect(transition(through, EVENTS.expired).state.shown.status).toBe('uploading');
  });

  test('by an upload that storage has lost begins anew once', () => {
    const begun = upload('uploading', { uploadId: 'up', shown: { loaded: PART_BYTES, total: LARGE } });
    const restarted = transition(begun, EVENTS.gone).state;
    expect(restarted).toMatchObject({ restarted: true, key: null, uploadId: null, shown: { loaded: 0 } });
    const keyed = transition(restarted, EVENTS.keyed).state;
    expect(transition(keyed, EVENTS.gone).state.shown.status).toBe('failed');
  });

  test('by 404 fails what storage never had', () => {
    expect(transition(upload('uploading', { key: null }), EVENTS.gone).state.shown.status).toBe('failed');
  });

  test.each([
    [failure(409, 'Files cannot be sent now.'), 'Files cannot be sent now.'],
    [failure(403, 'Not for you.'), 'Not for you.'],
    [failure(507), "The studio's storage is full. Your files are safe with you; please try again later."],
    [failure(400), null],
  ])('that is a refusal %j fails with its words', (refusal, problem) => {
    const { state } = transition(upload('uploading', { shown: { waiting: true } }), {
      type: 'interrupted',
      failure: refusal,
      at: 0,
    });
    expect(state).toMatchObject({ problem, shown: { status: 'failed', waiting: false } });
  });
});

describe('progress', () => {
  test('of a file in parts never runs backwards, of one in one piece it may', () => {
    const parts = upload('uploading', { shown: { loaded: PART_BYTES, total: LARGE } });
    expect(transition(parts, progress(5)).state.shown.loaded).toBe(PART_BYTES);
    expect(transition(parts, progress(LARGE + 9)).state.shown.loaded).toBe(LARGE);
    expect(transition(upload('uploading'), progress(5)).state.shown.loaded).toBe(5);
  });

  test('ends the waiting', () => {
    const waiting = upload('uploading', { shown: { waiting: true } });
    expect(transition(waiting, EVENTS.progress).state.shown.waiting).toBe(false);
  });
});

describe('a retry', () => {
  test('keeps the parts that storage has, and starts a file in one piece over', () => {
    const parts = upload('failed', {
      linkRenewed: true,
      restarted: true,
      problem: 'No.',
      shown: { loaded: PART_BYTES, total: LARGE },
    });
    expect(transition(parts, EVENTS.retried).state).toMatchObject({
      linkRenewed: false,
      restarted: false,
      problem: null,
      shown: { loaded: PART_BYTES },
    });
    expect(transition(upload('failed'), EVENTS.retried).state.shown.loaded).toBe(0);
  });
});

test('a row goes once it is hidden and the studio knows of it, in either order', () => {
  const hidden = transition(upload('completed'), EVENTS.hidden);
  expect([hidden.effects, transition(hidden.state, EVENTS.reported).effects]).toEqual([[], ['drop']]);
  const reported = transition(upload('completed'), EVENTS.reported);
  expect([reported.effects, transition(reported.state, EVENTS.hidden).effects]).toEqual([[], ['drop']]);
});

test('the upload in parts that a request names is kept until another is named', () => {
  const named = transition(upload('pending'), { type: 'signing', uploadId: 'up' }).state;
  expect(named).toMatchObject({ uploadId: 'up', shown: { status: 'uploading' } });
  expect(transition(named, EVENTS.signing).state.uploadId).toBe('up');
});
