import { formatUpdatedAt } from '#shared/lib/time.ts';
import type { PersonSession } from '#shared/operator/contract-person.ts';
import { creditsText } from '#shared/operator/texts-people.ts';
import { paths } from '../../lib/paths.ts';
import { PathLink } from '../PathLink.tsx';
import { SessionStatus } from '../SessionStatus.tsx';
import classes from './PersonSessions.module.css';

interface PersonSessionsProps {
  readonly sessions: readonly PersonSession[];
  readonly zone: string;
}

/** A person's latest sessions, each with who is on its other side. */
export function PersonSessions({ sessions, zone }: PersonSessionsProps) {
  if (sessions.length === 0) return <p className={classes.none}>No session has been booked yet.</p>;
  return (
    <ul className={classes.list}>
      {sessions.map(({ id, starts_at, status, service, other, price }) => (
        <li key={id} className={classes.row}>
          <time dateTime={starts_at} className={classes.time}>
            {formatUpdatedAt(Temporal.Instant.from(starts_at), zone)}
          </time>
          <span className={classes.what}>
            <PathLink to={paths.session(id)}>{service}</PathLink> with{' '}
            <PathLink to={paths.person(other.id)}>{other.name}</PathLink>
          </span>
          <span className={classes.number}>
            #{id}, {creditsText(price)}
          </span>
          <span className={classes.status}>
            <SessionStatus status={status} />
          </span>
        </li>
      ))}
    </ul>
  );
}
