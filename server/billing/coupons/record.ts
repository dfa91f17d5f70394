import { ok } from '#shared/lib/result.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { audit, type AuditedBy, type AuditedChange } from '../../db/audit.ts';
import { transaction } from '../../db/transaction.ts';

/** What changing coupons takes. */
export type CouponCtx = Pick<Ctx, 'db' | 'now' | 'log' | 'payments'> & AuditedBy;

/** Enters a step of a change of a coupon into the audit log: begun before the provider is asked, then done. */
export async function recordCoupon(
  { db, now, actor }: CouponCtx,
  code: string,
  change: Pick<AuditedChange, 'what' | 'after'>,
): Promise<void> {
  await transaction({ db, now }, async (tx) => {
    await audit(tx, { actor, now }, { ...change, object: { kind: 'coupon', id: code } });
    return ok(null);
  });
}
