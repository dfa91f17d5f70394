import * as outside from '#shared/calendar/contract-outside.ts';
import type { ArgsOf, Endpoint } from '#shared/lib/endpoint.ts';
import { newId } from '#server/lib/ids.ts';
import { plainRow, UNKNOWN_ID, type AccessFixtures, type AccessRow } from './row.ts';

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

/** A row of an endpoint whose calls name a calendar by its id. */
function calendarRow<E extends Endpoint>(endpoint: E, args: (id: string) => ArgsOf<E>): AccessRow {
  return {
    endpoint,
    args: () => args(UNKNOWN_ID),
    references: [
      {
        field: 'id',
        make: async (t) => ({
          field: 'id',
          unknown: args(UNKNOWN_ID),
          foreign: args(await makeCalendar(t)),
          owner: t.musician.person,
        }),
      },
    ],
  };
}

export const OTHER_CALENDARS: readonly AccessRow[] = [
  plainRow(outside.listCalendars, () => ({})),
  plainRow(outside.addCalendar, () => ({ body: { url: 'https://10.0.0.1/a.ics', name: '' } })),
  calendarRow(outside.readCalendar, (id) => ({ params: { id } })),
  calendarRow(outside.renameCalendar, (id) => ({ params: { id }, body: { name: 'Home' } })),
  calendarRow(outside.removeCalendar, (id) => ({ params: { id } })),
];
