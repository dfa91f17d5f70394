import { useId } from 'react';
import { formatDay, formatTime, relativeTime } from '#shared/lib/time.ts';
import type { Referral } from '#shared/referrals/contract.ts';
import { deadlineInWords, isOpen, mayRemind, remindableFrom } from '#shared/referrals/rules.ts';
import { INVITE, REFERRAL_LABELS, REFERRAL_TAB, REMIND } from '#shared/referrals/texts.ts';
import { isRefusal } from '../lib/api.ts';
import { useNowFor } from '../lib/use-now.ts';
import { Button } from '../ui/button/Button.tsx';
import { StatusLabel } from '../ui/feedback/StatusLabel.tsx';
import { toast } from '../ui/overlay/toast.ts';
import { useInvite, useRemind } from './api.ts';
import { toneOf } from './status-tone.ts';
import classes from './ReferralRow.module.css';

interface ReferralRowProps {
  readonly referral: Referral;
  readonly zone: string;
}

const latest = (one: Temporal.Instant, other: Temporal.Instant) =>
  Temporal.Instant.compare(one, other) < 0 ? other : one;

/** One invitation and what can be done about it (docs/product/referrals.md#history). */
export function ReferralRow({ referral, zone }: ReferralRowProps) {
  const { email, status, credits_earned } = referral;
  const sent = {
    status,
    created_at: Temporal.Instant.from(referral.createdAt),
    expires_at: Temporal.Instant.from(referral.deadline),
    reminder_sent_at:
      referral.reminder_sent_at === null ? null : Temporal.Instant.from(referral.reminder_sent_at),
  };
  const last = sent.reminder_sent_at ?? sent.created_at;
  // `now` lags a little; a mail sent meanwhile must not be in the future.
  const reads = (at: Temporal.Instant) => [
    deadlineInWords(sent, at),
    isOpen(sent, at),
    mayRemind(sent, at).ok,
    relativeTime(remindableFrom(sent), at),
  ];
  const now = latest(
    useNowFor((at) => reads(latest(at, last)), 60_000),
    last,
  );
  const deadline = deadlineInWords(sent, now);
  return (
    <li className={classes.row} tabIndex={-1}>
      <div className={classes.person}>
        <b>{email}</b>
        <span className={classes.sent}>
          {sent.reminder_sent_at === null ? 'Sent ' : 'Reminded '}
          {`${formatDay(last, zone)}, ${formatTime(last, zone)}`}
        </span>
      </div>
      <div>
        <StatusLabel tone={toneOf(status, deadline)}>{REFERRAL_LABELS[status]}</StatusLabel>
      </div>
      <dl className={classes.facts}>
        <div>
          <dt>{REFERRAL_TAB.credits}</dt>
          <dd>{credits_earned}</dd>
        </div>
        {deadline !== null && (
          <div>
            <dt>{REFERRAL_TAB.deadline}</dt>
            <dd>{deadline}</dd>
          </div>
        )}
      </dl>
      <div className={classes.action}>
        {isOpen(sent, now) && <RemindButton referral={referral} sent={sent} now={now} />}
        {deadline !== null && !isOpen(sent, now) && <InviteAgainButton email={email} />}
      </div>
    </li>
  );
}

interface RemindButtonProps {
  readonly referral: Referral;
  readonly sent: Parameters<typeof mayRemind>[0];
  readonly now: Temporal.Instant;
}

/** Disabled until 24 hours after the last mail, with the reason (docs/product/referrals.md#reminder). */
function RemindButton({ referral, sent, now }: RemindButtonProps) {
  const remind = useRemind();
  const reason = useId();
  const may = mayRemind(sent, now).ok;
  const press = async () => {
    if (!may || remind.isPending) return;
    try {
      await remind.mutateAsync(referral);
      toast(REMIND.sent);
    } catch {
      toast(REMIND.failed, 'danger');
    }
  };
  return (
    <>
      <Button
        kind="plain"
        aria-disabled={!may || remind.isPending || undefined}
        aria-describedby={may ? undefined : reason}
        aria-label={`${REFERRAL_TAB.remind} to ${referral.email}`}
        onClick={() => void press()}
      >
        {REFERRAL_TAB.remind}
      </Button>
      {!may && (
        <span id={reason} className={classes.reason}>
          {`Possible ${relativeTime(remindableFrom(sent), now)}`}
        </span>
      )}
    </>
  );
}

/** docs/product/referrals.md#expired-invitation */
function InviteAgainButton({ email }: { email: string }) {
  const invite = useInvite();
  const press = async () => {
    if (invite.isPending) return;
    try {
      await invite.mutateAsync(email);
      toast(INVITE.sent);
    } catch (error) {
      toast(isRefusal(error) ? error.problem.detail : INVITE.failed, 'danger');
    }
  };
  return (
    <Button
      kind="plain"
      aria-disabled={invite.isPending || undefined}
      aria-label={`${REFERRAL_TAB.again}: ${email}`}
      onClick={() => void press()}
    >
      {REFERRAL_TAB.again}
    </Button>
  );
}
