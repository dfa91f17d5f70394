import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { methodOr } from '#shared/billing/rules-buying.ts';
import type { Provider } from '#shared/billing/rules-provider.ts';
import { CHANGE, UNABLE, UNABLE_LABEL } from '#shared/billing/texts-change.ts';
import { isRefusal } from '../../lib/api.ts';
import { QueryView } from '../../lib/QueryView.tsx';
import { useMe } from '../../lib/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { BreakdownSkeleton } from '../checkout/Breakdown.tsx';
import { MethodChoice } from '../method/MethodChoice.tsx';
import { useChosenMethod } from '../method/use-chosen-method.ts';
import { usePaymentMethods } from '../method/use-payment-methods.ts';
import { previewQuery } from './api.ts';
import classes from './ChangePlan.module.css';
import { ChangeHere, MoveToCard } from './ChangeWays.tsx';

interface ChangePlanProps {
  /** The prices of the plan that is chosen; null: none at that provider. */
  readonly prices: Readonly<Record<Provider, string | null>>;
  /** How it is to be paid; by default as before. */
  readonly method?: unknown;
  /** Another one is chosen. */
  readonly onMethod: (method: Provider) => void;
  readonly onBack: () => void;
}

/** What a change of plan, or of how it is paid, costs and does, and its confirmation (docs/product/plan-changes.md#the-dialog). */
export function ChangePlan({ prices, method, onMethod, onBack }: ChangePlanProps) {
  const { subscription } = useMe();
  // As it was: the change may move it.
  const [own] = useState<Provider>(subscription.paymentsProvider ?? 'stripe');
  const methods = (usePaymentMethods() ?? [own]).filter((one) => prices[one] !== null);
  const form = useForm<{ method: Provider }>({
    defaultValues: { method: method === 'stripe' || method === 'paypal' ? method : own },
  });
  const chosen = useWatch({ control: form.control, name: 'method' });
  useChosenMethod(chosen, method ?? own, onMethod);
  const priceId = prices[methodOr(chosen, methods) ?? own] ?? '';
  const query = useQuery(previewQuery(priceId));
  const reason = unableText(query.error);
  const way = { priceId, onBack };
  return (
    <div className={classes.change}>
      {methods.length > 1 && <MethodChoice form={form} name="method" methods={methods} />}
      {reason === null ? (
        <QueryView query={query} loading={<BreakdownSkeleton />} errorTitle="We could not count this change">
          {(preview) =>
            preview.moves && preview.provider === 'stripe' ? (
              <MoveToCard key={priceId} {...way} preview={preview} />
            ) : (
              <ChangeHere key={priceId} {...way} preview={preview} />
            )
          }
        </QueryView>
      ) : (
        <>
          <Notice tone="waiting" title={UNABLE_LABEL} alert>
            {reason}
          </Notice>
          <div className={classes.actions}>
            <Button kind="plain" onClick={onBack}>
              {CHANGE.back}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

/** Why it cannot be changed; null: it can, or that is not known. */
function unableText(error: Error | null): string | null {
  const code = isRefusal(error) ? error.problem.code : null;
  return Object.entries(UNABLE).find(([reason]) => reason === code)?.[1] ?? null;
}
