import * as outside from '#shared/calendar/contract-outside.ts';
import { newId } from '#server/lib/ids.ts';
import { musicianRecordRow, plainRow, type AccessFixtures, type AccessRow } from './row.ts';

/** A calendar of the musician's, whose address nobody answers at. */
async function makeCalendar(t: AccessFixtures): Promise<string> {
  const id = newId();
  await t.studio.inTx(async (tx, now) => {
    const times = { added_at: now, read_at: now, last_ok_at: now, next_read_at: now };
    const row = { id, musician_id: t.musician.id, name: 'Home', url: `https://calendar.test/${id}` };
    await tx
      .insertInto('external_calendars')
      .values({ ...row, ...times })
      .execute();
  });
  return id;
}

const calendarRow = musicianRecordRow(makeCalendar);

export const OTHER_CALENDARS: readonly AccessRow[] = [
  plainRow(outside.listCalendars, () => ({})),
  plainRow(outside.addCalendar, () => ({ body: { url: 'https://10.0.0.1/a.ics', name: '' } })),
  calendarRow(outside.readCalendar, (id) => ({ params: { id } })),
  calendarRow(outside.renameCalendar, (id) => ({ params: { id }, body: { name: 'Home' } })),
  calendarRow(outside.removeCalendar, (id) => ({ params: { id } })),
];
