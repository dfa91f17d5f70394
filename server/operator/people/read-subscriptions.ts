import type { InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type * as contract from '#shared/operator/person/contract-payments.ts';
import { findPerson } from '../../accounts/service.ts';
import { readSubscriptions as read, type ToldSubscription } from '../../billing/steps.ts';
import type { Ctx } from '../../ctx/ctx.ts';

type Answer = ResponseOf<typeof contract.readSubscriptions>;

/** Subscriptions as the providers say them (docs/product/operator.md#subscription-at-the-provider); `not_found`. */
export async function readSubscriptions(
  ctx: Ctx,
  { params: { id } }: InputOf<typeof contract.readSubscriptions>,
): Promise<Result<Answer, ProblemOf<typeof contract.readSubscriptions>>> {
  if ((await findPerson(ctx.db, id)) === undefined) return fail('not_found');
  const { subscriptions, unanswered } = await read(ctx, id);
  return ok({ subscriptions: subscriptions.map(toSubscription), unanswered: [...unanswered] });
}

function toSubscription(told: ToldSubscription): Answer['subscriptions'][number] {
  const { provider, id, status, plan, nextPlan, period_start, period_end, trial_end, url } = told;
  const endsAt = told.ended_at ?? told.cancel_at ?? (told.cancel_at_period_end ? period_end : null);
  return {
    provider,
    id,
    status,
    plan: plan && { name: plan.name, cents: plan.unit_cents, is_annual: plan.is_annual === true },
    period_start: period_start.toString(),
    period_end: period_end.toString(),
    trial_end: trial_end?.toString() ?? null,
    ends_at: endsAt?.toString() ?? null,
    next_plan: nextPlan?.name ?? null,
    next_cents: told.next?.total_cents ?? null,
    last_payment: told.last_payment,
    url,
  };
}
