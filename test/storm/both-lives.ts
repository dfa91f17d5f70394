import { setDelivery as setCardDelivery } from '#sandbox/stripe/commands.ts';
import { holdBack, sendAgain, setDelivery } from '#sandbox/paypal/commands.ts';
import { statusAt } from '#shared/billing/rules.ts';
import { reconcile } from '#server/billing/intake/jobs.ts';
import { membershipOf } from '#server/billing/queries.ts';
import { inParallel } from '#server/lib/parallel.ts';
import { brokenInvariants } from '../api/invariants.ts';
import { creditsOf, type Store } from '../rooms/store.ts';
import { expectedAtBoth } from './expected-both.ts';
import { customerOf, invoiced, pass, sorted } from './lives.ts';
import { AGREE_LATE, BOTH_STEPS, type PayPalLife, type PayPalWorld } from './paypal-steps.ts';
import { Postman } from './postman.ts';
import { pick, shuffled } from './random.ts';

/** Days that pass after a step; a page at PayPal lasts three hours. */
const DAYS = [0.03, 0.05, 0.1, 1, 5, 16, 27] as const;
const choices = (isMember: boolean) =>
  BOTH_STEPS.flatMap(([name, step, without, within]) =>
    Array.from({ length: isMember ? within : without }, () => [name, step] as const),
  );
const [WITHOUT, WITHIN] = [choices(false), choices(true)];
const MEMBERS = new Set(['trial', 'subscriber', 'pending_cancellation']);

async function act(world: PayPalWorld, life: PayPalLife): Promise<void> {
  const { random, told, person } = life;
  const row = await membershipOf(world.app.db, person.id);
  const isMember = MEMBERS.has(row === undefined ? '' : statusAt(row, world.app.clock.now()));
  // A page is soon over.
  const isLate = life.left.length > 0 && random() < 0.4;
  const [name, step] = isLate ? AGREE_LATE : pick(random, isMember ? WITHIN : WITHOUT);
  told.push(`${name}: ${await step(world, life)}`);
  if (life.customer === null) life.customer = await customerOf(world, life);
}

/** PayPal sends a share of what it holds back, in any order, and some of what it sent once more. */
async function tellSome(
  { sandbox, paypal }: PayPalWorld,
  random: () => number,
  share: number,
): Promise<void> {
  const { rows } = await paypal.pool.query<{ event: string; held: boolean }>(
    `select event, bool_or(state = 'held') as held from sandbox_paypal.deliveries group by event order by event`,
  );
  const held = shuffled(
    random,
    rows.filter((one) => one.held),
  );
  for (const { event } of held.slice(0, Math.ceil(held.length * share))) await holdBack(paypal, event, false);
  for (const { event } of shuffled(random, rows).slice(0, 2)) await sendAgain(paypal, event);
  await sandbox.paypal?.settled();
}

/** Lives at both providers, `steps` things each, with webhooks in any order; what is wrong at the end. */
export async function liveAtBoth(
  world: PayPalWorld,
  store: Store,
  lives: readonly PayPalLife[],
  { random, steps }: { readonly random: () => number; readonly steps: number },
): Promise<string[]> {
  const { app, sandbox, paypal } = world;
  await setCardDelivery(sandbox.context, { hold: true });
  await setDelivery(paypal, { hold: true, order: 'random', copies: 2 });
  const post = new Postman(app, sandbox.context, store, random);
  const deliver = async (total: number, share: number): Promise<void> => {
    await post.collect();
    await post.deliver(total, share);
    await tellSome(world, random, share);
  };
  for (let step = 0; step < steps; step += 1) {
    await inParallel(3, lives, (life) => act(world, life));
    await deliver(0, random());
    await app.queues.drain((queue) => queue === 'billing.sync');
    await pass(world, lives, pick(random, DAYS));
    await sandbox.runDue();
  }
  const drain = (): Promise<number> => app.queues.drain((queue) => queue.startsWith('billing.'));
  // What runs do at the providers brings events, too.
  for (let round = 0; round < 4; round += 1) {
    await deliver(0, 0.9);
    await drain();
    await reconcile.run(app.ctx(), {});
    await drain();
  }
  const wrong = [...post.wrongAnswers, ...(await brokenInvariants(app.db))];
  for (const life of lives) wrong.push(...(await judge(world, store, life)));
  return wrong;
}

/** Status, credits and money of a life against what follows from both providers' objects. */
async function judge(world: PayPalWorld, store: Store, life: PayPalLife): Promise<string[]> {
  const { app } = world;
  const { person, told } = life;
  const { wrong, ...wanted } = await expectedAtBoth(world, store, life);
  const row = await membershipOf(app.db, person.id);
  const { trial: _, ...credits } = await creditsOf(app, person.id);
  const found = {
    status: row === undefined ? 'signup' : statusAt(row, app.clock.now()),
    credits: Object.fromEntries(Object.entries(credits).filter(([, some]) => some > 0)),
    money: await invoiced(world, person.id),
  };
  const after = `after ${told.join(', ')}`;
  const isSame =
    sorted(found.credits) === sorted(wanted.credits) &&
    found.status === wanted.status &&
    found.money === wanted.money;
  const differs = `${JSON.stringify(found)} instead of ${JSON.stringify(wanted)} ${after}`;
  return [...wrong.map((one) => `${one} ${after}`), ...(isSame ? [] : [differs])];
}
