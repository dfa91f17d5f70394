import { AREA, TOP_UP } from '#shared/billing/texts-area.ts';
import type { Me } from '#shared/me/contract.ts';
import type { Billing } from '../../billing/area-api.ts';
import { ButtonLink } from '../../ui/button/ButtonLink.tsx';
import { Facts } from '../../ui/layout/Facts.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import cardClasses from '../profile/Cards.module.css';
import { BankMeter } from './BankMeter.tsx';
import classes from './BillingTab.module.css';

interface CreditsCardProps {
  readonly me: Pick<Me, 'sessions_left' | 'credits_bank'>;
  readonly billing: Billing;
}

/** All credits, those in the bank, and how much it holds. */
export function CreditsCard({ me, billing: { plan, bank, can_buy } }: CreditsCardProps) {
  const left = me.sessions_left ?? 0;
  const saved = me.credits_bank ?? 0;
  const total = left + saved;
  return (
    <Card
      title={AREA.credits}
      actions={
        can_buy && (
          <ButtonLink to="." hash search={(search) => ({ ...search, modal: 'top-up' })} resetScroll={false}>
            {TOP_UP.open}
          </ButtonLink>
        )
      }
    >
      <p className={classes.balance}>
        <b>{total}</b> {total === 1 ? 'credit' : 'credits'}
      </p>
      <Facts
        facts={[
          ['Sessions left', String(left)],
          [AREA.bank, String(saved)],
        ]}
      />
      {bank.max !== null && bank.max > 0 && <BankMeter credits={saved} max={bank.max} />}
      {plan !== null && bank.max === 0 && <p className={cardClasses.note}>{AREA.noBank}</p>}
    </Card>
  );
}
