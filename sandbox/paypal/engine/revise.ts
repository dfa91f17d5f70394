import { refused } from '../http/errors.ts';
import { newId } from '../store/ids.ts';
import type { Link } from '../store/basics.ts';
import type { Subscription } from '../store/kinds.ts';
import { link, time } from '../store/values.ts';
import type { Work } from '../store/work.ts';
import { nextCycle, plan } from './schedule.ts';
import { timeFor } from './status.ts';
import { activePlan, approvalOf, approvePage, linksOf, tell, type ApplicationContext } from './subscribe.ts';
import { termsOf, type PlanOverride } from './terms.ts';

export interface RevisionInput {
  readonly plan_id?: string;
  readonly application_context?: ApplicationContext;
  readonly plan?: PlanOverride;
}

export interface Revision {
  readonly plan_id: string;
  readonly plan_overridden: boolean;
  readonly links: readonly Link[];
}

/** Asks the payer for another plan from the next cycle on; a later revision takes the place of one that waits. */
export async function revise(
  work: Work,
  subscription: Subscription,
  input: RevisionInput,
): Promise<Revision> {
  if (subscription.status !== 'ACTIVE' && subscription.status !== 'SUSPENDED')
    throw refused(
      'SUBSCRIPTION_STATUS_INVALID',
      'Invalid subscription status for revise action; subscription status should be active or suspended.',
    );
  const hidden = work.hidden('subscription', subscription.id);
  const old = await work.get('plan', subscription.plan_id);
  const next = await activePlan(work, input.plan_id ?? old.id);
  if (next.product_id !== old.product_id)
    throw refused('PLAN_PRODUCT_NOT_COMPATIBLE', 'The old and the new plans should be for the same product.');
  const now = await timeFor(work, subscription);
  const approval = approvalOf(newId.approval(), now, input.application_context);
  // What is paid once and what was said of taxes stays as it is, unless it is said anew.
  const { tax, inclusive } = hidden.terms;
  const kept = tax === null ? {} : { taxes: { percentage: tax, inclusive } };
  hidden.revision = { approval, plan: next.id, terms: termsOf(next, { ...kept, ...input.plan }) };
  return {
    plan_id: next.id,
    plan_overridden: input.plan !== undefined,
    links: [
      link(approvePage(work, approval.token), 'approve'),
      ...linksOf(work, subscription, hidden.approval.token),
    ],
  };
}

/** The payer has agreed: the new plan counts from the next cycle on. */
export function applyRevision(work: Work, subscription: Subscription, at: number): void {
  const hidden = work.hidden('subscription', subscription.id);
  const { revision } = hidden;
  if (revision === undefined) return;
  const { unit, count } = hidden.terms;
  const isSameLength = revision.terms.unit === unit && revision.terms.count === count;
  // Cycles of another length are counted from the next one on.
  if (!isSameLength) Object.assign(hidden, { anchor: nextCycle(hidden), cycles: 0 });
  hidden.terms = revision.terms;
  delete hidden.revision;
  subscription.plan_id = revision.plan;
  subscription.plan_overridden = true;
  subscription.update_time = time(at);
  plan(subscription, hidden);
  tell(work, 'UPDATED', 'Subscription updated', subscription, hidden.person);
}
