import { useId } from 'react';
import { formatUpdatedAt, relativeTime } from '#shared/lib/time.ts';
import type { TodayRow } from '#shared/operator/contract-today.ts';
import { waits, type TodayList as Kind } from '#shared/operator/rules-today.ts';
import { aboutText, TODAY_LABELS, TODAY_TIMES } from '#shared/operator/texts-today.ts';
import { paths } from '../../lib/paths.ts';
import { useTextNow } from '../../lib/use-now.ts';
import { consolePaths } from '../console-paths.ts';
import { AdmitButton } from '../person/AdmitButton.tsx';
import { PathLink } from '../PathLink.tsx';
import classes from './Today.module.css';

interface TodayListProps {
  readonly list: Kind;
  readonly count: number;
  /** The first of them. */
  readonly rows: readonly TodayRow[];
  readonly zone: string;
}

/** Where all of a list is; lists without a screen of their own have none. */
const WHOLE: Readonly<Partial<Record<Kind, string>>> = {
  failed_jobs: consolePaths.queues,
  rewards: consolePaths.rewards,
  waiting_list: paths.people({ account: 'waiting' }),
  profiles: consolePaths.musicians({ page: 'waiting' }),
};

/** Lists whose rows are late. */
const LATE: ReadonlySet<Kind> = new Set<Kind>(['late', 'failed_payments', 'failed_jobs']);

/** One list of Today: its count, its first rows, and where it is dealt with. */
export function TodayList({ list, count, rows, zone }: TodayListProps) {
  const id = useId();
  const more = count - rows.length;
  const whole = WHOLE[list];
  return (
    <section aria-labelledby={id} className={classes.list}>
      <div className={classes.head}>
        <h2 id={id}>{TODAY_LABELS[list]}</h2>
        <span className={classes.count} data-tone={toneOf(list, count)}>
          {count}
        </span>
      </div>
      {count === 0 && <p className={classes.none}>{waits(list) ? 'None.' : 'No session.'}</p>}
      {count > 0 && (
        <ul className={classes.rows}>
          {rows.map((row) => (
            <Row key={row.id} list={list} row={row} zone={zone} />
          ))}
        </ul>
      )}
      {(more > 0 || whole !== undefined) && (
        <p className={classes.more}>
          {more > 0 && `And ${more} more. `}
          {whole !== undefined && count > 0 && <PathLink to={whole}>Show all</PathLink>}
        </p>
      )}
    </section>
  );
}

const toneOf = (list: Kind, count: number): string | undefined => {
  if (count === 0 || !waits(list)) return undefined;
  return LATE.has(list) ? 'danger' : 'waiting';
};

function Row({ list, row, zone }: { readonly list: Kind; readonly row: TodayRow; readonly zone: string }) {
  const { at, about } = row;
  return (
    <li>
      <div className={classes.what}>
        <Subject list={list} row={row} />
        {about !== null && row.person !== null && (
          <span className={classes.about}>{aboutText(list, about)}</span>
        )}
      </div>
      {at !== null && <When list={list} at={Temporal.Instant.from(at)} zone={zone} />}
      {list === 'waiting_list' && row.person !== null && <AdmitButton person={row.person} />}
    </li>
  );
}

function Subject({ list, row }: { readonly list: Kind; readonly row: TodayRow }) {
  const { session, person, musician, about } = row;
  if (session !== null && person !== null && musician !== null)
    return (
      <span>
        <PathLink to={paths.session(session.id)}>{`${session.service} #${session.id}`}</PathLink> of{' '}
        {person.name} with <PathLink to={consolePaths.musician(musician.id)}>{musician.name}</PathLink>
      </span>
    );
  if (person !== null)
    return (
      <PathLink to={list === 'profiles' ? consolePaths.musician(person.id) : paths.person(person.id)}>
        {person.name}
      </PathLink>
    );
  return <PathLink to={consolePaths.queues}>{about ?? 'A job'}</PathLink>;
}

function When({
  list,
  at,
  zone,
}: {
  readonly list: Kind;
  readonly at: Temporal.Instant;
  readonly zone: string;
}) {
  const ago = useTextNow((now) => relativeTime(at, now), 60_000);
  return (
    <span className={classes.when}>
      {TODAY_TIMES[list]}{' '}
      <time dateTime={at.toString()} title={formatUpdatedAt(at, zone)}>
        {ago}
      </time>
    </span>
  );
}
