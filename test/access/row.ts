import type { ArgsOf, Endpoint, Role } from '#shared/lib/endpoint.ts';
import type { TestPerson } from '../api/people.ts';
import type { SessionOptions, TestSession } from '../rooms/sessions.ts';
import type { Studio, TestMusician } from '../api/studio.ts';

/** A client and a musician with sessions, and strangers. */
export interface Things {
  readonly studio: Studio;
  readonly client: TestPerson;
  readonly musician: TestMusician;
  readonly stranger: (role: Role) => TestPerson;
  /** A session of the client with the musician; upcoming by default. */
  make(options?: Partial<SessionOptions>): Promise<TestSession>;
  /** A past one. */
  over(options?: Partial<SessionOptions>): Promise<TestSession>;
  trackOf(person: TestPerson): Promise<string>;
}

/** A call that names somebody's thing by one of its fields. */
export interface Naming {
  readonly field: string;
  /** The same call for an unknown id: a stranger must not see a difference. */
  readonly nobodys: object;
  readonly theirs: object;
  /** The owner, whose own call succeeds. */
  readonly owner: TestPerson;
  /** The owner's call where it differs. */
  readonly own?: object;
  /** Status of the owner's call; the endpoint's success by default. */
  readonly answers?: number | undefined;
  /** Other callers; by default a stranger of each allowed role. */
  readonly by?: readonly TestPerson[] | undefined;
}

/** An endpoint, a well-formed call, and calls on other people's things for each field that names one. */
export interface AccessRow {
  readonly endpoint: Endpoint;
  readonly args: (t: Things) => object;
  readonly names: readonly { readonly field: string; readonly make: (t: Things) => Promise<Naming> }[];
}

export const NOBODYS = '01900000-0000-7000-8000-000000000000';
const NOBODYS_SESSION = 99;

/** A row of an endpoint whose calls name nobody's things. */
export function open<E extends Endpoint>(endpoint: E, args: (t: Things) => ArgsOf<E>): AccessRow {
  return { endpoint, args, names: [] };
}

type Owner = 'client' | 'partner';
const ownerOf = (t: Things, owner: Owner) => (owner === 'client' ? t.client : t.musician.person);

/** A row of an endpoint whose calls name a session by a field. */
export function bySession<E extends Endpoint>(
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
export function byThread<E extends Endpoint>(
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

/** A row with another field that names somebody's thing. */
export function withMore(row: AccessRow, field: string, make: (t: Things) => Promise<Naming>): AccessRow {
  return { ...row, names: [...row.names, { field, make }] };
}

/** A hold of the client's with the musician. */
export const hold = (t: Things) => t.make({ status: 'prebooked' });
