import { login } from '#shared/accounts/contract.ts';
import { hashPassword } from '#server/lib/passwords.ts';
import { expect } from 'vitest';
import { test as base } from '../api/test.ts';
import type { TestPerson } from '../api/people.ts';

/** The password of operators that these fixtures invite. */
export const PASSWORD = 'twelve tones';

/** Headers of the operator's front. */
export const OPERATOR = { host: 'localhost:4002', origin: 'http://localhost:4002' };

/** Cookies that a response sets, without those that it clears, as the browser sends them back. */
export const cookiesOf = ({ headers }: { headers: Record<string, unknown> }): string =>
  [headers['set-cookie']]
    .flat()
    .map((text) => String(text).split(';')[0] ?? '')
    .filter((cookie) => cookie.includes('=') && !cookie.endsWith('='))
    .join('; ');

/** `test` with operators who have a password and no second factor yet. */
export const test = base
  .extend('password_hash', { scope: 'file' }, () => hashPassword(PASSWORD))
  .extend('invited', { scope: 'file' }, ({ app, password_hash }) => async (): Promise<TestPerson> => {
    const person = await app.people.make('operator', { password_hash });
    await app.db.deleteFrom('authenticator_apps').where('person_id', '=', person.id).execute();
    await app.db.deleteFrom('login_sessions').where('person_id', '=', person.id).execute();
    return person;
  })
  .extend('enter', { scope: 'file' }, ({ app }) =>
    /** Signs in by password on the operator's front; the cookie of what is due. */
    async ({ email }: Pick<TestPerson, 'email'>) => {
      const body = { user: { email, password: PASSWORD } };
      const answer = await app.call(login, { body, headers: OPERATOR });
      expect(answer.status).toBe(200);
      return cookiesOf(answer);
    },
  );
