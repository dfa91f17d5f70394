import { useState } from 'react';
import { REFERRAL_REWARD } from '#shared/referrals/rules.ts';
import { HELD_LABELS } from '#shared/operator/rewards/texts-rewards.ts';
import type { WaitingReward } from '#shared/operator/rewards/contract-rewards.ts';
import { formatUpdatedAt } from '#shared/lib/time.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button/Button.tsx';
import { StatusLabel } from '../../ui/feedback/StatusLabel.tsx';
import { LazyComponent } from '../../ui/layout/LazyComponent.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { PathLink } from '../PathLink.tsx';
import { useApprove } from './api.ts';
import classes from './Rewards.module.css';

const load = async () => (await import('./RejectDialog.tsx')).RejectDialog;

/** A reward that waits: who brought whom, why or until when it waits, and the decision. */
export function RewardRow({ reward, zone }: { readonly reward: WaitingReward; readonly zone: string }) {
  const { id, inviter, invitee, first_paid_at, pays_at, held_for } = reward;
  const [isRejecting, setRejecting] = useState(false);
  const approve = useApprove(id);
  const names = `${inviter.name} and ${invitee.name}`;
  const pay = () => {
    if (approve.isPending) return;
    approve.mutate(undefined, {
      onSuccess: () => toast(`${names} have ${REFERRAL_REWARD} credits each`),
      onError: (error) => toast(errorMessage(error), 'danger'),
    });
  };
  return (
    <li tabIndex={-1} className={classes.row}>
      <div className={classes.who}>
        <h2>
          <PathLink to={paths.person(inviter.id)}>{inviter.name}</PathLink> brought{' '}
          <PathLink to={paths.person(invitee.id)}>{invitee.name}</PathLink>
        </h2>
        <p>
          {inviter.email}, {invitee.email}
        </p>
      </div>
      <div className={classes.when}>
        {held_for !== null && <StatusLabel tone="waiting">{HELD_LABELS[held_for]}</StatusLabel>}
        {first_paid_at !== null && <Time what="First paid" at={first_paid_at} zone={zone} />}
        {pays_at !== null && <Time what="Is paid by itself" at={pays_at} zone={zone} />}
      </div>
      <div className={classes.actions}>
        <Button
          kind="plain"
          aria-label={`Approve the reward of ${names}`}
          aria-disabled={approve.isPending || undefined}
          onClick={pay}
        >
          Approve
        </Button>
        <Button kind="plain" aria-label={`Reject the reward of ${names}`} onClick={() => setRejecting(true)}>
          Reject
        </Button>
      </div>
      {isRejecting && (
        <LazyComponent load={load} enabled props={{ reward, onClose: () => setRejecting(false) }} />
      )}
    </li>
  );
}

function Time({ what, at, zone }: { readonly what: string; readonly at: string; readonly zone: string }) {
  return (
    <p>
      {what} <time dateTime={at}>{formatUpdatedAt(Temporal.Instant.from(at), zone)}</time>
    </p>
  );
}
