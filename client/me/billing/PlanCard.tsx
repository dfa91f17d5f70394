import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState, type ReactNode } from 'react';
import { AREA } from '#shared/billing/texts-area.ts';
import type { Me } from '#shared/me/contract.ts';
import { sendStart, type Billing } from '../../billing/area-api.ts';
import { HowToBuy } from '../../content/help/HowToBuy.tsx';
import { isRefusal } from '../../lib/api.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { newKey } from '../../lib/new-key.ts';
import { Button } from '../../ui/button/Button.tsx';
import { ButtonLink } from '../../ui/button/ButtonLink.tsx';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { Card } from '../profile/Card.tsx';
import classes from './BillingTab.module.css';
import { Facts } from './Facts.tsx';
import { amountText, planFacts } from './plan-facts.ts';

interface PlanCardProps {
  readonly me: Me;
  readonly billing: Billing;
  readonly children: ReactNode;
}

/** The plan, what comes next, and the ways to another one. */
export function PlanCard({ me, billing, children }: PlanCardProps) {
  return (
    <Card
      title={AREA.plan}
      actions={
        <div className={classes.actions}>
          <ButtonLink
            kind="plain"
            to="."
            hash
            search={(search) => ({ ...search, modal: 'plans' })}
            resetScroll={false}
          >
            {AREA.plans}
          </ButtonLink>
          {me.status === 'trial' && <StartButton billing={billing} />}
        </div>
      }
    >
      <Facts facts={planFacts(me, billing.plan)} />
      {!billing.can_buy && (
        <div className={classes.buying}>
          <HowToBuy />
        </div>
      )}
      {children}
    </Card>
  );
}

/** Ends the trial and pays now; a trial without a card chooses a plan first. */
function StartButton({ billing: { plan, can_buy } }: { readonly billing: Billing }) {
  const [asking, setAsking] = useState(false);
  const navigate = useNavigate();
  const key = useRef('');
  const start = useMutation({
    mutationFn: () => {
      if (key.current === '') key.current = newKey();
      return sendStart(key.current);
    },
    onSuccess: () => {
      key.current = '';
      // The return's address makes the shell wait for what was paid.
      void navigate({ href: '/profile#billing&session_id=true', resetScroll: false });
    },
    onError: (error) => {
      if (isRefusal(error)) key.current = '';
      toast(errorMessage(error), 'danger');
    },
    onSettled: () => setAsking(false),
  });
  if (!can_buy) return null;
  if ((plan?.trial_ends_at ?? null) === null)
    return (
      <ButtonLink to="." hash search={(search) => ({ ...search, modal: 'plans' })} resetScroll={false}>
        {AREA.startNow}
      </ButtonLink>
    );
  const amount = plan?.next?.amount ?? null;
  return (
    <>
      <Button onClick={() => setAsking(true)}>{AREA.startNow}</Button>
      <ConfirmDialog
        opened={asking}
        title={AREA.startTitle}
        confirm={start.isPending ? AREA.updateBusy : AREA.startConfirm}
        cancel={AREA.startCancel}
        onConfirm={() => start.mutateAsync().catch(() => undefined)}
        onCancel={() => setAsking(false)}
      >
        {AREA.startBody(amount === null ? null : amountText(amount))}
      </ConfirmDialog>
    </>
  );
}
