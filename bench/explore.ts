import { fixedClock } from '#test/api/fixed-clock.ts';
import { fillMusicians } from '#test/api/many.ts';
import { makeInside, type Inside } from './inside.ts';
import { median } from './harness.ts';

const ROUNDS = 7;
const CALLS = 200;
const SIZES = [10, 100, 1000, 10_000];
/** As many cards as the smallest studio shows, so that all pages have one length. */
const PAGE = '/api/partners?size=9';

interface Studio extends Pick<Inside, 'app' | 'close'> {
  readonly headers: Readonly<Record<string, string>>;
}

/** A studio with a number of musicians, its application and a signed-in client. */
async function studioOf(server: string, musicians: number): Promise<Studio> {
  const clock = fixedClock('2026-11-21T12:00:00Z');
  const { db, app, people, studio, close } = await makeInside(server, `explore_${musicians}`, clock);
  const client = await people.make('client');
  await fillMusicians(db, {
    musicians,
    slots: 18,
    booked: musicians / 5,
    now: clock.now(),
    clientId: client.id,
    serviceId: studio.service('recording'),
  });
  return { app, close, headers: { host: 'localhost:4000', cookie: client.cookie } };
}

/** Milliseconds per call of Explore's first page, over sequential calls. */
async function firstPage({ app, headers }: Studio): Promise<number> {
  const begun = performance.now();
  for (let call = 0; call < CALLS; call += 1) {
    const answer = await app.http.inject({ url: PAGE, headers });
    if (answer.statusCode !== 200) throw new Error(`explore answered ${answer.statusCode}`);
  }
  return (performance.now() - begun) / CALLS;
}

/** Explore's first page at growing numbers of musicians, as a ratio to that with ten of them in the same rounds. */
export async function benchExplore(server: string): Promise<void> {
  const studios: Studio[] = [];
  for (const size of SIZES) studios.push(await studioOf(server, size));
  const times: number[][] = SIZES.map(() => []);
  for (const studio of studios) await firstPage(studio);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, studio] of studios.entries()) times[index]?.push(await firstPage(studio));
  }
  const limit = median(times[0] ?? []);
  console.log('\nExplore, first page over HTTP (limit: the same with 10 musicians)');
  for (const [index, size] of SIZES.entries()) {
    const ms = median(times[index] ?? []);
    console.log(
      `  ${String(size).padStart(6)} musicians  ${ms.toFixed(2)} ms  ÷ limit ${(ms / limit).toFixed(2)}`,
    );
  }
  for (const { close } of studios) await close();
}
