import { sql, type RawBuilder } from 'kysely';
import type { Figure } from '#shared/operator/figures/rules-figures.ts';
import type { Tx } from '../../db/transaction.ts';

/** Serializes two runs, of which each replaces the days of the other. */
export async function lockFigures(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('daily figures'))`.execute(tx);
}

export async function hasFigures(tx: Tx): Promise<boolean> {
  const row = await tx.selectFrom('daily_figures').select('day').limit(1).executeTakeFirst();
  return row !== undefined;
}

/** Rows of day, musician, service, amount and base; a musician or service that a figure does not have is null. */
interface Source {
  readonly rows: RawBuilder<unknown>;
  /** By what else than in all. */
  readonly sets: readonly ('musician_id' | 'service_id')[];
}

const dayOf = (at: RawBuilder<unknown>) => sql`(${at} at time zone 'UTC')::date`;

/** Days that are summed anew: from the first on, before `until`; null is to the last. */
export interface Days {
  readonly day: string;
  readonly until: string | null;
}

/** What each figure is summed from, of days (docs/product/operator.md#figures). */
function sourcesOf({ day, until }: Days): Readonly<Record<Figure, Source>> {
  const from = startOf(day);
  // Slots are offered for months, so only they are worth a limit by index.
  const isBefore = until === null ? sql`true` : sql`s.starts_at < ${startOf(until)}`;
  const both = ['musician_id', 'service_id'] as const;
  return {
    bookings: {
      sets: both,
      rows: sql`
        select ${dayOf(sql`booked_at`)} as day, musician_id, service_id, 1 as amount, 0 as base
        from sessions where booked_at >= ${from} and not imported`,
    },
    revenue: {
      sets: [],
      rows: sql`
        select ${dayOf(sql`issued_at`)} as day, null::uuid as musician_id, null::uuid as service_id,
          case kind when 'invoice' then abs(net_cents) else -abs(net_cents) end as amount, 0 as base
        from invoices where issued_at >= ${from}`,
    },
    credits: {
      sets: [],
      rows: sql`
        select ${dayOf(sql`at`)} as day, null::uuid as musician_id, null::uuid as service_id,
          delta as amount, 0 as base
        from credit_entries where at >= ${from}`,
    },
    utilization: {
      sets: ['musician_id'],
      rows: sql`
        select ${dayOf(sql`s.starts_at`)} as day, s.musician_id, null::uuid as service_id,
          case when c.slot_id is null then 0 else extract(epoch from s.ends_at - s.starts_at) / 60 end as amount,
          extract(epoch from s.ends_at - s.starts_at) / 60 as base
        from slots s left join slot_claims c on c.slot_id = s.id and c.held_until is null and c.session_id is not null
        where s.starts_at >= ${from} and ${isBefore} and not s.imported and (not s.hidden or c.slot_id is not null)`,
    },
    delivery: {
      sets: both,
      rows: sql`
        select ${dayOf(sql`s.ends_at`)} as day, s.musician_id, s.service_id,
          greatest(0, extract(epoch from d.at - s.ends_at) / 60) as amount, 1 as base
        from sessions s
        cross join lateral (
          select min(e.at) as at from session_events e
          where e.session_id = s.id and e.to_status = 'partner_deliverables_ready'
        ) d
        where s.phase = 'booked' and s.starts_at >= ${from.subtract({ hours: 24 })} and s.ends_at >= ${from}
          and d.at is not null and (not s.imported or d.at > s.ends_at)`,
    },
    ratings: {
      sets: both,
      rows: sql`
        select ${dayOf(sql`r.created_at`)} as day, s.musician_id, s.service_id, r.stars as amount, 1 as base
        from ratings r join sessions s on s.id = r.session_id
        where r.created_at >= ${from}`,
    },
  };
}

const startOf = (day: string): Temporal.Instant => Temporal.Instant.from(`${day}T00:00:00Z`);

/** Sums days anew. */
export async function sumDays(tx: Tx, days: Days, now: Temporal.Instant): Promise<void> {
  const { day, until } = days;
  const isBefore = until === null ? sql`true` : sql`day < ${until}`;
  await sql`delete from daily_figures where day >= ${day} and ${isBefore}`.execute(tx);
  for (const [figure, { rows, sets }] of Object.entries(sourcesOf(days))) {
    const parts = sets.map(
      (column) => sql`
      select r.day, ${sql.lit(column.replace('_id', ''))}, r.${sql.raw(column)}, sum(r.amount), sum(r.base)
      from r group by r.day, r.${sql.raw(column)}`,
    );
    const all = sql`select r.day, 'all' as "by", null::uuid as key, sum(r.amount) as amount, sum(r.base) as base
      from r group by r.day`;
    await sql`
      with r as materialized (select * from (${rows}) found where ${isBefore})
      insert into daily_figures (figure, day, "by", key, amount, base, summed_at)
      select ${figure}, f.*, ${now} from (${sql.join([all, ...parts], sql` union all `)}) f`.execute(tx);
  }
  await sumMonths(tx, days);
}

/** Sums the months of days anew. */
async function sumMonths(tx: Tx, { day, until }: Days): Promise<void> {
  const first = monthOf(sql`${day}::timestamp`);
  const after =
    until === null
      ? sql`'infinity'::date`
      : sql`(${monthOf(sql`${until}::timestamp`)} + interval '1 month')::date`;
  await sql`delete from monthly_figures where month >= ${first} and month < ${after}`.execute(tx);
  await sql`
    insert into monthly_figures (figure, month, "by", key, amount, base)
    select figure, ${monthOf(sql`day::timestamp`)}, "by", key, sum(amount), sum(base)
    from daily_figures where "by" <> 'all' and day >= ${first} and day < ${after} group by 1, 2, 3, 4`.execute(
    tx,
  );
}

const monthOf = (at: RawBuilder<unknown>) => sql`date_trunc('month', ${at})::date`;
