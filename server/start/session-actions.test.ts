import { describe, expect } from 'vitest';
import * as booking from '#shared/booking/contract.ts';
import * as files from '#shared/files/contract.ts';
import { approve, close, getSession } from '#shared/sessions/contract.ts';
import { SESSION_STATUSES, type SessionStatus } from '#shared/sessions/rules-status.ts';
import { transition } from '../sessions/steps.ts';
import { test as base } from '#test/rooms/booking.ts';
import type { TestPerson } from '#test/api/people.ts';
import { makeSession } from '#test/rooms/sessions.ts';

const REQUIRED = 'client_files_upload_required';
const REVIEW = 'client_files_pending_review';
const UPDATE = 'client_files_update_required';
const READY = 'partner_ready_to_go';
const DELIVER = 'partner_upload_required';
const DELIVERED = 'partner_deliverables_ready';
const CANCELLED = 'cancelled';

const bySession = (id: number) => ({ body: { session_id: id } });
/**
 * The status table row by row (docs/product/sessions.md#status-table): result and status of each call in each status.
 */
const LIFE = {
  'pre-session files in': {
    [REQUIRED]: [200, REVIEW],
    [REVIEW]: [200, REVIEW],
    [UPDATE]: [200, REVIEW],
    [READY]: [200, REVIEW],
    [DELIVER]: [200, DELIVER],
    [DELIVERED]: [409, DELIVERED],
    [CANCELLED]: [409, CANCELLED],
  },
  'all pre-session files deleted by the client': {
    [REQUIRED]: [200, REQUIRED],
    [REVIEW]: [200, REQUIRED],
    [UPDATE]: [200, UPDATE],
    [READY]: [200, REQUIRED],
    [DELIVER]: [200, DELIVER],
    [DELIVERED]: [200, DELIVERED],
    [CANCELLED]: [409, CANCELLED],
  },
  'all pre-session files deleted by the musician': {
    [REQUIRED]: [200, REQUIRED],
    [REVIEW]: [200, REQUIRED],
    [UPDATE]: [200, UPDATE],
    [READY]: [200, REQUIRED],
    [DELIVER]: [200, DELIVER],
    [DELIVERED]: [200, DELIVERED],
    [CANCELLED]: [409, CANCELLED],
  },
  approve: {
    [REQUIRED]: [200, READY],
    [REVIEW]: [200, READY],
    [UPDATE]: [200, READY],
    [READY]: [409, READY],
    [DELIVER]: [409, DELIVER],
    [DELIVERED]: [409, DELIVERED],
    [CANCELLED]: [409, CANCELLED],
  },
  'output files in': {
    [REQUIRED]: [409, REQUIRED],
    [REVIEW]: [409, REVIEW],
    [UPDATE]: [409, UPDATE],
    [READY]: [409, READY],
    [DELIVER]: [200, DELIVERED],
    [DELIVERED]: [200, DELIVERED],
    [CANCELLED]: [409, CANCELLED],
  },
  close: {
    [REQUIRED]: [409, REQUIRED],
    [REVIEW]: [409, REVIEW],
    [UPDATE]: [409, UPDATE],
    [READY]: [409, READY],
    [DELIVER]: [200, DELIVERED],
    [DELIVERED]: [409, DELIVERED],
    [CANCELLED]: [409, CANCELLED],
  },
  'all output files deleted': {
    [REQUIRED]: [200, REQUIRED],
    [REVIEW]: [200, REVIEW],
    [UPDATE]: [200, UPDATE],
    [READY]: [200, READY],
    [DELIVER]: [200, DELIVER],
    [DELIVERED]: [200, DELIVER],
    [CANCELLED]: [409, CANCELLED],
  },
  cancel: {
    [REQUIRED]: [200, CANCELLED],
    [REVIEW]: [200, CANCELLED],
    [UPDATE]: [200, CANCELLED],
    [READY]: [200, CANCELLED],
    [DELIVER]: [409, DELIVER],
    [DELIVERED]: [409, DELIVERED],
    [CANCELLED]: [409, CANCELLED],
  },
} as const satisfies Record<string, Record<SessionStatus, readonly [number, SessionStatus]>>;
type Action = keyof typeof LIFE;

const test = base
  .extend('client', { scope: 'file', auto: true }, ({ studio }) => studio.makeClient({ credits: 50 }))
  .extend('musician', { scope: 'file', auto: true }, ({ studio }) =>
    studio.makeMusician({ services: ['recording', 'consultation'] }),
  )
  /** A session in a status, with a file in each folder. */
  .extend('sessionIn', { scope: 'file' }, ({ app, studio, client, musician }) => {
    let hours = 0;
    return async (status: SessionStatus): Promise<number> => {
      hours += 1;
      const past = status === DELIVER || status === DELIVERED;
      const starts = past ? { starts: app.clock.now().subtract({ hours }) } : {};
      const made = await makeSession(studio, {
        client,
        musician,
        status,
        files: { user: 1, output: 1 },
        ...starts,
      });
      return made.id;
    };
  })
  .extend(
    'statusOf',
    { scope: 'file' },
    ({ app, client }) =>
      async (id: number) =>
        (await app.call(getSession, { params: { id } }, client)).body.session.status,
  )
  /** Uploads as a browser does: link, bytes, report. */
  .extend(
    'send',
    { scope: 'file' },
    ({ app, client }) =>
      async (id: number, person: TestPerson): Promise<number> => {
        const file = { fileName: 'take.wav', fileType: 'audio/wav', fileSize: 4 };
        const link = await app.call(files.uploadLink, { body: { session_id: id, files: [file] } }, person);
        if (link.status !== 200) return link.status;
        const url = new URL(link.body.urls[0]?.url ?? '');
        const put = await app.http.inject({
          method: 'PUT',
          url: url.pathname + url.search,
          headers: { host: url.host, 'content-type': 'audio/wav' },
          payload: Buffer.from('RIFF'),
        });
        expect(put.statusCode).toBe(200);
        const status = person === client ? 'presession-uploaded' : 'session-files-uploaded';
        const told = await app.call(
          files.filesInfo,
          { body: { session_id: id, files_info: { status } } },
          person,
        );
        return told.status;
      },
  )
  .extend(
    'ACTIONS',
    { scope: 'file' },
    ({ app, client, musician, send }): Record<Action, (id: number) => Promise<number>> => ({
      'pre-session files in': (id: number) => send(id, client),
      'all pre-session files deleted by the client': async (id: number) =>
        (await app.call(files.deleteFolder, bySession(id), client)).status,
      'all pre-session files deleted by the musician': async (id: number) =>
        (await app.call(files.deleteFolder, { body: { session_id: id, folder: 'user' } }, musician.person))
          .status,
      approve: async (id: number) => (await app.call(approve, bySession(id), musician.person)).status,
      'output files in': (id: number) => send(id, musician.person),
      close: async (id: number) => (await app.call(close, bySession(id), musician.person)).status,
      'all output files deleted': async (id: number) =>
        (await app.call(files.deleteOutput, bySession(id), musician.person)).status,
      cancel: async (id: number) => (await app.call(booking.cancel, bySession(id), client)).status,
    }),
  );

describe.each(Object.keys(LIFE) as Action[])('%s', (action) => {
  test.for(SESSION_STATUSES)('in %s', async (status, { sessionIn, statusOf, ACTIONS }) => {
    const id = await sessionIn(status);
    const answered = await ACTIONS[action](id);
    expect([answered, await statusOf(id)]).toEqual(LIFE[action][status]);
  });
});

test.for([
  ['recording', REQUIRED],
  ['consultation', REVIEW],
] as const)('a confirmed %s starts in %s', async ([service, status], { studio, bookingApi }) => {
  const other = await studio.makeMusician({ services: ['recording', 'consultation'] });
  const [slot] = await studio.slotsOf(other);
  const session = await bookingApi.book(await studio.makeClient(), slot === undefined ? [] : [slot], service);
  expect(session.status).toBe(status);
});

test('from first to last: files, files again, ready, the session, the delivery and its correction', async ({
  app,
  studio,
  client,
  musician,
  statusOf,
  send,
  ACTIONS,
}) => {
  const made = await makeSession(studio, { client, musician });
  const seen: string[] = [];
  const look = async () => seen.push(await statusOf(made.id));
  await look();
  await send(made.id, client);
  await look();
  await studio.inTx((tx, now) =>
    transition(tx, {
      sessionId: made.id,
      event: 'request_files',
      actorId: musician.id,
      actorRole: 'partner',
      now,
    }),
  );
  await look();
  await send(made.id, client);
  await look();
  await ACTIONS.approve(made.id);
  await look();
  const start = app.clock.now();
  app.clock.instant = made.ends.subtract({ milliseconds: 1 });
  await look();
  app.clock.instant = made.ends;
  await look();
  await send(made.id, musician.person);
  await look();
  await ACTIONS['all output files deleted'](made.id);
  await look();
  await ACTIONS.close(made.id);
  await look();
  app.clock.instant = start;
  expect(seen).toEqual([
    REQUIRED,
    REVIEW,
    UPDATE,
    REVIEW,
    READY,
    READY,
    DELIVER,
    DELIVERED,
    DELIVER,
    DELIVERED,
  ]);
});
