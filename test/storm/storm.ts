import { inParallel } from '#server/lib/parallel.ts';
import { setDelivery } from '#sandbox/stripe/commands.ts';
import { reconcile } from '#server/billing/intake/jobs.ts';
import { START, testApp, type TestApp } from '../api/app.ts';
import { brokenInvariants } from '../api/invariants.ts';
import { makeCustomer, openStore } from '../rooms/store.ts';
import { sdk } from '../sandbox/sdk.ts';
import { expectedOf } from './expected.ts';
import type { NaiveHandler } from './naive.ts';
import { Postman } from './postman.ts';
import { seeded } from './random.ts';
import { play, type Stage, type Story, type StoryCard } from './story.ts';

/** What a storm came to. */
export interface Outcome {
  stories: number;
  deliveries: number;
  events: number;
  runs: number;
  /** Credits that are in the accounts and should not be there, or the other way round. */
  wrongCredits: number;
  /** Accounts that do not end as the provider says, each with what is wrong. */
  readonly wrong: string[];
  /** Accounts that a handler that believes events would have had wrong. */
  wrongByNaive: number;
}

export const NOTHING = (): Outcome => ({
  stories: 0,
  deliveries: 0,
  events: 0,
  runs: 0,
  wrongCredits: 0,
  wrong: [],
  wrongByNaive: 0,
});

const STEPS = 9;
const SHARED: StoryCard = { name: 'visa', number: '4242424242424242' };
/** Each for one story's trial: a card has one trial for ever. */
const OWN: readonly StoryCard[] = [
  { name: 'visa_debit', number: '4000056655665556' },
  { name: 'mastercard', number: '5555555555554444' },
  { name: 'amex', number: '378282246310005' },
];

/**
 * Plays `stories` lives at the provider at once, and delivers `each` webhooks a story meanwhile: permuted, doubled, late
 * and false ones. Adds to `outcome`.
 */
export async function storm(
  outcome: Outcome,
  { seed, stories: count, each }: { readonly seed: number; readonly stories: number; readonly each: number },
): Promise<void> {
  const app = await testApp(START, { sandbox: true });
  try {
    await run(app, outcome, { random: seeded(seed), count, each });
  } finally {
    await app.close();
  }
}

interface Weather {
  readonly random: () => number;
  readonly count: number;
  readonly each: number;
}

async function run(app: TestApp, outcome: Outcome, { random, count, each }: Weather): Promise<void> {
  const { sandbox } = app;
  if (sandbox === null) throw new Error('no sandbox');
  const stripe = sdk(sandbox.url);
  const store = await openStore(app, stripe);
  const stage: Stage = { stripe, sandbox, store };
  await setDelivery(sandbox.context, { hold: true });
  const stories: Story[] = [];
  for (let nr = 0; nr < count; nr += 1) {
    const card = OWN[nr] ?? SHARED;
    const customer = await makeCustomer(app, stripe, { card: `pm_card_${card.name}` });
    stories.push({
      customer,
      card,
      mayTry: nr < OWN.length,
      random: seeded(Math.floor(random() * 2 ** 31)),
      subscription: null,
      hadTrial: false,
      seconds: new Set(),
      isOver: false,
      pieces: [],
    });
  }

  const post = new Postman(app, sandbox.context, store, random);
  for (let step = 1; step <= STEPS; step += 1) {
    // Runs read while the stories go on.
    const [, runs] = await Promise.all([
      inParallel(4, stories, (story) => play(stage, story, step === STEPS)),
      drain(app),
    ]);
    outcome.runs += runs;
    await post.collect();
    await post.deliver(Math.floor((count * each * step) / (STEPS + 2)), 0.6);
    outcome.runs += await drain(app);
  }
  // What runs do at the provider brings events, too. The rest never comes: the reconciliation finds it.
  for (let more = true; more;) {
    await post.collect();
    await post.deliver(count * each, 0.9);
    const runs = await drain(app);
    await reconcile.run(app.ctx(), {});
    const late = await drain(app);
    outcome.runs += runs + late;
    more = runs + late > 0;
  }
  outcome.stories += count;
  outcome.deliveries += post.delivered;
  outcome.events += post.events.length;
  outcome.wrong.push(...post.wrongAnswers, ...(await brokenInvariants(app.db)));
  for (const story of stories) await judge(app, stage, story, post.naive, outcome);
}

const drain = (app: TestApp): Promise<number> => app.queues.drain((queue) => queue === 'billing.sync');

const sorted = (all: object): string => JSON.stringify(all, Object.keys(all).toSorted());

async function judge(
  app: TestApp,
  { stripe, store }: Stage,
  story: Story,
  naive: NaiveHandler,
  outcome: Outcome,
): Promise<void> {
  const expected = await expectedOf(stripe, store, story.customer.id, story.seconds);
  const personId = story.customer.person.id;
  const lots = await app.db
    .selectFrom('credit_lots')
    .select(['source', 'remaining'])
    .where('person_id', '=', personId)
    .where('source', '<>', 'trial')
    .where('remaining', '>', 0)
    .execute();
  const credits: Record<string, number> = {};
  for (const { source, remaining } of lots) credits[source] = (credits[source] ?? 0) + remaining;
  const membership = await app.db
    .selectFrom('memberships')
    .select('status')
    .where('person_id', '=', personId)
    .executeTakeFirst();
  const payments = await app.db
    .selectFrom('billing_payments')
    .select('provider_id')
    .where('person_id', '=', personId)
    .orderBy('provider_id')
    .execute();
  const found = {
    status: membership?.status ?? 'signup',
    credits,
    payments: payments.map(({ provider_id }) => provider_id).toSorted(),
  };
  const { word, ...wanted } = expected;
  for (const source of new Set([...Object.keys(credits), ...Object.keys(wanted.credits)]))
    outcome.wrongCredits += Math.abs((credits[source] ?? 0) - (wanted.credits[source] ?? 0));
  const isRight =
    found.status === wanted.status &&
    sorted(found.credits) === sorted(wanted.credits) &&
    JSON.stringify(found.payments) === JSON.stringify(wanted.payments);
  if (!isRight)
    outcome.wrong.push(`${story.customer.id}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`);
  const believed = naive.accountOf(story.customer.id);
  const sum = Object.values(wanted.credits).reduce((all, one) => all + one, 0);
  if (believed.status !== (word ?? 'none') || believed.credits !== sum) outcome.wrongByNaive += 1;
}
