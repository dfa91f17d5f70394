import { hasCredits } from '#shared/operator/rules-people.ts';
import type { RoleFacts } from '#shared/operator/person/rules-role.ts';
import { hasUnverifiedPassword } from '../../accounts/steps.ts';
import { creditsBySource } from '../../credits/service.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import type { Db } from '../../db/transaction.ts';
import { erasureOf, openThings } from '../../privacy/service.ts';
import * as queries from './queries-person.ts';

/** A person as they are stored. */
export type RolePerson = NonNullable<Awaited<ReturnType<typeof queries.personById>>>;

/** What decides which role somebody can have; undefined for an erased account. Final only under the locks of a change. */
export async function roleFacts(
  db: Db,
  { actor, now }: Pick<SignedInCtx, 'actor' | 'now'>,
  person: RolePerson,
): Promise<RoleFacts | undefined> {
  const { id, role } = person;
  const erasure = await erasureOf(db, id);
  if (erasure.erased_at !== null) return undefined;
  const bySource = hasCredits(role) ? [...(await creditsBySource(db, id, now)).values()] : [];
  return {
    role,
    isOwn: actor.id === id,
    hasOtherOperator: await queries.hasOtherOperator(db, id),
    isBlocked: person.blocked_at !== null,
    isWaiting: person.waitlisted,
    isToBeErased: erasure.asked !== null,
    hasUnverifiedPassword: hasUnverifiedPassword(person),
    open: await openThings(db, { id, ignoresHolds: true }, now),
    credits: bySource.reduce((sum, credits) => sum + credits, 0),
  };
}
