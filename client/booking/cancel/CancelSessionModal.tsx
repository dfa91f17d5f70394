import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { formatDay, formatTime } from '../../shared/lib/time.ts';
import type { Session } from '../../shared/sessions/contract.ts';
import { withInstants } from '../../shared/sessions/rules.ts';
import { mayDo } from '../../shared/sessions/rules-actions.ts';
import { NOT_ALLOWED, PANEL } from '../../shared/sessions/texts.ts';
import type { Me } from '../../shared/me/contract.ts';
import { ProblemError } from '../app/api.ts';
import type { ModalProps } from '../app/modals.ts';
import { wordsOf } from '../app/problem-words.ts';
import { useMe } from '../app/session.ts';
import { useNow } from '../app/use-now.ts';
import { sessionQuery } from '../sessions/api.ts';
import { truncateTitle } from '../sessions/components/list.ts';
import { Button } from '../ui/Button.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Modal } from '../ui/Modal.tsx';
import { Notice } from '../ui/Notice.tsx';
import { RowsSkeleton } from '../ui/Skeleton.tsx';
import { toast } from '../ui/toast.ts';
import { CancelForm, type CancelValues, RefundNote } from './components/CancelForm.tsx';
import classes from './components/CancelForm.module.css';
import { cancelledText, refundStanding } from './components/cancelling.ts';
import { useCancel } from './components/use-cancel.ts';

/** 'Cancel session': what it means, said before it is done (part 2 section 4 "Cancellation by the client"). */
export function CancelSessionModal({ session: id, onClose }: ModalProps) {
  if (id === undefined) return <Nowhere onClose={onClose} />;
  return <Cancel key={id} id={id} onClose={onClose} />;
}

/** An address without its session opens nothing. */
function Nowhere({ onClose }: { onClose: () => void }) {
  useEffect(onClose, [onClose]);
  return null;
}

function Cancel({ id, onClose }: { id: number; onClose: () => void }) {
  const me = useMe();
  const now = useNow(1000);
  const { data, error: unread, isFetching, isFetchedAfterMount, refetch } = useQuery(sessionQuery(id));
  const form = useForm<CancelValues>({ defaultValues: { reasons: [], notes: '' } });
  const { mutate, isPending, error } = useCancel(id);
  // Terms from before it was opened are not shown: they may have lapsed.
  const session = isFetchedAfterMount ? data : undefined;
  const terms = session && termsOf(session, me, now);

  const send = form.handleSubmit((values) => {
    if (isPending || terms?.kind !== 'open') return;
    const { paysCredits, standing } = terms;
    const expectedRefund = paysCredits ? standing.kind === 'refund' : undefined;
    mutate(
      { ...values, expectedRefund },
      {
        onSuccess: ({ refunded }) => {
          toast(cancelledText(paysCredits ? refunded : 0));
          onClose();
        },
      },
    );
  });

  // One modal for all of it, or what was focused before would be forgotten when the session has come.
  return (
    <Modal
      title={PANEL.cancel}
      {...(session === undefined ? {} : { subtitle: aboutOf(session, me.timezone) })}
      onClose={onClose}
      {...(terms?.kind === 'open'
        ? {
            footer: (
              <>
                <Button kind="plain" onClick={onClose}>
                  Keep session
                </Button>
                <Button kind="danger" onClick={() => void send()} aria-disabled={isPending || undefined}>
                  {isPending ? 'Cancelling...' : PANEL.cancel}
                </Button>
              </>
            ),
          }
        : {})}
    >
      {terms === undefined && unread === null && <RowsSkeleton what="the session" count={2} />}
      {terms === undefined && unread !== null && (
        <ErrorState onRetry={() => void refetch()} retrying={isFetching}>
          {wordsOf(unread)}
        </ErrorState>
      )}
      {terms?.kind === 'closed' && <p>{terms.reason}</p>}
      {terms?.kind === 'open' && (
        <>
          {error !== null && <Trouble error={error} onRetry={() => void send()} />}
          {terms.paysCredits ? (
            <RefundNote standing={terms.standing} credits={terms.credits} onTurn={() => void refetch()} />
          ) : (
            <p>Your musician is told, and the time is free for others again.</p>
          )}
          <CancelForm
            form={form}
            paysCredits={terms.paysCredits}
            movable={['refund', 'once'].includes(terms.standing.kind) ? id : null}
          />
        </>
      )}
    </Modal>
  );
}

/** Whether this person may cancel the session now, and what that means for their credits. */
function termsOf(session: Session, me: Me, now: Temporal.Instant) {
  const allowed = mayDo(me.role, 'cancel', withInstants(session), now);
  const { cancellation } = session;
  if (!allowed.allowed) return { kind: 'closed', reason: allowed.reason } as const;
  if (cancellation === null) return { kind: 'closed', reason: NOT_ALLOWED.notClient } as const;
  const standing = refundStanding({ ...session, cancellation }, now);
  const paysCredits = me.role === 'client' && cancellation.credits > 0;
  return { kind: 'open', standing, paysCredits, credits: cancellation.credits } as const;
}

function aboutOf(session: Session, zone: string): string {
  const start = Temporal.Instant.from(session.start_date);
  const track = truncateTitle(session.session_info.title ?? session.service.label);
  return `${track} with ${session.partner.name}, ${formatDay(start, zone)}, ${formatTime(start, zone)}`;
}

/** Why nothing was cancelled, and the way to try again; a change of terms is to be looked at first. */
function Trouble({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const lapsed = error instanceof ProblemError && error.problem.code === 'refund_changed';
  return (
    <div className={classes.trouble}>
      {lapsed ? (
        <Notice tone="waiting" alert>
          {wordsOf(error)}
        </Notice>
      ) : (
        <Notice
          tone="action"
          alert
          title="We could not cancel this session"
          action={
            <Button kind="plain" onClick={onRetry}>
              Try again
            </Button>
          }
        >
          {wordsOf(error)}
        </Notice>
      )}
    </div>
  );
}
