import type { InputOf, ProblemOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type * as contract from '#shared/operator/person/contract-invite.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { admit } from '../admit.ts';

/** Lets a person in from the waiting list, as the command does. Errors: `not_found`, `not_waiting`, `blocked`. */
export async function admitPerson(
  ctx: Ctx,
  { params: { id } }: InputOf<typeof contract.admitPerson>,
): Promise<Result<{ ok: true }, ProblemOf<typeof contract.admitPerson>>> {
  const admitted = await admit(ctx, { id });
  if (admitted.ok) return ok({ ok: true as const });
  return fail(admitted.reason === 'no_such_person' ? 'not_found' : admitted.reason);
}
