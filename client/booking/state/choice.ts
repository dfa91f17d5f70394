import type { BookingForm } from '../form/booking-form.ts';
import { type Draft, EMPTY_DRAFT } from '../hold/draft.ts';
import type { BookingEvent } from './events.ts';

/** The selection and the form of a booking. */
export interface Choice {
  /** Null for the musician's default service. */
  readonly serviceId: string | null;
  readonly slotIds: readonly string[];
  readonly form: BookingForm;
  /** When the server saved it last; null before. */
  readonly savedAt: string | null;
  /** Whether the form has changed since. */
  readonly unsaved: boolean;
}

/** The part of a draft that is the choice. */
export const choiceOf = ({ serviceId, slotIds, form, savedAt, unsaved }: Draft): Choice => ({
  serviceId,
  slotIds,
  form,
  savedAt,
  unsaved,
});

/** The next choice; the same object if unchanged, so that nothing rerenders or is stored again. */
export function choiceReducer(choice: Choice, event: BookingEvent): Choice {
  switch (event.type) {
    case 'service-chosen':
      return withPart(choice, { serviceId: event.id, ...(event.isNew ? { slotIds: [] } : {}) });
    case 'slots-chosen':
      return withPart(choice, { slotIds: event.ids });
    case 'slots-refreshed':
      return withPart(choice, { slotIds: choice.slotIds.filter((id) => event.freeIds.has(id)) });
    case 'hold-found':
      if (choice.slotIds.length > 0) return choice;
      return withPart(choice, { serviceId: event.serviceId, slotIds: event.slotIds });
    case 'released':
      return withPart(choice, { slotIds: [] });
    case 'form-changed': {
      const next = withPart(choice, { form: event.form });
      return next === choice ? choice : { ...next, unsaved: true };
    }
    case 'draft-saved':
      return withPart(choice, { savedAt: event.at, unsaved: false });
    case 'draft-resumed':
      return withPart(choice, choiceOf(event.draft));
    case 'booked':
      return choiceOf(EMPTY_DRAFT);
    default:
      return choice;
  }
}

function withPart(choice: Choice, part: Partial<Choice>): Choice {
  const next = { ...choice, ...part };
  return JSON.stringify(next) === JSON.stringify(choice) ? choice : next;
}
