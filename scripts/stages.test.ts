import { expect, test } from 'vitest';
import { THOROUGH } from '#test/thorough.ts';
import { countsOf, line, STAGES, sum } from './stages.ts';

test('stages run in this order', () => {
  expect(STAGES.map((stage) => stage.name)).toEqual([
    'types',
    'lint',
    'format',
    'rooms',
    'unused',
    'shipped',
    'unit',
    'api',
    'processes',
    'kill',
    'older',
    's3',
    'referees',
    'release',
    'scan',
    'simulation',
    'e2e',
    'browsers',
  ]);
});

test('what takes other servers or browsers, or repeats a stage, is left to the build server or a command, with a reason', () => {
  const others = STAGES.filter((stage) => stage.leftOut !== undefined);
  expect(others.map(({ name }) => name)).toEqual([
    ...(THOROUGH ? [] : ['processes']),
    'older',
    's3',
    'referees',
    'release',
    'scan',
    'simulation',
    'browsers',
  ]);
  for (const stage of others) expect(stage.leftOut).toMatch(/^left out, for .*(\.ci\/run|npm run test:scan)/);
});

test('a stage that cannot run says so even when it is asked for', () => {
  const needing = STAGES.filter((stage) => stage.needs !== undefined);
  expect(needing.map(({ name }) => name)).toEqual(['s3', 'referees', 'release', 'scan', 'browsers']);
  for (const stage of needing)
    expect([null, expect.stringContaining('left out')]).toContainEqual(stage.needs?.());
});

test('a static stage counts as one test', () => {
  expect(countsOf('exit code', true, null)).toEqual({ passed: 1, failed: 0, skipped: 0 });
  expect(countsOf('exit code', false, null)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test('a stage that ran no test has failed, whatever its program says', () => {
  const nothing = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 3, numTodoTests: 0 };
  expect(countsOf('vitest', true, nothing)).toEqual({ passed: 0, failed: 1, skipped: 3 });
  expect(countsOf('vitest', true, null).failed).toBe(1);
  expect(
    countsOf('playwright', true, { stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0 } }).failed,
  ).toBe(1);
  expect(countsOf('playwright', false, {}).failed).toBe(1);
});

test('a program that fails although every test passed is a failure', () => {
  expect(countsOf('vitest', false, { numPassedTests: 5, numFailedTests: 0 })).toEqual({
    passed: 5,
    failed: 1,
    skipped: 0,
  });
  expect(countsOf('vitest', false, { numPassedTests: 5, numFailedTests: 2 }).failed).toBe(2);
});

test('a test that passed only when tried again counts as failed', () => {
  const report = { stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 2 } };
  expect(countsOf('playwright', false, report)).toEqual({ passed: 4, failed: 2, skipped: 2 });
});

test('the last line sums over all stages', () => {
  const all = [
    { passed: 3, failed: 0, skipped: 1 },
    { passed: 4, failed: 2, skipped: 0 },
  ];
  expect(line(sum(all))).toBe('7 passed, 2 failed, 1 skipped');
});
