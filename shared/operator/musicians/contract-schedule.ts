import * as z from 'zod/mini';
import { Change, Effect, Schedule, Version } from '../../calendar/contract-schedule.ts';
import { BAD_RANGE, CalendarDays, CalendarSlots } from '../../explore/contract.ts';
import { endpoint } from '../../lib/endpoint.ts';
import { perAccount } from '../../lib/limits.ts';
import { Id } from '../../lib/wire.ts';
import * as calls from './calls-musicians.ts';
import { notFound } from './contract-musician.ts';

const params = z.object({ id: Id });
const gone = {
  not_found: { status: 404, detail: 'This is no longer in the calendar of the musician.' },
} as const;
const refusals = {
  ...gone,
  schedule_changed: {
    status: 409,
    detail: 'This calendar has been changed meanwhile. Please look at it again.',
  },
  slot_taken: { status: 409, detail: 'Somebody has just taken this time, so it stays.' },
  bad_change: { status: 422, detail: 'This change is not possible.' },
  nothing_changes: { status: 422, detail: 'This changes nothing.' },
} as const;

export const getMusicianSchedule = endpoint({
  ...calls.getMusicianSchedule,
  summary: "A musician's hours, time off and last change, to be changed by the operator",
  who: ['operator'],
  params,
  response: Schedule,
  problems: notFound,
});

export const getMusicianSlots = endpoint({
  ...calls.getMusicianSlots,
  summary: "A musician's slots between two days, with who booked them",
  who: ['operator'],
  params,
  query: CalendarDays,
  response: CalendarSlots,
  problems: { ...notFound, bad_range: BAD_RANGE },
});

export const previewMusicianSchedule = endpoint({
  ...calls.previewMusicianSchedule,
  summary: 'What a change of the schedule of a musician would do, without saving it',
  who: ['operator'],
  rateLimit: [perAccount('schedule-preview', 600, 600)],
  params,
  body: z.object({ version: Version, change: Change }),
  response: z.object({ version: Version, effect: Effect }),
  problems: refusals,
});

export const changeMusicianSchedule = endpoint({
  ...calls.changeMusicianSchedule,
  summary: 'Changes hours, time off or offers of a musician, and the free slots with them',
  who: ['operator'],
  rateLimit: [perAccount('schedule-change', 200, 600)],
  idempotent: true,
  params,
  body: z.object({ version: Version, change: Change }),
  response: z.object({ schedule: Schedule, change_id: Id, effect: Effect }),
  problems: refusals,
});

export const undoMusicianSchedule = endpoint({
  ...calls.undoMusicianSchedule,
  summary: 'Undoes the latest change of the schedule of a musician, whoever made it',
  who: ['operator'],
  rateLimit: [perAccount('schedule-change', 200, 600)],
  idempotent: true,
  params,
  body: z.object({ change_id: Id }),
  response: z.object({ schedule: Schedule, effect: Effect }),
  problems: {
    ...gone,
    newer_change: { status: 409, detail: 'Something has been changed since. Undo that first.' },
  },
});
