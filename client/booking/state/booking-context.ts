import { createContext, use } from 'react';
import type { Booking } from './use-booking-value.ts';

export const BookingContext = createContext<Booking | null>(null);

/** The booking of the open panel. */
export function useBooking(): Booking {
  const booking = use(BookingContext);
  if (booking === null) throw new Error('useBooking is for parts of the booking panel');
  return booking;
}
