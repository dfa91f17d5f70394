import { useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { backToFiles, bookFirst, PAYPAL, thanks } from '#shared/billing/texts.ts';
import { trackEvent } from '../../lib/analytics.ts';
import { useFlag } from '../../lib/flags.ts';
import { OpenFrame } from '../../lib/frame/OpenFrame.tsx';
import { supportLink } from '../../lib/links.ts';
import { useMe, useStudio } from '../../lib/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Placeholder } from '../../ui/feedback/Skeleton.tsx';
import { Avatar } from '../../ui/layout/Avatar.tsx';
import { ButtonLink } from '../../ui/button/ButtonLink.tsx';
import { useDocumentTitle } from '../../ui/layout/PageTitle.tsx';
import { readPaypalReturn, type Refused } from '../return/paypal-return.ts';
import { readTrip } from '../return/trip.ts';
import { isFirstReport, purchaseOf } from './purchase.ts';
import classes from './ThankYouPage.module.css';
import { useArrival } from './use-arrival.ts';

/** Why what was approved at PayPal has not begun. */
const REFUSED: Readonly<Record<Refused, { readonly title: string; readonly text: string }>> = {
  refused: { title: PAYPAL.notDoneTitle, text: PAYPAL.notDone },
  trial_used: { title: PAYPAL.trialUsedTitle, text: PAYPAL.trialUsed },
};

/** After signing up or buying: reports the purchase to analytics, once (docs/product/buying.md#thank-you). */
export function ThankYouPage() {
  useDocumentTitle('Thank you');
  const { id, name, avatar, status, sessions_left: left, credits_bank: bank } = useMe();
  const freeTrial = useFlag('free-trial');
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const purchase = purchaseOf(search);

  const reported = useRef<string | null>(null);
  useEffect(() => {
    if (purchase === null || reported.current === purchase.transaction_id) return;
    // Without storage a second render must not report the purchase again.
    reported.current = purchase.transaction_id;
    if (isFirstReport(purchase.transaction_id, () => localStorage))
      trackEvent({ event: 'purchase', ecommerce: purchase });
  });

  // A purchase that cost nothing is there at once.
  const isPaid = purchase !== null && purchase.payment_type !== null;
  const { state, again } = useArrival(isPaid, isPaid ? readPaypalReturn(search) : null);
  const refused = state === 'refused' || state === 'trial_used' ? REFUSED[state] : null;
  const credits = (left ?? 0) + (bank ?? 0);
  const [files] = useState(() => readTrip(id)?.files);
  return (
    <OpenFrame>
      <div className={classes.thanks}>
        <Avatar name={name} id={id} src={avatar} size={84} />
        <h1>{refused?.title ?? thanks(name)}</h1>
        {state === 'arrived' && (
          <>
            <p className={classes.lead}>
              {credits > 0 ? (
                <>
                  You have <b className={classes.credits}>{credits}</b> {credits === 1 ? 'credit' : 'credits'}{' '}
                  to book with. Pick a musician, choose a time, send your files.
                </>
              ) : (
                'Pick a musician, choose a time, send your files.'
              )}
            </p>
            <div className={classes.actions}>
              {files !== undefined && <FilesLink session={files} />}
              <ButtonLink to="/explore" kind={files === undefined ? 'main' : 'plain'}>
                {bookFirst(freeTrial)}
              </ButtonLink>
            </div>
          </>
        )}
        {state === 'waiting' && (
          <output className={classes.lead}>
            Your payment is being confirmed. This takes a few seconds...
            <span className={classes.shape} aria-hidden="true">
              <Placeholder height="20px" />
              <Placeholder width="220px" height="44px" />
            </span>
          </output>
        )}
        {state === 'late' && <StillComing onAgain={again} />}
        {refused !== null && (
          <>
            <p role="alert" className={classes.lead}>
              {refused.text}
            </p>
            <ButtonLink to={status === 'signup' ? '/payment-details' : '/offers'}>{PAYPAL.choose}</ButtonLink>
          </>
        )}
      </div>
    </OpenFrame>
  );
}

/** To the files that the membership was bought for. */
function FilesLink({ session }: { readonly session: number }) {
  return (
    <ButtonLink
      to="/sessions/$id/{-$tab}"
      params={{ id: String(session), tab: undefined }}
      search={{ modal: 'files', session, folder: 'output' }}
    >
      {backToFiles}
    </ButtonLink>
  );
}

/** The provider has not said it yet: what comes, where, and by whom. */
function StillComing({ onAgain }: { readonly onAgain: () => void }) {
  const me = useMe();
  const studio = useStudio();
  const support = studio === undefined ? null : supportLink(studio, me);
  return (
    <>
      <output className={classes.lead}>
        Your payment is still being confirmed. You need not wait here or pay again: we mail you the receipt as
        soon as it is there, and your billing area shows what came.
      </output>
      <div className={classes.actions}>
        <Button onClick={onAgain}>Check again</Button>
        {me.status !== 'signup' && (
          <ButtonLink kind="plain" to="/profile" hash="billing">
            Open Billing Area
          </ButtonLink>
        )}
        {support !== null && (
          <Button component="a" kind="plain" href={support} target="_blank" rel="noreferrer">
            Contact Support
          </Button>
        )}
      </div>
    </>
  );
}
