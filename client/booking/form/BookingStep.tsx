import { useEffect, useRef } from 'react';
import { NOTHING_TO_BOOK, STEPS } from '#shared/booking/texts.ts';
import { firstName } from '#shared/lib/text.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { LazyComponent } from '../../ui/layout/LazyComponent.tsx';
import { loadWhenIdle } from '../../ui/layout/when-idle.ts';
import type { Partner } from '../api.ts';
import classes from './Booking.module.css';
import { LimitNotice } from '../limits/LimitNotice.tsx';
import { ProofNotice } from './ProofNotice.tsx';
import { ServiceStep } from './ServiceStep.tsx';
import { TimeStep } from '../time/TimeStep.tsx';
import { TopUpButton } from '../limits/TopUpButton.tsx';
import { useBooking } from '../state/booking-context.ts';

const loadLaterStep = async () => (await import('./LaterStep.tsx')).LaterStep;

/** The current step with its heading; a change of step moves the focus there. */
export function BookingStep({ partner }: { readonly partner: Partner }) {
  const { step, hold, configuration, services } = useBooking();
  const isChosen = step !== 'service' && step !== 'time';
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => loadWhenIdle(loadLaterStep), []);
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
      {step !== 'done' && (
        <>
          <LimitNotice />
          <ProofNotice />
        </>
      )}
      {isChosen && step !== 'done' && <HoldLine />}
      {!isChosen && configuration !== undefined && services.length === 0 && (
        <Notice tone="waiting" title={NOTHING_TO_BOOK.title(firstName(partner.name, partner.name))}>
          {NOTHING_TO_BOOK.text}
        </Notice>
      )}
      {step === 'service' && <ServiceStep />}
      {step === 'time' && hold.stage === 'expired' && (
        <Notice tone="waiting" title="Your hold has run out">
          We kept everything you entered. Choose a time again, or go on with the same one.
        </Notice>
      )}
      {step === 'time' && <TimeStep partner={partner} />}
      {isChosen && <LazyComponent load={loadLaterStep} enabled props={{ step, partner }} />}
    </div>
  );
}

/** Offers to extend the hold, or to hold the time again once it is over. */
function HoldLine() {
  const booking = useBooking();
  const { hold, busy } = booking;
  if (hold.stage === 'expired') {
    return (
      <Notice
        tone="waiting"
        alert
        title="Your hold has run out"
        action={
          <Button kind="plain" onClick={() => void booking.holdAgain()} aria-disabled={busy || undefined}>
            Hold it again
          </Button>
        }
      >
        We kept everything you entered. If the time is still free, you can hold it again.
      </Notice>
    );
  }
  if (hold.stage !== 'live' || !hold.extendable) return null;
  if (booking.extension !== null) return <ExtensionNotice words={booking.extension} />;
  return (
    <p className={classes.holdLine}>
      Need more time?
      <button type="button" onClick={() => void booking.extend()} aria-disabled={busy || undefined}>
        Hold it for 10 more minutes
      </button>
    </p>
  );
}

/** Why the hold cannot be extended, with a way to more credits where they are missing. */
function ExtensionNotice({ words }: { readonly words: string }) {
  const { hold } = useBooking();
  return (
    <p className={classes.holdLine}>
      {words}
      {hold.session !== null && <TopUpButton cost={hold.session.credits} inText />}
    </p>
  );
}
