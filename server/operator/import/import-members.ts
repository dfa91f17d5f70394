import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { FileLine, ImportFault } from '#shared/operator/import/rules-file.ts';
import { readMembers, type ImportedMember } from '#shared/operator/import/rules-members.ts';
import { invitedToStudio } from '../../accounts/events.ts';
import { insertPerson } from '../../accounts/steps.ts';
import { importMembership } from '../../billing/steps.ts';
import { grant } from '../../credits/steps.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { audit } from '../../db/audit.ts';
import { together } from '../../db/pipeline.ts';
import { transaction, type Db, type Tx } from '../../db/transaction.ts';
import * as queries from '../queries.ts';

/** What an import brings, or would bring. */
export interface MemberImport {
  readonly members: number;
  readonly credits: number;
  /** Of them, those whose paid-through day is over. */
  readonly ended: number;
}

/** Every mistake of a file; empty: it can be imported. */
export async function checkMembers(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  lines: readonly FileLine[],
): Promise<{ readonly faults: readonly ImportFault[]; readonly found: MemberImport }> {
  const { members, faults } = readMembers(lines);
  const known = await takenAddresses(db, members);
  return {
    faults: [...faults, ...known].toSorted((a, b) => a.line - b.line),
    found: {
      members: members.length,
      credits: members.reduce((sum, { credits }) => sum + credits, 0),
      ended: members.filter(({ paid_through }) => Temporal.Instant.compare(paid_through, now) <= 0).length,
    },
  };
}

/** Which lines have an address with an account already. */
export async function takenAddresses(
  db: Db,
  lines: readonly { readonly line: number; readonly email: string }[],
): Promise<ImportFault[]> {
  const emails = lines.map(({ email }) => email);
  const taken = new Set(await queries.takenEmails(db, emails));
  return lines
    .filter(({ email }) => taken.has(email))
    .map(({ line }) => ({ line, message: 'email: This address has an account already.' }));
}

/** People whose statements leave together: one by one each waits for several answers. */
export const AT_ONCE = 50;

/**
 * Makes an account for each member of a file, with membership and credits, all or none
 * (docs/product/operator.md#imported-members). Each is mailed a link to choose a password.
 */
export async function importMembers(
  ctx: Ctx,
  lines: readonly FileLine[],
): Promise<Result<MemberImport, 'invalid' | 'email_taken'>> {
  const { faults, found } = await checkMembers(ctx, lines);
  if (faults.length > 0) return fail('invalid');
  const { members } = readMembers(lines);
  const done = await transaction(ctx, async (tx): Promise<Result<MemberImport, 'email_taken'>> => {
    for (let first = 0; first < members.length; first += AT_ONCE)
      await together(members.slice(first, first + AT_ONCE).map((member) => importMember(tx, ctx, member)));
    return ok(found);
  });
  if (done.ok) ctx.log.info({ ...found }, 'members imported');
  return done;
}

async function importMember(tx: Tx, ctx: Ctx, member: ImportedMember): Promise<void> {
  const { name, email, zone, paid_through, credits: amount } = member;
  const { now } = ctx;
  const personId = await insertPerson(tx, { role: 'client', name, email, zone, passwordHash: null, now });
  await importMembership(tx, personId, paid_through);
  const grantKey = `import:${personId}`;
  if (amount > 0) await grant(tx, { personId, source: 'operator', amount, expiresAt: null, grantKey, now });
  await audit(tx, ctx, {
    what: 'person.imported',
    object: { kind: 'person', id: personId },
    after: { zone, paid_through: paid_through.toString(), credits: amount },
  });
  await ctx.events.emit(tx, invitedToStudio, { person_id: personId });
}
