import { CREDITS, STEPS } from '../../../shared/booking/texts.ts';
import { Button } from '../../ui/Button.tsx';
import classes from './Booking.module.css';
import type { Step } from './steps.ts';
import type { Booking } from './use-booking.ts';
import type { useConfirm } from './use-confirm.ts';
import { creditsText, minutesText, spanText } from './words.ts';

interface BookingFooterProps {
  readonly booking: Booking;
  readonly confirming: ReturnType<typeof useConfirm>;
  readonly onClose: () => void;
}

/** What is chosen and what it costs, and the way on and back. */
export function BookingFooter({ booking, confirming, onClose }: BookingFooterProps) {
  const { step, steps, trouble, form, hold } = booking;
  const busy = booking.busy || confirming.busy;
  const next = steps[steps.indexOf(step) + 1];
  const submit = (to: Step) => form.handleSubmit(() => booking.goTo(to));

  if (step === 'done') {
    return (
      <>
        <span className={classes.space} />
        <Button kind="plain" onClick={onClose}>
          Back to Explore
        </Button>
      </>
    );
  }
  return (
    <>
      <Summary booking={booking} />
      {trouble !== null && (
        <p role="alert" className={classes.trouble}>
          {trouble}
        </p>
      )}
      <div className={classes.ways}>
        {steps.indexOf(step) > 0 && (
          <Button kind="plain" onClick={booking.back}>
            Back
          </Button>
        )}
        {step === 'service' && (
          <Button
            onClick={() =>
              booking.service ? void booking.goTo('time') : booking.setTrouble('Please choose a service.')
            }
          >
            {STEPS.time}
          </Button>
        )}
        {step === 'time' && (
          <Button onClick={() => void booking.continueFromTime()} aria-disabled={busy || undefined}>
            {busy ? 'Holding your time...' : STEPS.track}
          </Button>
        )}
        {(step === 'track' || step === 'session') && next !== undefined && (
          <Button onClick={(event) => void submit(next)(event)}>{STEPS[next]}</Button>
        )}
        {step === 'review' &&
          (hold.stage === 'live' ? (
            <ConfirmButton booking={booking} confirming={confirming} />
          ) : (
            <Button onClick={() => void booking.holdAgain()} aria-disabled={busy || undefined}>
              {busy ? 'Holding your time...' : 'Hold this time again'}
            </Button>
          ))}
      </div>
    </>
  );
}

/** Takes the credits. With too few it says how many are missing and takes nothing. */
function ConfirmButton({ booking, confirming }: Omit<BookingFooterProps, 'onClose'>) {
  const cost = booking.hold.session?.credits ?? 0;
  const warning = booking.warningFor(cost);
  const press = () => (warning === null ? void confirming.confirm() : booking.setTrouble(warning));
  return (
    <Button
      onClick={press}
      disabled={warning !== null}
      aria-disabled={confirming.busy || undefined}
      data-busy={confirming.busy || undefined}
    >
      {confirming.busy ? 'Booking your session...' : `Book for ${creditsText(cost)}`}
    </Button>
  );
}

/** "Tue 24 Nov 26, 14:00–15:30 · 90 min · 3 credits of your 12". */
function Summary({ booking }: { booking: Booking }) {
  const { selection, me, balance, step } = booking;
  if (step === 'service' || selection?.ok !== true) {
    return (
      <div className={classes.summary}>
        <b>
          {step === 'service' ? (booking.service?.label ?? 'No service chosen yet') : 'No time chosen yet'}
        </b>
        <span>{balance > 0 ? `You have ${creditsText(balance)}.` : CREDITS.topUp}</span>
      </div>
    );
  }
  const { duration, cost } = selection.value;
  const warning = booking.warningFor(cost);
  return (
    <div className={classes.summary} aria-live="polite">
      <b>{spanText(selection.value, me.timezone)}</b>
      <span>
        {minutesText(duration)} · {creditsText(cost)} of your {balance}
      </span>
      {warning !== null && step === 'time' && <span className={classes.warning}>{warning}</span>}
    </div>
  );
}
