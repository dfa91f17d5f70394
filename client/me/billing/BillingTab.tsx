import { useQuery } from '@tanstack/react-query';
import { countryName } from '../../../shared/lib/countries.ts';
import { formatDay } from '../../../shared/lib/time.ts';
import type { BillingAddress, Me } from '../../../shared/me/contract.ts';
import { STATUS_WORDS } from '../../../shared/me/texts-billing.ts';
import { BILLING_ADDRESS } from '../../../shared/me/texts.ts';
import { useMe } from '../../app/session.ts';
import { Billboard } from '../../content/components/Billboard.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { billingAreaQuery } from '../api.ts';
import classes from './BillingTab.module.css';
import { Card } from './Card.tsx';
import cardClasses from './Card.module.css';
import { Statement } from './Statement.tsx';

/** Plan, credits, statement and who is billed; payments come with money. */
export function BillingTab() {
  const me = useMe();
  return (
    <div className={cardClasses.stack}>
      <Billboard cohort={me.cohort} />
      <Card title="Plan and credits">
        <Facts facts={factsOf(me)} />
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
    // The plan of a membership that has ended is none any more.
    ['Plan', (isSubscribed || isTrial ? planName : null) ?? 'None'],
    ...(me.status === null ? [] : ([['Status', STATUS_WORDS[me.status]]] as const)),
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

/** What the studio says here; without it the rest stands alone. */
function AreaTexts() {
  const { data } = useQuery(billingAreaQuery);
  if (data === undefined) return null;
  return (
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
  );
}
