import { describe, expect, it } from 'vitest';
import type { Session } from '../../../shared/sessions/contract.ts';
import { calendarFile } from './calendar-file.ts';
import { judged, standingOf, toneOf } from './standing.ts';

const at = (iso: string) => Temporal.Instant.from(iso);

const SESSION: Session = {
  id: 100217,
  thread_id: null,
  track_id: null,
  type: 'upcoming',
  status: 'client_files_update_required',
  start_date: '2026-11-24T14:00:00Z',
  end_date: '2026-11-24T14:45:00Z',
  booked_at: '2026-11-10T14:00:00Z',
  duration: 45,
  credits: 2,
  attendance: true,
  files_format: null,
  last_update: '2026-11-20T09:30:00Z',
  is_first_session: false,
  instrument_name: 'Drums',
  user: { id: 'u', name: 'Ana Sousa', avatar: null, timezone: 'UTC', email: 'ana@demo.test' },
  partner: {
    id: 'm',
    name: 'Marcus Hale',
    avatar: null,
    timezone: 'UTC',
    slug: 'marcus-hale',
    sessions_type: 'all',
  },
  service: {
    id: 's',
    label: 'Drums',
    category: 'drums',
    session_type: 'all',
    needs_files: true,
    files_delivery: 15,
    fileUploadRules: [],
  },
  session_info: {
    title: 'Night; Drive, again',
    track_genre: null,
    reference_track: null,
    meter: null,
    bpm: null,
    sampleRate: null,
    options: {},
  },
  deliverables: { files_format: null, attendance: true },
  rating: { rating: 0, comment: null, status: 'none', rated_at: null },
  unread_messages: 0,
  files: { user: 2, output: 0 },
  files_due_at: '2026-11-23T14:00:00Z',
  livestream_link: 'https://zoom.example/j/1',
  audio_link: null,
  hold_expires_at: null,
  hold_extended: false,
  slots: [],
  cancellation: null,
  calendar_sequence: 0,
};
const standing = (change: Partial<Session>, now: string, role: 'client' | 'partner' = 'client') =>
  standingOf(role, judged({ ...SESSION, ...change }), at(now), 'Europe/Lisbon');

const file = (change: Partial<Session> = {}) =>
  calendarFile(
    { ...SESSION, ...change },
    { url: 'https://studio.example/sessions/100217', studio: 'Talkback' },
    at('2026-11-21T12:00:00.123Z'),
  );
const unfolded = (text: string) => text.replaceAll('\r\n ', '').split('\r\n');

const uid = (text: string) => unfolded(text).find((line) => line.startsWith('UID:'));

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

describe('the calendar file of a session', () => {
  it('is one event in UTC without a METHOD', () => {
    const lines = unfolded(file());
    expect(lines).toContain('DTSTART:20261124T140000Z');
    expect(lines).toContain('DTEND:20261124T144500Z');
    expect(lines).toContain('DTSTAMP:20261121T120000Z');
    expect(lines.filter((line) => line.startsWith('METHOD'))).toEqual([]);
    expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1);
    expect(file().endsWith('END:VCALENDAR\r\n')).toBe(true);
  });

  it('keeps its UID whatever else changes', () => {
    expect(uid(file())).toBe('UID:session-100217@studio.example');
    expect(uid(file({ start_date: '2026-12-01T10:00:00Z' }))).toBe(uid(file()));
  });

  it('escapes what means something in the format', () => {
    expect(unfolded(file())).toContain(String.raw`SUMMARY:Night\; Drive\, again: Drums with Marcus Hale`);
  });

  it('has no line above 75 octets and cuts no character', () => {
    const long = file({ session_info: { ...SESSION.session_info, title: 'Ünïcôdé 🎻 '.repeat(20) } });
    const lengths = long.split('\r\n').map((line) => new TextEncoder().encode(line).length);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(75);
    expect(unfolded(long).join('\n')).toContain('Ünïcôdé 🎻 '.repeat(20).trimEnd());
  });
});
