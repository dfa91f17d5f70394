import type { ReactNode } from 'react';
import { BookingContext } from './booking-context.ts';
import { useBookingValue } from './use-booking-value.ts';

/** Provides the booking to the panel's components. */
export function BookingProvider({ slug, children }: { readonly slug: string; readonly children: ReactNode }) {
  const booking = useBookingValue(slug);
  return <BookingContext value={booking}>{children}</BookingContext>;
}
