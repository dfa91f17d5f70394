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
  ['server/files/disk/multipart.ts', 'export const x = 1;'],
  ['server/lib/clock.ts', 'export const now = () => Date.now();'],
  ['server/lib/ctx.ts', "import type { Flags } from '../content/service.ts';"],
  ['server/rooms.ts', "import { routes } from './booking/routes.ts';"],
  ['server/main.ts', "const { makeDemo } = await import('../demo/make.ts');"],
  ['server/calendar/rules-text.test.ts', ''],
  ['server/calendar/service.ts', "// Date.now() is not read here\nconst words = 'new Date()';\nnew Date(5);"],
  [
    'client/booking/TimePanel.tsx',
    "import { a } from '../ui/Button.tsx';\nimport { b } from './components/Grid.tsx';",
  ],
  ['client/sessions/components/Chain.module.css', '.a {}'],
])('%s is in its place', (path, text) => {
  expect(check(path, text)).toEqual([]);
});

test.each([
  ['shared/booking/service.ts', '', /not in the vocabulary; endpoints belong in contract\.ts/],
  ['shared/money/rules.ts', '', /money is no room/],
  ['server/booking/manager.ts', 'export const x = 1;', /not in the vocabulary.*named by the one verb/],
  ['server/booking/utils.ts', 'export const utils = 1;', /says nothing/],
  ['server/helpers.ts', '', /says nothing/],
  ['server/start.ts', '', /does not belong at the root of server/],
  ['client/booking/Grid.tsx', '', /its parts in components\//],
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

test('what lies below the rooms does not import them', () => {
  expect(check('server/lib/bind.ts', "import { whoIs } from '../accounts/service.ts';")).toEqual([
    expect.stringMatching(/lies below the rooms.*move this into accounts\//),
  ]);
  expect(check('client/ui/Button.tsx', "import '../booking/api.ts';")).toHaveLength(1);
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
  expect(found).toEqual([
    expect.stringMatching(
      /^client\/files → client\/sessions → client\/messages → client\/files: rooms in a circle/,
    ),
  ]);
});
