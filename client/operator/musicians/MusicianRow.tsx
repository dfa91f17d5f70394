import { formatUpdatedAt } from '#shared/lib/time.ts';
import type { ListedMusician } from '#shared/operator/musicians/contract-musicians.ts';
import { paths } from '../../lib/paths.ts';
import { Avatar } from '../../ui/layout/Avatar.tsx';
import { consolePaths } from '../console-paths.ts';
import opens from '../OpenRow.module.css';
import { PathLink } from '../PathLink.tsx';
import classes from './Musicians.module.css';
import { PageLabel } from './PageLabel.tsx';

interface MusicianRowProps {
  readonly musician: ListedMusician;
  readonly zone: string;
}

/** One musician of the list; the row opens their page. */
export function MusicianRow({ musician, zone }: MusicianRowProps) {
  const { id, name, avatar, title, slug, page, services, next_free_at, next_session, conflicts } = musician;
  return (
    <li tabIndex={-1} className={`${opens.row} ${classes.row}`}>
      <span className={classes.face}>
        <Avatar name={name} id={id} src={avatar} size={44} />
      </span>
      <div className={classes.names}>
        <h2 className={classes.name}>
          <PathLink to={consolePaths.musician(id)} className={opens.open}>
            {name}
          </PathLink>
        </h2>
        <p>{title === '' ? slug : title}</p>
      </div>
      <div className={classes.label}>
        <PageLabel page={page} />
      </div>
      <p className={classes.services}>{services.length === 0 ? 'No service' : services.join(', ')}</p>
      <div className={classes.times}>
        <p>{next_free_at === null ? 'No free time' : <When what="Free" at={next_free_at} zone={zone} />}</p>
        {next_session !== null && (
          <p>
            <PathLink to={paths.session(next_session.id)}>
              <When what="Session" at={next_session.starts_at} zone={zone} />
            </PathLink>
          </p>
        )}
        {conflicts > 0 && (
          <p className={classes.conflicts}>
            {conflicts === 1
              ? '1 conflict with their calendar'
              : `${conflicts} conflicts with their calendar`}
          </p>
        )}
      </div>
    </li>
  );
}

function When({ what, at, zone }: { readonly what: string; readonly at: string; readonly zone: string }) {
  return (
    <>
      {what} <time dateTime={at}>{formatUpdatedAt(Temporal.Instant.from(at), zone)}</time>
    </>
  );
}
