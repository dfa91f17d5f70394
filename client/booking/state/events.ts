import type { BookingForm } from '../form/booking-form.ts';
import type { Draft } from '../hold/draft.ts';

/** Events of an unconfirmed booking; each of the three reducers handles its own. */
export type BookingEvent =
  /** `isNew`: the service differs from the current one, so its slots are cleared. */
  | { readonly type: 'service-chosen'; readonly id: string; readonly isNew: boolean }
  | { readonly type: 'slots-chosen'; readonly ids: readonly string[] }
  /** The slots were refetched: those that are no longer free are deselected. */
  | { readonly type: 'slots-refreshed'; readonly freeIds: ReadonlySet<string> }
  /** A live hold that this tab did not make: from a link, or a second tab. */
  | { readonly type: 'hold-found'; readonly serviceId: string; readonly slotIds: readonly string[] }
  | { readonly type: 'held'; readonly id: number }
  | { readonly type: 'released' }
  /** The countdown to this instant has ended. */
  | { readonly type: 'hold-ended'; readonly until: string | null }
  | { readonly type: 'form-changed'; readonly form: BookingForm }
  | { readonly type: 'draft-saved'; readonly at: string }
  | { readonly type: 'draft-resumed'; readonly draft: Draft }
  | { readonly type: 'booked' }
  | { readonly type: 'call-started'; readonly call: Call }
  | { readonly type: 'call-ended'; readonly call: Call }
  | { readonly type: 'refused'; readonly message: string }
  | { readonly type: 'step-changed' }
  | { readonly type: 'plan-full' }
  | { readonly type: 'plan-full-closed' };

/** Confirming has its own busy state: the hold may be extended meanwhile. */
export type Call = 'hold' | 'confirm';
