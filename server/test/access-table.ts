import * as accounts from '../../shared/accounts/contract.ts';
import * as booking from '../../shared/booking/contract.ts';
import * as calendar from '../../shared/calendar/contract.ts';
import * as catalogue from '../../shared/catalogue/contract.ts';
import * as content from '../../shared/content/contract.ts';
import * as explore from '../../shared/explore/contract.ts';
import * as files from '../../shared/files/contract.ts';
import type { ArgsOf, Endpoint, Role } from '../../shared/lib/endpoint.ts';
import * as me from '../../shared/me/contract.ts';
import * as messages from '../../shared/messages/contract.ts';
import * as sessions from '../../shared/sessions/contract.ts';
import type { TestPerson } from './people.ts';
import type { SessionOptions, TestSession } from './sessions.ts';
import type { Studio, TestMusician } from './studio.ts';

/** What the table's calls are made of: a client and a musician with sessions, and people who have none of it. */
export interface Things {
  readonly studio: Studio;
  readonly client: TestPerson;
  readonly musician: TestMusician;
  readonly stranger: (role: Role) => TestPerson;
  /** A session of the client with the musician; upcoming unless told. */
  make(options?: Partial<SessionOptions>): Promise<TestSession>;
  /** One that is over. */
  over(options?: Partial<SessionOptions>): Promise<TestSession>;
  trackOf(person: TestPerson): Promise<string>;
}

/** A call that names something of somebody by one of its fields. */
interface Naming {
  readonly field: string;
  /** The same call on what nobody has: a stranger cannot tell the two apart. */
  readonly nobodys: object;
  readonly theirs: object;
  /** Whose it is: their own call shows that only the caller was wrong. */
  readonly owner: TestPerson;
  /** The owner's call where it is not the same. */
  readonly own?: object;
  /** What the owner's call answers: the endpoint's success unless told. */
  readonly answers?: number | undefined;
  /** Who else asks: a stranger of each role that may call unless told. */
  readonly by?: readonly TestPerson[] | undefined;
}

/** An endpoint, a well-formed call, and calls on what is somebody else's for each field that names such a thing. */
export interface AccessRow {
  readonly endpoint: Endpoint;
  readonly args: (t: Things) => object;
  readonly names: readonly { readonly field: string; readonly make: (t: Things) => Promise<Naming> }[];
}

const NOBODYS = '01900000-0000-7000-8000-000000000000';
const NOBODYS_SESSION = 99;

/** A row of an endpoint whose calls name nothing of anybody. */
function open<E extends Endpoint>(endpoint: E, args: (t: Things) => ArgsOf<E>): AccessRow {
  return { endpoint, args, names: [] };
}

type Owner = 'client' | 'partner';
const ownerOf = (t: Things, owner: Owner) => (owner === 'client' ? t.client : t.musician.person);

/** A row of an endpoint whose calls name a session by a field. */
function bySession<E extends Endpoint>(
  endpoint: E,
  field: 'session_id' | 'id',
  args: (id: number) => ArgsOf<E>,
  ...cases: readonly {
    readonly owner: Owner;
    readonly made?: (t: Things) => Promise<TestSession>;
    readonly answers?: number;
    readonly by?: (t: Things) => TestPerson[];
  }[]
): AccessRow {
  return {
    endpoint,
    args: () => args(NOBODYS_SESSION),
    names: cases.map(({ owner, made = (t) => t.make(), answers, by }) => ({
      field,
      make: async (t) => ({
        field,
        nobodys: args(NOBODYS_SESSION),
        theirs: args((await made(t)).id),
        owner: ownerOf(t, owner),
        answers,
        by: by?.(t),
      }),
    })),
  };
}

/** A row of an endpoint whose calls name a conversation by a field. */
function byThread<E extends Endpoint>(
  endpoint: E,
  field: 'thread_id' | 'threadId',
  args: (id: string) => ArgsOf<E>,
  owner: Owner,
): AccessRow {
  const make = async (t: Things): Promise<Naming> => ({
    field,
    nobodys: args(NOBODYS),
    theirs: args((await t.make()).threadId),
    owner: ownerOf(t, owner),
  });
  return { endpoint, args: () => args(NOBODYS), names: [{ field, make }] };
}

const hold = (t: Things) => t.make({ status: 'prebooked' });
const withFile = (t: Things) => t.make({ files: { user: 1 } });
const delivered = (t: Things) => t.over({ files: { output: 1 }, status: 'partner_deliverables_ready' });
const confirmation = (session_id: number, track_id: string | null = null) => ({
  body: {
    session_id,
    track_id,
    session_info: { title: 'Song' },
    deliverables: { files_format: 'WAV', attendance: true },
  },
});

/** One's own hold confirmed, or session edited, with somebody else's track. */
const withForeignTrack =
  (made: Partial<SessionOptions>) =>
  async (t: Things): Promise<Naming> => {
    const stranger = t.stranger('client');
    const { id } = await t.make({ client: stranger, ...made });
    return {
      field: 'track_id',
      nobodys: confirmation(id, NOBODYS),
      theirs: confirmation(id, await t.trackOf(t.client)),
      owner: stranger,
      own: confirmation(id, await t.trackOf(stranger)),
    };
  };

const move = (session_id: number) => ({ body: { session_id, slots: [NOBODYS], primary_slot: NOBODYS } });

/** Somebody else's file asked for in a session of one's own. */
const waveformOfForeignFile = async (t: Things): Promise<Naming> => {
  const stranger = t.stranger('client');
  const mine = await t.make({ client: stranger, files: { user: 1 } });
  const fileOf = ({ id }: TestSession) =>
    t.studio.inTx((tx) =>
      tx.selectFrom('files').select('id').where('session_id', '=', id).executeTakeFirstOrThrow(),
    );
  const args = (file_id: string) => ({ query: { session_id: mine.id, file_id } });
  return {
    field: 'file_id',
    nobodys: args(NOBODYS),
    theirs: args((await fileOf(await withFile(t))).id),
    owner: stranger,
    own: args((await fileOf(mine)).id),
    by: [stranger],
  };
};

/** Every endpoint of server/rooms.ts; server/access.test.ts fails while one is missing. */
export const ACCESS_TABLE: readonly AccessRow[] = [
  open(accounts.login, () => ({ body: { user: { email: 'nobody@test.test', password: 'wrong' } } })),
  open(accounts.enter, () => ({ body: { ticket: 'none' } })),
  open(accounts.logout, () => ({})),
  open(content.getStudio, () => ({})),
  open(content.getLimitations, () => ({})),
  open(me.getMe, () => ({})),

  open(catalogue.listInstruments, () => ({})),
  open(catalogue.getPartner, ({ musician }) => ({ params: { id: musician.slug } })),
  open(catalogue.getConfiguration, ({ musician }) => ({ params: { slug: musician.slug } })),
  open(explore.listPartners, () => ({})),
  open(calendar.listSlots, ({ musician }) => ({ params: { id: musician.id } })),
  open(calendar.availability, ({ musician }) => ({ query: { partner_id: musician.id } })),
  open(calendar.nextSlots, () => ({})),
  open(calendar.musicianCalendar, () => ({
    query: { timezone: 'Europe/Lisbon', from_date: '2026-11-21', to_date: '2026-11-28' },
  })),

  open(sessions.listSessions, () => ({})),
  bySession(
    sessions.getSession,
    'id',
    (id) => ({ params: { id } }),
    { owner: 'client' },
    { owner: 'partner' },
    {
      made: hold,
      owner: 'client',
      by: ({ musician, stranger }) => [musician.person, stranger('client'), stranger('partner')],
    },
  ),
  bySession(sessions.approve, 'session_id', (session_id) => ({ body: { session_id } }), { owner: 'partner' }),
  bySession(sessions.close, 'session_id', (session_id) => ({ body: { session_id } }), {
    made: (t) => t.over(),
    owner: 'partner',
  }),
  bySession(sessions.rate, 'session_id', (session_id) => ({ body: { session_id, rating: 5 } }), {
    made: (t) => t.over(),
    owner: 'client',
  }),
  open(sessions.createTrack, () => ({ body: { title: 'Song' } })),
  open(sessions.listTracks, () => ({})),

  byThread(messages.listMessages, 'threadId', (threadId) => ({ params: { threadId } }), 'client'),
  byThread(
    messages.postMessage,
    'thread_id',
    (thread_id) => ({ body: { thread_id, body: 'Hello' } }),
    'client',
  ),
  byThread(
    messages.putThread,
    'thread_id',
    (thread_id) => ({ body: { thread_id, status: 'closed' as const } }),
    'partner',
  ),

  bySession(
    files.listFiles,
    'session_id',
    (session_id) => ({ query: { session_id, folder: 'user' as const } }),
    { owner: 'client' },
    { owner: 'partner' },
  ),
  bySession(
    files.uploadLink,
    'session_id',
    (session_id) => ({ body: { session_id, files: [{ fileName: 'a.wav', fileSize: 1 }] } }),
    { owner: 'client' },
  ),
  bySession(
    files.signUpload,
    'session_id',
    (session_id) => ({ body: { session_id, key: 'nobodys', method: 'PUT' as const } }),
    // the session is found, but no such upload is
    { owner: 'client', answers: 404 },
  ),
  bySession(
    files.openUploads,
    'session_id',
    (session_id) => ({ query: { session_id } }),
    { owner: 'client' },
    { owner: 'partner' },
  ),
  bySession(
    files.cancelUploads,
    'session_id',
    (session_id) => ({ body: { session_id, keys: ['nobodys'] } }),
    { owner: 'client' },
    { owner: 'partner' },
  ),
  bySession(
    files.filesInfo,
    'session_id',
    (session_id) => ({ body: { session_id, files_info: { status: 'presession-uploaded' as const } } }),
    { owner: 'client', answers: 409 },
  ),
  bySession(
    files.downloadLink,
    'session_id',
    (session_id) => ({ query: { session_id, path: 'user 1.wav' } }),
    { made: withFile, owner: 'client' },
    { made: withFile, owner: 'partner' },
  ),
  withMore(
    // whose session it is comes first: in one's own, nobody's file is not found
    bySession(files.waveform, 'session_id', (session_id) => ({ query: { session_id, file_id: NOBODYS } }), {
      owner: 'client',
      answers: 404,
    }),
    'file_id',
    waveformOfForeignFile,
  ),
  bySession(
    files.archiveLink,
    'session_id',
    (session_id) => ({ body: { session_id, folder: 'user' as const } }),
    {
      made: withFile,
      owner: 'partner',
    },
  ),
  // What a test puts straight into the table has no checksum yet, so its owner is told to wait.
  bySession(files.archive, 'id', (id) => ({ params: { id, folder: 'user' as const } }), {
    made: withFile,
    owner: 'partner',
    answers: 409,
  }),
  bySession(files.deleteFolder, 'session_id', (session_id) => ({ body: { session_id } }), {
    made: withFile,
    owner: 'client',
  }),
  bySession(files.deleteOutput, 'session_id', (session_id) => ({ body: { session_id } }), {
    made: delivered,
    owner: 'partner',
  }),

  open(booking.prebook, ({ studio }) => ({
    body: { slots: [NOBODYS], primary_slot: NOBODYS, options: { service_id: studio.service('recording') } },
  })),
  bySession(booking.extend, 'session_id', (session_id) => ({ body: { session_id } }), {
    made: hold,
    owner: 'client',
  }),
  bySession(booking.release, 'session_id', (session_id) => ({ body: { session_id } }), {
    made: hold,
    owner: 'client',
  }),
  withMore(
    bySession(booking.confirm, 'session_id', confirmation, { made: hold, owner: 'client' }),
    'track_id',
    withForeignTrack({ status: 'prebooked' }),
  ),
  bySession(booking.cancel, 'session_id', (session_id) => ({ body: { session_id } }), { owner: 'client' }),
  withMore(
    bySession(booking.updateSession, 'session_id', confirmation, { owner: 'client' }),
    'track_id',
    withForeignTrack({}),
  ),
  // One that is over moves nowhere, so its owner is told that.
  bySession(booking.reschedule, 'session_id', move, {
    made: (t) => t.over(),
    owner: 'client',
    answers: 409,
  }),
  bySession(
    booking.sendFeedback,
    'session_id',
    (session_id) => ({ body: { session_id, feedback_type: 'missing_materials' as const } }),
    { owner: 'partner' },
    { owner: 'client', answers: 403 },
  ),
];

/** A row with another field that names something of somebody. */
function withMore(row: AccessRow, field: string, make: (t: Things) => Promise<Naming>): AccessRow {
  return { ...row, names: [...row.names, { field, make }] };
}
