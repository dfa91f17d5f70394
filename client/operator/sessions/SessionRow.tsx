import { formatDay, formatTime } from '#shared/lib/time.ts';
import type { ListedSession } from '#shared/operator/contract-sessions.ts';
import { creditsText } from '#shared/operator/texts-people.ts';
import { paths } from '../../lib/paths.ts';
import opens from '../OpenRow.module.css';
import { PathLink } from '../PathLink.tsx';
import { SessionStatus } from '../SessionStatus.tsx';
import classes from './SessionRow.module.css';

interface SessionRowProps {
  readonly session: ListedSession;
  readonly zone: string;
}

/** One session of the list; the whole row opens it. */
export function SessionRow({ session, zone }: SessionRowProps) {
  const { id, starts_at, status, service, client, musician, price } = session;
  const start = Temporal.Instant.from(starts_at);
  return (
    <li tabIndex={-1} className={`${opens.row} ${classes.row}`}>
      <time dateTime={starts_at} className={classes.time}>
        {formatDay(start, zone)} {formatTime(start, zone)}
      </time>
      <h2 className={classes.what}>
        <PathLink to={paths.session(id)} className={opens.open}>
          {service} <span className={classes.number}>#{id}</span>
        </PathLink>
      </h2>
      <p className={classes.who}>
        <span>{client.name}</span> <span className={classes.with}>with {musician.name}</span>
      </p>
      <p className={classes.price}>{creditsText(price)}</p>
      <p className={classes.status}>
        <SessionStatus status={status} />
      </p>
    </li>
  );
}
