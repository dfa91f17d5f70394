import { sql } from 'kysely';
import { checkData } from '#server/operator/check-data.ts';
import { invoiced, received, sum } from '../storm/lives.ts';
import { paymentsAt } from '../storm/paypal-facts.ts';
import type { SimulatedPerson } from './person.ts';
import { canBecome } from './status-paths.ts';
import type { World } from './world.ts';

/** Everybody's money is compared once in so many days: it takes several calls to the providers. */
const MONEY_DAYS = 7;

/** What must hold after every day; what does not becomes a breach. */
export async function checkDay(world: World): Promise<void> {
  const { breaches } = await checkData(world.app.ctx());
  for (const { invariant, count, ids } of breaches)
    world.report.breach(`${invariant} Not so for ${count}: ${ids.slice(0, 5).join(', ')}`);
  await checkOverlaps(world);
  await checkSessions(world);
  await checkPrices(world);
  await checkMessages(world);
  await checkErased(world);
  await checkBlocked(world);
  await checkFiles(world);
  const twice = world.inbox.takeTwice();
  // Only a process that is killed between the mail server's answer and its own note sends one again.
  if (twice.length > 0) world.report.breach(`mails that came twice: ${twice.join(', ')}`);
  for (const person of ofDay(world, world.clients)) if (person.isBuyer) await checkMoney(world, person);
}

/** Those whose money is compared on this day. */
export const ofDay = <T>({ report }: World, people: readonly T[]): T[] =>
  people.filter((_, nr) => nr % MONEY_DAYS === report.days % MONEY_DAYS);

/** Nobody plays two sessions at once, by the sessions' own times. */
async function checkOverlaps({ app, report }: World): Promise<void> {
  const { rows } = await sql<{ a: number; b: number }>`
    select a.id as a, b.id as b from sessions a join sessions b
      on a.musician_id = b.musician_id and a.id < b.id
      and tstzrange(a.starts_at, a.ends_at) && tstzrange(b.starts_at, b.ends_at)
    where a.phase = 'booked' and b.phase = 'booked'`.execute(app.db);
  for (const { a, b } of rows) report.breach(`sessions ${a} and ${b} are at the same time`);
}

/** What was booked or cancelled is so, and no status came about that the table does not lead to. */
async function checkSessions({ app, memory, report }: World): Promise<void> {
  const rows = await app.db
    .selectFrom('sessions')
    .select(['id', 'client_id', 'musician_id', 'phase', 'status', 'title'])
    .where('phase', '<>', 'hold')
    .execute();
  const found = new Map(rows.map((row) => [row.id, row]));
  for (const [id, { client, musician, title }] of memory.booked) {
    const row = found.get(id);
    if (row === undefined) report.breach(`session ${id} was booked and is gone`);
    else if (row.client_id !== client || row.musician_id !== musician)
      report.breach(`session ${id} is somebody else's`);
    else if (row.title !== title && row.title !== null) report.breach(`session ${id} is called ${row.title}`);
  }
  for (const id of memory.cancelled)
    if (found.get(id)?.phase !== 'cancelled') report.breach(`session ${id} was cancelled and is not`);
  for (const { id, status } of rows) {
    const before = memory.statuses.get(id);
    if (before !== undefined && !canBecome(before, status))
      report.breach(`session ${id} went from ${before} to ${status}`);
    memory.statuses.set(id, status);
  }
}

/**
 * Whoever pays for a session has paid its price once, or had it back: all of it or nothing, apart from credits that came back
 * once before (docs/product/credits.md#refunds).
 */
async function checkPrices({ app, report }: World): Promise<void> {
  const { rows } = await sql<{
    id: number;
    price: number;
    spent: number;
    back: number;
    again: number;
    phase: string;
  }>`
    select s.id, s.price, s.phase,
      coalesce(-sum(e.delta) filter (where e.reason = 'spend'), 0)::int as spent,
      coalesce(sum(e.delta) filter (where e.reason = 'refund' or e.reason = 'grant' and l.source = 'refund'), 0)::int
        as back,
      coalesce(-sum(e.delta) filter (where e.reason = 'spend' and exists (
        select from credit_lots r where r.origin_lot_id = coalesce(l.origin_lot_id, l.id)
          and r.grant_key not like 'refund:' || s.id || ':%' and r.granted_at <= s.cancelled_at)), 0)::int as again
    from sessions s join people p on p.id = s.client_id and p.role = 'client'
    left join credit_entries e on e.session_id = s.id
    left join credit_lots l on l.id = e.lot_id
    where s.phase <> 'hold' group by s.id`.execute(app.db);
  for (const { id, price, spent, back, again, phase } of rows) {
    if (spent !== price) report.breach(`session ${id} costs ${price} and took ${spent}`);
    if (back !== 0 && (back > price || back < price - again))
      report.breach(`session ${id} gave back ${back} of ${price}`);
    if (back !== 0 && phase !== 'cancelled') report.breach(`session ${id} gave back ${back} and goes on`);
  }
}

async function checkMessages({ app, memory, report }: World): Promise<void> {
  const rows = await app.db.selectFrom('messages').select('body').execute();
  const counts = new Map<string, number>();
  for (const { body } of rows) counts.set(body, (counts.get(body) ?? 0) + 1);
  for (const body of memory.messages)
    if (counts.get(body) !== 1) report.breach(`'${body}' is there ${counts.get(body) ?? 0} times`);
}

/** Who is erased has asked for it, and what they sent is gone with them (docs/product/own-data.md#what-is-kept). */
async function checkErased({ app, clients, managed, musicians, memory, report }: World): Promise<void> {
  const rows = await app.db.selectFrom('people').select('id').where('erased_at', 'is not', null).execute();
  const erased = new Set(rows.map(({ id }) => id));
  for (const person of [...clients, ...managed, ...musicians].filter(({ id }) => erased.has(id))) {
    if (!person.asksErasure) report.breach(`${person.email} was erased and did not ask for it`);
    person.isGone = true;
  }
  const emptied = [...memory.booked].filter(([, { client }]) => erased.has(client)).map(([id]) => id);
  memory.emptied(new Set(emptied), 'user');
}

/** Nothing is booked with whoever is blocked, nor by them. */
async function checkBlocked({ app, report }: World): Promise<void> {
  const { rows } = await sql<{ id: number; name: string }>`
    select s.id, p.email as name from sessions s join people p on p.id in (s.client_id, s.musician_id)
    where p.blocked_at is not null and s.created_at > p.blocked_at`.execute(app.db);
  for (const { id, name } of rows) report.breach(`session ${id} was begun while ${name} was blocked`);
}

/** Every acknowledged file is still listed; its bytes are compared by whoever downloads it. */
async function checkFiles({ app, memory, report }: World): Promise<void> {
  const rows = await app.db.selectFrom('files').select(['session_id', 'folder', 'prefix', 'name']).execute();
  const listed = new Set(rows.map((row) => `${row.session_id} ${row.folder} ${row.prefix}${row.name}`));
  for (const key of memory.files.keys()) if (!listed.has(key)) report.breach(`the file ${key} is gone`);
}

/** What a person paid at both providers and did not get back is what their invoices say. */
async function checkMoney(world: World, person: SimulatedPerson): Promise<void> {
  const { stripe, paypal, report } = world;
  const payments = (await paymentsAt(paypal.pool, person.id)).filter(({ isPaid }) => isPaid);
  const byPayPal = sum(payments.map(({ left }) => left));
  const byCard = person.customer === null ? 0 : await received(stripe, person.customer.id);
  const said = await invoiced(world, person.id);
  if (said !== byPayPal + byCard)
    report.breach(
      `invoices of ${person.email} say ${said} cents, paid are ${byPayPal + byCard}: ${person.told.join(', ')}`,
    );
}
