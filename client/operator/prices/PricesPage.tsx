import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { offersWaiting } from '#shared/billing/rules-prices.ts';
import type { ResponseOf } from '#shared/lib/endpoint.ts';
import type { listPrices } from '#shared/operator/content/contract-prices.ts';
import {
  MODE_LABELS,
  pendingText,
  PRICES_TEXTS,
  PROVIDER_LABELS,
  waitingText,
} from '#shared/operator/content/texts-prices.ts';
import { QueryView } from '../../lib/QueryView.tsx';
import { useMe } from '../../lib/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { RowsSkeleton } from '../../ui/feedback/Skeleton.tsx';
import { ContentTabs } from '../content/ContentTabs.tsx';
import { Section } from '../Section.tsx';
import { pricesQuery } from './api.ts';
import { MakePricesDialog } from './MakePricesDialog.tsx';
import { PriceRow } from './PriceRow.tsx';
import classes from './Prices.module.css';

/** What each offer costs at the payment providers, and what waits to be sold (docs/product/operator.md#prices). */
export function PricesPage() {
  return (
    <>
      <ContentTabs title="Prices" />
      <QueryView
        query={useQuery(pricesQuery)}
        loading={<RowsSkeleton what="the prices" count={9} />}
        errorTitle="We could not load the prices"
      >
        {(found) => <Found found={found} />}
      </QueryView>
    </>
  );
}

function Found({ found }: { readonly found: ResponseOf<typeof listPrices> }) {
  const { timezone: zone } = useMe();
  const [isAsked, setIsAsked] = useState(false);
  const { providers } = found;
  if (providers.length === 0) return <Notice tone="waiting">{PRICES_TEXTS.none}</Notice>;
  const toDo = providers.flatMap(({ provider, prices }) => pendingText(provider, prices) ?? []);
  const waiting = offersWaiting(providers);
  return (
    <>
      <div className={classes.state}>
        {toDo.length === 0 ? (
          <Notice tone="ready">All that is offered is sold, at its prices.</Notice>
        ) : (
          <Notice
            tone="waiting"
            title={waiting === 0 ? 'There is something to do' : waitingText(waiting)}
            action={<Button onClick={() => setIsAsked(true)}>Make prices</Button>}
          >
            {waiting > 0 && 'Until then nobody can buy what waits. '}
            {toDo.join(' ')}
          </Notice>
        )}
      </div>
      {providers.map(({ provider, mode, prices }) => (
        <Section key={provider} title={PROVIDER_LABELS[provider]}>
          <p className={classes.lead}>By {MODE_LABELS[mode]}.</p>
          <ul className={classes.list}>
            {prices.map((price) => (
              <PriceRow key={`${price.offer} ${price.state} ${price.price_id}`} price={price} zone={zone} />
            ))}
          </ul>
        </Section>
      ))}
      {isAsked && <MakePricesDialog found={found} onClose={() => setIsAsked(false)} />}
    </>
  );
}
