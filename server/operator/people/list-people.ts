import { statusAt } from '#shared/billing/rules.ts';
import type { InputOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import type * as contract from '#shared/operator/contract-people.ts';
import { PEOPLE_PAGE, readPeopleSearch } from '#shared/operator/rules-people.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import * as queries from './queries-people.ts';

type Listed = ResponseOf<typeof contract.listPeople>;

/** A page of everybody with an account, newest first (docs/product/operator.md#people). */
export async function listPeople(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { query }: InputOf<typeof contract.listPeople>,
): Promise<Result<Listed, never>> {
  const { after, q, role, account, membership } = query;
  const filter = { after, search: readPeopleSearch(q ?? ''), role, account, membership };
  const rows = await queries.people(db, filter, { now, limit: PEOPLE_PAGE + 1 });
  const people = rows.slice(0, PEOPLE_PAGE).map((row) => toPerson(row, now));
  const next = rows.length > PEOPLE_PAGE ? (people.at(-1)?.id ?? null) : null;
  return ok({ people, next });
}

type Row = Awaited<ReturnType<typeof queries.people>>[number];

function toPerson(
  { status, next_billing_at, trial_ends_at, created_at, ...person }: Row,
  now: Temporal.Instant,
): Listed['people'][number] {
  const isClient = person.role === 'client';
  // Who has no row has chosen no plan yet.
  const current = statusAt({ status: status ?? 'signup', next_billing_at, trial_ends_at }, now);
  return { ...person, membership: isClient ? current : null, created_at: created_at.toString() };
}
