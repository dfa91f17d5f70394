import type { InputOf, ResponseOf, Role } from '#shared/lib/endpoint.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import type * as contract from '#shared/operator/contract-search.ts';
import { readSearch, SEARCH_RESULTS, type Searched } from '#shared/operator/rules-search.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { reading, together } from '../../db/pipeline.ts';
import { toListed } from '../sessions/list-sessions.ts';
import { sessionsByIds } from '../sessions/queries-list.ts';
import * as queries from './queries-search.ts';

const CLIENTS: readonly Role[] = ['client', 'managed'];
const ROLES: Readonly<Record<Searched, readonly Role[]>> = {
  everything: [...CLIENTS, 'operator'],
  clients: CLIENTS,
  musicians: [],
};

/** What fits a search, a few of each kind, in one round trip (docs/product/operator.md#search). */
export async function searchConsole(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { query: { q, of } }: InputOf<typeof contract.searchConsole>,
): Promise<Result<ResponseOf<typeof contract.searchConsole>, never>> {
  const { people: search, slug, session, invoice } = readSearch(q);
  const roles = ROLES[of];
  const limit = SEARCH_RESULTS;
  const isAll = of === 'everything';
  const [people, musicians, sessions, invoices] = await reading(db, (one) =>
    together([
      search === null || roles.length === 0 ? [] : queries.people(one, search, { roles, limit }),
      of === 'clients' || (search ?? slug) === null ? [] : queries.musicians(one, { search, slug }, limit),
      isAll && session !== null ? sessionsByIds(one, [session], now) : [],
      isAll && invoice !== null ? queries.invoices(one, invoice, limit) : [],
    ]),
  );
  return ok({
    people,
    musicians,
    sessions: sessions.map(toListed),
    invoices: invoices.map(({ person_id, name, issued_at, ...found }) => ({
      ...found,
      issued_at: issued_at.toString(),
      person: { id: person_id, name },
    })),
  });
}
