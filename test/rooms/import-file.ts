import type { ArgsOf } from '#shared/lib/endpoint.ts';
import type * as contract from '#shared/operator/import/contract-import.ts';
import { test as base } from '../api/test.ts';

type Check = typeof contract.checkMembers | typeof contract.checkMusicians | typeof contract.checkSessions;
type Import =
  | typeof contract.importMembers
  | typeof contract.importMusicians
  | typeof contract.importSessions;

/** `test` with an operator who checks and imports files by the console's calls. */
export const test = base
  .extend('operator', { scope: 'file' }, ({ app }) => app.people.make('operator'))
  .extend(
    'checkBy',
    { scope: 'file' },
    ({ app, operator }) =>
      async <E extends Check>(endpoint: E, csv: string) =>
        (await app.call(endpoint, { body: { csv } } as ArgsOf<E>, operator)).body,
  )
  /** What was imported, or the status and code of the refusal. */
  .extend(
    'importBy',
    { scope: 'file' },
    ({ app, operator }) =>
      async <E extends Import>(endpoint: E, csv: string) => {
        const { status, body, problem } = await app.call(endpoint, { body: { csv } } as ArgsOf<E>, operator);
        return status === 200 ? body : `${status} ${problem.code}`;
      },
  )
  .extend(
    'personOf',
    { scope: 'file' },
    ({ app }) =>
      (email: string) =>
        app.db.selectFrom('people').select(['id', 'role']).where('email', '=', email).executeTakeFirst(),
  );
