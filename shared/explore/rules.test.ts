import { expect, test } from 'vitest';
import { emptyText, nextFreeText, toggleInstrument } from './rules.ts';

const NOW = Temporal.Instant.from('2026-11-21T12:00:00Z');

test('the active tab again resets to all', () => {
  expect(toggleInstrument(null, 'drums')).toBe('drums');
  expect(toggleInstrument('drums', 'bass')).toBe('bass');
  expect(toggleInstrument('drums', 'drums')).toBeNull();
  expect(toggleInstrument('drums', null)).toBeNull();
  expect(toggleInstrument(null, null)).toBeNull();
});

test.each([
  ['2026-11-21T18:30:00Z', 'Europe/Lisbon', 'Next free today, 18:30'],
  ['2026-11-21T18:30:00Z', 'Australia/Adelaide', 'Next free tomorrow, 05:00'],
  ['2026-11-22T23:59:00Z', 'Europe/Lisbon', 'Next free tomorrow, 23:59'],
  ['2026-11-23T00:00:00Z', 'Europe/Lisbon', 'Next free Mon 23 Nov 26, 00:00'],
  ['2027-01-21T09:00:00Z', 'America/New_York', 'Next free Thu 21 Jan 27, 04:00'],
])('%s in %s reads %s', (next, zone, text) => {
  expect(nextFreeText(Temporal.Instant.from(next), zone, NOW)).toBe(text);
});

test('a musician without a free time says so', () => {
  expect(nextFreeText(null, 'UTC', NOW)).toBe('No free time right now');
});

test('both empty states', () => {
  expect(emptyText('instrument').title).toBe('No results found');
  expect(emptyText('words').title).toBe('No results found');
  expect(emptyText('time').title).toBe(
    'There are no available sessions at the moment. Please check again soon!',
  );
  expect(emptyText(null).title).toBe(
    'There are no available sessions at the moment. Please check again soon!',
  );
});
