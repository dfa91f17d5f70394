import { expect, test } from 'vitest';
import { dueDeliveryReminder, isDeliveryLate } from './rules-delivery.ts';

const at = (iso: string) => Temporal.Instant.from(iso);
const ENDS = at('2026-11-21T12:00:00Z');
const DUE = at('2026-11-21T12:15:00Z');
const ready = { status: 'partner_ready_to_go', ends_at: ENDS, due: DUE } as const;

test('session files are late from their deadline on, until they are delivered', () => {
  expect(isDeliveryLate(ready, at('2026-11-21T12:14:59Z'))).toBe(false);
  expect(isDeliveryLate(ready, DUE)).toBe(true);
  for (const status of ['partner_deliverables_ready', 'cancelled', 'prebooked'] as const)
    expect(isDeliveryLate({ ...ready, status }, DUE)).toBe(false);
  expect(isDeliveryLate({ ...ready, due: null }, DUE)).toBe(false);
});

test.each([
  ['14:14:59', null],
  ['14:15:00', 2],
  ['20:14:59', 2],
  ['20:15:00', null],
])('on the same day at %s the reminder after %s hours is due', (time, hours) => {
  expect(dueDeliveryReminder(ready, at(`2026-11-21T${time}Z`))).toBe(hours);
});

test('the second reminder is due a day later; none once it is delivered', () => {
  const nextDay = DUE.add({ hours: 24 });
  expect(dueDeliveryReminder(ready, nextDay.subtract({ seconds: 1 }))).toBeNull();
  expect(dueDeliveryReminder(ready, nextDay)).toBe(24);
  expect(dueDeliveryReminder(ready, nextDay.add({ hours: 6 }))).toBeNull();
  expect(dueDeliveryReminder({ ...ready, status: 'partner_deliverables_ready' }, nextDay)).toBeNull();
});
