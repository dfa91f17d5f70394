import * as booking from '#shared/booking/contract.ts';
import * as waiting from '#shared/booking/contract-waiting.ts';
import { getConfiguration, listPartners, listSlots } from '#shared/explore/contract.ts';
import { getSession, listSessions, type Session, type SessionCard } from '#shared/sessions/contract.ts';
import { pick } from '../../storm/random.ts';
import type { Act, WeightedAct } from './act.ts';
import { ask, outcomeOf } from '../ask.ts';
import type { SimulatedPerson } from '../person.ts';
import type { World } from '../world.ts';

/** What can be booked with a musician just now. */
interface Choice {
  readonly musician: string;
  readonly service: string;
  readonly slots: readonly string[];
}

/** A musician of Explore, a service of theirs, and free slots for it, the soonest more often. */
async function choice(world: World, person: SimulatedPerson): Promise<Choice | null> {
  const { random } = person;
  const { partners } = (await ask(world, listPartners, { query: {} }, person)).body;
  if (partners === undefined || partners.length === 0) return null;
  const { id, slug } = pick(random, partners);
  const configuration = await ask(world, getConfiguration, { params: { slug }, query: {} }, person);
  if (configuration.status !== 200) return null;
  const services = configuration.body[0]?.services.servicesList ?? [];
  if (services.length === 0) return null;
  const service = pick(random, services);
  const chosen = await slotsFor(world, person, id, {
    category: service.category,
    minutes: service.unit_minutes,
    count: service.slots,
  });
  return chosen === null ? null : { musician: id, service: service.id, slots: chosen };
}

/** Free slots in a row of a musician. */
async function slotsFor(
  world: World,
  person: SimulatedPerson,
  musician: string,
  { category, minutes, count }: { category: string; minutes: number; count: number },
): Promise<string[] | null> {
  const answer = await ask(world, listSlots, { params: { id: musician }, query: { days: 60 } }, person);
  if (answer.status !== 200) return null;
  const free = answer.body.slots.filter(
    (slot) =>
      slot.status === 'available' &&
      !slot.restricted &&
      slot.displayStatus === 'shown' &&
      slot.service_category === category &&
      slot.duration === minutes,
  );
  const starts = new Map(free.map((slot) => [epochOf(slot.start_date), slot.id]));
  const rows = free.flatMap((slot) => {
    const row = Array.from({ length: count }, (_, nr) =>
      starts.get(epochOf(slot.start_date) + nr * minutes * 60_000),
    );
    return row.every((id) => id !== undefined) ? [row] : [];
  });
  if (rows.length === 0) return null;
  const { random } = person;
  return rows[Math.floor(random() ** 2 * rows.length)] ?? null;
}

const epochOf = (instant: string): number => Temporal.Instant.from(instant).epochMilliseconds;

function hold(world: World, person: SimulatedPerson, { service, slots }: Choice) {
  const body = { slots: [...slots], primary_slot: slots[0] ?? '', options: { service_id: service } };
  return ask(world, booking.prebook, { body }, person);
}

/** Confirms a hold; what was acknowledged is remembered. */
async function confirmHold(
  world: World,
  person: SimulatedPerson,
  session: Session,
): Promise<string | number> {
  const title = `Song ${world.report.seed}-${session.id}`;
  const text = `Hello ${world.report.seed}-${session.id}`;
  const message = person.random() < 0.5 ? text : null;
  const body = {
    session_id: session.id,
    session_info: { title },
    deliverables: { files_format: 'WAV', attendance: person.random() < 0.5 },
    message,
  };
  const booked = await ask(world, booking.confirm, { body }, person);
  if (booked.status !== 201) return booked.problem.code;
  const { id, partner } = booked.body.session;
  world.memory.booked.set(id, { client: person.id, musician: partner.id, title });
  if (message !== null) world.memory.messages.add(message);
  return 201;
}

const book: Act = async (world, person) => {
  const chosen = await choice(world, person);
  if (chosen === null) return 'nothing free';
  const held = await hold(world, person, chosen);
  if (held.status !== 201) return held.problem.code;
  const { session } = held.body;
  const chance = person.random();
  if (chance < 0.06) {
    const body = { session_id: session.id };
    return (await ask(world, booking.release, { body }, person)).problem.code ?? 'released';
  }
  if (chance < 0.1) return 'left';
  if (chance < 0.2) await ask(world, booking.extend, { body: { session_id: session.id } }, person);
  return confirmHold(world, person, session);
};

/** Two people want the same slot at the same moment, through whichever process. */
const race: Act = async (world, person) => {
  const rivals = world.clients.filter((one) => one !== person && !one.isGone);
  const chosen = await choice(world, person);
  if (chosen === null || rivals.length === 0) return 'nothing free';
  const rival = pick(person.random, rivals);
  const both = await Promise.all([person, rival].map((one) => hold(world, one, chosen)));
  const won = both.filter(({ status }) => status === 201);
  if (won.length > 1) world.report.breach(`two people hold ${chosen.slots.join(', ')}`);
  const winner = both[0]?.status === 201 ? person : rival;
  const [session] = won.map(({ body }) => body.session);
  return session === undefined ? 'nobody' : confirmHold(world, winner, session);
};

/** One of somebody's sessions; null without any. */
export async function oneSession(
  world: World,
  person: SimulatedPerson,
  wanted: (session: SessionCard) => boolean,
): Promise<Session | null> {
  const listed = await ask(world, listSessions, { query: {} }, person);
  if (listed.status !== 200) return null;
  const found = listed.body.sessions.filter(wanted);
  if (found.length === 0) return null;
  const { id } = pick(person.random, found);
  const shown = await ask(world, getSession, { params: { id } }, person);
  return shown.status === 200 ? shown.body.session : null;
}

/** An act about one of somebody's sessions, where there is one. */
export function about(
  wanted: (session: SessionCard) => boolean,
  act: (world: World, person: SimulatedPerson, session: Session) => ReturnType<Act>,
): Act {
  return async (world, person) => {
    const session = await oneSession(world, person, wanted);
    return session === null ? 'nothing' : act(world, person, session);
  };
}

export const isUpcoming = ({ type }: SessionCard): boolean => type === 'upcoming';

const cancel: Act = about(isUpcoming, async (world, person, session) => {
  const answer = await ask(world, booking.cancel, { body: { session_id: session.id } }, person);
  if (answer.status === 200) world.memory.cancelled.add(session.id);
  return answer.problem.code ?? 200;
});

const move: Act = about(isUpcoming, async (world, person, session) => {
  const [first] = session.slots;
  if (first === undefined) return 'no slots';
  const slots = await slotsFor(world, person, session.partner.id, {
    category: session.service.category,
    minutes: first.duration,
    count: session.slots.length,
  });
  if (slots === null) return 'nothing free';
  const body = { session_id: session.id, slots, primary_slot: slots[0] ?? '' };
  return outcomeOf(world, booking.reschedule, { body }, person);
});

const edit: Act = about(isUpcoming, async (world, person, session) => {
  const body = {
    session_id: session.id,
    session_info: { title: session.session_info.title ?? 'Song', bpm: '120' },
    deliverables: { files_format: 'WAV', attendance: person.random() < 0.5 },
  };
  return outcomeOf(world, booking.updateSession, { body }, person);
});

const waitInLine: Act = async (world, person) => {
  const musicians = world.musicians.filter(({ isGone }) => !isGone);
  const chosen = await choice(world, person);
  if (musicians.length === 0 || chosen === null) return 'nobody';
  const body = {
    partner_id: chosen.musician,
    service_id: chosen.service,
    days: [1, 2, 3, 4, 5, 6, 7].filter(() => person.random() < 0.6),
    from: pick(person.random, ['01:00', '08:00', '21:30']),
    to: pick(person.random, ['03:00', '23:00']),
  };
  if (body.days.length === 0) return 'no days';
  return outcomeOf(world, waiting.joinLine, { body }, person);
};

const changeWait: Act = async (world, person) => {
  const { waiting: waits } = (await ask(world, waiting.listWaits, {}, person)).body;
  if (waits === undefined || waits.length === 0) return 'nothing';
  const body = { waiting_id: pick(person.random, waits).id, days: [1, 3, 5, 7], from: '06:00', to: '00:00' };
  return outcomeOf(world, waiting.changeWait, { body }, person);
};

const answerOffer: Act = async (world, person) => {
  const { waiting: waits } = (await ask(world, waiting.listWaits, {}, person)).body;
  const offer = waits?.find((wait) => wait.offer !== null)?.offer;
  if (offer == null) {
    if (waits === undefined || waits.length < 3) return 'no offer';
    const body = { waiting_id: pick(person.random, waits).id };
    return (await ask(world, waiting.leaveLine, { body }, person)).problem.code ?? 'left';
  }
  const body = { offer_id: offer.id };
  if (person.random() < 0.3)
    return (await ask(world, waiting.declineOffer, { body }, person)).problem.code ?? 'declined';
  const held = await ask(world, waiting.acceptOffer, { body }, person);
  return held.status === 201 ? confirmHold(world, person, held.body.session) : held.problem.code;
};

/** What clients do about times. */
export const BOOKING_ACTS: readonly WeightedAct[] = [
  ['book', book, 30],
  ['race', race, 3],
  ['cancel', cancel, 4],
  ['move', move, 5],
  ['edit', edit, 3],
  ['wait', waitInLine, 3],
  ['change a wait', changeWait, 1],
  ['answer offer', answerOffer, 6],
];
/** Managed clients only look after what was booked for them. */
export const MANAGED_ACTS: readonly WeightedAct[] = [
  ['cancel', cancel, 1],
  ['move', move, 2],
  ['edit', edit, 2],
];
