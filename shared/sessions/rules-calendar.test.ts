import { describe, expect, test } from 'vitest';
import { calendarFile, type CalendarSession, type Invitation } from './rules-calendar.ts';

const SESSION: CalendarSession = {
  id: 100217,
  title: 'Night Drive',
  service: 'Drums',
  other: 'Marcus Hale',
  start: '2026-11-24T14:00:00Z',
  end: '2026-11-24T14:45:00Z',
  last_update: '2026-11-20T09:30:00.123Z',
  livestream: null,
  sequence: 2,
};
const PLACE = { url: 'https://studio.example/sessions/100217', studio: 'Talkback' };
const NOW = Temporal.Instant.from('2026-11-21T12:00:00Z');

const lines = (method: Invitation['method'], name = 'Ana Sousa') => {
  const invitation: Invitation = {
    method,
    organizer: { name: 'Talkback', address: 'studio@talkback.test' },
    attendee: { name, address: 'ana@demo.test' },
  };
  return calendarFile(SESSION, PLACE, NOW, invitation).replaceAll('\r\n ', '').split('\r\n');
};

describe('the calendar file of an invitation', () => {
  test('asks whom it goes to, who need not answer', () => {
    const asked = lines('REQUEST');
    expect(asked).toContain('METHOD:REQUEST');
    expect(asked).toContain('STATUS:CONFIRMED');
    expect(asked).toContain('ORGANIZER;CN="Talkback":mailto:studio@talkback.test');
    expect(asked).toContain(
      'ATTENDEE;CN="Ana Sousa";ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:ana@demo.test',
    );
  });

  test('takes the same entry back', () => {
    const cancelled = lines('CANCEL');
    expect(cancelled).toContain('METHOD:CANCEL');
    expect(cancelled).toContain('STATUS:CANCELLED');
    for (const line of ['UID:session-100217@studio.example', 'SEQUENCE:2']) {
      expect(cancelled).toContain(line);
      expect(lines('REQUEST')).toContain(line);
    }
  });

  test('a name makes no parameter and no line of its own', () => {
    const attendee = lines('REQUEST', 'Ana";X=1:mailto:evil\r\nBEGIN:VALARM').find((line) =>
      line.startsWith('ATTENDEE'),
    );
    expect(attendee).toContain('CN="Ana;X=1:mailto:evilBEGIN:VALARM";');
    expect(lines('REQUEST', 'a\nBEGIN:VALARM').filter((line) => line.startsWith('BEGIN:VALARM'))).toEqual([]);
  });
});
