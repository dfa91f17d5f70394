import { pino } from 'pino';
import { buildApp, type App } from '#server/start/app.ts';
import { openDatabase, type Database } from '#server/db/database.ts';
import { migrate } from '#server/db/migrate.ts';
import { systemClock, type Clock } from '#server/lib/clock.ts';
import { NO_PAYMENTS } from '#server/ctx/payments.ts';
import type { Storage } from '#server/ctx/storage.ts';
import { readSettings } from '#server/start/settings.ts';
import { peopleFactory, type People, type TestPerson } from '#test/api/people.ts';
import { makeStudio, type Studio } from '#test/api/studio.ts';
import { confirm, prebook } from '#shared/booking/contract.ts';
import { makeDatabase, median } from './harness.ts';

/** A studio inside this process, to fill a database and to record its SQL. */
export interface Inside {
  readonly url: string;
  readonly db: Database;
  readonly app: App;
  readonly people: People;
  readonly studio: Studio;
  readonly close: () => Promise<void>;
}

/** Creates a database with the default catalogue and its application; the machine's clock by default. */
export async function makeInside(server: string, name: string, clock: Clock = systemClock): Promise<Inside> {
  const url = await makeDatabase(server, name);
  await migrate(url);
  const db = openDatabase(url);
  const people = peopleFactory(db, clock);
  const app = await buildApp({
    settings: readSettings({ PORT: '4000' }),
    db,
    target: url,
    clock,
    log: pino({ level: 'silent' }),
    storage: { ping: async () => {} } as Storage,
    payments: NO_PAYMENTS,
    disk: null,
    devToken: 'unused',
    pages: { kind: 'none' },
    queues: 'manual',
  });
  await app.http.ready();
  return {
    url,
    db,
    app,
    people,
    studio: await makeStudio({ db, clock, people }),
    async close() {
      await app.close();
      await db.destroy();
    },
  };
}

/** A client with a number of upcoming sessions. */
export async function bookSessions(
  { studio, app }: Inside,
  count: number,
): Promise<{ client: TestPerson; ids: number[] }> {
  const client = await studio.makeClient({ credits: 1000 });
  const slots = await studio.slotsOf(await studio.makeMusician());
  const post = async (url: string, payload: object): Promise<number> => {
    const headers = { host: 'localhost:4000', origin: 'http://localhost:4000', cookie: client.cookie };
    const { statusCode, body } = await app.http.inject({ method: 'POST', url, headers, payload });
    if (statusCode !== 201) throw new Error(`${url} answered ${statusCode}: ${body}`);
    return (JSON.parse(body) as { session: { id: number } }).session.id;
  };
  const ids: number[] = [];
  for (const { id } of slots.slice(8, 8 + count)) {
    const options = { service_id: studio.service('recording') };
    const session_id = await post(prebook.path, { slots: [id], primary_slot: id, options });
    const deliverables = { files_format: 'WAV', attendance: true };
    ids.push(await post(confirm.path, { session_id, session_info: { title: 'Song' }, deliverables }));
  }
  return { client, ids };
}

/** How long a GET takes, in milliseconds: the median of some calls and the longest; throws where it is not answered. */
export async function timeOf(
  { http }: Pick<App, 'http'>,
  request: { readonly url: string; readonly headers: Readonly<Record<string, string>> },
  calls: number,
): Promise<{ readonly ms: number; readonly most: number; readonly body: string }> {
  const times: number[] = [];
  let body = '';
  for (let call = 0; call < calls; call += 1) {
    const begun = performance.now();
    const answer = await http.inject(request);
    times.push(performance.now() - begun);
    if (answer.statusCode !== 200)
      throw new Error(`${request.url} answered ${answer.statusCode}: ${answer.body}`);
    ({ body } = answer);
  }
  return { ms: median(times), most: Math.max(...times), body };
}
