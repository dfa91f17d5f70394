import { sumDays } from '#server/operator/figures/sum-days.ts';
import { sql } from 'kysely';
import { fixedClock } from '#test/api/fixed-clock.ts';
import { BUSY, fillSessions } from '../console-lists.ts';
import { makeInside, timeOf, type Inside } from '../inside.ts';
import { fillPeople } from '../people.ts';
import { fillRest, HEAVY } from './fill.ts';
import { benchImport } from './import.ts';
import { consoleRequests, ownRequests, type Request } from './requests.ts';

const CALLS = 21;
const LIMIT_MS = 100;

/** Everything that the console shows at 100,000 people and 1,000,000 sessions, and what people of many sessions see. */
export async function benchLarge(server: string): Promise<void> {
  const clock = fixedClock('2026-11-24T12:00:00Z');
  const inside = await makeInside(server, 'large', clock);
  const { db, people, studio, close } = inside;
  const operator = await people.make('operator', { name: 'Olga Operator' });
  await fillPeople(db, clock.now());
  await fillSessions(db, studio.ids.services, clock.now());
  await fillRest(db, operator.id, clock.now());
  await sumDays({ db, now: clock.now() }, { back: 2, ahead: 7 });
  await sql`vacuum analyze daily_figures`.execute(db);
  await measure(inside, operator, studio.ids.services);
  await close();
}

/** Times every request, and an import, on a filled database. */
export async function measure(
  inside: Pick<Inside, 'app' | 'db' | 'people'>,
  operator: { readonly id: string; readonly cookie: string },
  services: ReadonlyMap<string, string>,
): Promise<void> {
  const { people, db, app } = inside;
  const threadOf = async (column: 'client_id' | 'musician_id', id: string) => {
    const row = await db
      .selectFrom('threads as t')
      .innerJoin('sessions as s', 's.id', 't.session_id')
      .select('t.id')
      .where(`s.${column}`, '=', id)
      .orderBy('s.starts_at')
      .limit(1)
      .executeTakeFirstOrThrow();
    return row.id;
  };
  const client = await people.signIn({ id: HEAVY, email: '', role: 'client', front: 'studio' });
  const musician = await people.signIn({ id: BUSY, email: '', role: 'partner', front: 'partners' });
  console.log(`\nThe console at 100,000 people and 1,000,000 sessions, over HTTP (limit: ${LIMIT_MS} ms)`);
  const asked = consoleRequests(services).map(([what, path]): Request => [
    what,
    `/api/v2/operator/${path.replace('OPERATOR', operator.id)}`,
  ]);
  await time(app, asked, { host: 'localhost:4002', cookie: operator.cookie });
  console.log('A client of 5,000 sessions');
  const ofClient = ownRequests('client', await threadOf('client_id', HEAVY));
  await time(app, ofClient, { host: 'localhost:4000', cookie: client.cookie });
  console.log('A musician of 40,000 sessions');
  const ofMusician = ownRequests('musician', await threadOf('musician_id', BUSY));
  await time(app, ofMusician, { host: 'localhost:4001', cookie: musician.cookie });
  console.log('An import beside them');
  await benchImport({ app }, operator.cookie);
}

async function time(
  app: Inside['app'],
  requests: readonly Request[],
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [what, url] of requests) {
    const { ms, most, body } = await timeOf(app, { url, headers }, CALLS);
    console.log(
      `  ${what.padEnd(52)} ${rowsIn(body).padStart(5)} rows ${ms.toFixed(1).padStart(7)} ms, at most ${most.toFixed(1).padStart(7)}  ÷ limit ${(ms / LIMIT_MS).toFixed(2)}`,
    );
  }
}

/** How many rows the first list of an answer has. */
function rowsIn(body: string): string {
  if (!body.startsWith('{')) return String(body.split('\n').length - 1);
  const list = Object.values(JSON.parse(body) as object).find((value) => Array.isArray(value));
  return list === undefined ? '-' : String(list.length);
}
