import { useQuery } from '@tanstack/react-query';
import { countryName } from '#shared/lib/countries.ts';
import { formatDay } from '#shared/lib/time.ts';
import type { BillingAddress, Me } from '#shared/me/contract.ts';
import { STATUS_LABELS } from '#shared/me/texts-billing.ts';
import { BILLING_ADDRESS } from '#shared/me/texts.ts';
import { QueryView } from '../../lib/QueryView.tsx';
import { useMe } from '../../lib/session.ts';
import { Billboard } from '../../content/announcements/Billboard.tsx';
import { ButtonLink } from '../../ui/button/ButtonLink.tsx';
import { HowToBuy } from '../../content/help/HowToBuy.tsx';
import { billingAreaQuery } from '../api.ts';
import classes from './BillingTab.module.css';
import { Placeholder } from '../../ui/feedback/Skeleton.tsx';
import { Card } from '../profile/Card.tsx';
import cardClasses from '../profile/Card.module.css';
import { Statement } from './Statement.tsx';

/** docs/product/me.md#billing-tab */
export function BillingTab() {
  const me = useMe();
  return (
    <div className={cardClasses.stack}>
      <Billboard cohort={me.cohort} />
      <Card
        title="Plan and credits"
        actions={
          <ButtonLink
            kind="plain"
            to="."
            hash
            search={(search) => ({ ...search, modal: 'plans' })}
            resetScroll={false}
          >
            See the plans
          </ButtonLink>
        }
      >
        <Facts facts={factsOf(me)} />
        <div className={classes.buying}>
          <HowToBuy />
        </div>
        <AreaTexts />
      </Card>
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

type Fact = readonly [name: string, value: string];

function factsOf(me: Me): Fact[] {
  const { planName, nextBillingDate, isSubscribed, isTrial } = me.subscription;
  const bank = me.credits_bank ?? 0;
  const left = me.sessions_left ?? 0;
  return [
    // A membership that has ended has no plan.
    ['Plan', (isSubscribed || isTrial ? planName : null) ?? 'None'],
    ...(me.status === null ? [] : ([['Status', STATUS_LABELS[me.status]]] as const)),
    ...(nextBillingDate === null
      ? []
      : ([['Next billing date', formatDay(Temporal.Instant.from(nextBillingDate), me.timezone)]] as const)),
    ['Credits', String(left + bank)],
    ['Sessions left', String(left)],
    ['Credits bank', String(bank)],
  ];
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

function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The studio's texts; hidden if they cannot be loaded. */
function AreaTexts() {
  const query = useQuery(billingAreaQuery);
  const loading = (
    <div className={classes.area}>
      <Placeholder height="168px" />
    </div>
  );
  return (
    <QueryView query={query} loading={loading} failed={null}>
      {(data) => (
        <div className={classes.area}>
          <h3>{data.header}</h3>
          <p>{data.body}</p>
          {data.benefits.length > 0 && (
            <ul>
              {data.benefits.map((benefit) => (
                <li key={benefit}>{benefit}</li>
              ))}
            </ul>
          )}
        </div>
      )}
    </QueryView>
  );
}
