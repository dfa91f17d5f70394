import { useState } from 'react';
import type { SessionFacts } from '#shared/operator/contract-session.ts';
import { maySession, SESSION_VERBS, type SessionVerb } from '#shared/operator/rules-sessions.ts';
import { creditsText } from '#shared/operator/texts-people.ts';
import { VERB_LABELS } from '#shared/operator/texts-sessions.ts';
import { useNowFor } from '../../lib/use-now.ts';
import { Button } from '../../ui/button/Button.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { ReasonDialog } from '../ReasonDialog.tsx';
import { Section } from '../Section.tsx';
import { MoveDialog } from './MoveDialog.tsx';
import classes from './SessionPage.module.css';
import { useGiveBack } from './verbs.ts';

interface SessionActionsProps {
  readonly session: SessionFacts;
  readonly zone: string;
}

/** What an operator may do with a session now, and why not what they may not. */
export function SessionActions({ session, zone }: SessionActionsProps) {
  const [open, setOpen] = useState<SessionVerb | null>(null);
  const timed = {
    status: session.status,
    starts_at: Temporal.Instant.from(session.starts_at),
    ends_at: Temporal.Instant.from(session.ends_at),
  };
  const allowed = (now: Temporal.Instant) =>
    SESSION_VERBS.map((verb) => ({ verb, may: maySession(verb, timed, now) }));
  const verbs = allowed(useNowFor(allowed, 60_000));
  const close = () => setOpen(null);
  return (
    <Section title="What can be done">
      <div className={classes.actions}>
        {verbs.map(
          ({ verb, may }) =>
            may.allowed && (
              <Button key={verb} kind={verb === 'move' ? 'plain' : 'danger'} onClick={() => setOpen(verb)}>
                {VERB_LABELS[verb]}
              </Button>
            ),
        )}
      </div>
      <ul className={classes.refused}>
        {verbs.map(
          ({ verb, may }) =>
            !may.allowed && (
              <li key={verb}>
                <b>{VERB_LABELS[verb]}</b> {may.reason}
              </li>
            ),
        )}
      </ul>
      {open === 'move' && <MoveDialog session={session} zone={zone} onClose={close} />}
      {(open === 'cancel' || open === 'not_delivered') && (
        <GiveBackDialog key={open} session={session} verb={open} onClose={close} />
      )}
    </Section>
  );
}

const GIVE_BACK = {
  cancel: { title: 'Cancel this session?', confirm: 'Cancel session', done: 'Session cancelled' },
  not_delivered: {
    title: 'Set this session to not delivered?',
    confirm: 'Set to not delivered',
    done: 'Set to not delivered',
  },
} as const;

interface GiveBackDialogProps {
  readonly session: SessionFacts;
  readonly verb: 'cancel' | 'not_delivered';
  readonly onClose: () => void;
}

function GiveBackDialog({ session, verb, onClose }: GiveBackDialogProps) {
  const giveBack = useGiveBack(session.id, verb);
  const { title, confirm, done } = GIVE_BACK[verb];
  return (
    <ReasonDialog
      title={title}
      confirm={confirm}
      hint="Both sides read it."
      isDanger
      verb={giveBack}
      onDone={() => toast(done)}
      onClose={onClose}
    >
      {session.client.name} gets {creditsText(session.price)} back, whatever the time. The session with{' '}
      {session.musician.name} is cancelled for good, and both are told.
    </ReasonDialog>
  );
}
