import { EDITING } from '#shared/calendar/texts-editing.ts';
import {
  changeMusicianSchedule,
  getMusicianSchedule,
  getMusicianSlots,
  previewMusicianSchedule,
  undoMusicianSchedule,
} from '#shared/operator/musicians/calls-musicians.ts';
import type { CalendarSource } from '../../calendar/source.ts';
import { call } from '../../lib/api.ts';

/** A musician's calendar, as an operator reads and changes it. */
export function calendarOf(id: string): CalendarSource {
  const params = { id };
  const key = ['operator', 'musician-calendar', id];
  return {
    keys: { schedule: [...key, 'schedule'], slots: [...key, 'slots'] },
    texts: EDITING.others,
    read: (asked) => call(getMusicianSchedule, { params }, asked),
    slots: async (query, asked) => (await call(getMusicianSlots, { params, query }, asked)).slots,
    preview: async (body, asked) => (await call(previewMusicianSchedule, { params, body }, asked)).effect,
    change: (body, sent) => call(changeMusicianSchedule, { params, body }, sent),
    undo: (change_id, sent) => call(undoMusicianSchedule, { params, body: { change_id } }, sent),
  };
}
