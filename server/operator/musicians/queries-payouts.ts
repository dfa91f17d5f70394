import { sql } from 'kysely';
import type { PaidMusician } from '../../calendar/service.ts';
import type { Db } from '../../db/transaction.ts';

/** A musician as payouts name them. */
export interface PayoutMusician extends PaidMusician {
  readonly slug: string;
  readonly avatar: string | null;
}

/** Which musicians: the one with an id, or those after one, at most `limit`. */
interface Asked {
  readonly id?: string | undefined;
  readonly after?: string | undefined;
  readonly limit?: number | undefined;
}

/** Musicians by name; all of them by default. */
export function paidMusicians(db: Db, { id, after, limit }: Asked = {}): Promise<PayoutMusician[]> {
  return db
    .selectFrom('musicians as m')
    .innerJoin('people as p', 'p.id', 'm.person_id')
    .select(['m.person_id as id', 'm.slug', 'm.zone', 'm.slots_until', 'p.name', 'p.avatar'])
    .$if(id !== undefined, (query) => query.where('m.person_id', '=', id ?? ''))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(lower(p.name), m.person_id) > (select lower(l.name), l.id from people l where l.id = ${after})`,
      ),
    )
    .orderBy(({ fn }) => fn('lower', ['p.name']))
    .orderBy('m.person_id')
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute();
}
