import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { formatDay, formatTime } from '#shared/lib/time.ts';
import type { Session } from '#shared/sessions/contract.ts';
import { withInstants } from '#shared/sessions/rules.ts';
import { mayDo } from '#shared/sessions/rules-actions.ts';
import { NOT_ALLOWED, PANEL } from '#shared/sessions/texts.ts';
import type { Me } from '#shared/me/contract.ts';
import { ProblemError } from '../../lib/api.ts';
import { isGone, ModalRefusal } from '../../lib/ModalRefusal.tsx';
import type { SessionModalProps } from '../../lib/modal-props.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { QueryView } from '../../lib/QueryView.tsx';
import { useMe } from '../../lib/session.ts';
import { useNowFor } from '../../lib/use-now.ts';
import { sessionQuery } from '../../sessions/api.ts';
import { truncateTitle } from '../../sessions/list/list.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Modal } from '../../ui/overlay/Modal.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { RowsSkeleton } from '../../ui/feedback/Skeleton.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { CancelForm, type CancelValues, RefundNote } from './CancelForm.tsx';
import classes from './CancelForm.module.css';
import { cancelledText, refundStatus } from './cancelling.ts';
import { useCancel } from './use-cancel.ts';

/** 'Cancel session': shows what happens to the credits before it is done (docs/product/booking.md#cancelling). */
export function CancelSessionModal({ session: id, onClose }: SessionModalProps) {
  const me = useMe();
  const { data, error: unread, isFetching, isFetchedAfterMount, refetch } = useQuery(sessionQuery(id));
  const form = useForm<CancelValues>({ defaultValues: { reasons: [], notes: '' } });
  const { mutate, isPending, error } = useCancel(id);
  // Cached terms are not shown: they may have lapsed.
  const session = isFetchedAfterMount ? data : undefined;
  const termsAt = (at: Temporal.Instant) => session && termsOf(session, me, at);
  const terms = termsAt(useNowFor(termsAt, 1000));

  const send = form.handleSubmit((values) => {
    if (isPending || terms?.kind !== 'open') return;
    const { paysCredits, refund } = terms;
    const expectedRefund = paysCredits ? refund.kind === 'refund' : undefined;
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

  if (isGone(unread)) return <ModalRefusal message={errorMessage(unread)} onClose={onClose} />;
  // One modal in all states, so that the focus returns to what opened it.
  return (
    <Modal
      title={PANEL.cancel}
      subtitle={session && subtitleOf(session, me.timezone)}
      onClose={onClose}
      footer={
        terms?.kind === 'open' ? (
          <>
            <Button kind="plain" onClick={onClose}>
              Keep session
            </Button>
            <Button kind="danger" onClick={() => void send()} aria-disabled={isPending || undefined}>
              {isPending ? 'Cancelling...' : PANEL.cancel}
            </Button>
          </>
        ) : undefined
      }
    >
      <QueryView
        query={{ data: terms, error: unread, isFetching, refetch }}
        loading={<RowsSkeleton what="the session" count={2} />}
      >
        {(loaded) =>
          loaded.kind === 'closed' ? (
            <p>{loaded.reason}</p>
          ) : (
            <>
              {error !== null && <CancelFailure error={error} onRetry={() => void send()} />}
              {loaded.paysCredits ? (
                <RefundNote
                  refund={loaded.refund}
                  credits={loaded.credits}
                  onCountdownEnd={() => void refetch()}
                />
              ) : (
                <p>We let your musician know, and others can book the time.</p>
              )}
              <CancelForm
                form={form}
                paysCredits={loaded.paysCredits}
                movable={['refund', 'once'].includes(loaded.refund.kind) ? id : null}
              />
            </>
          )
        }
      </QueryView>
    </Modal>
  );
}

/** Whether this person may cancel now, and what happens to their credits. */
function termsOf(session: Session, me: Me, now: Temporal.Instant) {
  const allowed = mayDo(me.role, 'cancel', withInstants(session), now);
  const { cancellation } = session;
  if (!allowed.allowed) return { kind: 'closed', reason: allowed.reason } as const;
  if (cancellation === null) return { kind: 'closed', reason: NOT_ALLOWED.notClient } as const;
  const refund = refundStatus({ ...session, cancellation }, now);
  const paysCredits = me.role === 'client' && cancellation.credits > 0;
  return { kind: 'open', refund, paysCredits, credits: cancellation.credits } as const;
}

function subtitleOf(session: Session, zone: string): string {
  const start = Temporal.Instant.from(session.start_date);
  const track = truncateTitle(session.session_info.title ?? session.service.label);
  return `${track} with ${session.partner.name}, ${formatDay(start, zone)}, ${formatTime(start, zone)}`;
}

/** Why the cancellation failed, with a retry; changed terms have to be read first. */
function CancelFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const lapsed = error instanceof ProblemError && error.problem.code === 'refund_changed';
  return (
    <div className={classes.error}>
      {lapsed ? (
        <Notice tone="waiting" alert>
          {errorMessage(error)}
        </Notice>
      ) : (
        <Notice
          tone="danger"
          alert
          title="We could not cancel this session"
          action={
            <Button kind="plain" onClick={onRetry}>
              Try again
            </Button>
          }
        >
          {errorMessage(error)}
        </Notice>
      )}
    </div>
  );
}
