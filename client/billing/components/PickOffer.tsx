import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Bundle } from '../../../shared/content/contract-documents.ts';
import { OFFERS } from '../../../shared/billing/texts.ts';
import { ProblemError } from '../../app/api.ts';
import { newKey } from '../../app/new-key.ts';
import { wordsOf } from '../../app/problem-words.ts';
import { Notice } from '../../ui/Notice.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { useJoinBundle } from '../api.ts';
import { OfferChoice } from './OfferChoice.tsx';
import classes from './PickOffer.module.css';

/** The free bundles as cards, the first one chosen already, and the button that joins the chosen one. */
export function PickOffer({ bundles }: { readonly bundles: readonly Bundle[] }) {
  const [chosen, setChosen] = useState(bundles[0]?.id);
  const join = useJoinBundle();
  const key = useRef<{ readonly bundle: string; readonly key: string }>(undefined);
  const joining = useMutation({
    mutationFn: async (bundle: string) => {
      // One key for each offer: pressed again after a lost answer, it is the same joining.
      if (key.current?.bundle !== bundle) key.current = { bundle, key: newKey() };
      await join(bundle, key.current.key);
    },
    onError: (error) => {
      if (error instanceof ProblemError && error.problem.status > 0) key.current = undefined;
    },
  });
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
          <Notice tone="action" alert>
            {wordsOf(joining.error)}
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
