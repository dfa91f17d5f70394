import { describe, expect, test } from 'vitest';
import type { Session } from '#shared/sessions/contract.ts';
import { sessionForRules, shownLabel, shownTone, statusView } from './status-view.ts';
import { SESSION } from '#test/client/sessions.ts';

const at = (iso: string) => Temporal.Instant.from(iso);

const viewOf = (change: Partial<Session>, now: string, role: 'client' | 'partner' = 'client') =>
  statusView(role, sessionForRules({ ...SESSION, ...change }), at(now), 'Europe/Lisbon');

const tone = (role: 'client' | 'partner', change: Partial<Session>) =>
  shownTone(role, { ...SESSION, ...change }, at('2026-11-21T13:00:00Z'));

describe('where a session stands', () => {
  test('says by when, in the zone of the reader, and how far that is', () => {
    const { due, action, tone } = viewOf({}, '2026-11-21T13:00:00Z');
    expect(due).toEqual({ label: 'Due by', when: 'Mon 23 Nov 26, 14:00', distance: 'in 2 days' });
    expect([action, tone]).toEqual(['upload', 'danger']);
  });

  test('says that a day has passed', () => {
    const { due } = viewOf({ status: 'client_files_upload_required' }, '2026-11-23T15:00:00Z');
    expect(due).toEqual({ label: 'That was due', when: 'Mon 23 Nov 26, 14:00', distance: '1 hour ago' });
  });

  test('says when a ready session starts, and while it is on when it ends', () => {
    const ready = { status: 'partner_ready_to_go' } as const;
    expect(viewOf(ready, '2026-11-24T13:00:00Z').due?.label).toBe('It starts');
    expect(viewOf(ready, '2026-11-24T14:10:00Z').due).toMatchObject({
      label: 'It ends',
      distance: 'in 35 minutes',
    });
  });

  test('has a second way on beside the first', () => {
    expect(viewOf({}, '2026-11-21T13:00:00Z').secondary).toBe('messages');
    expect(viewOf({ status: 'client_files_upload_required' }, '2026-11-21T13:00:00Z').secondary).toBeNull();
  });

  test('waits for who only waits', () => {
    expect(viewOf({}, '2026-11-21T13:00:00Z', 'partner').tone).toBe('waiting');
    expect(viewOf({ status: 'cancelled' }, '2026-11-21T13:00:00Z')).toMatchObject({
      stopped: true,
      tone: 'done',
      due: null,
      action: null,
    });
  });

  test('has the color role of what it asks of its reader', () => {
    const delivered = { status: 'partner_deliverables_ready' } as const;
    expect(tone('client', {})).toBe('danger');
    expect(tone('partner', {})).toBe('waiting');
    expect(tone('partner', { status: 'client_files_pending_review' })).toBe('signal');
    expect(tone('client', { ...delivered, files: { user: 0, output: 1 } })).toBe('ready');
    expect(tone('client', { ...delivered, files: { user: 0, output: 0 } })).toBe('done');
  });

  test('says Processing and Files expired to people with limits, until when they hold', () => {
    const delivered = {
      ...SESSION,
      status: 'partner_deliverables_ready',
      files: { user: 0, output: 1 },
    } as const;
    const until = '2026-11-26T14:00:00Z';
    const label = (state: 'processing' | 'expired', now: string) =>
      shownLabel('client', { ...delivered, download: { state, until } }, at(now));
    expect(label('processing', '2026-11-26T13:59:59Z')).toBe('Processing');
    expect(label('processing', until)).toBe('Files ready to download!');
    expect(label('expired', '2026-12-26T14:00:00Z')).toBe('Files expired');
    const due = (state: 'processing' | 'offered' | 'expired') => {
      const limited = sessionForRules({ ...delivered, download: { state, until } });
      return statusView('client', limited, at('2026-11-26T13:59:59Z'), 'Europe/Lisbon').due?.label;
    };
    expect([due('processing'), due('offered'), due('expired')]).toEqual([
      'Ready',
      'Available until',
      'They expired',
    ]);
  });
});
