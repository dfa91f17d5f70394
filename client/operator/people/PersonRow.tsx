import { formatDay } from '#shared/lib/time.ts';
import type { ListedPerson } from '#shared/operator/contract-people.ts';
import { ROLE_LABELS } from '#shared/operator/texts-people.ts';
import { paths } from '../../lib/paths.ts';
import { Avatar } from '../../ui/layout/Avatar.tsx';
import opens from '../OpenRow.module.css';
import { PathLink } from '../PathLink.tsx';
import { AccountLabels } from './AccountLabels.tsx';
import classes from './PersonRow.module.css';

interface PersonRowProps {
  readonly person: ListedPerson;
  readonly zone: string;
}

/** One person of the list. */
export function PersonRow({ person, zone }: PersonRowProps) {
  const { id, name, email, role, avatar, created_at } = person;
  return (
    <li tabIndex={-1} className={`${opens.row} ${classes.row}`}>
      <span className={classes.face}>
        <Avatar name={name} id={id} src={avatar} size={44} />
      </span>
      <div className={classes.names}>
        <h2 className={classes.name}>
          <PathLink to={paths.person(id)} className={opens.open}>
            {name}
          </PathLink>
        </h2>
        <p>{email}</p>
      </div>
      <p className={classes.role}>{ROLE_LABELS[role]}</p>
      <p className={classes.labels}>
        <AccountLabels {...person} />
      </p>
      <p className={classes.since}>
        Since <time dateTime={created_at}>{formatDay(Temporal.Instant.from(created_at), zone)}</time>
      </p>
    </li>
  );
}
