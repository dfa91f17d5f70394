import type { InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type * as contract from '#shared/operator/person/contract-payments.ts';
import { findPerson } from '../../accounts/service.ts';
import { paymentsOf, planRefund as plan, refundPayment } from '../../billing/steps.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { replayAnswer, storeAnswer } from '../../db/transaction.ts';

type Payments = ResponseOf<typeof contract.listPersonPayments>;

/** A page of what a person has paid, the latest first (docs/product/operator.md#payments-of-a-person); `not_found`. */
export async function listPersonPayments(
  { db }: Pick<Ctx, 'db'>,
  { params: { id }, query: { after } }: InputOf<typeof contract.listPersonPayments>,
): Promise<Result<Payments, ProblemOf<typeof contract.listPersonPayments>>> {
  const [person, { payments, next }] = await Promise.all([
    findPerson(db, id),
    paymentsOf({ db }, { personId: id, after }),
  ]);
  return person === undefined ? fail('not_found') : ok({ payments: payments.map(toPayment), next });
}

function toPayment(
  row: Awaited<ReturnType<typeof paymentsOf>>['payments'][number],
): Payments['payments'][number] {
  const { id, paid_at, provider, kind, name, quantity, total_cents, refunded_cents, disputes } = row;
  const { invoice_id, number, credit_notes, credit_note_ids } = row;
  return {
    id,
    paid_at: paid_at.toString(),
    provider,
    kind,
    name,
    quantity,
    total_cents,
    refunded_cents,
    disputes,
    invoice: invoice_id === null || number === null ? null : { id: invoice_id, number },
    credit_notes: credit_note_ids.map((note, at) => ({ id: note, number: credit_notes[at] ?? '' })),
  };
}

/** What a refund would do, by what the provider says now (docs/product/operator.md#refunds). */
export async function planRefund(
  ctx: Ctx,
  { params: { id }, query }: InputOf<typeof contract.planRefund>,
): Promise<Result<ResponseOf<typeof contract.planRefund>, ProblemOf<typeof contract.planRefund>>> {
  const planned = await planOf(ctx, id, { cents: query.cents ?? null, again: query.again === 'yes' });
  if (!planned.ok) return planned;
  const { cents, left_cents, credits } = planned.value;
  return ok({ cents, left_cents, credits });
}

/**
 * Pays back what was shown (docs/product/operator.md#refunds). Errors: those of the plan; `changed` where it is another
 * now; `refused` with the provider's words; `outcome_open` where it does not answer.
 */
export async function makeRefund(
  ctx: Ctx,
  { params: { id }, body }: InputOf<typeof contract.makeRefund>,
): Promise<Result<ResponseOf<typeof contract.makeRefund>, ProblemOf<typeof contract.makeRefund>>> {
  await replayAnswer(ctx);
  const planned = await planOf(ctx, id, body);
  if (!planned.ok) return planned;
  if (planned.value.left_cents !== body.left_cents) return fail('changed');
  const done = await refundPayment(ctx, planned.value);
  if (done.ok) return storeAnswer(ctx, { taken_in: done.value.isTakenIn });
  return done.reason === 'refused'
    ? fail('refused', { detail: `The payment provider refuses: ${done.detail ?? ''}` })
    : fail('outcome_open');
}

async function planOf(
  ctx: Ctx,
  find: string,
  how: { readonly cents: number | null; readonly again: boolean },
) {
  const planned = await plan(ctx, { find, ...how });
  if (planned.ok) return planned;
  // An id names one payment.
  const { reason } = planned;
  return fail(reason === 'several' ? 'not_found' : reason);
}
