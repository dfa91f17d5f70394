import { moneyEvents, type MoneyEvent, type Payment, type Settlement } from '#shared/billing/rules-events.ts';
import type { CustomerState, PaymentState } from '#shared/billing/rules-provider.ts';
import { isChargedInVain, type PriceTerms } from '#shared/billing/rules-status.ts';
import type { Tx } from '../../db/transaction.ts';
import { newId } from '../../lib/ids.ts';
import type { ApplyCtx } from './context.ts';
import type { Subscriptions } from './subscriptions.ts';
import * as queries from './queries-payments.ts';
import { putUnknown } from './queries-state.ts';

/** A person's payments after a state is stored, and what of them is new. */
export interface Payments {
  /** By their ids here. */
  readonly all: ReadonlyMap<string, Payment>;
  readonly fresh: readonly { readonly payment: Payment; readonly state: PaymentState }[];
  readonly events: readonly MoneyEvent[];
  /** An earlier paid invoice of a membership, above 0; that of a second subscription is none. */
  readonly hadInvoice: boolean;
}

/** Stores a customer's payments; one of an unknown price waits aside (docs/product/billing.md#unknown-prices). */
export async function storePayments(
  tx: Tx,
  { now, log }: ApplyCtx,
  {
    state,
    subscriptions,
  }: {
    readonly state: CustomerState;
    readonly subscriptions: Subscriptions;
  },
): Promise<Payments> {
  const { prices } = subscriptions;
  const stored = await queries.paymentsOf(tx, state.person_id);
  const own = stored.filter(({ provider, mode }) => provider === state.provider && mode === state.mode);
  const before = new Map(own.map((row) => [row.provider_id, row]));
  const disputes = await queries.disputesOf(tx, state.person_id);
  const refunds = await queries.refundsOf(tx, state.person_id);
  const all = new Map<string, Payment>(stored.map((row) => [row.id, fromRow(row, subscriptions)]));
  const priced = state.payments.flatMap((payment) => {
    const price = prices.get(payment.price_id);
    return price === undefined ? [] : [{ payment, price }];
  });
  const unknown = state.payments.filter(({ price_id }) => !prices.has(price_id));
  const waiting = await putUnknown(tx, state, {
    known: priced.map(({ payment }) => payment.provider_id),
    unknown: unknown.map(({ provider_id, price_id, total_cents }) => ({
      provider_id,
      price_id,
      total_cents,
    })),
    now,
  });
  for (const id of waiting) log.error({ payment: id }, 'a payment has a price that is not known');

  const fresh: { payment: Payment; state: PaymentState }[] = [];
  const events: MoneyEvent[] = [];
  for (const { payment, price } of priced) {
    const row = before.get(payment.provider_id);
    const id = row?.id ?? newId();
    const known = all.get(id) ?? fromState(id, { state, payment, price, subscriptions });
    all.set(id, known);
    if (row === undefined) {
      await queries.insertPayment(tx, { id, state, payment });
      fresh.push({ payment: known, state: payment });
    }
    const { news, settled } = moneyEvents(
      known,
      payment,
      row === undefined ? null : settledOf(row, payment, { disputes, refunds }),
    );
    events.push(...news);
    if (settled !== null) await queries.putSettlement(tx, state, id, settled);
  }
  const hadInvoice = stored.some(
    (row) => row.kind === 'plan' && row.total_cents > 0 && counts(row, subscriptions),
  );
  return { all, fresh, events, hadInvoice };
}

type Row = Awaited<ReturnType<typeof queries.paymentsOf>>[number];
type DisputeRow = Awaited<ReturnType<typeof queries.disputesOf>>[number];
type RefundRow = Awaited<ReturnType<typeof queries.refundsOf>>[number];

interface Known {
  readonly disputes: readonly DisputeRow[];
  readonly refunds: readonly RefundRow[];
}

/** An earlier release stored of a payment's disputes only the state of the first, and of its refunds the sum. */
function settledOf(row: Row, state: PaymentState, { disputes: all, refunds: known }: Known): Settlement {
  const { refunded_cents, dispute } = row;
  const [first] = state.disputes;
  const stored = all.filter(({ payment_id }) => payment_id === row.id);
  const disputes = new Map(stored.map(({ dispute_id, state }) => [dispute_id, state]));
  if (stored.length === 0 && dispute !== null && first !== undefined) disputes.set(first.id, dispute);
  const own = known.filter(({ payment_id }) => payment_id === row.id).map(({ refund_id }) => refund_id);
  const refunds = new Set(own.length > 0 ? own : oldestRefunds(state, refunded_cents));
  return { refunded_cents, refunds, disputes };
}

/** Ids of the oldest refunds that make a sum. */
function oldestRefunds({ refunds }: PaymentState, cents: number): string[] {
  const ids: string[] = [];
  let left = cents;
  for (const refund of refunds.toSorted((a, b) => Temporal.Instant.compare(a.at, b.at))) {
    if (left <= 0) break;
    left -= refund.cents;
    ids.push(refund.id);
  }
  return ids;
}

const counts = (
  { subscription_id, paid_at }: Pick<Payment, 'subscription_id' | 'paid_at'>,
  { seconds, replaced }: Subscriptions,
): boolean =>
  subscription_id === null ||
  (!seconds.has(subscription_id) && !isChargedInVain(paid_at, replaced.get(subscription_id)));

function fromRow(row: Row, subscriptions: Subscriptions): Payment {
  return {
    ...row,
    grant_key: '',
    credits: row.credits * row.quantity,
    has_rollover: row.has_rollover ?? false,
    counts: counts(row, subscriptions),
    trial_end: null,
  };
}

interface New {
  readonly state: CustomerState;
  readonly payment: PaymentState;
  readonly price: PriceTerms;
  readonly subscriptions: Subscriptions;
}

function fromState(id: string, { state, payment, price, subscriptions }: New): Payment {
  const subscription = state.subscriptions.find((one) => one.id === payment.subscription_id);
  return {
    ...payment,
    id,
    grant_key: grantKey(state, payment),
    credits: price.credits * payment.quantity,
    has_rollover: price.has_rollover ?? false,
    counts: counts(payment, subscriptions),
    trial_end: subscription?.trial_end ?? null,
  };
}

/** What a payment is granted for, once (docs/product/billing.md#grants). */
function grantKey({ provider, mode, person_id }: CustomerState, payment: PaymentState): string {
  if (payment.is_trial) return `trial:${person_id}`;
  if (payment.kind !== 'plan') return `payment:${provider}:${mode}:${payment.provider_id}`;
  const item = payment.item_id ?? payment.subscription_id ?? payment.provider_id;
  const start = payment.period_start?.toString() ?? payment.provider_id;
  return `plan:${provider}:${mode}:${item}:${payment.price_id}:${start}`;
}
