import { changeSchedule, getSchedule, undoSchedule } from '#shared/calendar/contract-schedule.ts';
import { musicianCalendar } from '#shared/explore/contract.ts';
import * as drafts from '#shared/catalogue/contract-draft.ts';
import { pick } from '../../storm/random.ts';
import type { Act, WeightedAct } from './act.ts';
import { openHours } from '../arrivals.ts';
import { ask, outcomeOf } from '../ask.ts';

const timeOff: Act = async (world, person) => {
  const { version, today, time_off: known } = (await ask(world, getSchedule, {}, person)).body;
  if (today === undefined) return 'no schedule';
  const [first] = known;
  const from = Temporal.PlainDate.from(today).add({ days: 1 + Math.floor(person.random() * 40) });
  const to = from.add({ days: Math.floor(person.random() * 5) });
  const whole = { from_time: null, to_time: null, every_year: false, note: 'Away' };
  const change =
    first !== undefined && person.random() < 0.5
      ? { kind: 'remove_time_off' as const, id: first.id }
      : { kind: 'time_off' as const, from_day: from.toString(), to_day: to.toString(), ...whole };
  return (
    (await ask(world, changeSchedule, { body: { version, change } }, person)).problem.code ?? change.kind
  );
};

const offer: Act = async (world, person) => {
  const { version, kinds } = (await ask(world, getSchedule, {}, person)).body;
  if (kinds === undefined || kinds.length === 0) return 'no schedule';
  const { category, unit_minutes } = pick(person.random, kinds);
  const hour = world.clock.now().round({ smallestUnit: 'hour', roundingMode: 'ceil' });
  const starts_at = hour.add({ hours: 24 + Math.floor(person.random() * 300) }).toString();
  const change = { kind: 'offer' as const, offers: [{ starts_at, unit_minutes, category }] };
  return outcomeOf(world, changeSchedule, { body: { version, change } }, person);
};

const withdraw: Act = async (world, person) => {
  const { version, today } = (await ask(world, getSchedule, {}, person)).body;
  if (today === undefined) return 'no schedule';
  const to_date = Temporal.PlainDate.from(today).add({ days: 30 }).toString();
  const query = { timezone: 'UTC', from_date: today, to_date };
  const { slots } = (await ask(world, musicianCalendar, { query }, person)).body;
  const free =
    slots?.filter(({ status, slot_type }) => status === 'available' && slot_type === 'flexible') ?? [];
  if (free.length === 0) return 'nothing';
  const change = { kind: 'withdraw' as const, slots: [pick(person.random, free).id] };
  return outcomeOf(world, changeSchedule, { body: { version, change } }, person);
};

const undo: Act = async (world, person) => {
  const { last_change: last } = (await ask(world, getSchedule, {}, person)).body;
  if (last == null) return 'nothing';
  return outcomeOf(world, undoSchedule, { body: { change_id: last.id } }, person);
};

const writePage: Act = async (world, person) => {
  const shown = await ask(world, drafts.getDraft, {}, person);
  if (shown.status !== 200) return shown.problem.code;
  const { version, profile } = shown.body.draft;
  const body = {
    version,
    profile: { ...profile, bio: `Has played for ${Math.floor(person.random() * 60)} years.` },
  };
  const saved = await ask(world, drafts.saveDraft, { body }, person);
  if (saved.status !== 200) return saved.problem.code;
  const published = { version: saved.body.version };
  return outcomeOf(world, drafts.publishDraft, { body: published }, person);
};

/** What musicians do about their calendar and page. */
export const CALENDAR_ACTS: readonly WeightedAct[] = [
  ['hours', (world, person) => openHours(world, person), 2],
  ['time off', timeOff, 3],
  ['offer', offer, 4],
  ['withdraw', withdraw, 2],
  ['undo', undo, 1],
  ['page', writePage, 1],
];
