import { useState } from 'react';
import type { Bundle } from '#shared/content/contract-documents.ts';
import { OFFERS } from '#shared/billing/texts.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { SubmitButton } from '../../ui/form/SubmitButton.tsx';
import { OfferChoice } from './OfferChoice.tsx';
import classes from './PickOffer.module.css';
import { useJoinOffer } from './use-join-offer.ts';

/** The free bundles as cards, the first one chosen already, and the button that joins the chosen one. */
export function PickOffer({ bundles }: { readonly bundles: readonly Bundle[] }) {
  const [chosen, setChosen] = useState(bundles[0]?.id);
  const joining = useJoinOffer();
  const submit = () => {
    if (chosen !== undefined && !joining.isPending) joining.mutate(chosen);
  };

  return (
    <form
      className={classes.offers}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <fieldset className={classes.group}>
        <legend>{OFFERS.bundles}</legend>
        <div className={classes.cards}>
          {bundles.map((bundle) => (
            <OfferChoice
              key={bundle.id}
              id={bundle.id}
              title={bundle.title}
              price="Free"
              bullets={bundle.pricing_bundle}
              chosen={bundle.id === chosen}
              onChoose={() => setChosen(bundle.id)}
            />
          ))}
        </div>
      </fieldset>
      <footer className={classes.footer}>
        {joining.error !== null && (
          <Notice tone="danger" alert>
            {errorMessage(joining.error)}
          </Notice>
        )}
        <SubmitButton busy={joining.isPending} busyText={OFFERS.busy} fullWidth>
          {OFFERS.joinFree}
        </SubmitButton>
        <p>{OFFERS.noCard}</p>
      </footer>
    </form>
  );
}
