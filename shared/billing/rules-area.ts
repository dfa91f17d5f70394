/** Days before a card's expiry from which on it is said (docs/product/buying.md#payment-method). */
export const CARD_SOON_DAYS = 30;

/** How long a purchase that was begun counts as on its way (docs/product/buying.md#payment-return). */
export const SETTLING_MINUTES = 10;

interface CardExpiry {
  readonly exp_month: number;
  readonly exp_year: number;
}

/** The instant from which on a card is no longer valid: the end of its month, UTC. */
export function cardExpiry({ exp_month, exp_year }: CardExpiry): Temporal.Instant {
  const month = Temporal.PlainYearMonth.from({ year: exp_year, month: exp_month });
  return month.add({ months: 1 }).toPlainDate({ day: 1 }).toZonedDateTime('UTC').toInstant();
}

/** Whether a card expires before the next charge or within 30 days; also true for one that has expired. */
export function expiresSoon(
  card: CardExpiry,
  { now, nextChargeAt }: { readonly now: Temporal.Instant; readonly nextChargeAt: Temporal.Instant | null },
): boolean {
  const expiry = cardExpiry(card);
  const isBefore = (instant: Temporal.Instant) => Temporal.Instant.compare(expiry, instant) <= 0;
  return (
    isBefore(now.add({ hours: CARD_SOON_DAYS * 24 })) || (nextChargeAt !== null && isBefore(nextChargeAt))
  );
}

/** A subscription as far as its dates decide what the billing area says. */
export interface SubscriptionDates {
  readonly status: string;
  readonly period_end: Temporal.Instant;
  readonly trial_end: Temporal.Instant | null;
  readonly cancel_at_period_end: boolean;
  readonly cancel_at: Temporal.Instant | null;
}

/** When a subscription is charged next, and when it ends: one of the two is null (docs/product/buying.md#billing-area). */
export function nextDates(subscription: SubscriptionDates): {
  readonly nextAt: Temporal.Instant | null;
  readonly endsAt: Temporal.Instant | null;
} {
  const { status, period_end, trial_end, cancel_at_period_end, cancel_at } = subscription;
  const periodEnd = status === 'trialing' ? (trial_end ?? period_end) : period_end;
  if (cancel_at_period_end) return { nextAt: null, endsAt: periodEnd };
  if (cancel_at !== null && Temporal.Instant.compare(cancel_at, periodEnd) <= 0)
    return { nextAt: null, endsAt: cancel_at };
  return { nextAt: periodEnd, endsAt: null };
}

/**
 * Whether the mail about an expiring card is due: it expires within 30 days, and the subscription is charged again
 * (docs/product/invoices.md#card-that-expires).
 */
export function isExpiryAnnounced(
  card: CardExpiry,
  subscription: SubscriptionDates,
  now: Temporal.Instant,
): boolean {
  const hasExpired = Temporal.Instant.compare(cardExpiry(card), now) <= 0;
  return (
    !hasExpired && expiresSoon(card, { now, nextChargeAt: null }) && nextDates(subscription).nextAt !== null
  );
}
