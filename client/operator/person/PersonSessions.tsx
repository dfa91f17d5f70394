import { formatUpdatedAt } from '#shared/lib/time.ts';
import type { PersonSession } from '#shared/operator/contract-person.ts';
import { creditsText, SESSION_LABELS } from '#shared/operator/texts-people.ts';
import { paths } from '../../lib/paths.ts';
import { StatusLabel, type Tone } from '../../ui/feedback/StatusLabel.tsx';
import { PathLink } from '../PathLink.tsx';
import classes from './PersonSessions.module.css';

const TONES: Readonly<Record<PersonSession['status'], Tone>> = {
  client_files_upload_required: 'waiting',
  client_files_pending_review: 'waiting',
  client_files_update_required: 'waiting',
  partner_ready_to_go: 'ready',
  partner_upload_required: 'signal',
  partner_deliverables_ready: 'ready',
  cancelled: 'done',
};

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
            {service} with <PathLink to={paths.person(other.id)}>{other.name}</PathLink>
          </span>
          <span className={classes.number}>
            #{id}, {creditsText(price)}
          </span>
          <span className={classes.status}>
            <StatusLabel tone={TONES[status]}>{SESSION_LABELS[status]}</StatusLabel>
          </span>
        </li>
      ))}
    </ul>
  );
}
