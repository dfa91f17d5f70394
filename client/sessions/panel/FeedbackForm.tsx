import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { mayDo } from '#shared/sessions/rules-actions.ts';
import { feedbackProblem, NOTES_MAX } from '#shared/sessions/rules-feedback.ts';
import { FEEDBACK } from '#shared/sessions/texts.ts';
import { feedbackLink } from '../../lib/links.ts';
import { newKey } from '../../lib/new-key.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { useNowFor } from '../../lib/use-now.ts';
import { useMe, useStudio } from '../../lib/session.ts';
import { ButtonLink } from '../../ui/button/ButtonLink.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { RadioCards } from '../../ui/form/RadioCards.tsx';
import { SubmitButton } from '../../ui/form/SubmitButton.tsx';
import { TextareaField } from '../../ui/form/TextareaField.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { useFeedback } from '../api.ts';
import classes from './FeedbackForm.module.css';
import type { ShownProps } from './SessionHead.tsx';
import { sessionForRules } from './status-view.ts';

const MISSING = {
  value: 'missing_materials',
  title: FEEDBACK.missingTitle,
  text: FEEDBACK.missingBody,
} as const;
const SUPPORT = {
  value: 'contact_support',
  title: FEEDBACK.supportTitle,
  text: FEEDBACK.supportBody,
} as const;
type Kind = (typeof MISSING | typeof SUPPORT)['value'];

interface Values {
  kind: Kind | '';
  notes: string;
}

/** The musician's feedback: requests other files, or reports an issue (docs/product/sessions.md#feedback). */
export function FeedbackForm({ session, role }: Pick<ShownProps, 'session' | 'role'>) {
  const mayRequest = (at: Temporal.Instant) =>
    mayDo(role, 'request_files', sessionForRules(session), at).allowed;
  const options = mayRequest(useNowFor(mayRequest)) ? [MISSING, SUPPORT] : [SUPPORT];
  const [only] = options;
  const form = useForm<Values>({
    defaultValues: { kind: options.length === 1 && only ? only.value : '', notes: '' },
  });
  const kind = useWatch({ control: form.control, name: 'kind' });
  const { mutateAsync, isPending, error } = useFeedback();
  const [lastAttempt, setLastAttempt] = useState({ content: '', key: '' });
  const navigate = useNavigate();
  const id = String(session.id);
  const top = useRef<HTMLHeadingElement>(null);
  // The link that led here has disappeared.
  useEffect(() => top.current?.focus({ preventScroll: true }), []);

  const send = form.handleSubmit(async ({ kind: chosen, notes }) => {
    if (isPending || chosen === '') return;
    const message = feedbackProblem(chosen, notes);
    if (message !== null) {
      form.setError('notes', { message }, { shouldFocus: true });
      return;
    }
    const content = `${chosen} ${notes}`;
    // The same content keeps its key, in case the first request was received.
    const key = lastAttempt.content === content ? lastAttempt.key : newKey();
    setLastAttempt({ content, key });
    try {
      const body = {
        session_id: session.id,
        feedback_type: chosen,
        feedback_notes: notes.trim() || undefined,
      };
      await mutateAsync({ body, key });
    } catch {
      // The error is shown below.
      return;
    }
    toast(FEEDBACK.sent);
    void navigate({
      to: '/sessions/$id/{-$tab}',
      params: { id, tab: undefined },
      search: ({ tab }) => (tab === undefined ? {} : { tab }),
      resetScroll: false,
      replace: true,
    });
  });

  return (
    <form className={classes.form} noValidate onSubmit={(event) => void send(event)}>
      <ButtonLink
        kind="quiet"
        to="/sessions/$id/{-$tab}"
        params={{ id, tab: undefined }}
        search={({ tab }) => (tab === undefined ? {} : { tab })}
        resetScroll={false}
      >
        {FEEDBACK.back}
      </ButtonLink>
      <h3 ref={top} tabIndex={-1}>
        {FEEDBACK.title}
      </h3>
      <RadioCards form={form} name="kind" label={FEEDBACK.question} options={options} />
      {kind === 'contact_support' && (
        <TextareaField
          form={form}
          name="notes"
          label="Notes"
          placeholder={FEEDBACK.supportPlaceholder}
          rows={4}
          limit={NOTES_MAX.contact_support}
        />
      )}
      {kind === 'missing_materials' && (
        <TextareaField
          form={form}
          name="notes"
          label={FEEDBACK.missingLabel}
          hint={FEEDBACK.missingHint}
          placeholder={FEEDBACK.missingPlaceholder}
          rows={4}
          limit={NOTES_MAX.missing_materials}
        />
      )}
      {error !== null && !isPending && <SendFailure error={error} sessionId={session.id} />}
      {kind !== '' && (
        <SubmitButton busy={isPending} busyText="Sending…">
          {kind === 'contact_support' ? FEEDBACK.supportSubmit : FEEDBACK.missingSubmit}
        </SubmitButton>
      )}
    </form>
  );
}

/** The error message and another way to send feedback (docs/product/sessions.md#feedback). */
function SendFailure({ error, sessionId }: { error: Error; sessionId: number }) {
  const studio = useStudio();
  const me = useMe();
  const href = studio === undefined ? null : feedbackLink(studio, me, sessionId);
  return (
    <Notice tone="danger" alert>
      {errorMessage(error)}
      {href !== null && (
        <>
          {` ${href.startsWith('mailto:') ? FEEDBACK.mailInstead : FEEDBACK.instead} `}
          <a href={href} target="_blank" rel="noopener noreferrer">
            {href.replace(/^mailto:/, '').replace(/\?subject=.*$/, '')}
          </a>
        </>
      )}
    </Notice>
  );
}
