import { expect, test } from 'vitest';
import { checkRooms } from './check.ts';

const check = (path: string, text = ''): string[] => checkRooms([{ path, text }]);

test.each([
  ['shared/booking/contract.ts', "import * as z from 'zod/mini';\nimport { a } from '../sessions/rules.ts';"],
  ['shared/lib/money.ts', 'export const cents = 1;'],
  ['shared/booking/rules.test.ts', "import { test } from 'vitest';\nDate.now();"],
  ['server/booking/service.ts', "import { spend } from '../credits/steps.ts';"],
  [
    'server/booking/confirm.ts',
    "import { spend } from '../credits/steps.ts';\nexport async function confirm() {}",
  ],
  ['server/booking/queries-holds.ts', "export const q = (db) => db.selectFrom('x');"],
  ['server/storage/disk/multipart.ts', 'export const x = 1;'],
  ['server/lib/clock.ts', 'export const now = () => Date.now();'],
  ['server/ctx/ctx.ts', "import type { Flags } from '#shared/content/rules.ts';"],
  ['server/mail/send/gateway.ts', "import type { Ctx } from '../../ctx/ctx.ts';"],
  ['server/files/uploads/queries-uploads.ts', "export const q = (db) => db.selectFrom('x');"],
  [
    'server/files/uploads/begin.ts',
    "import { book } from '../../sessions/steps.ts';\nexport const begin = 1;",
  ],
  ['server/start/rooms.ts', "import { routes } from '../booking/routes.ts';"],
  ['server/start/rooms.ts', "import { acceptCode } from '../referrals/steps.ts';"],
  ['server/start/demo-process.ts', "import { makeDemo } from '#demo/make.ts';"],
  ['server/start/payments.ts', "await import('#sandbox/main.ts');"],
  ['server/calendar/rules-text.test.ts', ''],
  ['server/calendar/service.ts', "// Date.now() is not read here\nconst words = 'new Date()';\nnew Date(5);"],
  [
    'client/booking/time/TimePanel.tsx',
    "import { a } from '../../ui/button/Button.tsx';\nimport { b } from '../hold/Grid.tsx';",
  ],
  ['client/app/routes/SessionScreen.tsx', "import '../../files/list/FilesModal.tsx';"],
  ['client/sessions/panel/Chain.module.css', '.a {}'],
  ['sandbox/stripe/engine/cards.ts', "import { ApiError } from '../http/errors.ts';"],
  ['client/lib/session.ts', "import '../ui/overlay/toast.ts';"],
])('%s is in its place', (path, text) => {
  expect(check(path, text)).toEqual([]);
});

test.each([
  ['shared/booking/service.ts', '', /not in the vocabulary; endpoints belong in contract\.ts/],
  ['shared/money/rules.ts', '', /money is no room/],
  ['server/booking/manager.ts', 'export const x = 1;', /not in the vocabulary.*named by the one verb/],
  ['server/booking/utils.ts', 'export const utils = 1;', /says nothing/],
  ['server/helpers.ts', '', /says nothing/],
  ['client/booking/Use_Hold.ts', '', /all else in kebab-case\.ts/],
  ['server/start.ts', '', /does not belong at the root of server/],
  ['server/lifecycle/lock.ts', '', /lifecycle is no room/],
])('the name %s is told where it belongs', (path, text, message) => {
  expect(check(path, text)).toEqual([expect.stringMatching(message)]);
});

test.each([
  [
    'shared/booking/rules.ts',
    "import '../../server/lib/ids.ts';",
    /does not import server\/ \(client → shared ← server\)/,
  ],
  ['shared/booking/rules.ts', "import fs from 'node:fs';", /shared\/ imports only zod\/mini, not node:fs/],
  ['shared/booking/rules.ts', "import * as z from 'zod';", /shared\/ imports only zod\/mini, not zod/],
  ['shared/booking/rules.ts', "export * from 'react';", /not react/],
  ['client/booking/api.ts', "import '../../server/booking/service.ts';", /client\/ does not import server\//],
  ['client/booking/api.ts', "import * as z from 'zod';", /the client uses zod\/mini/],
  ['client/booking/api.ts', "import 'node:path';", /does not exist in a browser/],
  ['server/booking/service.ts', "import '../../client/app/paths.ts';", /server\/ does not import client\//],
  ['server/booking/service.ts', "await import('../../demo/make.ts');", /does not import demo\/make\.ts/],
  ['server/booking/service.ts', "import '../../scripts/test.ts';", /does not import scripts\/test\.ts/],
  ['server/start/payments.ts', "await import('#sandbox/stripe/start.ts');", /by HTTP/],
  ['server/start/main.ts', "import '../../sandbox/main.ts';", /by HTTP.*does not import sandbox\/main\.ts/],
  ['sandbox/stripe/start.ts', "import '#shared/lib/money.ts';", /knows nothing of ours/],
  ['sandbox/stripe/start.ts', "import 'kysely';", /sandbox\/ imports only pg, stripe/],
])('an arrow the wrong way: %s, %s', (path, text, message) => {
  expect(check(path, text)).toEqual([expect.stringMatching(message)]);
});

test('a room imports only from lower ranks, also by type', () => {
  expect(check('server/credits/service.ts', "import type { A } from '../booking/service.ts';")).toEqual([
    expect.stringMatching(
      /^server\/credits\/service\.ts:1: credits \(rank 1\) does not import booking \(rank 5\)/,
    ),
  ]);
  expect(check('shared/files/rules.ts', "import '../messages/rules.ts';")).toEqual([
    expect.stringMatching(/rank 4/),
  ]);
});

test.each(['queries.ts', 'queries-list.ts', 'routes.ts', 'gateway.ts', 'jobs.ts', 'disk/store.ts'])(
  "another room's %s is its own",
  (file) => {
    expect(check('server/booking/service.ts', `\nimport '../sessions/${file}';`)).toEqual([
      expect.stringMatching(
        /^server\/booking\/service\.ts:2: .*own: writes go through sessions\/steps\.ts, reads through/,
      ),
    ]);
  },
);

test('a contract reaches the browser by its types only', () => {
  for (const [path, text] of [
    ['client/sessions/api.ts', "import type { Session } from '#shared/sessions/contract.ts';"],
    ['client/sessions/api.ts', "import { getSession } from '#shared/sessions/calls.ts';"],
    ['client/files/list.test.ts', "import { Folder } from '#shared/files/contract.ts';"],
    ['shared/sessions/rules.ts', "import type { Session } from './contract.ts';"],
    ['shared/booking/contract.ts', "import { Session } from '../sessions/contract.ts';"],
    ['server/sessions/routes.ts', "import * as contract from '#shared/sessions/contract.ts';"],
  ] as const)
    expect(check(path, text)).toEqual([]);
  for (const [path, text] of [
    ['client/sessions/api.ts', "import { getSession } from '#shared/sessions/contract.ts';"],
    ['client/booking/api.ts', "import { type Hold } from '#shared/booking/contract-holding.ts';"],
    ['client/booking/api.ts', "await import('#shared/booking/contract.ts');"],
    ['shared/sessions/rules.ts', "import { Group } from './contract.ts';"],
  ] as const)
    expect(check(path, text)).toEqual([expect.stringMatching(/import its types by `import type`/)]);
});

test('steps are for verbs, jobs and steps', () => {
  const text = "import '../credits/steps.ts';";
  for (const file of ['service', 'jobs', 'steps', 'events'])
    expect(check(`server/booking/${file}.ts`, text)).toEqual([]);
  for (const file of ['routes', 'access']) {
    expect(check(`server/booking/${file}.ts`, text)).toEqual([
      expect.stringMatching(/this belongs in a verb/),
    ]);
  }
  expect(check('server/booking/routes.ts', "import './steps.ts';")).toHaveLength(1);
});

test.each([
  ['server/http/bind.ts', "import { whoIs } from '../accounts/service.ts';", /http \(rank -2\).*accounts/],
  [
    'server/lib/log.ts',
    "import type { Database } from '../db/database.ts';",
    /lib \(rank -6\).*db \(rank -5\)/,
  ],
  ['server/storage/open.ts', "import '../jobs/events.ts';", /storage \(rank -3\).*jobs \(rank -3\)/],
  ['server/booking/service.ts', "import '../start/settings.ts';", /booking \(rank 5\).*start \(rank 100\)/],
  ['client/ui/button/Button.tsx', "import '../../booking/api.ts';", /ui \(rank -2\).*booking/],
  ['client/ui/button/Button.tsx', "import '../../lib/session.ts';", /ui \(rank -2\).*lib \(rank -1\)/],
  [
    'client/booking/api.ts',
    "import { a } from '../app/routes/routes.tsx';",
    /booking \(rank 5\).*app \(rank 100\)/,
  ],
  ['client/accounts/api.ts', "import type { A } from '../me/api.ts';", /accounts \(rank 0\).*me \(rank 7\)/],
])('nothing imports what lies above it: %s', (path, text, message) => {
  expect(check(path, text)).toEqual([expect.stringMatching(message)]);
});

test.each([
  ['server/booking/service.ts', "import '#test/api/people.ts';", /does not import test\/api\/people\.ts/],
  ['client/booking/api.ts', "import '#server/booking/service.ts';", /client\/ does not import server\//],
])('#tree/ paths are read as paths: %s', (path, text, message) => {
  expect(check(path, text)).toEqual([expect.stringMatching(message)]);
});

const files = (count: number, ending: string) =>
  Array.from({ length: count }, (_, at) => ({
    path: `client/booking/time/part-${'abcdefghijklmnopqrstuvwxyz'[at]}${ending}`,
    text: '',
  }));

test('a folder holds at most 25 files, tests not counted', () => {
  expect(checkRooms([...files(25, '.ts'), ...files(26, '.test.ts')])).toEqual([]);
  expect(checkRooms(files(26, '.ts'))).toEqual([
    expect.stringMatching(/^client\/booking\/time: 26 files, more than 25/),
  ]);
});

test.each(['Date.now()', 'new Date()', 'Temporal.Now.instant()', '`${Date.now()}`'])(
  '%s is refused outside the clock',
  (code) => {
    expect(check('server/booking/service.ts', `\n\nconst now = ${code};`)).toEqual([
      expect.stringMatching(/^server\/booking\/service\.ts:3: .*reads a clock; take now as an argument/),
    ]);
    expect(check('shared/booking/rules.ts', `const now = ${code};`)).toHaveLength(1);
  },
);

test.each(['const vat = net * 1.23;', 'const half = cents / 2;', 'net.toFixed(2);', 'parseFloat(price);'])(
  '%s is refused where money and credits are counted',
  (code) => {
    expect(check('shared/billing/rules-vat.ts', code)).toEqual([
      expect.stringMatching(/^shared\/billing\/rules-vat\.ts:1: .*money is whole cents/),
    ]);
    expect(check('server/credits/service.ts', code)).toHaveLength(1);
    expect(check('server/files/service.ts', code)).toEqual([]);
  },
);

test.each(["import { sql } from 'kysely';", "tx.updateTable('x');", "db.selectFrom('x');"])(
  'SQL (%s) belongs in queries',
  (code) => {
    expect(check('server/booking/steps.ts', code)).toEqual([
      expect.stringMatching(/is SQL; it belongs in booking\/queries\.ts/),
    ]);
    expect(check('server/booking/queries.ts', code)).toEqual([]);
  },
);

test('rooms in a circle are named', () => {
  const found = checkRooms([
    { path: 'client/files/api.ts', text: "import '../sessions/api.ts';" },
    { path: 'client/sessions/api.ts', text: "import '../messages/api.ts';" },
    { path: 'client/messages/api.ts', text: "import '../files/api.ts';" },
  ]);
  expect(found).toContainEqual(
    expect.stringMatching(
      /^client\/files → client\/sessions → client\/messages → client\/files: rooms in a circle/,
    ),
  );
});
