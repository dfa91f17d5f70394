import { useId, useState, type CSSProperties, type ReactNode } from 'react';
import { PLANS } from '#shared/billing/texts.ts';
import { useMe } from '../../lib/session.ts';
import { Tabs } from '../../ui/layout/Tabs.tsx';
import { useNarrow } from '../../ui/layout/use-mobile.ts';
import type { OfferView } from './offer-groups.ts';
import classes from './PlanColumns.module.css';

type Period = 'monthly' | 'yearly';

interface PlanColumnsProps {
  /** In the order in which the periods stand. */
  readonly offers: readonly OfferView[];
  /** A card; `level` is that of its heading. */
  readonly card: (offer: OfferView, level: 4 | 5) => ReactNode;
}

/** Monthly and yearly plans beside each other; on a phone behind two tabs (docs/product/buying.md#plans-modal). */
export function PlanColumns({ offers, card }: PlanColumnsProps) {
  const isNarrow = useNarrow();
  const { subscription } = useMe();
  const panel = useId();
  const periods = [
    ...new Set(offers.map(({ isAnnual }): Period => (isAnnual === true ? 'yearly' : 'monthly'))),
  ];
  const own: Period | undefined = subscription.isSubscribed
    ? subscription.isAnnual
      ? 'yearly'
      : 'monthly'
    : undefined;
  const [present, choose] = useState(own);
  const chosen = periods.find((period) => period === present) ?? periods[0] ?? 'monthly';
  const plansOf = (period: Period) => offers.filter(({ isAnnual }) => isAnnual === (period === 'yearly'));

  if (isNarrow && periods.length > 1)
    return (
      <>
        <Tabs
          label={PLANS.periods}
          tabs={periods.map((key) => ({ key, text: PLANS[key] }))}
          present={chosen}
          onChange={choose}
          controls={panel}
        />
        <div id={panel} role="tabpanel" aria-label={PLANS[chosen]} className={classes.tab}>
          {plansOf(chosen).map((offer) => card(offer, 4))}
        </div>
      </>
    );
  const rows = 1 + Math.max(...periods.map((period) => plansOf(period).length));
  return (
    <div className={classes.columns} style={{ '--rows': rows } as CSSProperties}>
      {periods.map((period) => (
        <section key={period} aria-label={PLANS[period]} className={classes.column}>
          <h4>{PLANS[period]}</h4>
          {plansOf(period).map((offer) => card(offer, 5))}
        </section>
      ))}
    </div>
  );
}
