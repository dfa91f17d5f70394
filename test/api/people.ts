import type { Front } from '../../shared/lib/wire.ts';
import type { Role } from '../../shared/lib/endpoint.ts';
import type { Database } from '../db/database.ts';
import type { Clock } from '../lib/clock.ts';
import { cookieName } from '../lib/cookie.ts';
import { hashToken, newId, newToken } from '../lib/ids.ts';

/** A person of a test, signed in on the front of their role. */
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

/** Makes people straight in the database, signed in, so that tests are about something else than login. */
export interface People {
  make(role: Role, options?: PersonOptions): Promise<TestPerson>;
}

const HOME: Readonly<Record<Role, Front>> = {
  client: 'studio',
  managed: 'studio',
  partner: 'partners',
  operator: 'operator',
};

export function peopleFactory(db: Database, clock: Clock): People {
  return {
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
      const token = newToken();
      const front = HOME[role];
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
      return { id, email, role, front, cookie: `${cookieName(front, 'http://localhost')}=${token}` };
    },
  };
}
