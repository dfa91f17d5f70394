import { Link } from '@tanstack/react-router';
import { formatDay, formatTime } from '#shared/lib/time.ts';
import type { Session } from '#shared/sessions/contract.ts';
import { withInstants } from '#shared/sessions/rules.ts';
import { mayDo } from '#shared/sessions/rules-actions.ts';
import { ratingChangeableUntil } from '#shared/sessions/rules-terms.ts';
import { useMe } from '../../lib/session.ts';
import { useNowFor } from '../../lib/use-now.ts';
import classes from './RatingBlock.module.css';
import { Stars } from './Stars.tsx';

/**
 * The client's rating, and for them the link to change it for 14 days; absent without one
 * (docs/product/sessions.md#rating).
 */
export function RatingBlock({ session }: { readonly session: Session }) {
  const { role, timezone } = useMe();
  const now = useNowFor((at) => mayDo(role, 'rate', withInstants(session), at).allowed);
  const { rating, user } = session;
  if (rating.status !== 'rated') return null;
  const until = ratingChangeableUntil(rating);
  const changeable = until !== null && mayDo(role, 'rate', withInstants(session), now).allowed;
  const title = role === 'partner' ? `Rating by ${user.name}` : 'Your rating';
  return (
    <section className={classes.block} aria-label={title}>
      <h3>{title}</h3>
      <Stars stars={rating.rating} />
      {rating.comment !== null && rating.comment !== '' && (
        <p className={classes.comment}>{rating.comment}</p>
      )}
      {changeable && (
        <p className={classes.change}>
          <Link
            to="."
            search={(search) => ({ ...search, modal: 'rate-session' as const, session: session.id })}
            resetScroll={false}
          >
            Change your rating
          </Link>{' '}
          You can until {`${formatDay(until, timezone)}, ${formatTime(until, timezone)}`}.
        </p>
      )}
    </section>
  );
}
