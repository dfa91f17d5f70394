import * as sessions from '#shared/operator/contract-session-verbs.ts';
import * as credits from '#shared/operator/contract-person-verbs.ts';
import { listMoveTimes } from '#shared/operator/contract-session.ts';
import { getToday } from '#shared/operator/contract-today.ts';
import { searchConsole } from '#shared/operator/contract-search.ts';
import { makeRefund } from '#shared/operator/person/contract-payments.ts';
import * as payouts from '#shared/operator/musicians/contract-payouts.ts';
import * as rewards from '#shared/operator/rewards/contract-rewards.ts';
import { listDeadLetters, runDeadLetter } from '#shared/operator/system/contract-queues.ts';
import { pick } from '../../storm/random.ts';
import { here, oneBooked, type Act, type WeightedAct } from './act.ts';
import { CATALOGUE_ACTS } from './catalogue.ts';
import { CONSOLE_ACTS } from './console.ts';
import { CONSOLE_READS } from './reading.ts';
import { planRefund } from './refund.ts';
import { RIVAL_ACTS } from './rivals.ts';
import { ask, outcomeOf } from '../ask.ts';
import type { World } from '../world.ts';

/** A time that was just listed cannot be taken: nothing runs in between. */
function expectFree({ report }: World, startsAt: string, code: string | undefined): void {
  if (code === 'slot_taken') report.breach(`${startsAt} was listed as free and is taken`);
}

/** Books for a managed client mostly, with any musician. */
const book: Act = async (world, person) => {
  const { random } = person;
  const people = [...here(world.managed), ...here(world.managed), ...here(world.clients).slice(0, 2)];
  const musicians = here(world.musicians);
  if (people.length === 0 || musicians.length === 0) return 'nobody';
  const [client, musician] = [pick(random, people), pick(random, musicians)];
  const offered = await ask(world, sessions.listBookableServices, { params: { id: musician.id } }, person);
  if (offered.status !== 200 || offered.body.services.length === 0) return 'no services';
  const service = pick(random, offered.body.services).id;
  const query = { client: client.id, musician: musician.id, service };
  const listed = await ask(world, sessions.listBookingTimes, { query }, person);
  if (listed.status !== 200 || listed.body.times.length === 0) return 'no time';
  const { starts_at } = pick(random, listed.body.times);
  const title = `Booked ${world.report.seed}-${Math.floor(random() * 1e9)}`;
  const body = { ...query, starts_at, title, attendance: random() < 0.5 };
  const booked = await ask(world, sessions.bookSession, { body }, person);
  expectFree(world, starts_at, booked.problem.code);
  if (booked.status !== 201) return booked.problem.code;
  world.memory.booked.set(booked.body.id, { client: client.id, musician: musician.id, title });
  return 201;
};

const cancel: Act = async (world, person) => {
  const id = oneBooked(world, person);
  if (id === null) return 'nothing';
  const args = { params: { id }, body: { reason: 'The musician is ill' } };
  const verb = person.random() < 0.5 ? sessions.cancelSession : sessions.setNotDelivered;
  const answer = await ask(world, verb, args, person);
  if (answer.status === 200) world.memory.cancelled.add(id);
  return answer.problem.code ?? 200;
};

const move: Act = async (world, person) => {
  const id = oneBooked(world, person);
  if (id === null) return 'nothing';
  const params = { id };
  const { times } = (await ask(world, listMoveTimes, { params }, person)).body;
  if (times === undefined || times.length === 0) return 'no time';
  const { starts_at } = pick(person.random, times);
  const { code } = (await ask(world, sessions.moveSession, { params, body: { starts_at } }, person)).problem;
  expectFree(world, starts_at, code);
  return code ?? 200;
};

const readMessages: Act = async (world, person) => {
  const id = oneBooked(world, person);
  if (id === null) return 'nothing';
  const args = { params: { id }, body: { reason: 'A complaint' } };
  return outcomeOf(world, sessions.readMessages, args, person);
};

const changeCredits: Act = async (world, person) => {
  const people = here(world.clients);
  if (people.length === 0) return 'nobody';
  const args = {
    params: { id: pick(person.random, people).id },
    body: { credits: 1 + Math.floor(person.random() * 5), reason: 'By hand' },
  };
  const verb = person.random() < 0.75 ? credits.grantCredits : credits.takeCredits;
  return outcomeOf(world, verb, args, person);
};

const refund: Act = async (world, person) => {
  const people = here(world.clients).filter(({ customer }) => customer !== null);
  const planned = await planRefund(world, person, people);
  if (typeof planned === 'string') return planned;
  return outcomeOf(world, makeRefund, planned, person);
};

const payMusicians: Act = async (world, person) => {
  const month = world.clock.now().toZonedDateTimeISO('UTC').toPlainDate().subtract({ months: 1 });
  const query = { year: month.year, month: month.month };
  const shown = await ask(world, payouts.getPayouts, { query }, person);
  if (shown.status !== 200) return shown.problem.code;
  const all = shown.body.payouts;
  const open = all.filter(({ refusal, closed_at }) => refusal === null && closed_at === null);
  if (open.length > 0) {
    const body = { ...query, musicians: open.map(({ musician }) => musician.id) };
    return (await ask(world, payouts.closeMonths, { body }, person)).problem.code ?? 'closed';
  }
  const due = all.filter(
    ({ closed_at, paid, payment_cents }) => closed_at !== null && paid === null && (payment_cents ?? 0) > 0,
  );
  if (due.length === 0) return 'nothing';
  const paid_on = world.clock.now().toZonedDateTimeISO('UTC').toPlainDate().toString();
  const body = {
    ...query,
    musicians: due.map(({ musician }) => musician.id),
    paid_on,
    reference: 'Transfer',
  };
  return (await ask(world, payouts.markMonthsPaid, { body }, person)).problem.code ?? 'paid';
};

const decideReward: Act = async (world, person) => {
  const { rewards: waiting } = (await ask(world, rewards.listRewards, { query: {} }, person)).body;
  const held = waiting?.find(({ held_for }) => held_for !== null);
  if (held === undefined) return 'nothing';
  return outcomeOf(world, rewards.approveReward, { params: { id: held.id } }, person);
};

const runAgain: Act = async (world, person) => {
  const listed = await ask(world, listDeadLetters, { query: {} }, person);
  const [letter] = Object.values(listed.body).find((value) => Array.isArray(value)) ?? [];
  if (letter === undefined) return 'nothing';
  const { id } = letter as { id: string };
  return outcomeOf(world, runDeadLetter, { params: { id } }, person);
};

const look: Act = async (world, person) => {
  await ask(world, getToday, {}, person);
  const q = pick(person.random, ['client', 'musician', 'song', '100']);
  return outcomeOf(world, searchConsole, { query: { q } }, person);
};

/** What operators do. */
export const OPERATOR_ACTS: readonly WeightedAct[] = [
  ...CATALOGUE_ACTS,
  ...CONSOLE_ACTS,
  ...CONSOLE_READS,
  ...RIVAL_ACTS,
  ['book for somebody', book, 12],
  ['cancel for somebody', cancel, 3],
  ['move for somebody', move, 4],
  ['read messages', readMessages, 1],
  ['credits', changeCredits, 6],
  ['refund', refund, 2],
  ['pay musicians', payMusicians, 3],
  ['reward', decideReward, 2],
  ['dead letter', runAgain, 2],
  ['console', look, 3],
];
