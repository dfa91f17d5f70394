import { Link } from '@tanstack/react-router';
import { shortDate } from '#shared/lib/day-names.ts';
import { formatDay, formatTime } from '#shared/lib/time.ts';
import { ProblemError } from '../../lib/api.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import type { Effect } from '../source.ts';
import classes from './EffectPreview.module.css';
import { effectLines } from './effect-lines.ts';

interface EffectPreviewProps {
  readonly preview: {
    readonly data: Effect | undefined;
    readonly error: Error | null;
    readonly isSettled: boolean;
  };
  readonly zone: string;
  /** Shown before there is anything to ask. */
  readonly waiting?: string | undefined;
}

/** What a change does to the next weeks, in words and week by week (docs/product/calendar.md#what-a-change-does). */
export function EffectPreview({ preview: { data, error, isSettled }, zone, waiting }: EffectPreviewProps) {
  const isQuiet = error instanceof ProblemError && error.problem.code === 'nothing_changes';
  return (
    <section className={classes.preview} aria-label="What this changes" data-settled={isSettled || undefined}>
      <h3>What this changes</h3>
      <div aria-live="polite">
        {error !== null && isSettled ? (
          isQuiet ? (
            <p className={classes.quiet}>Nothing yet.</p>
          ) : (
            <Notice tone="danger">{errorMessage(error)}</Notice>
          )
        ) : data === undefined ? (
          <p className={classes.quiet}>{waiting ?? 'One moment...'}</p>
        ) : (
          <Lines effect={data} zone={zone} />
        )}
      </div>
    </section>
  );
}

function Lines({ effect, zone }: { effect: Effect; zone: string }) {
  const { weeks, stays } = effect;
  const changed = weeks.filter(({ before, after }) => before !== after);
  return (
    <>
      <ul className={classes.lines}>
        {effectLines(effect).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {stays.length > 0 && (
        <Notice
          tone="waiting"
          title={stays.length === 1 ? 'This stays as it is:' : `These ${stays.length} stay as they are:`}
        >
          <ul className={classes.stays}>
            {stays.map(({ session_id, starts_at, ends_at, claim }) => {
              const [from, to] = [Temporal.Instant.from(starts_at), Temporal.Instant.from(ends_at)];
              return (
                <li key={starts_at}>
                  {formatDay(from, zone)}, {formatTime(from, zone)} to {formatTime(to, zone)}:{' '}
                  {claim === 'booked' && session_id !== null ? (
                    <Link to="/sessions/$id/{-$tab}" params={{ id: String(session_id) }}>
                      Session #{session_id}
                    </Link>
                  ) : (
                    'on hold'
                  )}
                </li>
              );
            })}
          </ul>
        </Notice>
      )}
      {changed.length > 0 && (
        <table className={classes.weeks}>
          <caption>Free slots by week</caption>
          <thead>
            <tr>
              <th scope="col">Week of</th>
              <th scope="col">Now</th>
              <th scope="col">Then</th>
            </tr>
          </thead>
          <tbody>
            {changed.map(({ week, before, after }) => (
              <tr key={week}>
                <th scope="row">{shortDate(Temporal.PlainDate.from(week))}</th>
                <td>{before}</td>
                <td data-more={after > before || undefined} data-less={after < before || undefined}>
                  {after}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
