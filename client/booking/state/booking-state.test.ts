import { expect, test } from 'vitest';
import { EMPTY_DRAFT, readDraft } from '../hold/draft.ts';
import { bookingReducer, draftOf, initialState } from './booking-state.ts';

const DRAFT = { ...EMPTY_DRAFT, serviceId: 'singer', slotIds: ['a'], holdId: 7, savedAt: 'now' };
const draftIn = ({ choice, hold }: ReturnType<typeof initialState>) => draftOf(choice, hold.id);

test('what is stored is what the next panel begins with', () => {
  expect(draftIn(initialState(DRAFT))).toEqual(DRAFT);
  expect(readDraft(JSON.stringify(draftIn(initialState(DRAFT))))).toEqual(DRAFT);
});

test('a hold, its release and a booking reach choice and hold alike', () => {
  const held = bookingReducer(initialState(DRAFT), { type: 'held', id: 8 });
  expect(draftIn(held)).toEqual({ ...DRAFT, holdId: 8 });
  expect(draftIn(bookingReducer(held, { type: 'released' }))).toEqual({
    ...DRAFT,
    slotIds: [],
    holdId: null,
  });
  expect(draftIn(bookingReducer(held, { type: 'booked' }))).toEqual(EMPTY_DRAFT);
});
