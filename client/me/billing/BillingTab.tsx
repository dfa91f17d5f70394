import { useQuery } from '@tanstack/react-query';
import { countryName } from '#shared/lib/countries.ts';
import type { BillingAddress } from '#shared/me/contract.ts';
import { BILLING_ADDRESS } from '#shared/me/texts.ts';
import { billingQuery } from '../../billing/area-api.ts';
import { QueryView } from '../../lib/QueryView.tsx';
import { useMe } from '../../lib/session.ts';
import { Billboard } from '../../content/announcements/Billboard.tsx';
import { ButtonLink } from '../../ui/button/ButtonLink.tsx';
import { AreaTexts } from './AreaTexts.tsx';
import { Loading, Placeholder } from '../../ui/feedback/Skeleton.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import cardClasses from '../profile/Cards.module.css';
import { CreditsCard } from './CreditsCard.tsx';
import { Facts, FactsSkeleton, type Fact } from '../../ui/layout/Facts.tsx';
import { Invoices } from './Invoices.tsx';
import { PaymentMethodCard } from './PaymentMethodCard.tsx';
import { PlanCard } from './PlanCard.tsx';
import { Statement } from './Statement.tsx';

/** docs/product/buying.md#billing-area */
export function BillingTab() {
  const me = useMe();
  return (
    <div className={cardClasses.stack}>
      <Billboard cohort={me.cohort} />
      <PlanArea />
      <Invoices zone={me.timezone} />
      <Statement zone={me.timezone} />
      <Card
        title="Billing information"
        actions={
          <ButtonLink
            kind="plain"
            to="."
            hash
            search={(search) => ({ ...search, modal: 'billing-address' })}
            resetScroll={false}
          >
            {BILLING_ADDRESS.title}
          </ButtonLink>
        }
      >
        <Facts facts={addressFacts(me.billing_address)} />
      </Card>
    </div>
  );
}

/** Plan, credits and payment method: what the provider has said. */
function PlanArea() {
  const me = useMe();
  const query = useQuery(billingQuery);
  const loading = (
    <>
      <Card title="Plan">
        <FactsSkeleton what="your plan" count={me.subscription.isSubscribed ? 6 : 4} />
        <AreaTexts />
      </Card>
      <div className={cardClasses.twoColumns}>
        <Card title="Credits">
          <FactsSkeleton what="your credits" count={2} />
        </Card>
        <Card title="Payment method">
          <Loading what="your payment method">
            <Placeholder height="48px" />
          </Loading>
        </Card>
      </div>
    </>
  );
  return (
    <QueryView query={query} loading={loading} errorTitle="We could not load your plan">
      {(billing) => (
        <>
          <PlanCard me={me} billing={billing}>
            <AreaTexts />
          </PlanCard>
          <div className={cardClasses.twoColumns}>
            <CreditsCard me={me} billing={billing} />
            <PaymentMethodCard me={me} billing={billing} />
          </div>
        </>
      )}
    </QueryView>
  );
}

function addressFacts(address: BillingAddress): Fact[] {
  const country = address.country === null ? '' : (countryName(address.country) ?? address.country);
  const facts: Fact[] = [
    ['Company name', address.company_name],
    ['Country', country],
    ['Address', address.address],
    ['City', address.city],
    ['ZIP code', address.zipcode],
    ['VAT number', address.vat_number],
  ];
  return facts.map(([name, value]) => [name, value === '' ? 'Not given' : value]);
}
