import type { Endpoint, InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import type * as contract from '#shared/operator/content/contract-coupons.ts';
import { LATEST } from '#shared/operator/rules-people.ts';
import * as billing from '../../billing/steps.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { replayAnswer, storeAnswer } from '../../db/transaction.ts';
import { toEntry } from '../list-audit-log.ts';
import { auditEntries } from '../queries-audit.ts';

type Answer<E extends Endpoint> = Promise<Result<ResponseOf<E>, ProblemOf<E>>>;

/** The coupons of the card provider (docs/product/operator.md#coupons). */
export async function listCoupons(
  ctx: SignedInCtx,
  { query }: InputOf<typeof contract.listCoupons>,
): Answer<typeof contract.listCoupons> {
  const listed = await billing.listCoupons(ctx, query.after);
  if (!listed.ok) return listed;
  const { mode, coupons, next, offers } = listed.value;
  const audit = await auditEntries(ctx.db, { object_kind: 'coupon' }, LATEST);
  return ok({
    mode,
    coupons: coupons.map(({ expires_at, made_at, offers: names, ...coupon }) => ({
      ...coupon,
      offers: names === null ? null : [...names],
      expires_at: expires_at?.toString() ?? null,
      made_at: made_at.toString(),
    })),
    next,
    offers: offers.map(({ id, name }) => ({ id, name })),
    audit: audit.map(toEntry),
  });
}

/** Makes a coupon (docs/product/operator.md#coupons). */
export async function makeCoupon(
  ctx: SignedInCtx,
  { body }: InputOf<typeof contract.makeCoupon>,
): Answer<typeof contract.makeCoupon> {
  await replayAnswer(ctx);
  const made = await billing.makeCoupon(ctx, body, ctx.actor.zone);
  return made.ok ? storeAnswer(ctx, { ...made.value }) : made;
}

/** Ends a coupon (docs/product/operator.md#coupons). */
export async function endCoupon(
  ctx: SignedInCtx,
  { params: { id } }: InputOf<typeof contract.endCoupon>,
): Answer<typeof contract.endCoupon> {
  const ended = await billing.endCoupon(ctx, id);
  return ended.ok ? ok({ ok: true }) : ended;
}
