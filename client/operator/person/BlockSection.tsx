import { useState } from 'react';
import { formatUpdatedAt } from '#shared/lib/time.ts';
import type { ResponseOf } from '#shared/lib/endpoint.ts';
import type { getPerson } from '#shared/operator/contract-person.ts';
import { useMe } from '../../lib/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { LazyComponent } from '../../ui/layout/LazyComponent.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { Section } from '../Section.tsx';
import { blockText, UNBLOCK_TEXT } from './block-text.ts';
import { PersonSessions } from './PersonSessions.tsx';
import classes from './PersonPage.module.css';
import { useBlock } from './verbs.ts';

type Found = ResponseOf<typeof getPerson>;

const load = async () => (await import('../ReasonDialog.tsx')).ReasonDialog;
const HINT = 'For the audit log; the person does not see it.';

/** Says that a person is blocked, with what stays booked, and unblocks them. */
export function BlockedNotice({ person, blocked, upcoming }: Pick<Found, 'person' | 'upcoming' | 'blocked'>) {
  const { timezone: zone } = useMe();
  if (blocked === null) return null;
  const since = formatUpdatedAt(Temporal.Instant.from(blocked.at), zone);
  return (
    <>
      <Notice
        tone="danger"
        title={`Blocked since ${since}`}
        action={<BlockButton person={person} verb="unblock" upcoming={upcoming.length} />}
      >
        {blocked.reason ?? 'The audit log says why.'}
      </Notice>
      <Section title="Still booked">
        {upcoming.length === 0 ? (
          <p className={classes.text}>No session of theirs is to come.</p>
        ) : (
          <>
            <p className={classes.text}>These sessions take place unless you cancel them.</p>
            <PersonSessions sessions={upcoming} zone={zone} />
          </>
        )}
      </Section>
    </>
  );
}

interface BlockButtonProps {
  readonly person: Found['person'];
  readonly verb: 'block' | 'unblock';
  /** How many sessions are booked and not over. */
  readonly upcoming: number;
}

/** Blocks or unblocks a person, with a reason. */
export function BlockButton({ person, verb, upcoming }: BlockButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const change = useBlock(person.id, verb);
  const label = verb === 'block' ? 'Block' : 'Unblock';
  return (
    <>
      <Button kind="plain" onClick={() => setAsking(true)}>
        {label}
      </Button>
      {isAsking && (
        <LazyComponent
          load={load}
          enabled
          props={{
            title: `${label} ${person.name}?`,
            children: verb === 'block' ? blockText(person, upcoming) : UNBLOCK_TEXT,
            hint: HINT,
            confirm: label,
            isDanger: verb === 'block',
            verb: change,
            onDone: () => toast(`${person.name} is ${verb}ed`),
            onClose: () => {
              change.reset();
              setAsking(false);
            },
          }}
        />
      )}
    </>
  );
}
