import { normalizeEmail } from '#shared/accounts/rules.ts';
import { normalizeName } from '#shared/accounts/rules-sign-up.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { validateInvitation, type Invitation } from '#shared/operator/rules.ts';
import { invitedToStudio } from '../accounts/events.ts';
import { insertPerson } from '../accounts/steps.ts';
import { installDefaultCatalogue } from '../catalogue/steps.ts';
import { audit } from '../db/audit.ts';
import { transaction } from '../db/transaction.ts';
import type { Ctx } from '../ctx/ctx.ts';
import { makeMusician } from './make-musician.ts';
import * as queries from './queries.ts';

/** The new account. */
interface Invited {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

/**
 * Makes an account for an operator, a musician or a managed client (docs/product/operator.md#invited-people).
 * `another`: allows a further operator; `invalid` names each field that is wrong.
 */
export async function invitePerson(
  ctx: Ctx,
  invitation: Invitation & { readonly another?: boolean },
): Promise<Result<Invited, 'invalid' | 'operator_exists' | 'email_taken' | 'slug_taken'>> {
  const { role, zone, musician } = invitation;
  const errors = validateInvitation(invitation);
  if (errors.length > 0) return fail('invalid', { errors });
  const person = {
    role,
    zone,
    name: normalizeName(invitation.name),
    email: normalizeEmail(invitation.email),
  };
  const result = await transaction(ctx, async (tx) => {
    if (role === 'operator') {
      await queries.lockOperators(tx);
      if (invitation.another !== true && (await queries.hasOperator(tx))) return fail('operator_exists');
    }
    const id = await insertPerson(tx, { ...person, passwordHash: null, now: ctx.now });
    if (role === 'partner' && musician !== undefined) {
      const wrong = await makeMusician(tx, {
        personId: id,
        zone,
        musician,
        known: await installDefaultCatalogue(tx),
      });
      if (wrong.length > 0) return fail('invalid', { errors: wrong });
    }
    const after = { role, zone, ...(role === 'partner' && musician !== undefined && { musician }) };
    await audit(tx, ctx, { what: 'person.invited', object: { kind: 'person', id }, after });
    await ctx.events.emit(tx, invitedToStudio, { person_id: id });
    return ok({ id, email: person.email, name: person.name });
  });
  if (result.ok) ctx.log.info({ person: result.value.id, role }, 'person invited');
  return result;
}
