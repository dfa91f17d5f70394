import type { Draft } from '../hold/draft.ts';
import { type Choice, choiceOf, choiceReducer } from './choice.ts';
import type { BookingEvent } from './events.ts';
import { type HoldRef, holdReducer, NO_HOLD } from './hold.ts';
import { IDLE, type Wizard, wizardReducer } from './wizard.ts';

/** The state of a booking with one musician in this tab. */
export interface BookingState {
  readonly choice: Choice;
  readonly hold: HoldRef;
  readonly wizard: Wizard;
}

/** Each of the three reducers takes every event. */
export function bookingReducer(state: BookingState, event: BookingEvent): BookingState {
  return {
    choice: choiceReducer(state.choice, event),
    hold: holdReducer(state.hold, event),
    wizard: wizardReducer(state.wizard, event),
  };
}

/** The initial state for a draft. */
export function initialState(draft: Draft): BookingState {
  return { choice: choiceOf(draft), hold: { ...NO_HOLD, id: draft.holdId }, wizard: IDLE };
}

/** The stored part of the state: the form, the selection and the hold. */
export function draftOf(
  { serviceId, slotIds, savedAt, unsaved, form }: Choice,
  holdId: number | null,
): Draft {
  return { serviceId, slotIds: [...slotIds], holdId, savedAt, unsaved, form };
}
