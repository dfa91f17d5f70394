import * as services from '#shared/operator/content/contract-services.ts';
import { getMusician, setMusicianServices } from '#shared/operator/musicians/contract-musician.ts';
import * as schedule from '#shared/operator/musicians/contract-schedule.ts';
import { pick } from '../../storm/random.ts';
import { ask, outcomeOf } from '../ask.ts';
import type { SimulatedPerson } from '../person.ts';
import type { World } from '../world.ts';
import { here, type Act, type WeightedAct } from './act.ts';

/** So many services are offered always: somebody has to book. */
const LEAST_OFFERED = 4;

const catalogueOf = async (world: World, person: SimulatedPerson) =>
  (await ask(world, services.listServices, {}, person)).body.services ?? [];

/** The id of one of the musicians; null without any. */
function oneMusician(world: World, { random }: SimulatedPerson): { readonly id: string } | null {
  const musicians = here(world.musicians);
  return musicians.length === 0 ? null : { id: pick(random, musicians).id };
}

/** Stops a service that may be booked and waited for, or offers one again. */
const stopOrOffer: Act = async (world, person) => {
  const all = await catalogueOf(world, person);
  const stopped = all.filter((one) => !one.is_offered);
  const offered = all.filter((one) => one.is_offered);
  if (stopped.length > 0 && (person.random() < 0.7 || offered.length <= LEAST_OFFERED)) {
    const { id } = pick(person.random, stopped);
    return outcomeOf(world, services.offerService, { params: { id } }, person);
  }
  if (offered.length <= LEAST_OFFERED) return 'too few';
  const { id } = pick(person.random, offered);
  const answer = await ask(world, services.stopService, { params: { id } }, person);
  return answer.problem.code ?? 'stopped';
};

/** Another price; what was held or booked before keeps its own. */
const changePrice: Act = async (world, person) => {
  const all = await catalogueOf(world, person);
  if (all.length === 0) return 'nothing';
  const { id } = pick(person.random, all);
  const found = await ask(world, services.getService, { params: { id } }, person);
  if (found.status !== 200) return found.problem.code;
  const { seen, value } = found.body;
  const credits = 1 + Math.floor(person.random() * 3);
  const body = { seen, value: { ...value, credits } };
  return outcomeOf(world, services.changeService, { params: { id }, body }, person);
};

const order: Act = async (world, person) => {
  const seen = (await catalogueOf(world, person)).map(({ id }) => id);
  const [first, ...rest] = seen;
  if (first === undefined) return 'nothing';
  return outcomeOf(world, services.orderServices, { body: { seen, order: [...rest, first] } }, person);
};

/** Takes a service from a musician, or gives them one more. */
const setServices: Act = async (world, person) => {
  const params = oneMusician(world, person);
  if (params === null) return 'nobody';
  const found = await ask(world, getMusician, { params }, person);
  const all = await catalogueOf(world, person);
  if (found.status !== 200 || all.length === 0) return found.problem.code;
  const own = found.body.services.map(({ value }) => value);
  const { value } = pick(person.random, all);
  const changed = own.includes(value) ? own.filter((one) => one !== value) : [...own, value];
  const body = { version: found.body.profile.version, services: changed };
  return outcomeOf(world, setMusicianServices, { params, body }, person);
};

/** Time off that a musician has asked for by phone, or its undo. */
const changeCalendar: Act = async (world, person) => {
  const params = oneMusician(world, person);
  if (params === null) return 'nobody';
  const found = await ask(world, schedule.getMusicianSchedule, { params }, person);
  if (found.status !== 200) return found.problem.code;
  const { version, today, last_change: last } = found.body;
  if (last !== null && person.random() < 0.4) {
    const body = { change_id: last.id };
    return (
      (await ask(world, schedule.undoMusicianSchedule, { params, body }, person)).problem.code ?? 'undone'
    );
  }
  const from = Temporal.PlainDate.from(today).add({ days: 2 + Math.floor(person.random() * 30) });
  const days = { from_day: from.toString(), to_day: from.add({ days: 1 }).toString() };
  const whole = { from_time: null, to_time: null, every_year: false, note: 'By phone' };
  const body = { version, change: { kind: 'time_off' as const, ...days, ...whole } };
  return outcomeOf(world, schedule.changeMusicianSchedule, { params, body }, person);
};

/** What operators do about services and the calendars of musicians. */
export const CATALOGUE_ACTS: readonly WeightedAct[] = [
  ['stop or offer', stopOrOffer, 1],
  ['price', changePrice, 1],
  ['order services', order, 0.5],
  ['services of a musician', setServices, 2],
  ['calendar of a musician', changeCalendar, 2],
];
