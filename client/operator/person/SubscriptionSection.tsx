import { useQuery } from '@tanstack/react-query';
import type { ProviderSubscription } from '#shared/operator/person/contract-payments.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { useMe } from '../../lib/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { Facts } from '../../ui/layout/Facts.tsx';
import { Section } from '../Section.tsx';
import { subscriptionFacts } from './payment-text.ts';
import { subscriptionsQuery } from './payments.ts';
import { PROVIDERS } from './person-facts.ts';
import page from './PersonPage.module.css';

/** A client's subscriptions as the payment providers say them (docs/product/operator.md#subscription-at-the-provider). */
export function SubscriptionSection({ id }: { readonly id: string }) {
  const { timezone: zone } = useMe();
  const { data, error, isFetching, refetch } = useQuery(subscriptionsQuery(id));
  return (
    <Section
      title="At the payment provider"
      actions={
        <Button kind="plain" aria-disabled={isFetching || undefined} onClick={() => void refetch()}>
          {isFetching ? 'Asking…' : 'Ask the provider'}
        </Button>
      }
    >
      <div aria-live="polite">
        {data === undefined && error === null && (
          <p className={page.text}>The membership above is what the studio has stored.</p>
        )}
        {data?.unanswered.map((provider) => (
          <Notice key={provider} tone="danger">
            {`${PROVIDERS[provider]} did not answer in time. Nothing was changed; try again in a minute.`}
          </Notice>
        ))}
        {error !== null && <Notice tone="danger">{errorMessage(error)}</Notice>}
        {data?.unanswered.length === 0 && data.subscriptions.length === 0 && (
          <p className={page.text}>The providers know no subscription of theirs.</p>
        )}
        {data?.subscriptions.map((told) => (
          <Told key={told.id} told={told} zone={zone} />
        ))}
      </div>
    </Section>
  );
}

function Told({ told, zone }: { readonly told: ProviderSubscription; readonly zone: string }) {
  const { provider, id, url } = told;
  return (
    <>
      <h3 className={page.id}>
        {PROVIDERS[provider]}{' '}
        {url === null ? (
          id
        ) : (
          <a href={url} target="_blank" rel="noreferrer">
            {id}
          </a>
        )}
      </h3>
      <Facts facts={subscriptionFacts(told, zone)} />
    </>
  );
}
