import { defineConfig } from 'vitest/config';
import { ON_OLDER } from './server/test/older/list.ts';

/** What is waited for is a condition; how long says nothing but that it will never come, on a machine however busy. */
const PATIENT = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 30_000, interval: 20 } },
} as const;

/**
 * Pure tests in one project, tests on a real database in the other; two workers for two cores. The files of a worker share its
 * modules, so that each is loaded once and not once a file: a test leaves no module, clock or global behind as it did not find it.
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    fileParallelism: true,
    projects: [
      {
        test: {
          ...PATIENT,
          name: 'unit',
          environment: 'node',
          isolate: false,
          include: [
            'shared/**/*.test.ts',
            'client/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
            '{server,demo}/**/*.unit.test.ts',
          ],
        },
      },
      {
        test: {
          ...PATIENT,
          name: 'api',
          environment: 'node',
          isolate: false,
          include: ['{server,demo}/**/*.test.ts'],
          exclude: [
            '**/*.unit.test.ts',
            'server/test/kill/**',
            'server/files/foreign/**',
            'server/test/older/**',
            '**/node_modules/**',
          ],
          globalSetup: ['server/db/test-setup.ts'],
          setupFiles: ['server/test/older/note.ts'],
        },
      },
      {
        test: {
          ...PATIENT,
          name: 'older',
          environment: 'node',
          isolate: false,
          include: Object.keys(ON_OLDER),
          globalSetup: ['server/db/test-setup.ts'],
        },
      },
      { test: { ...PATIENT, name: 'kill', environment: 'node', include: ['server/test/kill/*.test.ts'] } },
      {
        test: {
          ...PATIENT,
          name: 's3',
          environment: 'node',
          include: ['server/files/foreign/*.test.ts'],
          globalSetup: ['server/db/test-setup.ts', 'server/files/foreign/setup.ts'],
        },
      },
    ],
  },
});
