import { FLAGS, LISTED_FLAGS, type FlagName } from '#shared/content/rules.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { audit, type AuditedBy } from '../../db/audit.ts';
import { transaction } from '../../db/transaction.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import * as queries from '../queries.ts';

type WriteCtx = Pick<Ctx, 'db' | 'now'> & AuditedBy;

/** A flag as the operator sees it. */
export interface FlagState {
  readonly name: FlagName;
  readonly about: string;
  readonly default: boolean;
  /** The operator's value; null: the default applies. */
  readonly override: boolean | null;
  readonly value: boolean;
}

const flagName = (text: string): FlagName | undefined => LISTED_FLAGS.find((name) => name === text);

/** Overrides a flag; every process follows within 2 s. */
export async function setFlag(
  ctx: WriteCtx,
  name: string,
  value: boolean,
): Promise<Result<FlagState, 'no_such_flag'>> {
  const known = flagName(name);
  if (known === undefined) return noSuchFlag(name);
  return overrideFlag(ctx, known, value);
}

/** Removes a flag's override. */
export async function unsetFlag(ctx: WriteCtx, name: string): Promise<Result<FlagState, 'no_such_flag'>> {
  const known = flagName(name);
  if (known === undefined) return noSuchFlag(name);
  return overrideFlag(ctx, known, null);
}

/** Stores an override, or removes it (null); one that is there already is no change. */
function overrideFlag(
  ctx: WriteCtx,
  name: FlagName,
  value: boolean | null,
): Promise<Result<FlagState, never>> {
  return transaction(ctx, async (tx): Promise<Result<FlagState, never>> => {
    await queries.lockFlags(tx);
    const row = (await queries.flagRows(tx)).find(({ key }) => key === name);
    const before = row === undefined ? null : row.value === true;
    if (before === value) return ok(stateOf(name, value));
    if (value === null) await queries.deleteFlag(tx, name);
    else await queries.putFlag(tx, name, value, ctx.now);
    await audit(tx, ctx, {
      what: value === null ? 'flag.unset' : 'flag.set',
      object: { kind: 'flag', id: name },
      before: { on: stateOf(name, before).value, overridden: before !== null },
      after: { on: stateOf(name, value).value, overridden: value !== null },
    });
    return ok(stateOf(name, value));
  });
}

/** Every flag that something reads, in the table's order. */
export async function listFlags(ctx: Pick<Ctx, 'db'>): Promise<readonly FlagState[]> {
  const rows = new Map((await queries.flagRows(ctx.db)).map(({ key, value }) => [key, value === true]));
  return LISTED_FLAGS.map((name) => stateOf(name, rows.get(name) ?? null));
}

function stateOf(name: FlagName, override: boolean | null): FlagState {
  const { about, default: fallback } = FLAGS[name];
  return { name, about, default: fallback, override, value: override ?? fallback };
}

function noSuchFlag(name: string) {
  return fail('no_such_flag', {
    detail: `There is no flag "${name}". Known: ${LISTED_FLAGS.join(', ')}.`,
  });
}
