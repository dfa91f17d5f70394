import { limitModal } from '#shared/booking/rules.ts';
import { LIMITS } from '#shared/booking/texts.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { ButtonLink } from '../../ui/button/ButtonLink.tsx';
import { useBooking } from '../state/booking-context.ts';

/** Shown from the panel's opening on when no more sessions can be booked (docs/product/booking.md#session-limits). */
export function LimitNotice() {
  const { me, limit, limitReason } = useBooking();
  if (limit === null || limitReason === null) return null;
  const modal = limitModal(limitReason, { ...me.subscription, status: me.status });
  return (
    <Notice
      tone="waiting"
      action={
        <>
          {modal === 'upsell-plans' && (
            <ButtonLink to="." search={(search) => ({ ...search, modal })} resetScroll={false}>
              {LIMITS.seePlans}
            </ButtonLink>
          )}
          <ButtonLink kind="plain" to="/sessions">
            {LIMITS.seeSessions}
          </ButtonLink>
        </>
      }
    >
      {limit}
    </Notice>
  );
}
