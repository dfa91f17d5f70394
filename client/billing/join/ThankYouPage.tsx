import { useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { bookFirst, thanks } from '../../shared/billing/texts.ts';
import { note } from '../app/analytics.ts';
import { useFlag } from '../app/flags.ts';
import { OpenFrame } from '../app/OpenFrame.tsx';
import { useMe } from '../app/session.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { useDocumentTitle } from '../ui/PageTitle.tsx';
import { firstTime, purchaseOf } from './components/purchase.ts';
import { Takes } from './components/Takes.tsx';
import classes from './ThankYouPage.module.css';

/** After signing up or buying (part 1 "Thank-you screen"): tells analytics of the purchase, once, and leads on. */
export function ThankYouPage() {
  useDocumentTitle('Thank you');
  const { name, sessions_left: left, credits_bank: bank } = useMe();
  const freeTrial = useFlag('free-trial');
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const purchase = purchaseOf(search);

  const told = useRef<string | null>(null);
  useEffect(() => {
    if (purchase === null || told.current === purchase.transaction_id) return;
    // Also where the browser's storage is closed: drawing the screen again is no second purchase.
    told.current = purchase.transaction_id;
    if (firstTime(purchase.transaction_id, () => sessionStorage))
      note({ event: 'purchase', ecommerce: purchase });
  });

  const credits = (left ?? 0) + (bank ?? 0);
  return (
    <OpenFrame>
      <div className={classes.thanks}>
        <Takes name={name} />
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
