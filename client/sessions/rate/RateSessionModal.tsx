import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useForm } from 'react-hook-form';
import { firstName } from '#shared/lib/text.ts';
import { formatDay } from '#shared/lib/time.ts';
import type { Session } from '#shared/sessions/contract.ts';
import { withInstants } from '#shared/sessions/rules.ts';
import { mayDo } from '#shared/sessions/rules-actions.ts';
import { PANEL } from '#shared/sessions/texts.ts';
import { isGone, ModalRefusal } from '../../lib/ModalRefusal.tsx';
import type { SessionModalProps } from '../../lib/modal-props.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { QueryView } from '../../lib/QueryView.tsx';
import { useMe } from '../../lib/session.ts';
import { useNowFor } from '../../lib/use-now.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Modal } from '../../ui/overlay/Modal.tsx';
import { RowsSkeleton } from '../../ui/feedback/Skeleton.tsx';
import { TextareaField } from '../../ui/form/TextareaField.tsx';
import { sessionQuery } from '../api.ts';
import { truncateTitle } from '../list/list.ts';
import { StarsInput } from './StarsInput.tsx';
import classes from './StarsInput.module.css';
import { useRating } from './use-rating.ts';

const FORM_ID = 'rate-session';

/** 'Rate your session': stars, a comment, and thanks (docs/product/sessions.md#rating-thanks). */
export function RateSessionModal({ session: id, onClose }: SessionModalProps) {
  const { role, timezone } = useMe();
  const { data, error, isFetching, isFetchedAfterMount, refetch } = useQuery(sessionQuery(id));
  const sending = useRating();
  const session = isFetchedAfterMount ? data : undefined;
  const allowedAt = (at: Temporal.Instant) => session && mayDo(role, 'rate', withInstants(session), at);
  const allowed = allowedAt(useNowFor(allowedAt));
  const form = useRatingForm(session);
  const stars = form.watch('stars');
  const isSent = !sending.isIdle && (sending.isSuccess || sending.failureCount > 0);

  const send = form.handleSubmit(({ stars: rating, comment }) => {
    if (rating === 0 || !sending.isIdle) return;
    sending.mutate({ session_id: id, rating, comment: comment.trim() || null });
  });

  if (isGone(error)) return <ModalRefusal message={errorMessage(error)} onClose={onClose} />;
  return (
    <Modal
      title={PANEL.rate}
      subtitle={session && subtitleOf(session, timezone)}
      onClose={onClose}
      footer={footerOf()}
    >
      {isSent ? (
        <Thanks to={session?.partner.name} />
      ) : (
        <QueryView
          query={{ data: session, error, isFetching, refetch }}
          loading={<RowsSkeleton what="the session" count={2} />}
        >
          {({ partner }) =>
            allowed?.allowed === false ? (
              <p>{allowed.reason}</p>
            ) : (
              <form id={FORM_ID} noValidate className={classes.form} onSubmit={(event) => void send(event)}>
                <StarsInput
                  label={`How was it with ${partner.name}?`}
                  value={stars}
                  onChange={(chosen) => form.setValue('stars', chosen, { shouldDirty: true })}
                />
                <TextareaField
                  form={form}
                  name="comment"
                  label="Comment (optional)"
                  hint={`What went well, what could be better? It stands on ${firstName(partner.name, partner.name)}'s page, with your first name.`}
                  rows={3}
                  limit={COMMENT_MAX}
                  maxLength={COMMENT_MAX}
                />
              </form>
            )
          }
        </QueryView>
      )}
    </Modal>
  );

  function footerOf() {
    if (isSent || allowed?.allowed === false) return <Button onClick={onClose}>Close</Button>;
    if (session === undefined) return undefined;
    const submitText = session.rating.status === 'rated' ? 'Change rating' : 'Send rating';
    return (
      <>
        <Button kind="plain" onClick={onClose}>
          Not now
        </Button>
        <Button
          type="submit"
          form={FORM_ID}
          disabled={stars === 0}
          aria-disabled={sending.isPending || undefined}
        >
          {sending.isPending ? 'Sending...' : submitText}
        </Button>
      </>
    );
  }
}

const COMMENT_MAX = 1000;

/** The form, filled once with an earlier rating; a refetched session does not overwrite input. */
function useRatingForm(session: Session | undefined) {
  const form = useForm({ defaultValues: { stars: 0, comment: '' } });
  const filled = useRef(false);
  const rated = session?.rating.status === 'rated' ? session.rating : null;
  useEffect(() => {
    if (session === undefined || filled.current) return;
    filled.current = true;
    if (rated !== null) form.reset({ stars: rated.rating, comment: rated.comment ?? '' });
  }, [session, rated, form]);
  return form;
}

function Thanks({ to }: { to: string | undefined }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={classes.thanks}>
      <h3 ref={heading} tabIndex={-1}>
        Thank you for your rating!
      </h3>
      <p>{`It helps ${to ?? 'your musician'}, and everyone who is looking for a musician.`}</p>
    </div>
  );
}

function subtitleOf({ session_info, service, partner, start_date }: Session, zone: string): string {
  const track = truncateTitle(session_info.title ?? service.label);
  return `${track} with ${partner.name}, ${formatDay(Temporal.Instant.from(start_date), zone)}`;
}
