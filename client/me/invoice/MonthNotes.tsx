import type { MonthStats } from '#shared/calendar/contract-pay.ts';
import { INVOICE } from '#shared/calendar/texts-pay.ts';
import { formatUsd, toCents } from '#shared/lib/money.ts';
import { formatDay, startOfDay, zoneLabel } from '#shared/lib/time.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import classes from './InvoiceTab.module.css';

const dollars = (value: number) => formatUsd(toCents(value));

/** What the figures of a month rest on: rates, zone, closing, and what is missing. */
export function MonthNotes({ stats }: { readonly stats: MonthStats }) {
  const { timezone: zone, rates, no_rate_on, planned_until, state, closed_at, closes_at, paid } = stats;
  const day = (date: string) => formatDay(startOfDay(Temporal.PlainDate.from(date), zone), zone);
  const first = startOfDay(Temporal.PlainDate.from({ year: stats.year, month: stats.month, day: 1 }), zone);
  const closing =
    closed_at === null
      ? `This month closes on ${formatDay(Temporal.Instant.from(closes_at), zone)}. Until then its figures follow your calendar.`
      : `Closed on ${formatDay(Temporal.Instant.from(closed_at), zone)}. Its figures never change.`;
  return (
    <>
      {no_rate_on !== null && (
        <Notice tone="waiting" title={INVOICE.noRate}>
          The first paid hours without a rate are on {day(no_rate_on)}.
        </Notice>
      )}
      <ul className={classes.notes}>
        {state === 'running' && (
          <li>The large figures are those of the whole month, as it is planned now.</li>
        )}
        {planned_until !== null && (
          <li>
            Your calendar is made 9 weeks ahead: the days from {day(planned_until)} on are not counted yet.
          </li>
        )}
        {rates.map(({ from, fixed, flexible }) => (
          <li key={from}>
            {dollars(fixed)} for a fixed hour and {dollars(flexible)} for a flexible one, since {day(from)}.
          </li>
        ))}
        <li>{closing}</li>
        {paid !== null && <li>{INVOICE.paid(day(paid.on), paid.reference)}</li>}
        <li>Days and hours are those of {zoneLabel(zone, first)}.</li>
      </ul>
    </>
  );
}
