import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { confirmErasure, keepAccount } from '#shared/privacy/calls.ts';
import { call } from '../lib/api.ts';
import { errorMessage } from '../lib/error-message.ts';
import { OpenFrame } from '../lib/frame/OpenFrame.tsx';
import { Button } from '../ui/button/Button.tsx';
import { ButtonLink } from '../ui/button/ButtonLink.tsx';
import { Notice } from '../ui/feedback/Notice.tsx';
import { PageTitle } from '../ui/layout/PageTitle.tsx';
import classes from './OwnData.module.css';

/** The page of the mail's link that keeps an account. */
export function KeepAccountPage() {
  return (
    <LinkPage
      title="Keep your account"
      text="Your account is going to be deleted. Press the button, and everything stays as it is."
      button="Keep my account"
      kind="main"
      done="You keep your account"
      send={(token) => call(keepAccount, { body: { token } })}
    >
      Nothing was deleted.
    </LinkPage>
  );
}

/** The page of the mailed link that confirms a deletion. */
export function DeleteAccountPage() {
  return (
    <LinkPage
      title="Delete your account"
      text="Your account is deleted 14 days after you press the button. Until then you can keep it. Credits that are left end with it."
      button="Delete my account"
      kind="danger"
      done="Your account will be deleted"
      send={(token) => call(confirmErasure, { body: { token } })}
    >
      It is done in 14 days. We have sent you a mail with a link by which you can keep it.
    </LinkPage>
  );
}

interface LinkPageProps {
  readonly title: string;
  readonly text: string;
  readonly button: string;
  readonly kind: 'main' | 'danger';
  readonly done: string;
  readonly send: (token: string) => Promise<unknown>;
  /** What follows. */
  readonly children: ReactNode;
}

/** Waits for a press, since mail programs follow links by themselves. */
function LinkPage({ title, text, button, kind, done, send, children }: LinkPageProps) {
  const token = new URLSearchParams(useLocation({ select: ({ searchStr }) => searchStr })).get('token') ?? '';
  const queryClient = useQueryClient();
  const act = useMutation({
    mutationFn: () => send(token),
    onSuccess: () => queryClient.invalidateQueries(),
  });
  return (
    <OpenFrame>
      <div className={classes.page}>
        <PageTitle>{title}</PageTitle>
        {act.isSuccess ? (
          <>
            <Notice tone="ready" alert title={done}>
              {children}
            </Notice>
            <ButtonLink to="/profile" hash="data" kind="plain">
              Go to your profile
            </ButtonLink>
          </>
        ) : (
          <>
            <p className={classes.text}>{text}</p>
            {act.error !== null && (
              <Notice tone="danger" alert>
                {errorMessage(act.error)}
              </Notice>
            )}
            <Button
              kind={kind}
              onClick={() => act.isPending || act.mutate()}
              aria-disabled={act.isPending || undefined}
            >
              {button}
            </Button>
          </>
        )}
      </div>
    </OpenFrame>
  );
}
