import type { TestSlot } from '../api/studio.ts';
import { test as base } from './booking.ts';

/** `test` with a musician and their free days. */
export const test = base
  .extend('musician', { scope: 'file', auto: true }, ({ studio }) => studio.makeMusician())
  /** Eight free slots of 30 minutes in a row, on a day that no other test of the file uses. */
  .extend('freeDay', { scope: 'file' }, ({ studio, musician }) => {
    let day = 0;
    return async (of = musician): Promise<TestSlot[]> => {
      day += 1;
      const date = Temporal.PlainDate.from('2026-11-21').add({ days: day }).toString();
      return (await studio.slotsOf(of)).filter((slot) => slot.starts_at.toString().startsWith(date));
    };
  });
