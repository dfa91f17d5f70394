import type { ArgsOf, Endpoint, Role } from '../../../shared/lib/endpoint.ts';
import type { TestPerson } from '../people.ts';
import type { SessionOptions, TestSession } from '../sessions.ts';
import type { Studio, TestMusician } from '../studio.ts';

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
export interface Naming {
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

export const NOBODYS = '01900000-0000-7000-8000-000000000000';
const NOBODYS_SESSION = 99;

/** A row of an endpoint whose calls name nothing of anybody. */
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

/** A row with another field that names something of somebody. */
export function withMore(row: AccessRow, field: string, make: (t: Things) => Promise<Naming>): AccessRow {
  return { ...row, names: [...row.names, { field, make }] };
}

/** A hold of the client's with the musician. */
export const hold = (t: Things) => t.make({ status: 'prebooked' });
