import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import { defaultOffer } from '#shared/billing/rules-offers.ts';
import type { Offers } from '#shared/content/contract-documents.ts';
import { useFlag } from '../../lib/flags.ts';
import { useMe } from '../../lib/session.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { offerGroups } from '../plans/offer-groups.ts';
import { OfferChoice } from './OfferChoice.tsx';
import { OfferFooter } from './OfferFooter.tsx';
import classes from './PickOffer.module.css';

/** The offers as radio cards, one chosen already, and the button that goes on with it. */
export function PickOffer({ offers }: { readonly offers: Offers }) {
  const me = useMe();
  const annualFirst = useFlag('annual-plans-default');
  const search = useSearch({ from: '/arriving/payment-details' });
  const navigate = useNavigate({ from: '/payment-details' });
  const cards = useRef<HTMLDivElement>(null);
  const groups = offerGroups(offers, me, { annualFirst });
  const all = groups.flatMap((group) => group.offers);
  const byDefault = defaultOffer(offers, { label: search.cohort, annualFirst });
  const chosen = all.find(({ id }) => id === search.offer) ?? all.find(({ id }) => id === byDefault) ?? null;
  const choose = (offer: string) =>
    void navigate({ search: (now) => ({ ...now, offer }), replace: true, resetScroll: false });

  if (groups.length === 0)
    return <EmptyState title="There are no offers at the moment">Please check again soon!</EmptyState>;
  return (
    <div className={classes.offers}>
      <div className={classes.groups} ref={cards}>
        {groups.map(({ title, offers: shown }) => (
          <fieldset key={title} className={classes.group}>
            <legend>{title}</legend>
            <div className={classes.cards}>
              {shown.map((offer) => (
                <OfferChoice
                  key={offer.id}
                  offer={offer}
                  chosen={offer === chosen}
                  onChoose={() => choose(offer.id)}
                />
              ))}
            </div>
          </fieldset>
        ))}
      </div>
      <OfferFooter
        key={chosen?.id}
        offer={chosen}
        onPay={() => {
          if (chosen !== null)
            void navigate({ search: (now) => ({ ...now, offer: chosen.id, step: 'payment' }) });
        }}
        onMissing={() => cards.current?.querySelector<HTMLElement>('input')?.focus()}
      />
    </div>
  );
}
