import type { Tx } from '../../db/transaction.ts';
import { audit } from '../../db/audit.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { secondFactorChanged } from '../events.ts';

/** Enters a change of the caller's second factor into the audit log and mails its owner. */
export async function recordChange(
  tx: Tx,
  ctx: SignedInCtx,
  change: 'codes-renewed' | 'removed' | 'app-added' | 'app-removed' | 'passkey-added' | 'passkey-removed',
): Promise<void> {
  const { id } = ctx.actor;
  await audit(tx, ctx, { what: `second-factor.${change}`, object: { kind: 'person', id } });
  await ctx.events.emit(tx, secondFactorChanged, { person_id: id, change });
}
