import { withQuery, safeLink } from '../../lib/pages/links.ts';
import type { Approval, Subscription } from '../store/kinds.ts';
import type { Order } from '../store/orders.ts';
import type { Work } from '../store/work.ts';
import { pay } from './charge.ts';
import { declineSetupFee, takeCycle } from './cycles.ts';
import { approveOrder } from './orders.ts';
import { findPayer, type TestPayer } from './payers.ts';
import { applyRevision } from './revise.ts';
import { plan } from './schedule.ts';
import { setStatus, timeFor } from './status.ts';

/** What an approval link is for. */
export type Asked =
  | { readonly is: 'subscription'; readonly subscription: Subscription; readonly approval: Approval }
  | { readonly is: 'revision'; readonly subscription: Subscription; readonly approval: Approval }
  | { readonly is: 'order'; readonly order: Order; readonly approval: Approval };

/** What came of a payer's word. */
export type Approved =
  | { readonly is: 'done'; readonly url: string | null }
  /** The payer cannot pay; another one may. */
  | { readonly is: 'insufficient_funds' }
  /** The payment was declined and the subscription ended. */
  | { readonly is: 'declined'; readonly url: string | null };

/** What a link's token asks for; null: nothing. */
export async function askedBy(work: Work, token: string): Promise<Asked | null> {
  if (!token.startsWith('BA-')) {
    const order = await work.find('order', token);
    if (order === null) return null;
    return { is: 'order', order, approval: work.hidden('order', order.id).approval };
  }
  const [made] = await work.select('subscription', [
    { sql: `hidden #>> '{approval,token}' = $`, values: [token] },
  ]);
  if (made !== undefined)
    return {
      is: 'subscription',
      subscription: made,
      approval: work.hidden('subscription', made.id).approval,
    };
  const [revised] = await work.select('subscription', [
    { sql: `hidden #>> '{revision,approval,token}' = $`, values: [token] },
  ]);
  const revision = revised === undefined ? undefined : work.hidden('subscription', revised.id).revision;
  if (revised === undefined || revision === undefined) return null;
  return { is: 'revision', subscription: revised, approval: revision.approval };
}

/** Whether the link still asks something of the payer. */
export async function isOpen(work: Work, asked: Asked): Promise<'open' | 'done' | 'expired'> {
  if (asked.is === 'subscription' && asked.subscription.status !== 'APPROVAL_PENDING') return 'done';
  if (asked.is === 'order' && ['APPROVED', 'COMPLETED'].includes(asked.order.status)) return 'done';
  return asked.approval.expires <= (await timeOfAsked(work, asked)) ? 'expired' : 'open';
}

const timeOfAsked = (work: Work, asked: Asked): Promise<number> =>
  asked.is === 'order'
    ? work.timeOf(work.hidden('order', asked.order.id).person ?? asked.order.id)
    : timeFor(work, asked.subscription);

/** The payer agrees. */
export async function agree(work: Work, asked: Asked, payer: TestPayer): Promise<Approved> {
  if (payer.key === 'insufficient_funds' && asked.is !== 'revision') return { is: 'insufficient_funds' };
  const at = await timeOfAsked(work, asked);
  if (asked.is === 'order') approveOrder(work, asked.order, payer, at);
  else if (asked.is === 'revision') applyRevision(work, asked.subscription, at);
  else if (!begin(work, asked.subscription, payer, at))
    return { is: 'declined', url: safeLink(asked.approval.cancelUrl) };
  return { is: 'done', url: returnUrlOf(work, asked) };
}

/** Where the browser goes after the payer has agreed; null: the caller gave no address. */
export function returnUrlOf(work: Work, asked: Asked): string | null {
  const { returnUrl, token } = asked.approval;
  if (asked.is !== 'order')
    return urlOf(returnUrl, {
      subscription_id: asked.subscription.id,
      ba_token: token,
      token: ecToken(token),
    });
  const payer = findPayer(work.hidden('order', asked.order.id).payer ?? '');
  return urlOf(returnUrl, { token, ...(payer === undefined ? {} : { PayerID: payer.account.payer_id }) });
}

/** The checkout's token that PayPal gives the browser beside that of the agreement. */
const ecToken = (token: string): string => token.replace('BA-', 'EC-');

/** The payer goes back without agreeing. */
export const cancelUrlOf = ({ approval, ...asked }: Asked): string | null =>
  urlOf(
    approval.cancelUrl,
    asked.is === 'order'
      ? { token: approval.token }
      : { ba_token: approval.token, token: ecToken(approval.token) },
  );

const urlOf = (address: string, values: Readonly<Record<string, string>>): string | null => {
  const link = safeLink(address);
  return link === null ? null : withQuery(link, values);
};

/** Begins a subscription by its payer; false when the setup fee was declined and so it ended. */
function begin(work: Work, subscription: Subscription, payer: TestPayer, at: number): boolean {
  const hidden = work.hidden('subscription', subscription.id);
  const { setupFee, setupFeeContinues } = hidden.terms;
  const { name, email_address, payer_id } = payer.account;
  subscription.subscriber = { email_address, payer_id, name };
  const isDeclined = payer.key === 'declined';
  hidden.payer = payer.key;
  hidden.fails = isDeclined;
  // A start that passed while the page was open is now.
  hidden.anchor = Math.max(hidden.anchor, at);
  if (isDeclined && setupFee > 0 && !setupFeeContinues) {
    declineSetupFee(work, subscription, hidden, at);
    return false;
  }
  plan(subscription, hidden);
  setStatus(work, subscription, 'ACTIVE', at);
  if (setupFee > 0 && !isDeclined) pay(work, subscription, { gross: setupFee, tax: 0, kind: 'setup', at });
  if (hidden.anchor === at) {
    hidden.cycles = 1;
    takeCycle(work, subscription, hidden, at);
  }
  if (payer.key === 'renewal_fails') hidden.fails = true;
  return true;
}
