import path from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { failuresOf } from './failures.ts';

const name = (file: string) => path.join(process.cwd(), file);
const location = { file: name('e2e/a.e2e.ts'), line: 7 };
const spec = (title: string, status: string, message?: string) => ({
  title,
  tests: [{ status, results: message === undefined ? [] : [{ error: { message, location } }] }],
});

test("vitest's failures are named with their file, and files that failed before their tests", () => {
  const report = {
    testResults: [
      {
        name: name('server/a.test.ts'),
        status: 'failed',
        assertionResults: [
          { fullName: 'a works', status: 'passed' },
          { fullName: 'b works too', status: 'failed', failureMessages: ['\u001b[31mError: no\n at b.ts:1'] },
        ],
      },
      { name: name('server/b.test.ts'), status: 'failed', assertionResults: [] },
      {
        name: name('server/c.test.ts'),
        status: 'passed',
        assertionResults: [{ fullName: 'c', status: 'passed' }],
      },
    ],
  };
  expect(failuresOf(report)).toEqual(['server/a.test.ts: b works too (Error: no)', 'server/b.test.ts']);
});

test("Playwright's failures are named with the suites above them, flaky ones too", () => {
  const inner = { title: 'booking', specs: [spec('is paid', 'flaky'), spec('is seen', 'expected')] };
  const report = {
    suites: [
      {
        title: 'a.e2e.ts',
        specs: [spec('opens', 'unexpected', 'Timed out\n\n  Received: nothing')],
        suites: [inner],
      },
    ],
  };
  expect(failuresOf(report)).toEqual([
    'a.e2e.ts › opens (at e2e/a.e2e.ts:7; Timed out; Received: nothing)',
    'a.e2e.ts › booking › is paid',
  ]);
  expect(failuresOf(null)).toEqual([]);
});

test('a property is named with the seed, path and counterexample that repeat it', () => {
  const failing = fc.property(fc.array(fc.nat()), (all) => all.length < 3);
  const message = fc.defaultReportMessage(fc.check(failing, { seed: 7 }));
  const failed = { fullName: 'p', status: 'failed', failureMessages: [`Error: ${message}\n    at a.ts:1`] };
  const report = {
    testResults: [{ name: name('a.test.ts'), status: 'failed', assertionResults: [failed] }],
  };
  expect(failuresOf(report)).toEqual([
    expect.stringMatching(
      /^a\.test\.ts: p \(Property failed after \d+ tests, \{ seed: 7, path: "[\d:]+", endOnFailure: true \}, Counterexample: \[\[0,0,0\]\]\)$/,
    ),
  ]);
});
