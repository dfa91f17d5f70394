import { randomBytes } from 'node:crypto';
import type { Front } from '#shared/lib/wire.ts';
import type { Role } from '#shared/lib/endpoint.ts';
import type { Database } from '#server/db/database.ts';
import type { Clock } from '#server/lib/clock.ts';
import { cookieName } from '#server/http/cookie.ts';
import { hashToken, newId, newToken } from '#server/lib/ids.ts';

/** A test's person, signed in on the front of their role. */
export interface TestPerson {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly front: Front;
  readonly cookie: string;
}

export interface PersonOptions {
  readonly name?: string;
  readonly zone?: string;
  readonly email?: string;
  readonly password_hash?: string | null;
}

/** Inserts signed-in people into the database. */
export interface People {
  make(role: Role, options?: PersonOptions): Promise<TestPerson>;
  /** The same person in another browser. */
  signIn(person: Omit<TestPerson, 'cookie'>): Promise<TestPerson>;
}

const HOME: Readonly<Record<Role, Front>> = {
  client: 'studio',
  managed: 'studio',
  partner: 'partners',
  operator: 'operator',
};

export function peopleFactory(db: Database, clock: Clock): People {
  const giveApp = async (person_id: string, created_at: Temporal.Instant): Promise<void> => {
    const app = { person_id, nonce: randomBytes(32), created_at, last_step: 0 };
    await db
      .insertInto('authenticator_apps')
      .values(app)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  };
  const signIn: People['signIn'] = async (person) => {
    const { id, front } = person;
    const now = clock.now();
    const token = newToken();
    if (front === 'operator') await giveApp(id, now);
    await db
      .insertInto('login_sessions')
      .values({
        token_hash: hashToken(token),
        person_id: id,
        front,
        created_at: now,
        seen_at: now,
        expires_at: now.add({ hours: 24 * 400 }),
      })
      .execute();
    return { ...person, cookie: `${cookieName(front, 'http://localhost')}=${token}` };
  };
  return {
    signIn,
    async make(role, options = {}) {
      const id = newId();
      const email = options.email ?? `${role}-${id}@test.test`;
      const now = clock.now();
      await db
        .insertInto('people')
        .values({
          id,
          email,
          role,
          name: options.name ?? 'Ada Lovelace',
          zone: options.zone ?? 'Europe/Lisbon',
          password_hash: options.password_hash ?? null,
          created_at: now,
        })
        .execute();
      return signIn({ id, email, role, front: HOME[role] });
    },
  };
}
