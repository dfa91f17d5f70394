import type { ArgsOf, Endpoint, Role } from '#shared/lib/endpoint.ts';
import type { TestPerson } from '../api/people.ts';
import type { SessionOptions, TestSession } from '../rooms/sessions.ts';
import type { Studio, TestMusician } from '../api/studio.ts';

/** A client and a musician with sessions, and strangers. */
export interface AccessFixtures {
  readonly studio: Studio;
  readonly client: TestPerson;
  readonly musician: TestMusician;
  readonly stranger: (role: Role) => TestPerson;
  /** A session of the client with the musician; upcoming by default. */
  makeSession(options?: Partial<SessionOptions>): Promise<TestSession>;
  /** A past one. */
  makePastSession(options?: Partial<SessionOptions>): Promise<TestSession>;
  makeTrack(person: TestPerson): Promise<string>;
}

/** A call that names another person's record by one of its fields. */
export interface ForeignReference {
  readonly field: string;
  /** The same call for an unknown id: a stranger must not see a difference. */
  readonly unknown: object;
  readonly foreign: object;
  /** The owner, whose own call succeeds. */
  readonly owner: TestPerson;
  /** The owner's call where it differs. */
  readonly ownCall?: object;
  /** Status of the owner's call; the endpoint's success by default. */
  readonly status?: number | undefined;
  /** Other callers; by default a stranger of each allowed role. */
  readonly callers?: readonly TestPerson[] | undefined;
}

/** An endpoint, a well-formed call, and calls with other people's records for each field that names one. */
export interface AccessRow {
  readonly endpoint: Endpoint;
  readonly args: (t: AccessFixtures) => object;
  readonly references: readonly {
    readonly field: string;
    readonly make: (t: AccessFixtures) => Promise<ForeignReference>;
  }[];
}

export const UNKNOWN_ID = '01900000-0000-7000-8000-000000000000';
export const UNKNOWN_SESSION = 99;

/** A row of an endpoint whose calls name no record of a person. */
export function plainRow<E extends Endpoint>(endpoint: E, args: (t: AccessFixtures) => ArgsOf<E>): AccessRow {
  return { endpoint, args, references: [] };
}

/** Rows of endpoints whose calls name by `id` a record of the musician's, which `make` makes. */
export const musicianRecordRow =
  (make: (t: AccessFixtures) => Promise<string>) =>
  <E extends Endpoint>(endpoint: E, args: (id: string) => ArgsOf<E>, status?: number): AccessRow => ({
    endpoint,
    args: () => args(UNKNOWN_ID),
    references: [
      {
        field: 'id',
        make: async (t) => ({
          field: 'id',
          unknown: args(UNKNOWN_ID),
          foreign: args(await make(t)),
          owner: t.musician.person,
          status,
        }),
      },
    ],
  });

type Owner = 'client' | 'partner';
const ownerOf = (t: AccessFixtures, owner: Owner) => (owner === 'client' ? t.client : t.musician.person);

/** A row of an endpoint whose calls name a session by a field. */
export function sessionRow<E extends Endpoint>(
  endpoint: E,
  field: 'session_id' | 'id',
  args: (id: number) => ArgsOf<E>,
  ...cases: readonly {
    readonly owner: Owner;
    readonly session?: (t: AccessFixtures) => Promise<TestSession>;
    readonly status?: number;
    readonly callers?: (t: AccessFixtures) => TestPerson[];
  }[]
): AccessRow {
  return {
    endpoint,
    args: () => args(UNKNOWN_SESSION),
    references: cases.map(({ owner, session = (t) => t.makeSession(), status, callers }) => ({
      field,
      make: async (t) => ({
        field,
        unknown: args(UNKNOWN_SESSION),
        foreign: args((await session(t)).id),
        owner: ownerOf(t, owner),
        status,
        callers: callers?.(t),
      }),
    })),
  };
}

/** A row of an endpoint whose calls name a conversation by a field. */
export function threadRow<E extends Endpoint>(
  endpoint: E,
  field: 'thread_id' | 'threadId',
  args: (id: string) => ArgsOf<E>,
  owner: Owner,
): AccessRow {
  const make = async (t: AccessFixtures): Promise<ForeignReference> => ({
    field,
    unknown: args(UNKNOWN_ID),
    foreign: args((await t.makeSession()).threadId),
    owner: ownerOf(t, owner),
  });
  return { endpoint, args: () => args(UNKNOWN_ID), references: [{ field, make }] };
}

/** A row with another field that names a person's record. */
export function withReference(
  row: AccessRow,
  field: string,
  make: (t: AccessFixtures) => Promise<ForeignReference>,
): AccessRow {
  return { ...row, references: [...row.references, { field, make }] };
}

/** A hold of the client's with the musician. */
export const makeHold = (t: AccessFixtures) => t.makeSession({ status: 'prebooked' });
