/** An open booking that waits for credits (docs/product/buying.md#topping-up-for-a-held-time). */
export interface WaitingBooking {
  /** The live hold. */
  readonly holdId: number | undefined;
  /** Its address, with hold and step. */
  readonly returnTo: string;
  /** Saves the draft and extends the hold; never fails. */
  readonly beforeLeaving: () => Promise<void>;
}

let waiting: WaitingBooking | null = null;

/** Registers the open booking; returns its removal. */
export function setWaitingBooking(booking: WaitingBooking): () => void {
  waiting = booking;
  return () => {
    if (waiting === booking) waiting = null;
  };
}

/** The open booking; null without one. */
export function waitingBooking(): WaitingBooking | null {
  return waiting;
}
