import { importMembers } from '#shared/operator/import/contract-import.ts';
import { cancelSession, setNotDelivered } from '#shared/operator/contract-session-verbs.ts';
import { blockPerson } from '#shared/operator/person/contract-block.ts';
import { makeRefund } from '#shared/operator/person/contract-payments.ts';
import { pick } from '../../storm/random.ts';
import { here, oneBooked, type Act, type WeightedAct } from './act.ts';
import { planRefund } from './refund.ts';
import { ask } from '../ask.ts';
import type { SimulatedPerson } from '../person.ts';
import type { World } from '../world.ts';

type Verb = (operator: SimulatedPerson) => Promise<{ status: number; problem: { code?: string } }>;

/** Two operators do the same at the same moment, through whichever process; returns how many were told that it is done. */
async function twice(world: World, person: SimulatedPerson, verb: Verb): Promise<number> {
  const other = world.operators.find((one) => one !== person) ?? person;
  const both = await Promise.all([person, other].map((operator) => verb(operator)));
  return both.filter(({ status }) => status === 200).length;
}

/** The same of what only one of them can have done. */
async function together(world: World, person: SimulatedPerson, what: string, verb: Verb): Promise<number> {
  const done = await twice(world, person, verb);
  if (done > 1) world.report.breach(`two operators ${what} and both did`);
  return done;
}

const cancel: Act = async (world, person) => {
  const id = oneBooked(world, person);
  if (id === null) return 'nothing';
  const args = { params: { id }, body: { reason: 'The studio is flooded' } };
  const verb = person.random() < 0.7 ? cancelSession : setNotDelivered;
  const done = await together(world, person, `cancelled session ${id}`, (operator) =>
    ask(world, verb, args, operator),
  );
  if (done > 0) world.memory.cancelled.add(id);
  return done;
};

const block: Act = async (world, person) => {
  const people = here(world.clients);
  if (people.length < 5) return 'nobody';
  const one = pick(person.random, people);
  const args = { params: { id: one.id }, body: { reason: 'Two have seen it' } };
  const done = await together(world, person, `blocked ${one.email}`, (operator) =>
    ask(world, blockPerson, args, operator),
  );
  if (done > 0) one.isBlocked = one.isGone = true;
  return done;
};

const refund: Act = async (world, person) => {
  const people = here(world.clients).filter(({ isBuyer }) => isBuyer);
  const planned = await planRefund(world, person, people);
  if (typeof planned === 'string') return planned;
  // The same amount at once is one refund, which both are told of; what the provider paid back is compared with the books.
  return twice(world, person, (operator) => ask(world, makeRefund, planned, operator));
};

const importBoth: Act = async (world, person) => {
  const email = `both-${world.report.seed}-${world.memory.nextPerson()}@import.test`;
  const paidThrough = world.clock.now().toZonedDateTimeISO('UTC').toPlainDate().add({ days: 9 });
  const csv = `name,email,zone,paid_through,credits\nImported,${email},UTC,${paidThrough.toString()},1`;
  return together(world, person, `imported ${email}`, (operator) =>
    ask(world, importMembers, { body: { csv } }, operator),
  );
};

/** What two operators do at once: it is done once. */
export const RIVAL_ACTS: readonly WeightedAct[] = [
  ['both cancel', cancel, 2],
  ['both block', block, 1],
  ['both refund', refund, 2],
  ['both import', importBoth, 1],
];
