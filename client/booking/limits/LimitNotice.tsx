import { Notice } from '../../ui/feedback/Notice.tsx';
import { ButtonLink } from '../../ui/button/ButtonLink.tsx';
import { useBooking } from '../state/booking-context.ts';

/** Shown from the panel's opening on when no more sessions can be booked (docs/product/booking.md#session-limits). */
export function LimitNotice() {
  const { limit } = useBooking();
  if (limit === null) return null;
  return (
    <Notice
      tone="waiting"
      action={
        <ButtonLink kind="plain" to="/sessions">
          See my sessions
        </ButtonLink>
      }
    >
      {limit}
    </Notice>
  );
}
