import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { mayDo } from '../../../shared/sessions/rules-actions.ts';
import { feedbackProblem } from '../../../shared/sessions/rules-feedback.ts';
import { FEEDBACK } from '../../../shared/sessions/texts.ts';
import { feedbackLink } from '../../app/links.ts';
import { newKey } from '../../app/new-key.ts';
import { wordsOf } from '../../app/problem-words.ts';
import { useMe, useStudio } from '../../app/session.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { RadioCards } from '../../ui/RadioCards.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { TextareaField } from '../../ui/TextareaField.tsx';
import { toast } from '../../ui/toast.ts';
import { useFeedback } from '../api.ts';
import classes from './FeedbackForm.module.css';
import type { ShownProps } from './SessionHead.tsx';
import { judged } from './standing.ts';

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

/** The musician's feedback (part 2 "Partner session panel"): ask for other files, or write to the studio. */
export function FeedbackForm({ session, role, now }: Pick<ShownProps, 'session' | 'role' | 'now'>) {
  const options = mayDo(role, 'request_files', judged(session), now).allowed ? [MISSING, SUPPORT] : [SUPPORT];
  const [only] = options;
  const form = useForm<Values>({
    defaultValues: { kind: options.length === 1 && only ? only.value : '', notes: '' },
  });
  const kind = useWatch({ control: form.control, name: 'kind' });
  const { mutateAsync, isPending, error } = useFeedback();
  const [tried, setTried] = useState({ letter: '', key: '' });
  const navigate = useNavigate();
  const id = String(session.id);
  const top = useRef<HTMLHeadingElement>(null);
  // What led here is gone with the part that it stood in.
  useEffect(() => top.current?.focus({ preventScroll: true }), []);

  const send = form.handleSubmit(async ({ kind: chosen, notes }) => {
    if (isPending || chosen === '') return;
    const message = feedbackProblem(chosen, notes);
    if (message !== null) {
      form.setError('notes', { message }, { shouldFocus: true });
      return;
    }
    const about = chosen === 'contact_support' ? { feedback_notes: notes.trim() } : {};
    const letter = `${chosen} ${notes}`;
    // The same letter once more is the same one, should the first have arrived after all.
    const key = tried.letter === letter ? tried.key : newKey();
    setTried({ letter, key });
    try {
      await mutateAsync({ body: { session_id: session.id, feedback_type: chosen, ...about }, key });
    } catch {
      // What failed is said below.
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
        />
      )}
      {error !== null && !isPending && <Failed error={error} sessionId={session.id} />}
      {kind !== '' && (
        <SubmitButton busy={isPending} busyText="Sending…">
          {kind === 'contact_support' ? FEEDBACK.supportSubmit : FEEDBACK.missingSubmit}
        </SubmitButton>
      )}
    </form>
  );
}

/** "The error message plus 'Please use typeform instead: {external form link}'" (part 2 section 8). */
function Failed({ error, sessionId }: { error: Error; sessionId: number }) {
  const studio = useStudio();
  const me = useMe();
  const href = studio === undefined ? null : feedbackLink(studio, me, sessionId);
  return (
    <Notice tone="action" alert>
      {wordsOf(error)}
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
