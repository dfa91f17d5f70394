import type { InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type * as contract from '#shared/operator/import/contract-import.ts';
import {
  CONSOLE_LINES_MAX,
  FAULTS_SHOWN,
  type FileLine,
  type ImportFault,
} from '#shared/operator/import/rules-file.ts';
import type { Ctx, SignedInCtx } from '../../ctx/ctx.ts';
import { firstLine } from '../../lib/start-error.ts';
import { checkMembers, importMembers } from './import-members.ts';
import { checkMusicians, importMusicians } from './import-musicians.ts';
import { checkSessions, importSessions } from './import-sessions.ts';
import { readFileLines } from './read-file-lines.ts';

/** What importing a file of members would do, and its mistakes (docs/product/operator.md#importing-in-the-console). */
export async function checkMemberFile(
  ctx: Pick<Ctx, 'db' | 'now'>,
  { body: { csv } }: InputOf<typeof contract.checkMembers>,
): Promise<Result<ResponseOf<typeof contract.checkMembers>, never>> {
  const nobody = { members: 0, credits: 0, ended: 0 };
  return ok(await check(csv, 'members', nobody, (lines) => checkMembers(ctx, lines)));
}

/** Imports a file of members, all or none. Errors: `invalid`, `email_taken`, `too_many` (docs/product/operator.md#importing-in-the-console). */
export async function importMemberFile(
  ctx: SignedInCtx,
  { body: { csv } }: InputOf<typeof contract.importMembers>,
): Promise<Result<ResponseOf<typeof contract.importMembers>, ProblemOf<typeof contract.importMembers>>> {
  const lines = fewLines(csv);
  return lines.ok ? importMembers(ctx, lines.value) : lines;
}

/** What importing a file of musicians would do, and its mistakes (docs/product/operator.md#importing-in-the-console). */
export async function checkMusicianFile(
  ctx: Pick<Ctx, 'db'>,
  { body: { csv } }: InputOf<typeof contract.checkMusicians>,
): Promise<Result<ResponseOf<typeof contract.checkMusicians>, never>> {
  return ok(await check(csv, 'musicians', { musicians: 0 }, (lines) => checkMusicians(ctx, lines)));
}

/** Imports a file of musicians, all or none. Errors: `invalid`, `email_taken`, `slug_taken`, `too_many`. */
export async function importMusicianFile(
  ctx: SignedInCtx,
  { body: { csv } }: InputOf<typeof contract.importMusicians>,
): Promise<Result<ResponseOf<typeof contract.importMusicians>, ProblemOf<typeof contract.importMusicians>>> {
  const lines = fewLines(csv);
  return lines.ok ? importMusicians(ctx, lines.value) : lines;
}

/** What importing a file of sessions would do, and its mistakes (docs/product/operator.md#importing-in-the-console). */
export async function checkSessionFile(
  ctx: Pick<Ctx, 'db' | 'now'>,
  { body: { csv } }: InputOf<typeof contract.checkSessions>,
): Promise<Result<ResponseOf<typeof contract.checkSessions>, never>> {
  const nothing = { sessions: 0, to_come: 0, credits: 0 };
  return ok(await check(csv, 'sessions', nothing, (lines) => checkSessions(ctx, lines)));
}

/** Imports a file of sessions, all or none. Errors: `invalid`, `too_many` (docs/product/operator.md#importing-in-the-console). */
export async function importSessionFile(
  ctx: SignedInCtx,
  { body: { csv } }: InputOf<typeof contract.importSessions>,
): Promise<Result<ResponseOf<typeof contract.importSessions>, ProblemOf<typeof contract.importSessions>>> {
  const lines = fewLines(csv);
  return lines.ok ? importSessions(ctx, lines.value) : lines;
}

interface Checked<Found> {
  readonly found: Found;
  readonly faults: readonly ImportFault[];
}

async function check<Found>(
  csv: string,
  noun: string,
  nothing: Found,
  checkLines: (lines: readonly FileLine[]) => Promise<Checked<Found>>,
) {
  const lines = linesOf(csv);
  const { found, faults } = !Array.isArray(lines)
    ? { found: nothing, faults: [lines] }
    : lines.length > CONSOLE_LINES_MAX + 1
      ? { found: nothing, faults: [tooMany(noun)] }
      : await checkLines(lines);
  return { found, faults: faults.slice(0, FAULTS_SHOWN), fault_count: faults.length };
}

const tooMany = (noun: string): ImportFault => ({
  line: CONSOLE_LINES_MAX + 2,
  message: `At most ${CONSOLE_LINES_MAX} ${noun} at once. Divide the file, or import it by the command.`,
});

function fewLines(csv: string): Result<FileLine[], 'invalid' | 'too_many'> {
  const lines = linesOf(csv);
  if (!Array.isArray(lines)) return fail('invalid');
  return lines.length > CONSOLE_LINES_MAX + 1 ? fail('too_many') : ok(lines);
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
