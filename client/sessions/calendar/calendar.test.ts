import { describe, expect, test } from 'vitest';
import type { Session } from '#shared/sessions/contract.ts';
import { calendarFile } from '#shared/sessions/rules-calendar.ts';
import { googleCalendarLink, inCalendar, outlookLink } from './calendar-entry.ts';
import { SESSION } from '#test/client/sessions.ts';

const at = (iso: string) => Temporal.Instant.from(iso);
const PLACE = { url: 'https://studio.example/sessions/100217', studio: 'Talkback' };

const file = (change: Partial<Session> = {}) =>
  calendarFile(inCalendar({ ...SESSION, ...change }), PLACE, at('2026-11-21T12:00:00.123Z'));
const unfolded = (text: string) => text.replaceAll('\r\n ', '').split('\r\n');

const uid = (text: string) => unfolded(text).find((line) => line.startsWith('UID:'));

describe('the calendar file of a session', () => {
  test('is one event in UTC without a METHOD', () => {
    const lines = unfolded(file());
    expect(lines).toContain('DTSTART:20261124T140000Z');
    expect(lines).toContain('DTEND:20261124T144500Z');
    expect(lines).toContain('DTSTAMP:20261121T120000Z');
    expect(lines.filter((line) => line.startsWith('METHOD'))).toEqual([]);
    expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1);
    expect(file().endsWith('END:VCALENDAR\r\n')).toBe(true);
  });

  test('counts its moves', () => {
    expect(unfolded(file({ calendar_sequence: 3 }))).toContain('SEQUENCE:3');
  });

  test('keeps its UID whatever else changes', () => {
    expect(uid(file())).toBe('UID:session-100217@studio.example');
    expect(uid(file({ start_date: '2026-12-01T10:00:00Z' }))).toBe(uid(file()));
  });

  test('escapes what means something in the format', () => {
    expect(unfolded(file())).toContain(String.raw`SUMMARY:Night\; Drive\, again: Drums with Marcus Hale`);
  });

  test('has no line above 75 octets and cuts no character', () => {
    const long = file({ session_info: { ...SESSION.session_info, title: 'Ünïcôdé 🎻 '.repeat(20) } });
    const lengths = long.split('\r\n').map((line) => new TextEncoder().encode(line).length);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(75);
    expect(unfolded(long).join('\n')).toContain('Ünïcôdé 🎻 '.repeat(20).trimEnd());
  });
});

describe('the calendar links of a session', () => {
  const odd = { ...SESSION, session_info: { ...SESSION.session_info, title: 'A+B & C #1' } };
  const google = new URL(googleCalendarLink(odd, PLACE));
  const outlook = new URL(outlookLink(odd, PLACE));

  test('Google takes both instants in UTC, the title and where it is', () => {
    expect(google.origin + google.pathname).toBe('https://calendar.google.com/calendar/render');
    expect(Object.fromEntries(google.searchParams)).toEqual({
      action: 'TEMPLATE',
      text: 'A+B & C #1: Drums with Marcus Hale',
      dates: '20261124T140000Z/20261124T144500Z',
      details:
        'Session #100217\nLivestream: https://zoom.example/j/1\nhttps://studio.example/sessions/100217',
      location: 'https://zoom.example/j/1',
    });
  });

  test('Outlook takes the same', () => {
    expect(outlook.origin + outlook.pathname).toBe('https://outlook.live.com/calendar/0/deeplink/compose');
    expect(Object.fromEntries(outlook.searchParams)).toMatchObject({
      subject: 'A+B & C #1: Drums with Marcus Hale',
      startdt: '2026-11-24T14:00:00.000Z',
      enddt: '2026-11-24T14:45:00.000Z',
      location: 'https://zoom.example/j/1',
    });
  });

  test('write a blank as %20, and no place where there is none', () => {
    for (const { search } of [google, outlook]) expect(search).not.toContain('+');
    const { searchParams } = new URL(googleCalendarLink({ ...SESSION, livestream_link: null }, PLACE));
    expect(searchParams.has('location')).toBe(false);
  });
});
