import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Stripe } from 'stripe';
import type { PayPalContext } from '#sandbox/paypal/commands.ts';
import { syncPrices } from '#server/billing/prices/sync.ts';
import { currentPrices } from '#server/billing/prices/queries-prices.ts';
import { testApp } from '../api/app.ts';
import { testDatabase } from '../api/database.ts';
import { fixedClock } from '../api/fixed-clock.ts';
import { startPayments } from '../api/payments.ts';
import { makeStudio } from '../api/studio.ts';
import { temporaryFolder } from '../browser/demo-folder.ts';
import { mailServer } from '../rooms/mails.ts';
import { makeOutage } from '../rooms/outage.ts';
import { sdk } from '../sandbox/sdk.ts';
import { seeded } from '../storm/random.ts';
import type { Sandbox } from '../../sandbox/main.ts';
import { ask } from './ask.ts';
import { writeAtCommit } from './crash.ts';
import { Faults } from './faults.ts';
import { Inbox } from './inbox.ts';
import { Memory } from './memory.ts';
import { Processes } from './processes.ts';
import { Report } from './report.ts';
import type { World } from './world.ts';

const START = '2026-11-21T12:00:00Z';
const PROCESSES = 2;

/** Starts processes, payment providers and a mail server around an empty studio; `atEnd` takes what ends each, last first. */
export async function startWorld(seed: number, atEnd: (end: () => Promise<void>) => void): Promise<World> {
  const random = seeded(seed);
  const report = new Report(seed);
  const clock = fixedClock(START);
  const database = await testDatabase();
  atEnd(() => database.drop());
  await writeAtCommit(database.url);
  const mail = await mailServer();
  atEnd(() => mail.close());
  const outage = makeOutage();
  const payments = await startPayments(database.url, clock, (url, handle) => outage.start(url, handle));
  atEnd(async () => {
    await payments.close();
    outage.close();
  });
  const dataDir = temporaryFolder();
  atEnd(() => rm(dataDir, { recursive: true, force: true }));
  const env = { ...mail.env, DATA_DIR: dataDir, TRUST_PROXY: '127.0.0.1' };
  const options = { clock, payments, env };
  const observer = await testApp(START, { ...options, url: database.url });
  atEnd(() => observer.close());
  const studio = await makeStudio(observer);
  await syncPrices(observer.ctx());
  const processes = await Processes.start(database.url, PROCESSES, { start: START, random, options });
  atEnd(() => processes.close());

  const prices = await Promise.all([
    currentPrices(observer.db, 'sandbox'),
    currentPrices(observer.db, 'sandbox', 'paypal'),
  ]);
  const [priceOf, paypalPrice] = prices.map(
    (rows) =>
      (offer: string): string =>
        rows.find(({ offer_id }) => offer_id === offer)?.price_id ?? '',
  ) as [(offer: string) => string, (offer: string) => string];
  const filesDir = path.join(dataDir, 'files');
  const world: World = {
    ...providersOf(payments.sandbox),
    priceOf,
    paypalPrice,
    random,
    clock,
    app: { ...observer, call: (endpoint, args, as) => ask(world, endpoint, args, as) },
    processes,
    studio,
    inbox: new Inbox(mail.mails),
    faults: new Faults({ mail: mail.state, outage, filesDir }, random, report),
    memory: new Memory(),
    report,
    clients: [],
    managed: [],
    musicians: [],
    operators: [],
  };
  return world;
}

function providersOf(sandbox: Sandbox): { stripe: Stripe; sandbox: Sandbox; paypal: PayPalContext } {
  const paypal = sandbox.paypal?.context;
  if (paypal === undefined) throw new Error('a sandbox without PayPal');
  return { stripe: sdk(sandbox.url), sandbox, paypal };
}
