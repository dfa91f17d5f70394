import { describe, expect, it } from 'vitest';
import type { Session } from '../../../shared/sessions/contract.ts';
import { judged, standingOf, toneOf } from './standing.ts';
import { SESSION } from './testing.ts';

const at = (iso: string) => Temporal.Instant.from(iso);

const standing = (change: Partial<Session>, now: string, role: 'client' | 'partner' = 'client') =>
  standingOf(role, judged({ ...SESSION, ...change }), at(now), 'Europe/Lisbon');

describe('where a session stands', () => {
  it('says by when, in the zone of the reader, and how far that is', () => {
    const { due, action, yours } = standing({}, '2026-11-21T13:00:00Z');
    expect(due).toEqual({ words: 'Due by', when: 'Mon 23 Nov 26, 14:00', distance: 'in 2 days' });
    expect([action, yours]).toEqual(['upload', true]);
  });

  it('says that a day has passed', () => {
    const { due } = standing({ status: 'client_files_upload_required' }, '2026-11-23T15:00:00Z');
    expect(due).toEqual({ words: 'That was due', when: 'Mon 23 Nov 26, 14:00', distance: '1 hour ago' });
  });

  it('says when a ready session starts, and while it is on when it ends', () => {
    const ready = { status: 'partner_ready_to_go' } as const;
    expect(standing(ready, '2026-11-24T13:00:00Z').due?.words).toBe('It starts');
    expect(standing(ready, '2026-11-24T14:10:00Z').due).toMatchObject({
      words: 'It ends',
      distance: 'in 35 minutes',
    });
  });

  it('has a second way on beside the first', () => {
    expect(standing({}, '2026-11-21T13:00:00Z').also).toBe('messages');
    expect(standing({ status: 'client_files_upload_required' }, '2026-11-21T13:00:00Z').also).toBeNull();
  });

  it('lights nothing for who only waits', () => {
    expect(standing({}, '2026-11-21T13:00:00Z', 'partner').yours).toBe(false);
    expect(standing({ status: 'cancelled' }, '2026-11-21T13:00:00Z')).toMatchObject({
      stopped: true,
      due: null,
      action: null,
    });
  });

  it('has a shape by what it asks of its reader', () => {
    expect(toneOf('client', 'client_files_update_required', 0)).toBe('action');
    expect(toneOf('partner', 'client_files_update_required', 0)).toBe('waiting');
    expect(toneOf('client', 'partner_deliverables_ready', 1)).toBe('ready');
    expect(toneOf('client', 'partner_deliverables_ready', 0)).toBe('done');
  });
});
