import { useEffect, useRef } from 'react';
import { STEPS } from '../../../shared/booking/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { Partner } from '../api.ts';
import classes from './Booking.module.css';
import { DetailsStep } from './DetailsStep.tsx';
import { DoneStep } from './DoneStep.tsx';
import { ReviewStep } from './ReviewStep.tsx';
import { ServiceStep } from './ServiceStep.tsx';
import { TimeStep } from './TimeStep.tsx';
import { TrackStep } from './TrackStep.tsx';
import type { Booking } from './use-booking.ts';

interface BookingStepProps {
  readonly booking: Booking;
  readonly partner: Partner;
  readonly trackLost: boolean;
}

/** The present step under its name; the focus follows it. */
export function BookingStep({ booking, partner, trackLost }: BookingStepProps) {
  const { step } = booking;
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'end' });
  }, [step]);

  return (
    <div className={classes.step}>
      <h3 ref={heading} tabIndex={-1} className={classes.heading} data-step={step}>
        {STEPS[step]}
      </h3>
      {step !== 'service' && step !== 'time' && step !== 'done' && <HoldLine booking={booking} />}
      {step === 'service' && <ServiceStep booking={booking} />}
      {step === 'time' && <TimeStep booking={booking} partner={partner} />}
      {step === 'track' && <TrackStep booking={booking} />}
      {step === 'session' && <DetailsStep booking={booking} partner={partner} />}
      {step === 'review' && <ReviewStep booking={booking} partner={partner} />}
      {step === 'done' && <DoneStep booking={booking} partner={partner} trackLost={trackLost} />}
    </div>
  );
}

/** What to know about the hold beside its countdown: that it can be made longer, or that it is over. */
function HoldLine({ booking }: { booking: Booking }) {
  const { hold, busy } = booking;
  if (hold.stage === 'expired') {
    return (
      <Notice
        tone="waiting"
        alert
        title="The time we held for you has run out"
        action={
          <Button kind="plain" onClick={() => void booking.holdAgain()} aria-disabled={busy || undefined}>
            Hold it again
          </Button>
        }
      >
        Nothing you chose or wrote is lost. If the time is still free, we hold it for you once more.
      </Notice>
    );
  }
  if (!hold.extendable) return null;
  return (
    <p className={classes.holdLine}>
      Need longer to decide?
      <button type="button" onClick={() => void booking.extend()} aria-disabled={busy || undefined}>
        Hold it 10 minutes more
      </button>
    </p>
  );
}
