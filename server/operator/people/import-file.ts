import type { InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type * as contract from '#shared/operator/person/contract-import.ts';
import {
  CONSOLE_MEMBERS_MAX,
  FAULTS_SHOWN,
  type FileLine,
  type ImportFault,
} from '#shared/operator/rules-import.ts';
import type { Ctx, SignedInCtx } from '../../ctx/ctx.ts';
import { firstLine } from '../../lib/start-error.ts';
import { checkMembers, importMembers } from '../import-members.ts';
import { readFileLines } from '../read-file-lines.ts';

/** What importing a file would do, and its mistakes (docs/product/operator.md#importing-in-the-console). */
export async function checkMemberFile(
  ctx: Pick<Ctx, 'db' | 'now'>,
  { body: { csv } }: InputOf<typeof contract.checkMembers>,
): Promise<Result<ResponseOf<typeof contract.checkMembers>, never>> {
  const { found, faults } = await check(ctx, csv);
  return ok({ found, faults: faults.slice(0, FAULTS_SHOWN), fault_count: faults.length });
}

/** Imports a file, all or none. Errors: `invalid`, `email_taken`, `too_many` (docs/product/operator.md#importing-in-the-console). */
export async function importMemberFile(
  ctx: SignedInCtx,
  { body: { csv } }: InputOf<typeof contract.importMembers>,
): Promise<Result<ResponseOf<typeof contract.importMembers>, ProblemOf<typeof contract.importMembers>>> {
  const lines = linesOf(csv);
  if (!Array.isArray(lines)) return fail('invalid');
  if (lines.length > CONSOLE_MEMBERS_MAX + 1) return fail('too_many');
  return importMembers(ctx, lines);
}

async function check(ctx: Pick<Ctx, 'db' | 'now'>, csv: string) {
  const nobody = { members: 0, credits: 0, ended: 0 };
  const lines = linesOf(csv);
  if (!Array.isArray(lines)) return { found: nobody, faults: [lines] };
  if (lines.length > CONSOLE_MEMBERS_MAX + 1) {
    const message = `At most ${CONSOLE_MEMBERS_MAX} members at once. Divide the file, or import it by the command.`;
    return { found: nobody, faults: [{ line: CONSOLE_MEMBERS_MAX + 2, message }] };
  }
  return checkMembers(ctx, lines);
}

/** Its lines, or why it cannot be read. */
function linesOf(csv: string): FileLine[] | ImportFault {
  try {
    return readFileLines(csv);
  } catch (error) {
    const line = typeof error === 'object' && error !== null && 'lines' in error ? Number(error.lines) : 1;
    return { line, message: `This is no file of comma-separated values: ${firstLine(error)}` };
  }
}
