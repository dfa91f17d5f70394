import { describe, expect, test } from 'vitest';
import type { SelectionContext, ChosenService, ChosenSlot } from '#shared/booking/rules.ts';
import { moveSlotViewOf, pickMove, stoppedService } from './moving.ts';
import { openingsOf } from '../time/pick.ts';

const chooser: SelectionContext = {
  has_limitations: false,
  booking_priority_end: 14_400,
  zone: 'Europe/Lisbon',
  now: Temporal.Instant.from('2026-11-21T12:00:00Z'),
};
const service: ChosenService = {
  category: 'instruments',
  unit_minutes: 30,
  slots: 2,
  credits: 1,
  alternative_value: null,
  alternative_value_annual: null,
  exclusive_prices_value: null,
};
const slot = (time: string, more: Partial<ChosenSlot> = {}): ChosenSlot => ({
  id: time,
  starts_at: Temporal.Instant.from(`2026-11-24T${time}:00Z`),
  duration: 30,
  service_category: 'instruments',
  status: 'available',
  ...more,
});
/** Booked at 10:00 and 10:30; 14:30 is somebody else's. */
const ownIds = new Set(['10:00', '10:30']);
const all = [
  slot('09:30'),
  slot('10:00', { status: 'booked', mine: true }),
  slot('10:30', { status: 'booked', mine: true }),
  slot('11:00'),
  slot('11:30'),
  slot('14:00'),
  slot('14:30', { status: 'booked' }),
];
const moving = (time: string, chosen: readonly string[] = []) => {
  const one = all.find(({ id }) => id === time);
  if (!one) throw new Error(time);
  const openings = openingsOf(all, service, chooser);
  return { slot: one, chosen: all.filter(({ id }) => chosen.includes(id)), ownIds, openings };
};

describe('choosing another time for a session', () => {
  test('takes as many slots as are paid for, never more', () => {
    expect(pickMove(moving('11:00')).ids).toEqual(['11:00', '11:30']);
    expect(pickMove(moving('09:30', ['11:00', '11:30'])).ids).toEqual(['09:30', '10:00']);
  });

  test('a chosen one gives the choice back whole', () => {
    expect(pickMove(moving('11:30', ['11:00', '11:30']))).toEqual({ ids: [], refusal: null });
  });

  test('may overlap the present time, but not be it', () => {
    expect(pickMove(moving('10:30')).ids).toEqual(['10:30', '11:00']);
    expect(pickMove(moving('10:00', ['11:00', '11:30']))).toEqual({
      ids: ['11:00', '11:30'],
      refusal: 'That is the time it has now.',
    });
  });

  test('a refused press keeps the choice and says why', () => {
    const { ids, refusal } = pickMove(moving('14:30', ['11:00', '11:30']));
    expect(ids).toEqual(['11:00', '11:30']);
    expect(refusal).toBe('This time is taken.');
    expect(pickMove(moving('14:00')).refusal).toContain('2 times in a row');
  });

  test('the present time is marked, a choice over it is a choice', () => {
    expect(moveSlotViewOf(moving('10:00')).state).toBe('present');
    expect(moveSlotViewOf(moving('10:00', ['09:30', '10:00'])).state).toBe('chosen');
    expect(moveSlotViewOf(moving('11:00', ['09:30', '10:00'])).state).toBe('free');
    expect(moveSlotViewOf(moving('14:30')).state).toBe('booked');
    expect(moveSlotViewOf(moving('14:00')).state).toBe('closed');
  });
});

describe('a service that the studio has stopped', () => {
  const session = {
    slots: [{ id: '10:00' }, { id: '10:30' }] as never,
    duration: 60,
    service: { label: 'Drums', category: 'instruments' },
  };

  test('is what the session was booked with', () => {
    const stopped = stoppedService({ ...session, service: { ...session.service, is_stopped: true } });
    expect(stopped).toMatchObject({ category: 'instruments', unit_minutes: 30, slots: 2 });
  });

  test('is none where the musician has taken it off', () => {
    expect(stoppedService(session)).toBeUndefined();
  });
});
