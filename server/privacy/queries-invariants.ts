import { sql, type RawBuilder } from 'kysely';
import { KEPT } from '#shared/privacy/rules-kept.ts';
import type { KeptTable } from '#shared/privacy/rules-kept-table.ts';
import type { Invariant } from '../db/invariants.ts';

/** An id in a pattern of LIKE: of two erased people whose row it is, the later one's id stands there. */
const ANY_ID = '________-____-____-____-____________';

/** What is left of erased accounts in a table, by the table of kept data; null where nothing has to go. */
function leftIn({ table, of, only, erase }: KeptTable): RawBuilder<unknown> | null {
  if (erase === 'nothing' || 'address' in of) return null;
  const owner =
    'through' in of
      ? sql`${sql.table(of.table)} o on o.${sql.ref(of.key)} = t.${sql.ref(of.through)} join people p on p.id = o.${sql.ref(of.id)}`
      : sql`people p on p.id = t.${sql.ref(of.id)}`;
  const chosen = only === undefined ? sql`true` : sql`t.${sql.ref(only.column)} = ${sql.lit(only.value)}`;
  const left =
    erase === 'rows'
      ? sql`true`
      : sql.join(
          Object.entries(erase).map(([column, value]) =>
            value === null
              ? sql`t.${sql.ref(column)} is not null`
              : sql`t.${sql.ref(column)}::text not like ${sql.lit(value.replace('{id}', ANY_ID))}`,
          ),
          sql` or `,
        );
  return sql`select ${sql.lit(table)} || ' ' || p.id as id from ${sql.table(table)} t join ${owner}
    where p.erased_at is not null and ${chosen} and (${left})`;
}

/** Invariants of erased accounts. */
export const PRIVACY_INVARIANTS: readonly Invariant[] = [
  {
    holds: 'Nothing personal of an erased account is left.',
    violations: sql.join(
      KEPT.flatMap(({ tables }) => tables.flatMap((table) => leftIn(table) ?? [])),
      sql` union all `,
    ),
  },
  {
    holds: 'An account is erased exactly when its deletion is done.',
    violations: sql`
      select p.id from people p left join erasures e on e.person_id = p.id
      where p.erased_at is distinct from e.erased_at`,
  },
];
