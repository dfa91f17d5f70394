import { CREDITS, PROOF, STEPS } from '#shared/booking/texts.ts';
import type { Session } from '#shared/sessions/contract.ts';
import { Button } from '../../ui/button/Button.tsx';
import { ButtonLink } from '../../ui/button/ButtonLink.tsx';
import classes from './Booking.module.css';
import type { Step } from './steps.ts';
import { TopUpButton } from '../limits/TopUpButton.tsx';
import { useBooking } from '../state/booking-context.ts';
import { creditsText, minutesText, spanText } from './format.ts';

/** The choice with its price, and the buttons back and forward. */
export function BookingFooter({ onClose }: { readonly onClose: () => void }) {
  const booking = useBooking();
  const { step, steps, error, form, hold } = booking;
  const busy = booking.busy || booking.confirming;
  const next = steps[steps.indexOf(step) + 1];
  const submit = (to: Step) => form.handleSubmit(() => booking.goTo(to));

  if (step === 'done') {
    return (
      <>
        <span className={classes.spacer} />
        <div className={classes.actions}>
          <Button kind="plain" onClick={onClose}>
            Back to Explore
          </Button>
          {hold.session !== null && <NextAfterBooking session={hold.session} />}
        </div>
      </>
    );
  }
  return (
    <>
      <Summary />
      {error !== null && (
        <p role="alert" className={classes.error}>
          {error}
        </p>
      )}
      <div className={classes.actions}>
        {steps.indexOf(step) > 0 && (
          <Button kind="plain" onClick={booking.back}>
            Back
          </Button>
        )}
        {step === 'service' && (
          <Button
            onClick={() =>
              booking.service ? void booking.goTo('time') : booking.showError('Please choose a service.')
            }
          >
            <Continue to="time" />
          </Button>
        )}
        {step === 'time' && (
          <Button onClick={() => void booking.continueFromTime()} aria-disabled={busy || undefined}>
            {busy ? 'Holding your time...' : <Continue to="track" />}
          </Button>
        )}
        {(step === 'track' || step === 'session') && next !== undefined && (
          <Button onClick={(event) => void submit(next)(event)}>
            <Continue to={next} />
          </Button>
        )}
        {step === 'review' &&
          (hold.stage === 'live' ? (
            <ConfirmButton />
          ) : (
            <Button onClick={() => void booking.holdAgain()} aria-disabled={busy || undefined}>
              {busy ? 'Holding your time...' : 'Hold this time again'}
            </Button>
          ))}
      </div>
    </>
  );
}

/** "Continue" with the next step's name; on phones the name is for screen readers only. */
function Continue({ to }: { readonly to: Step }) {
  return (
    <>
      Continue <span className={classes.stepName}>{STEPS[to]}</span>
    </>
  );
}

/** The next thing to do once the session is booked. */
function NextAfterBooking({ session }: { session: Session }) {
  const id = String(session.id);
  return session.service.needs_files ? (
    <ButtonLink to="/sessions/$id/{-$tab}" params={{ id, tab: 'files-management' }}>
      Upload your files
    </ButtonLink>
  ) : (
    <ButtonLink to="/sessions/$id/{-$tab}" params={{ id }}>
      See the session
    </ButtonLink>
  );
}

/** Confirms the booking; with too few credits it says how many are missing. */
function ConfirmButton() {
  const booking = useBooking();
  const { confirming } = booking;
  const cost = booking.hold.session?.credits ?? 0;
  const warning = booking.warningFor(cost);
  const press = () => {
    if (warning !== null) booking.showError(warning);
    else if (booking.proofNeeded) booking.showError(`${PROOF.title}.`);
    else void booking.confirm();
  };
  return (
    <Button
      onClick={press}
      disabled={warning !== null}
      aria-disabled={confirming || undefined}
      data-busy={confirming || undefined}
    >
      {confirming ? 'Booking your session...' : `Book for ${creditsText(cost)}`}
    </Button>
  );
}

/** "Tue 24 Nov 26, 14:00–15:30 · 90 min · 3 credits of your 12". */
function Summary() {
  const booking = useBooking();
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
      {booking.holding !== null ? (
        <span className={classes.warning}>{booking.holding}</span>
      ) : (
        warning !== null &&
        step === 'time' && (
          <span className={classes.warning}>
            {warning} {balance > 0 && <TopUpButton cost={cost} inText />}
          </span>
        )
      )}
    </div>
  );
}
