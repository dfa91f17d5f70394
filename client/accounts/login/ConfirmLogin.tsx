import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ENTRY, signsOut } from '../../../shared/accounts/texts-door.ts';
import { meQuery } from '../../app/session.ts';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import classes from './Door.module.css';

interface ConfirmEntryProps {
  readonly email: string;
  readonly voidsPassword: boolean;
  readonly confirm: () => Promise<unknown>;
}

/** Names the account that a link opens before it is spent: by a press, which neither a stranger's page nor a mail scanner makes. */
export function ConfirmEntry({ email, voidsPassword, confirm }: ConfirmEntryProps) {
  const { data: me } = useQuery(meQuery);
  const [busy, setBusy] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  return (
    <>
      <div className={classes.head}>
        <h1 ref={heading} tabIndex={-1}>
          {ENTRY.title}
        </h1>
        <p className={classes.lead}>
          {ENTRY.lead} <b>{email}</b>.
        </p>
        {voidsPassword && <p className={classes.lead}>{ENTRY.first}</p>}
        {me && me.email !== email && <p className={classes.lead}>{signsOut(me.email)}</p>}
      </div>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          setBusy(true);
          void confirm();
        }}
      >
        <SubmitButton busy={busy} busyText={ENTRY.busy} fullWidth>
          {ENTRY.submit}
        </SubmitButton>
      </form>
      <p className={classes.small}>{ENTRY.notYours}</p>
      <p className={classes.links}>
        <Link to="/login" replace className={classes.link}>
          {ENTRY.back}
        </Link>
      </p>
    </>
  );
}
