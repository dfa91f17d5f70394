import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { unsubscribe } from '#shared/notifications/calls.ts';
import { parseUnsubscribeTarget } from '#shared/notifications/rules.ts';
import { GROUP_LABELS, UNSUBSCRIBE } from '#shared/notifications/texts.ts';
import { call } from '../lib/api.ts';
import { OpenFrame } from '../lib/frame/OpenFrame.tsx';
import { errorMessage } from '../lib/error-message.ts';
import { ButtonLink } from '../ui/button/ButtonLink.tsx';
import { Notice } from '../ui/feedback/Notice.tsx';
import { PageTitle } from '../ui/layout/PageTitle.tsx';
import { SubmitButton } from '../ui/form/SubmitButton.tsx';
import classes from './UnsubscribePage.module.css';

type State =
  | { readonly at: 'asking' | 'busy' | 'done' }
  | { readonly at: 'failed'; readonly message: string };

/** The page of a mail's unsubscribe link (docs/product/notifications.md#unsubscribe). */
export function UnsubscribePage() {
  const searchStr = useLocation({ select: (location) => location.searchStr });
  const search = new URLSearchParams(searchStr);
  const token = search.get('token') ?? '';
  const group = parseUnsubscribeTarget(search.get('group') ?? '');
  return (
    <OpenFrame>
      <div className={classes.page}>
        <PageTitle>{UNSUBSCRIBE.title}</PageTitle>
        {group === null || token === '' ? (
          <>
            <Notice tone="danger" alert>
              {UNSUBSCRIBE.broken}
            </Notice>
            <MailSettingsLink />
          </>
        ) : (
          <UnsubscribeForm token={token} group={group} />
        )}
      </div>
    </OpenFrame>
  );
}

/** A link to all mail settings, for people with an account. */
function MailSettingsLink() {
  return (
    <p>
      <ButtonLink to="/profile" hash="notifications" kind="plain">
        {UNSUBSCRIBE.settings}
      </ButtonLink>
    </p>
  );
}

function UnsubscribeForm({
  token,
  group,
}: {
  readonly token: string;
  readonly group: keyof typeof GROUP_LABELS;
}) {
  const [state, setState] = useState<State>({ at: 'asking' });
  const result = useRef<HTMLDivElement>(null);
  // The focused button disappears on success.
  useEffect(() => {
    if (state.at === 'done') result.current?.focus();
  }, [state.at]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setState({ at: 'busy' });
    try {
      await call(unsubscribe, { query: { token, group } });
      setState({ at: 'done' });
    } catch (error) {
      setState({ at: 'failed', message: errorMessage(error) });
    }
  };

  const stillSent = group === 'invitations' ? UNSUBSCRIBE.stayInvited : UNSUBSCRIBE.stay;
  if (state.at === 'done') {
    return (
      <>
        <div ref={result} tabIndex={-1} className={classes.result}>
          <Notice tone="ready" title={`${UNSUBSCRIBE.done} ${GROUP_LABELS[group]}.`}>
            {stillSent}
          </Notice>
        </div>
        {group !== 'invitations' && <MailSettingsLink />}
      </>
    );
  }
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)}>
      <p>
        {UNSUBSCRIBE.ask} <b>{GROUP_LABELS[group]}</b>.
      </p>
      <p className={classes.hint}>{stillSent}</p>
      {state.at === 'failed' && (
        <Notice tone="danger" alert>
          {state.message}
        </Notice>
      )}
      <SubmitButton busy={state.at === 'busy'} busyText={UNSUBSCRIBE.busy}>
        {UNSUBSCRIBE.button}
      </SubmitButton>
      {state.at === 'failed' && group !== 'invitations' && <MailSettingsLink />}
    </form>
  );
}
