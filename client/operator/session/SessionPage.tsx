import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { formatBytes } from '#shared/files/rules.ts';
import type { ResponseOf } from '#shared/lib/endpoint.ts';
import { formatUpdatedAt, zoneLabel } from '#shared/lib/time.ts';
import type { getSession, SessionFacts, SessionFile } from '#shared/operator/contract-session.ts';
import { ROLE_LABELS, SOURCE_LABELS } from '#shared/operator/texts-people.ts';
import { effectiveStatus } from '#shared/sessions/rules.ts';
import { paths } from '../../lib/paths.ts';
import { useMe } from '../../lib/session.ts';
import { useNowFor, useTextNow } from '../../lib/use-now.ts';
import { Avatar } from '../../ui/layout/Avatar.tsx';
import { Facts } from '../../ui/layout/Facts.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { ObjectPage } from '../ObjectPage.tsx';
import { PathLink } from '../PathLink.tsx';
import { Section } from '../Section.tsx';
import { SessionStatus } from '../SessionStatus.tsx';
import { sessionQuery } from './api.ts';
import { SessionActions } from './SessionActions.tsx';
import { sessionFacts } from './session-facts.ts';
import { SessionMessages } from './SessionMessages.tsx';
import classes from './SessionPage.module.css';
import { SessionTimeline } from './SessionTimeline.tsx';
import { ledgerText } from './timeline-text.ts';
import { sessionsPath } from '../sessions-path.ts';

/** A session: what it is, what can be done and what happened (docs/product/operator.md#a-session). */
export function SessionPage() {
  const { id = '' } = useParams({ strict: false });
  const query = useQuery(sessionQuery(Number(id)));
  return (
    <ObjectPage
      list={{ to: sessionsPath(), text: 'Sessions' }}
      what="session"
      facts={8}
      none="Nothing is here"
      query={query}
      why="A time that a client only holds is no session yet. Else the address may be cut off."
    >
      {(found) => <Found key={id} found={found} />}
    </ObjectPage>
  );
}

function Found({ found }: { readonly found: ResponseOf<typeof getSession> }) {
  const { session, ledger, files, timeline } = found;
  const { timezone: zone } = useMe();
  const ends_at = Temporal.Instant.from(session.ends_at);
  const statusAt = (now: Temporal.Instant) => effectiveStatus({ status: session.status, ends_at }, now);
  const status = statusAt(useNowFor(statusAt, 60_000));
  return (
    <>
      <div className={classes.head}>
        <PageTitle tab={`Session ${session.id}`}>{`${session.service} #${session.id}`}</PageTitle>
        {status !== 'prebooked' && <SessionStatus status={status} />}
      </div>
      <SessionActions session={session} zone={zone} />
      <Section title="Session">
        <Facts facts={sessionFacts(session, zone)} />
      </Section>
      <Section title="Client and musician">
        <ul className={classes.sides}>
          <Side side={session.client} />
          <Side side={session.musician} />
        </ul>
      </Section>
      <Section title="Credits">
        {ledger.length === 0 ? (
          <p className={classes.text}>It took no credits.</p>
        ) : (
          <ul className={classes.rows}>
            {ledger.map((entry, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- entries of a ledger never move
              <li key={at}>
                <b>{ledgerText(entry)}</b>
                <span className={classes.small}>
                  {SOURCE_LABELS[entry.source]}, {formatUpdatedAt(Temporal.Instant.from(entry.at), zone)}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Section>
      <Section title="Files">
        <Files files={files} />
      </Section>
      <SessionMessages session={session} zone={zone} />
      <SessionTimeline timeline={timeline} zone={zone} />
    </>
  );
}

function Side({ side }: { readonly side: SessionFacts['client'] }) {
  const zone = useTextNow((now) => zoneLabel(side.timezone, now), 60_000);
  return (
    <li>
      <Avatar name={side.name} id={side.id} src={side.avatar} size={44} />
      <div className={classes.side}>
        <PathLink to={paths.person(side.id)}>{side.name}</PathLink>
        <span className={classes.small}>
          {ROLE_LABELS[side.role]}, {zone}
        </span>
      </div>
    </li>
  );
}

const FOLDERS = { user: 'For the session', output: 'Delivered' } as const;

/** Names and sizes; the bytes are for the session's two people alone. */
function Files({ files }: { readonly files: readonly SessionFile[] }) {
  if (files.length === 0) return <p className={classes.text}>No file has arrived.</p>;
  return (['user', 'output'] as const).map((folder) => {
    const some = files.filter((file) => file.folder === folder);
    if (some.length === 0) return null;
    return (
      <div key={folder} className={classes.folder}>
        <h3>{FOLDERS[folder]}</h3>
        <ul className={classes.rows}>
          {some.map(({ id, name, size }) => (
            <li key={id}>
              <span className={classes.name}>{name}</span>
              <span className={classes.small}>{formatBytes(size)}</span>
            </li>
          ))}
        </ul>
      </div>
    );
  });
}
