import type { InputOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import type * as contract from '#shared/operator/contract-sessions.ts';
import { SESSIONS_PAGE, whenView } from '#shared/operator/rules-sessions.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { reading, together } from '../../db/pipeline.ts';
import * as queries from './queries-list.ts';

type Listed = ResponseOf<typeof contract.listSessions>;

/** A page of all sessions (docs/product/operator.md#sessions). */
export async function listSessions(
  { db, now, actor }: Pick<SignedInCtx, 'db' | 'now' | 'actor'>,
  { query }: InputOf<typeof contract.listSessions>,
): Promise<Result<Listed, never>> {
  const { after, status, client, musician, service } = query;
  const when = whenView(query, { now, zone: actor.zone });
  const filter = { after, status, when, client, musician, service };
  const ids = [client, musician].filter((id) => id !== undefined);
  const [rows, services, people] = await reading(db, (one) =>
    together([
      queries.sessions(one, filter, { now, limit: SESSIONS_PAGE + 1 }),
      queries.services(one),
      queries.named(one, ids),
    ]),
  );
  const sessions = rows.slice(0, SESSIONS_PAGE).map(toListed);
  const next = rows.length > SESSIONS_PAGE ? (sessions.at(-1)?.id ?? null) : null;
  const named = (id: string | undefined) => people.find((person) => person.id === id) ?? null;
  return ok({ sessions, next, services, client: named(client), musician: named(musician) });
}

/** A session as lists have it. */
export function toListed({
  client_id,
  client_name,
  musician_id,
  musician_name,
  starts_at,
  ends_at,
  ...session
}: Awaited<ReturnType<typeof queries.sessions>>[number]): Listed['sessions'][number] {
  return {
    ...session,
    starts_at: starts_at.toString(),
    ends_at: ends_at.toString(),
    client: { id: client_id, name: client_name },
    musician: { id: musician_id, name: musician_name },
  };
}
