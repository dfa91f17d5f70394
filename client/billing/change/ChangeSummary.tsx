import { CHANGE, creditLines } from '#shared/billing/texts-change.ts';
import { formatUsd } from '#shared/lib/money.ts';
import { formatDay } from '#shared/lib/time.ts';
import { useMe } from '../../lib/session.ts';
import { Facts, type Fact } from '../../ui/layout/Facts.tsx';
import { Breakdown } from '../checkout/Breakdown.tsx';
import { isAtPeriodEnd, type Preview } from './api.ts';
import classes from './ChangePlan.module.css';

/** The new plan, the invoice's lines, what is due today, and what happens to the credits. */
export function ChangeSummary({ preview }: { readonly preview: Preview }) {
  const { to, credits, breakdown } = preview;
  const isLater = isAtPeriodEnd(preview);
  const givesBack = breakdown.lines.some(({ label, cents }) => cents < 0 && label !== 'Discount');
  return (
    <>
      <ChangeFacts preview={preview} />
      <Breakdown amounts={breakdown} {...(isLater ? { per: to.is_annual ? 'a year' : 'a month' } : {})} />
      <p className={classes.due}>
        <span>{CHANGE.today}</span>
        <b>{formatUsd(preview.due_today_cents)}</b>
      </p>
      {preview.balance_cents > 0 && <p>{CHANGE.balance(formatUsd(preview.balance_cents))}</p>}
      <div>
        <h3>{CHANGE.credits}</h3>
        <ul className={classes.credits}>
          {creditLines(credits, { isNow: !isLater, givesBack }).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
      {!isLater && (
        <details className={classes.how}>
          <summary>{CHANGE.howTitle}</summary>
          <p>{CHANGE.how}</p>
        </details>
      )}
    </>
  );
}

/** The two plans and their dates. */
function ChangeFacts({ preview }: { readonly preview: Preview }) {
  const { timezone } = useMe();
  const { to, begins_at, renews_at } = preview;
  const day = (at: string) => formatDay(Temporal.Instant.from(at), timezone);
  const price = `${formatUsd(to.price_cents)} a ${to.is_annual ? 'year' : 'month'}`;
  const facts: Fact[] = [
    [CHANGE.newPlan, `${to.name}, ${price}`],
    isAtPeriodEnd(preview) ? [CHANGE.from, day(begins_at)] : [CHANGE.next, day(renews_at)],
  ];
  return <Facts facts={facts} />;
}
