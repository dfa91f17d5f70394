import { createContext, useContext } from 'react';
import { changeSchedule, getSchedule, previewSchedule, undoSchedule } from '#shared/calendar/calls.ts';
import { EDITING, type EditingTexts } from '#shared/calendar/texts-editing.ts';
import { musicianCalendar } from '#shared/explore/calls.ts';
import { call, type ArgsOf, type ReadOf } from '../lib/api.ts';

/** A musician's schedule: hours, time off, kinds of slots, the last change. */
export type Schedule = ReadOf<typeof getSchedule>;
/** A change that can be previewed and saved. */
export type Change = ArgsOf<typeof changeSchedule>['body']['change'];
/** What a change does. */
export type Effect = ReadOf<typeof previewSchedule>['effect'];

interface Asked {
  readonly signal: AbortSignal;
}
interface Sent {
  readonly idempotencyKey: string;
}

/** Whose calendar is shown: the calls that read and change it, and how it is spoken of. */
export interface CalendarSource {
  /** First words of the keys of its queries. */
  readonly keys: { readonly schedule: readonly string[]; readonly slots: readonly string[] };
  readonly texts: EditingTexts;
  readonly read: (asked: Asked) => Promise<Schedule>;
  readonly slots: (
    query: ArgsOf<typeof musicianCalendar>['query'],
    asked: Asked,
  ) => Promise<ReadOf<typeof musicianCalendar>['slots']>;
  readonly preview: (body: ArgsOf<typeof previewSchedule>['body'], asked: Asked) => Promise<Effect>;
  readonly change: (
    body: ArgsOf<typeof changeSchedule>['body'],
    sent: Sent,
  ) => Promise<ReadOf<typeof changeSchedule>>;
  readonly undo: (change_id: string, sent: Sent) => Promise<ReadOf<typeof undoSchedule>>;
}

/** The signed-in musician's own calendar. */
export const OWN_CALENDAR: CalendarSource = {
  keys: { schedule: ['schedule'], slots: ['musician-calendar'] },
  texts: EDITING.own,
  read: (asked) => call(getSchedule, {}, asked),
  slots: async (query, asked) => (await call(musicianCalendar, { query }, asked)).slots,
  preview: async (body, asked) => (await call(previewSchedule, { body }, asked)).effect,
  change: (body, sent) => call(changeSchedule, { body }, sent),
  undo: (change_id, sent) => call(undoSchedule, { body: { change_id } }, sent),
};

const Source = createContext(OWN_CALENDAR);

/** Says whose calendar the parts below show; without it, one's own. */
export const CalendarSourceProvider = Source.Provider;

/** Whose calendar is shown here. */
export const useCalendarSource = (): CalendarSource => useContext(Source);
