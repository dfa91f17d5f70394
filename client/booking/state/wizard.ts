import type { BookingEvent } from './events.ts';

/** The panel's transient state; the step itself is in the URL. */
export interface Wizard {
  /** A hold is made or extended. */
  readonly holding: boolean;
  readonly confirming: boolean;
  /** Message of the last refusal. */
  readonly error: string | null;
  /** The dialog that the plan allows no more sessions is open. */
  readonly isPlanFull: boolean;
}

export const IDLE: Wizard = { holding: false, confirming: false, error: null, isPlanFull: false };

const BUSY = { hold: 'holding', confirm: 'confirming' } as const;

export function wizardReducer(wizard: Wizard, event: BookingEvent): Wizard {
  switch (event.type) {
    case 'call-started':
      return { ...wizard, [BUSY[event.call]]: true, error: null };
    case 'call-ended':
      return { ...wizard, [BUSY[event.call]]: false };
    case 'refused':
      return { ...wizard, error: event.message };
    case 'service-chosen':
    case 'slots-chosen':
    case 'step-changed':
      return { ...wizard, error: null };
    case 'plan-full':
      return { ...wizard, isPlanFull: true };
    case 'plan-full-closed':
      return { ...wizard, isPlanFull: false };
    default:
      return wizard;
  }
}
