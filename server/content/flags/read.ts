import { OpenFeature, StandardResolutionReasons, type Provider } from '@openfeature/server-sdk';
import { FLAG_DEFAULTS, type FlagName, type Flags } from '#shared/content/rules.ts';
import type { Database } from '../../db/database.ts';
import * as queries from '../queries.ts';

const CACHE_MS = 2000;

/** All flags, at most 2 s old (docs/product/content.md#flags). */
export type FlagReader = () => Promise<Flags>;

/** The flags through OpenFeature: defaults from the shared table, overrides from the database. */
export function createFlags(db: Database): FlagReader {
  let overrides: ReadonlyMap<string, boolean> = new Map();
  const provider: Provider = {
    metadata: { name: 'database' },
    runsOn: 'server',
    resolveBooleanEvaluation: async (key, fallback) => ({
      value: overrides.get(key) ?? fallback,
      reason: overrides.has(key) ? StandardResolutionReasons.STATIC : StandardResolutionReasons.DEFAULT,
    }),
    resolveStringEvaluation: async (_key, value) => ({ value }),
    resolveNumberEvaluation: async (_key, value) => ({ value }),
    resolveObjectEvaluation: async (_key, value) => ({ value }),
  };
  const domain = `flags-${Math.random()}`;
  OpenFeature.setProvider(domain, provider);
  const client = OpenFeature.getClient(domain);
  let readAt = -Infinity;
  let flags: Flags = FLAG_DEFAULTS;
  return async () => {
    if (performance.now() - readAt < CACHE_MS) return flags;
    readAt = performance.now();
    // A new map each time, so that a removed override does not stay.
    overrides = new Map((await queries.flagRows(db)).map(({ key, value }) => [key, value === true]));
    const names = Object.keys(FLAG_DEFAULTS) as FlagName[];
    const values = await Promise.all(
      names.map(async (name) => [name, await client.getBooleanValue(name, FLAG_DEFAULTS[name])] as const),
    );
    flags = Object.fromEntries(values) as Flags;
    return flags;
  };
}
