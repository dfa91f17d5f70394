import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { CONFIRM_LOGIN, CONFIRM_EMAIL, signsOut } from '#shared/accounts/texts-auth.ts';
import { paths } from '../../lib/paths.ts';
import { useFollow } from '../../lib/use-follow.ts';
import { meQuery } from '../../lib/session.ts';
import { SubmitButton } from '../../ui/form/SubmitButton.tsx';
import classes from '../frame/Auth.module.css';

interface ConfirmLoginProps {
  readonly email: string;
  readonly voidsPassword: boolean;
  /** The link was sent to verify the address. */
  readonly verifiesEmail: boolean;
  readonly confirm: () => Promise<unknown>;
}

/** Names the account before its link is spent by a press (docs/product/accounts.md#confirm-a-link). */
export function ConfirmLogin({ email, voidsPassword, verifiesEmail, confirm }: ConfirmLoginProps) {
  const { data: me } = useQuery(meQuery);
  const [busy, setBusy] = useState(false);
  const texts = verifiesEmail ? { ...CONFIRM_LOGIN, ...CONFIRM_EMAIL } : CONFIRM_LOGIN;
  const follow = useFollow();
  const search = useLocation({ select: ({ searchStr }) => searchStr });
  const login = paths.login(`/enter${search}`);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  return (
    <>
      <div className={classes.head}>
        <h1 ref={heading} tabIndex={-1}>
          {texts.title}
        </h1>
        <p className={classes.lead}>
          {texts.lead} <b>{email}</b>.
        </p>
        {voidsPassword && <p className={classes.lead}>{texts.first}</p>}
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
        <SubmitButton busy={busy} busyText={texts.busy} fullWidth>
          {texts.submit}
        </SubmitButton>
      </form>
      <p className={classes.small}>{texts.notYours}</p>
      <p className={classes.links}>
        {verifiesEmail && voidsPassword && (
          <a href={login} className={classes.link} onClick={(event) => follow(event, login)}>
            {CONFIRM_EMAIL.keep}
          </a>
        )}
        <Link to="/login" replace className={classes.link}>
          {CONFIRM_LOGIN.back}
        </Link>
      </p>
    </>
  );
}
