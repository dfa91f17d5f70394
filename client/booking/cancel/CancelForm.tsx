import { Link } from '@tanstack/react-router';
import type { UseFormReturn } from 'react-hook-form';
import { formatDay, formatTime } from '../../../shared/lib/time.ts';
import { serverNow } from '../../app/clock.ts';
import { useMe } from '../../app/session.ts';
import { CheckCards } from '../../ui/CheckCards.tsx';
import { Countdown } from '../../ui/Countdown.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { TextareaField } from '../../ui/TextareaField.tsx';
import { onlyTab } from './BackToSession.tsx';
import classes from './CancelForm.module.css';
import { type RefundStanding, reasonsFor } from './cancelling.ts';
import { creditsText } from './words.ts';

export interface CancelValues {
  reasons: string[];
  notes: string;
}
const NOTES_MAX = 2000;

interface RefundNoteProps {
  readonly standing: RefundStanding;
  /** What the session cost. */
  readonly credits: number;
  /** The time that was counted down is there: what it means is the server's to say again. */
  readonly onTurn: () => void;
}

/** What happens to the credits, said before anyone cancels (part 2 section 4). */
export function RefundNote({ standing, credits, onTurn }: RefundNoteProps) {
  const me = useMe();
  const balance = (me.sessions_left ?? 0) + (me.credits_bank ?? 0);
  const when = (at: Temporal.Instant) => `${formatDay(at, me.timezone)}, ${formatTime(at, me.timezone)}`;
  if (standing.kind === 'refund') {
    const come = credits === 1 ? 'comes' : 'come';
    return (
      <Notice tone="ready" title={`${creditsText(credits)} ${come} back to you`}>
        You have {creditsText(balance)} now, and {balance + credits} afterwards.{' '}
        {standing.soon ? (
          <span className={classes.left}>
            Time left for that:{' '}
            <Countdown until={standing.lapses.epochMilliseconds} now={serverNow} onEnd={onTurn} />
          </span>
        ) : (
          <>That holds until {when(standing.lapses)}.</>
        )}
      </Notice>
    );
  }
  return (
    <Notice tone="action" title="The credits will not be returned">
      {standing.kind === 'once' && 'They had expired already, and expired credits come back only once.'}
      {standing.kind === 'too_late' && (
        <>
          This session starts in less than {standing.hours} hours, so its {creditsText(credits)}{' '}
          {credits === 1 ? 'stays' : 'stay'} spent.
        </>
      )}
      {standing.kind === 'too_early' && (
        <>
          You booked it less than {standing.minutes} minutes ago. From {when(standing.opens)} on its{' '}
          {creditsText(credits)} would come back.{' '}
          <span className={classes.left}>
            That is in <Countdown until={standing.opens.epochMilliseconds} now={serverNow} onEnd={onTurn} />
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

/** Why, if one likes to say so; and the other way out. */
export function CancelForm({ form, paysCredits, movable }: CancelFormProps) {
  return (
    <div className={classes.form}>
      {movable !== null && (
        <p className={classes.move}>
          Only the time does not suit you?{' '}
          <Link to="/sessions/$id/move" params={{ id: String(movable) }} search={onlyTab}>
            Move it to another time
          </Link>
        </p>
      )}
      <CheckCards
        form={form}
        name="reasons"
        label="Why do you cancel?"
        hint="You need not say, but it helps the studio."
        options={reasonsFor(paysCredits)}
      />
      <TextareaField form={form} name="notes" label="Anything to add?" rows={2} maxLength={NOTES_MAX} />
    </div>
  );
}
