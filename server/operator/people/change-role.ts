import type { InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type * as contract from '#shared/operator/person/contract-role.ts';
import { roleObstacles } from '#shared/operator/person/rules-role.ts';
import { OBSTACLE_TEXTS } from '#shared/operator/person/texts-role.ts';
import { ROLES } from '#shared/operator/rules-people.ts';
import { validateMusician } from '#shared/operator/rules.ts';
import { lockPerson, setRole } from '../../accounts/steps.ts';
import { releaseAll } from '../../booking/steps.ts';
import { endHours, lockMusician, wakeLine } from '../../calendar/steps.ts';
import { addMusician, hideMusician, showMusician } from '../../catalogue/steps.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { audit } from '../../db/audit.ts';
import { transaction, type Tx } from '../../db/transaction.ts';
import { lockOperators } from '../queries.ts';
import * as queries from './queries-person.ts';
import { roleFacts, type RolePerson } from './role-facts.ts';

type Change = typeof contract.changeRole;
type Body = InputOf<Change>['body'];
type Refused = Result<never, ProblemOf<Change>>;

/** The roles that a person could have, and what has to be done before (docs/product/operator.md#changing-a-role). */
export async function getRoleChanges(
  ctx: SignedInCtx,
  { params: { id } }: InputOf<typeof contract.getRoleChanges>,
): Promise<Result<ResponseOf<typeof contract.getRoleChanges>, ProblemOf<typeof contract.getRoleChanges>>> {
  const person = await queries.personById(ctx.db, id);
  const facts = person && (await roleFacts(ctx.db, ctx, person));
  if (person === undefined || facts === undefined) return fail('not_found');
  return ok({
    role: facts.role,
    was_musician: person.slug !== null,
    changes: ROLES.filter((to) => to !== facts.role).map((to) => ({
      to,
      obstacles: roleObstacles(facts, to),
    })),
  });
}

/**
 * Gives a person another role, and ends what belongs to the former one (docs/product/operator.md#changing-a-role).
 * `open` says what has to be done before; `role_changed`: they have another role than the operator saw.
 */
export async function changeRole(
  ctx: SignedInCtx,
  { params: { id }, body }: InputOf<Change>,
): Promise<Result<ResponseOf<Change>, ProblemOf<Change>>> {
  const { from, to, reason } = body;
  if (from === to) return fail('same_role');
  const changed = await transaction(ctx, async (tx) => {
    // Of two operators who take the role of each other at once, the second finds that nobody else is left.
    if (from === 'operator') await lockOperators(tx);
    await lockPerson(tx, id);
    const person = await queries.personById(tx, id);
    if (person === undefined) return fail('not_found');
    if (person.role !== from) return fail('role_changed');
    const logins = await queries.countLoginSessions(tx, id, ctx.now);
    const released = await releaseAll(tx, ctx, id);
    if (person.slug !== null) await lockMusician(tx, id);
    const refused = await refusal(tx, ctx, { person, to });
    if (refused !== null) return refused;
    const isMusician = from === 'partner' && person.slug !== null;
    const slots = isMusician ? await leaveMusicians(tx, ctx, id) : null;
    await setRole(tx, id, to);
    if (to === 'partner') {
      const wrong = await joinMusicians(tx, person, body);
      if (wrong !== null) return wrong;
    }
    await audit(tx, ctx, {
      what: 'role.changed',
      object: { kind: 'person', id },
      reason,
      before: {
        role: from,
        login_sessions: logins,
        ...released,
        ...(slots !== null && { free_slots: slots }),
      },
      after: { role: to, login_sessions: 0, holds: 0, waits: 0, ...(slots !== null && { free_slots: 0 }) },
    });
    return ok({ ok: true as const });
  });
  if (changed.ok) ctx.log.info({ person: id, from, to }, 'role changed');
  return changed;
}

/** What stands in the way, under the person's lock and the musician's; null: nothing. */
async function refusal(
  tx: Tx,
  ctx: SignedInCtx,
  { person, to }: { readonly person: RolePerson; readonly to: Body['to'] },
): Promise<Refused | null> {
  const facts = await roleFacts(tx, ctx, person);
  if (facts === undefined) return fail('not_found');
  const obstacles = roleObstacles(facts, to);
  if (obstacles.length === 0) return null;
  return fail('open', { detail: obstacles.map((obstacle) => OBSTACLE_TEXTS[obstacle]).join(' ') });
}

/** Takes a musician off Explore and ends their hours; returns how many free slots there were. */
async function leaveMusicians(tx: Tx, ctx: SignedInCtx, id: string): Promise<number> {
  const slots = await endHours(tx, ctx, id);
  await hideMusician(tx, id);
  await wakeLine(tx, ctx, id);
  return slots;
}

/** Makes somebody a musician: with their former page, or with a new one that nobody sees yet. */
async function joinMusicians(tx: Tx, person: RolePerson, { musician }: Body): Promise<Refused | null> {
  const { id, zone, slug } = person;
  if (slug !== null) {
    await showMusician(tx, id);
    return null;
  }
  const errors = validateMusician(musician);
  if (errors.length > 0) return fail('invalid', { errors });
  await addMusician(tx, {
    personId: id,
    zone,
    slug: musician?.slug ?? '',
    title: (musician?.title ?? '').trim(),
    services: [],
    instruments: [],
    published: false,
  });
  return null;
}
