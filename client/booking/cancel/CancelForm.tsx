import { Link } from '@tanstack/react-router';
import type { UseFormReturn } from 'react-hook-form';
import { formatDay, formatTime } from '#shared/lib/time.ts';
import { serverNow } from '../../lib/clock.ts';
import { useMe } from '../../lib/session.ts';
import { CheckCards } from '../../ui/form/CheckCards.tsx';
import { Countdown } from '../../ui/feedback/Countdown.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { TextareaField } from '../../ui/form/TextareaField.tsx';
import { onlyTab } from '../edit/BackToSession.tsx';
import classes from './CancelForm.module.css';
import { type RefundStatus, reasonsFor } from './cancelling.ts';
import { creditsText } from '../form/format.ts';

export interface CancelValues {
  reasons: string[];
  notes: string;
}
const NOTES_MAX = 2000;

interface RefundNoteProps {
  readonly refund: RefundStatus;
  /** The session's price. */
  readonly credits: number;
  /** Called when a countdown ends: reload the terms. */
  readonly onCountdownEnd: () => void;
}

/** What happens to the credits (docs/product/booking.md#refund). */
export function RefundNote({ refund, credits, onCountdownEnd }: RefundNoteProps) {
  const me = useMe();
  const balance = (me.sessions_left ?? 0) + (me.credits_bank ?? 0);
  const when = (at: Temporal.Instant) => `${formatDay(at, me.timezone)}, ${formatTime(at, me.timezone)}`;
  if (refund.kind === 'refund') {
    const come = credits === 1 ? 'comes' : 'come';
    return (
      <Notice tone="ready" title={`${creditsText(credits)} ${come} back to you`}>
        You have {creditsText(balance)} now, and {balance + credits} afterwards.{' '}
        {refund.soon ? (
          <span className={classes.left}>
            Time left:{' '}
            <Countdown until={refund.lapses.epochMilliseconds} now={serverNow} onEnd={onCountdownEnd} />
          </span>
        ) : (
          <>
            Cancel before {when(refund.lapses)} to get {credits === 1 ? 'it' : 'them'} back.
          </>
        )}
      </Notice>
    );
  }
  return (
    <Notice tone="danger" title="The credits will not be returned">
      {refund.kind === 'once' && 'These credits had expired before, and expired credits come back only once.'}
      {refund.kind === 'too_late' && (
        <>
          This session starts in less than {refund.hours} hours, so you do not get its {creditsText(credits)}{' '}
          back.
        </>
      )}
      {refund.kind === 'too_early' && (
        <>
          You booked it less than {refund.minutes} minutes ago. Cancel after {when(refund.opens)} to get its{' '}
          {creditsText(credits)} back.{' '}
          <span className={classes.left}>
            That is in{' '}
            <Countdown until={refund.opens.epochMilliseconds} now={serverNow} onEnd={onCountdownEnd} />
          </span>
        </>
      )}
    </Notice>
  );
}

interface CancelFormProps {
  readonly form: UseFormReturn<CancelValues>;
  readonly paysCredits: boolean;
  /** The session that may be moved instead; null where it may not. */
  readonly movable: number | null;
}

/** Optional reasons and notes, and a link to moving instead. */
export function CancelForm({ form, paysCredits, movable }: CancelFormProps) {
  return (
    <div className={classes.form}>
      {movable !== null && (
        <p className={classes.move}>
          Just need another time?{' '}
          <Link to="/sessions/$id/move" params={{ id: String(movable) }} search={onlyTab}>
            Move it to another time
          </Link>
        </p>
      )}
      <CheckCards
        form={form}
        name="reasons"
        label="Why are you cancelling?"
        hint="Optional, but it helps. Your musician sees your answer."
        options={reasonsFor(paysCredits)}
      />
      <TextareaField
        form={form}
        name="notes"
        label="Anything else? Only the studio sees this."
        rows={2}
        limit={NOTES_MAX}
        maxLength={NOTES_MAX}
      />
    </div>
  );
}
