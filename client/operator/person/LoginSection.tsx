import { useState } from 'react';
import type { Person } from '#shared/operator/contract-person.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { useMe } from '../../lib/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { LazyConfirmDialog } from '../../ui/overlay/LazyConfirmDialog.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { Section } from '../Section.tsx';
import { BlockButton } from './BlockSection.tsx';
import classes from './PersonPage.module.css';
import { useEndLogins } from './verbs.ts';

interface LoginSectionProps {
  readonly person: Person;
  /** How many login sessions are live. */
  readonly count: number;
  /** How many sessions are booked and not over. */
  readonly upcoming: number;
}

/** Where a person is signed in, and the end of it. */
export function LoginSection({ person, count, upcoming }: LoginSectionProps) {
  const isOwn = useMe().id === person.id;
  const [isAsking, setAsking] = useState(false);
  const end = useEndLogins(person.id);
  const confirm = async () => {
    await end
      .mutateAsync()
      .then(() => toast(`${person.name} is signed out`))
      .catch(() => {});
    setAsking(false);
  };
  return (
    <Section
      title="Login"
      actions={
        <div className={classes.actions}>
          {count > 0 && (
            <Button kind="plain" onClick={() => setAsking(true)}>
              Sign out everywhere
            </Button>
          )}
          {!isOwn && person.account !== 'blocked' && (
            <BlockButton person={person} verb="block" upcoming={upcoming} />
          )}
        </div>
      }
    >
      <p className={classes.text}>{loginText(count)}</p>
      {end.error !== null && <Notice tone="danger">{errorMessage(end.error)}</Notice>}
      <LazyConfirmDialog
        opened={isAsking}
        title={isOwn ? 'Sign yourself out everywhere?' : `Sign ${person.name} out everywhere?`}
        confirm="Sign out everywhere"
        danger
        onConfirm={confirm}
        onCancel={() => setAsking(false)}
      >
        {isOwn
          ? 'All your login sessions end at once, this one, too.'
          : 'All their login sessions end at once, and login links that were mailed to them stop working. They can sign in again with their password.'}
      </LazyConfirmDialog>
    </Section>
  );
}

function loginText(count: number): string {
  if (count === 0) return 'Not signed in anywhere.';
  return count === 1 ? 'Signed in in 1 browser.' : `Signed in in ${count} browsers.`;
}
