import { monthName } from '#shared/lib/day-names.ts';
import { formatUsdExact } from '#shared/lib/money.ts';
import { formatUpdatedAt } from '#shared/lib/time.ts';
import type { MusicianPayment } from '#shared/operator/musicians/contract-musician.ts';
import { dayText } from '../payouts/day-text.ts';
import classes from './MusicianPage.module.css';

interface PaymentsProps {
  readonly payments: readonly MusicianPayment[];
  readonly zone: string;
}

/** Every mark of a payment, with those that were taken back. */
export function Payments({ payments, zone }: PaymentsProps) {
  const at = (instant: string) => formatUpdatedAt(Temporal.Instant.from(instant), zone);
  return (
    <ul className={classes.plain}>
      {payments.map(({ id, month, cents, paid_on, reference, marked_at, marked_by, taken_back }) => {
        const { year, month: number } = Temporal.PlainDate.from(month);
        return (
          <li key={id}>
            {monthName({ month: number })} {year}: {formatUsdExact(cents)} paid on {dayText(paid_on)} (
            {reference}){' '}
            <span className={classes.small}>
              Marked by {marked_by.name}, {at(marked_at)}.
              {taken_back !== null &&
                ` Taken back by ${taken_back.by.name}, ${at(taken_back.at)}: ${taken_back.reason}`}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
