import { useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { bookFirst, thanks } from '#shared/billing/texts.ts';
import { trackEvent } from '../../lib/analytics.ts';
import { useFlag } from '../../lib/flags.ts';
import { OpenFrame } from '../../lib/frame/OpenFrame.tsx';
import { useMe } from '../../lib/session.ts';
import { Avatar } from '../../ui/layout/Avatar.tsx';
import { ButtonLink } from '../../ui/button/ButtonLink.tsx';
import { useDocumentTitle } from '../../ui/layout/PageTitle.tsx';
import { isFirstReport, purchaseOf } from './purchase.ts';
import classes from './ThankYouPage.module.css';

/** After signing up or buying: reports the purchase to analytics, once (docs/product/billing.md#thank-you). */
export function ThankYouPage() {
  useDocumentTitle('Thank you');
  const { id, name, avatar, sessions_left: left, credits_bank: bank } = useMe();
  const freeTrial = useFlag('free-trial');
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const purchase = purchaseOf(search);

  const reported = useRef<string | null>(null);
  useEffect(() => {
    if (purchase === null || reported.current === purchase.transaction_id) return;
    // Without storage a second render must not report the purchase again.
    reported.current = purchase.transaction_id;
    if (isFirstReport(purchase.transaction_id, () => sessionStorage))
      trackEvent({ event: 'purchase', ecommerce: purchase });
  });

  const credits = (left ?? 0) + (bank ?? 0);
  return (
    <OpenFrame>
      <div className={classes.thanks}>
        <Avatar name={name} id={id} src={avatar} size={84} />
        <h1>{thanks(name)}</h1>
        <p className={classes.lead}>
          {credits > 0 ? (
            <>
              You have <b className={classes.credits}>{credits}</b> {credits === 1 ? 'credit' : 'credits'} to
              book with. Pick a musician, choose a time, send your files.
            </>
          ) : (
            'Pick a musician, choose a time, send your files.'
          )}
        </p>
        <ButtonLink to="/explore">{bookFirst(freeTrial)}</ButtonLink>
      </div>
    </OpenFrame>
  );
}
