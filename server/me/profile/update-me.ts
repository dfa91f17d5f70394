import { normalizeName } from '#shared/accounts/rules-sign-up.ts';
import type { ResponseOf, InputOf, ProblemOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type {
  updateBillingInformation as billingEndpoint,
  updateMe as endpoint,
} from '#shared/me/contract.ts';
import { normalizeAddress, validateProfile, validateVatNumber } from '#shared/me/rules.ts';
import { lockPerson } from '../../accounts/steps.ts';
import { tellOfDetails } from '../../billing/steps.ts';
import { transaction } from '../../db/transaction.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import * as queries from './queries-profile.ts';
import { me } from '../service.ts';

type Output = Promise<Result<ResponseOf<typeof billingEndpoint>, ProblemOf<typeof billingEndpoint>>>;
type Change = InputOf<typeof endpoint>['body']['user'];

/**
 * Changes what is sent of the caller's profile and returns the merged user. Errors: `invalid` by field; `not_billed`
 * for the billing address of anybody but a client (docs/product/me.md#profile-changes).
 */
export function updateMe(
  ctx: SignedInCtx,
  { body: { user } }: InputOf<typeof endpoint>,
): Promise<Result<ResponseOf<typeof endpoint>, ProblemOf<typeof endpoint>>> {
  if (user.billing_address !== undefined && ctx.actor.role !== 'client')
    return Promise.resolve(fail('not_billed'));
  return change(ctx, user);
}

/** Changes the billing address; what is left out stays (docs/product/me.md#billing-address). */
export async function updateBillingInformation(
  ctx: SignedInCtx,
  { body }: InputOf<typeof billingEndpoint>,
): Output {
  const result = await change(ctx, { billing_address: body.billing_address });
  if (result.ok || result.errors === undefined) return result;
  const errors = result.errors.map(({ field, message }) => ({
    field: field.replace(/^user\./, ''),
    message,
  }));
  return { ...result, errors };
}

async function change(ctx: SignedInCtx, user: Change): Output {
  const errors = validateProfile(user);
  if (errors.length > 0) return fail('invalid', { errors });
  const { actor, now } = ctx;
  const changed = await transaction<Result<null, 'invalid'>>(ctx, async (tx) => {
    await lockPerson(tx, actor.id);
    const { billing_address: address, notification_settings: settings } = user;
    if (address !== undefined) {
      const stored = await queries.taxDetails(tx, actor.id);
      const refused = validateVatNumber(address, stored);
      if (refused.length > 0) return fail('invalid', { errors: refused });
      await queries.putBillingDetails(tx, actor.id, normalizeAddress(address, stored), now);
    }
    await queries.updatePerson(tx, actor.id, {
      ...(user.name === undefined ? {} : { name: normalizeName(user.name) }),
      ...(user.timezone === undefined ? {} : { zone: user.timezone, zone_pending: false }),
      ...(user.country === undefined ? {} : { country: user.country }),
    });
    if (address !== undefined || user.name !== undefined) await tellOfDetails(tx, ctx, actor.id);
    if (settings !== undefined) await queries.putNotificationSettings(tx, actor.id, settings, now);
    return ok(null);
  });
  return changed.ok ? me(ctx) : changed;
}
