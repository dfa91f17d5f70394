import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { unsubscribe } from '#shared/notifications/calls.ts';
import { readSwitchable } from '#shared/notifications/rules.ts';
import { GROUP_LABELS, UNSUBSCRIBE } from '#shared/notifications/texts.ts';
import { call } from '../lib/api.ts';
import { OpenFrame } from '../lib/frame/OpenFrame.tsx';
import { errorMessage } from '../lib/error-message.ts';
import { ButtonLink } from '../ui/button/ButtonLink.tsx';
import { Notice } from '../ui/feedback/Notice.tsx';
import { PageTitle } from '../ui/layout/PageTitle.tsx';
import { SubmitButton } from '../ui/form/SubmitButton.tsx';
import classes from './UnsubscribePage.module.css';

type State = { readonly at: 'asking' | 'busy' | 'done' } | { readonly at: 'failed'; readonly words: string };

/** The page of a mail's unsubscribe link (docs/product/notifications.md#unsubscribe). */
export function UnsubscribePage() {
  const searchStr = useLocation({ select: (location) => location.searchStr });
  const search = new URLSearchParams(searchStr);
  const token = search.get('token') ?? '';
  const group = readSwitchable(search.get('group') ?? '');
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
          <StopForm token={token} group={group} />
        )}
      </div>
    </OpenFrame>
  );
}

/** Where all of one's mails are chosen, for whoever has an account. */
function MailSettingsLink() {
  return (
    <p>
      <ButtonLink to="/profile" hash="notifications" kind="plain">
        {UNSUBSCRIBE.settings}
      </ButtonLink>
    </p>
  );
}

function StopForm({ token, group }: { readonly token: string; readonly group: keyof typeof GROUP_LABELS }) {
  const [state, setState] = useState<State>({ at: 'asking' });
  const result = useRef<HTMLDivElement>(null);
  // The button is gone then, and the focus would be lost with it.
  useEffect(() => {
    if (state.at === 'done') result.current?.focus();
  }, [state.at]);

  const stop = async (event: FormEvent) => {
    event.preventDefault();
    setState({ at: 'busy' });
    try {
      await call(unsubscribe, { query: { token, group } });
      setState({ at: 'done' });
    } catch (error) {
      setState({ at: 'failed', words: errorMessage(error) });
    }
  };

  const stays = group === 'invitations' ? UNSUBSCRIBE.stayInvited : UNSUBSCRIBE.stay;
  if (state.at === 'done') {
    return (
      <>
        <div ref={result} tabIndex={-1} className={classes.result}>
          <Notice tone="ready" title={`${UNSUBSCRIBE.done} ${GROUP_LABELS[group]}.`}>
            {stays}
          </Notice>
        </div>
        {group !== 'invitations' && <MailSettingsLink />}
      </>
    );
  }
  return (
    <form className={classes.form} onSubmit={(event) => void stop(event)}>
      <p>
        {UNSUBSCRIBE.ask} <b>{GROUP_LABELS[group]}</b>.
      </p>
      <p className={classes.quiet}>{stays}</p>
      {state.at === 'failed' && (
        <Notice tone="danger" alert>
          {state.words}
        </Notice>
      )}
      <SubmitButton busy={state.at === 'busy'} busyText={UNSUBSCRIBE.busy}>
        {UNSUBSCRIBE.button}
      </SubmitButton>
      {state.at === 'failed' && group !== 'invitations' && <MailSettingsLink />}
    </form>
  );
}
