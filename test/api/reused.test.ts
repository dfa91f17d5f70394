import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { prebook } from '#shared/booking/contract.ts';
import { makeStudio } from './studio.ts';
import { fileApp } from './reused.ts';
import type { TestApp } from './app.ts';

/** Every table's rows as one line, and where each sequence stands. */
async function everything({ db }: TestApp): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`select name from reusable.tables order by 1`.execute(
    db,
  );
  const lines = [];
  for (const { name } of tables) {
    const { rows } = await sql<{
      rows: string;
    }>`select coalesce(string_agg(t::text, ',' order by t::text), '') as rows from ${sql.raw(name)} t`.execute(
      db,
    );
    lines.push(`${name} ${rows[0]?.rows}`);
  }
  const { rows: sequences } = await sql<{
    line: string;
  }>`select sequencename || ' ' || coalesce(last_value, 0) as line from pg_sequences where schemaname = 'public' order by 1`.execute(
    db,
  );
  return [...lines, ...sequences.map(({ line }) => line)].join('\n');
}

test('an application that a file has used is as new for the next, with its time and its database', async () => {
  const first = await fileApp({});
  const before = await everything(first);
  const studio = await makeStudio(first);
  const musician = await studio.makeMusician();
  const client = await studio.makeClient();
  const [slot] = await studio.slotsOf(musician);
  const id = slot?.id ?? '';
  const body = { slots: [id], primary_slot: id, options: { service_id: studio.service('recording') } };
  expect((await first.call(prebook, { body }, client)).status).toBe(201);
  first.clock.add({ hours: 5 });
  expect(await everything(first)).not.toBe(before);
  await first.close();

  const second = await fileApp({ start: '2026-03-01T00:00:00Z' });
  expect(second.db).toBe(first.db);
  expect(second.clock.now().toString()).toBe('2026-03-01T00:00:00Z');
  expect(await everything(second)).toBe(before);
  await second.close();
});

test.for([
  ['a column', 'alter table people add column shoe_size int'],
  ['a trigger that is off', 'alter table credit_lots disable trigger user'],
  ['a constraint less', 'alter table people drop constraint people_name_check'],
  ['a function', `create function public.odd() returns int language sql as 'select 1'`],
  ['a flag', `insert into flags (key, value, updated_at) values ('webinar', 'true', now())`],
] as const)('one whose file leaves %s is not used again', async ([, statement], { onTestFinished }) => {
  const first = await fileApp({});
  await sql.raw(statement).execute(first.db);
  await first.close();
  const second = await fileApp({});
  onTestFinished(() => second.close());
  expect(second.db).not.toBe(first.db);
});
