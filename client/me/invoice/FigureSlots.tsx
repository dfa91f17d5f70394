import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { MonthStats } from '#shared/calendar/contract-pay.ts';
import { hoursInWords, type Figure } from '#shared/calendar/rules-pay.ts';
import { INVOICE } from '#shared/calendar/texts-pay.ts';
import { shortDate, weekdayName } from '#shared/lib/day-names.ts';
import { formatTime } from '#shared/lib/time.ts';
import { useTextNow } from '../../lib/use-now.ts';
import { QueryView } from '../../lib/QueryView.tsx';
import { RowsSkeleton } from '../../ui/feedback/Skeleton.tsx';
import { slotsQuery } from './invoice-api.ts';
import { slotDays, type SlotRun } from './slot-days.ts';
import classes from './InvoiceTab.module.css';

/** The slots and sessions behind a figure, by day. */
export function FigureSlots({ stats, figure }: { readonly stats: MonthStats; readonly figure: Figure }) {
  const query = useQuery(slotsQuery(stats, figure));
  const zone = stats.timezone;
  const title = `Behind ${INVOICE.figures[figure].toLowerCase()}`;
  return (
    <section id="figure-slots" aria-label={title} className={classes.slots}>
      <h3>{title}</h3>
      <QueryView query={query} loading={<RowsSkeleton what="the hours" count={4} />}>
        {(slots) =>
          slots.length === 0 ? (
            <p>{INVOICE.noSlots}</p>
          ) : (
            <ol className={classes.days}>
              {slotDays(slots, zone).map(({ day, minutes, runs }) => (
                <li key={day.toString()} className={classes.day}>
                  <h4>
                    {weekdayName(day)} {shortDate(day)} <span>{hoursInWords(minutes)}</span>
                  </h4>
                  <ul>
                    {runs.map((run) => (
                      <li
                        key={`${run.from.toString()} ${run.kind}`}
                        className={classes.run}
                        data-state={run.state}
                      >
                        <span className={classes.time}>
                          {formatTime(run.from, zone)} to {formatTime(run.to, zone)}
                        </span>
                        <What run={run} />
                      </li>
                    ))}
                  </ul>
                </li>
              ))}
            </ol>
          )
        }
      </QueryView>
    </section>
  );
}

function What({ run }: { readonly run: SlotRun }) {
  const { sessionId, client, state } = run;
  if (sessionId !== null)
    return (
      <Link to="/sessions/$id/{-$tab}" params={{ id: String(sessionId) }}>
        {client ?? `Session #${sessionId}`}
      </Link>
    );
  if (state === 'off') return <span>Time off</span>;
  return <NotBooked from={run.from} />;
}

function NotBooked({ from }: { readonly from: Temporal.Instant }) {
  return (
    <span>{useTextNow((now) => (Temporal.Instant.compare(from, now) > 0 ? 'Free' : 'Not booked'))}</span>
  );
}
