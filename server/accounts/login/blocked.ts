import { blockedText } from '#shared/accounts/texts.ts';
import { fail, type Refusal } from '#shared/lib/result.ts';
import type { Ctx } from '../../ctx/ctx.ts';

/** Refuses to sign in somebody who is blocked, with where to write to (docs/product/accounts.md#blocked-accounts). */
export const failBlocked = ({ settings }: Pick<Ctx, 'settings'>): Refusal<'blocked'> =>
  fail('blocked', { detail: blockedText(settings.supportEmail) });
