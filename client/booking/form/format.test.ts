import { describe, expect, test } from 'vitest';
import { clipName, creditsText, daysTitle, musicianHours, spanText, zoneSentence } from './format.ts';

const at = (text: string) => Temporal.Instant.from(text);
const span = (start: string, minutes = 30) => ({
  starts_at: at(start),
  ends_at: at(start).add({ minutes }),
  open_from: null,
});

const days = (first: string) => [
  Temporal.PlainDate.from(first),
  Temporal.PlainDate.from(first).add({ days: 6 }),
];

describe('the words of the arrangement view', () => {
  test('a clip says its day, its time and its state', () => {
    expect(clipName(span('2026-11-24T14:00:00Z'), 'free', 'Europe/Lisbon')).toBe(
      'Tuesday 24 November, 14:00 to 14:30, free',
    );
    expect(clipName(span('2026-11-24T14:00:00Z'), 'booked', 'Europe/Lisbon')).toContain(', taken');
  });

  test('a restricted clip says until when members come first', () => {
    const slot = { ...span('2026-12-24T14:00:00Z'), open_from: at('2026-12-14T14:00:00Z') };
    expect(clipName(slot, 'restricted', 'Europe/Lisbon')).toBe(
      'Thursday 24 December, 14:00 to 14:30, members first until Mon 14 Dec 26, 14:00',
    );
  });

  test("both zones are named, the musician's day where it is another one", () => {
    const [from, to] = [at('2026-11-21T00:00:00Z'), at('2026-11-28T00:00:00Z')];
    expect(zoneSentence('Europe/Lisbon', 'America/New_York', from, to)).toBe(
      'Your time, Lisbon (UTC+0). The musician is in New York.',
    );
    expect(zoneSentence('Europe/Lisbon', 'Europe/Lisbon', from, to)).toBe('You are both in Lisbon (UTC+0).');
    expect(musicianHours(span('2026-11-24T14:00:00Z'), 'Europe/Lisbon', 'America/New_York')).toBe(
      '09:00–09:30 in New York',
    );
    expect(musicianHours(span('2026-11-24T14:00:00Z'), 'Europe/Lisbon', 'Australia/Adelaide')).toBe(
      'Wed 25 Nov 26, 00:30–01:00 in Adelaide',
    );
  });

  test('a week in which the clocks change says from when on', () => {
    const [from, to] = [at('2026-10-22T23:00:00Z'), at('2026-10-30T00:00:00Z')];
    expect(zoneSentence('Europe/Lisbon', 'America/New_York', from, to)).toBe(
      'Your time, Lisbon (UTC+1, from Sun 25 Oct 26 UTC+0). The musician is in New York.',
    );
  });

  test('an hour that comes twice is told apart', () => {
    expect(clipName(span('2026-10-25T00:00:00Z'), 'free', 'Europe/Lisbon')).toContain(
      '01:00 (UTC+1) to 01:30 (UTC+1)',
    );
    expect(clipName(span('2026-10-25T01:00:00Z'), 'free', 'Europe/Lisbon')).toContain(
      '01:00 (UTC+0) to 01:30 (UTC+0)',
    );
  });

  test('pages, spans and credits read as people write them', () => {
    expect(daysTitle(days('2026-11-21'))).toBe('21 to 27 November');
    expect(daysTitle(days('2026-11-28'))).toBe('28 November to 4 December');
    expect(spanText(span('2026-11-24T14:00:00Z', 90), 'Europe/Lisbon')).toBe('Tue 24 Nov 26, 14:00–15:30');
    expect([creditsText(1), creditsText(3)]).toEqual(['1 credit', '3 credits']);
  });
});
