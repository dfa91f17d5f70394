import type { PaidMusician } from '../../calendar/service.ts';
import type { Db } from '../../db/transaction.ts';

/** A musician as payouts name them. */
export interface PayoutMusician extends PaidMusician {
  readonly slug: string;
  readonly avatar: string | null;
}

/** All musicians by name, or the one with an id. */
export function paidMusicians(db: Db, id?: string): Promise<PayoutMusician[]> {
  return db
    .selectFrom('musicians as m')
    .innerJoin('people as p', 'p.id', 'm.person_id')
    .select(['m.person_id as id', 'm.slug', 'm.zone', 'm.slots_until', 'p.name', 'p.avatar'])
    .$if(id !== undefined, (query) => query.where('m.person_id', '=', id ?? ''))
    .orderBy(({ fn }) => fn('lower', ['p.name']))
    .orderBy('m.person_id')
    .execute();
}
