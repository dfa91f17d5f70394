import type { ReactNode } from 'react';
import { AREA } from '#shared/billing/texts-area.ts';
import type { Me } from '#shared/me/contract.ts';
import type { Billing } from '../../billing/area-api.ts';
import { HowToBuy } from '../../content/help/HowToBuy.tsx';
import { ButtonLink } from '../../ui/button/ButtonLink.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import classes from './BillingTab.module.css';
import { Facts } from '../../ui/layout/Facts.tsx';
import { KeepPlanButton } from './KeepPlanButton.tsx';
import { MembershipButtons } from './MembershipButtons.tsx';
import { BuyAgain } from './BuyAgain.tsx';
import { planFacts } from './plan-facts.ts';

interface PlanCardProps {
  readonly me: Me;
  readonly billing: Billing;
  readonly children: ReactNode;
}

/** The plan, what comes next, and the ways to another one. */
export function PlanCard({ me, billing, children }: PlanCardProps) {
  return (
    <Card title={AREA.plan}>
      <Facts facts={planFacts(me, billing.plan)} />
      <BuyAgain me={me} billing={billing} />
      <div className={classes.actions}>
        {(billing.plan?.pending ?? null) !== null && <KeepPlanButton me={me} />}
        <MembershipButtons me={me} billing={billing}>
          <ButtonLink
            kind="plain"
            to="."
            hash
            search={(search) => ({ ...search, modal: 'plans' })}
            resetScroll={false}
          >
            {AREA.plans}
          </ButtonLink>
        </MembershipButtons>
      </div>
      {!billing.can_buy && (
        <div className={classes.buying}>
          <HowToBuy />
        </div>
      )}
      {children}
    </Card>
  );
}
