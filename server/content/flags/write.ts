import { FLAGS, LISTED_FLAGS, type FlagName } from '#shared/content/rules.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import * as queries from '../queries.ts';

type WriteCtx = Pick<Ctx, 'db' | 'now'>;

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
  await queries.putFlag(ctx.db, known, value, ctx.now);
  return ok(stateOf(known, value));
}

/** Removes a flag's override. */
export async function unsetFlag(ctx: WriteCtx, name: string): Promise<Result<FlagState, 'no_such_flag'>> {
  const known = flagName(name);
  if (known === undefined) return noSuchFlag(name);
  await queries.deleteFlag(ctx.db, known);
  return ok(stateOf(known, null));
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
