import { defineConfig } from 'vitest/config';
import { ON_OLDER } from '#test/older/list.ts';

/** Tests wait for conditions; generous limits, so that a busy machine does not fail them. */
const TIMEOUTS = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 30_000, interval: 20 } },
} as const;

/**
 * Two workers for two cores. Files of a worker share modules, so a test must leave no module state, clock or global
 * changed.
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    // A forgotten .only would leave the rest out and pass.
    allowOnly: false,
    fileParallelism: true,
    projects: [
      {
        test: {
          ...TIMEOUTS,
          name: 'unit',
          environment: 'node',
          isolate: false,
          include: [
            'shared/**/*.test.ts',
            'client/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
            '{server,demo,sandbox,test}/**/*.unit.test.ts',
          ],
        },
      },
      {
        test: {
          ...TIMEOUTS,
          name: 'api',
          environment: 'node',
          isolate: false,
          include: ['{server,demo,sandbox}/**/*.test.ts', 'test/{access,api}/*.test.ts'],
          exclude: ['**/*.{unit,process}.test.ts', '**/node_modules/**'],
          globalSetup: ['test/api/setup.ts'],
          setupFiles: ['test/older/record.ts', 'test/referees/record.ts'],
        },
      },
      {
        test: {
          ...TIMEOUTS,
          name: 'processes',
          environment: 'node',
          isolate: false,
          // Its tests also wait for processes to start.
          maxWorkers: 3,
          include: ['{server,sandbox}/**/*.process.test.ts'],
          globalSetup: ['test/api/setup.ts'],
          setupFiles: ['test/older/record.ts'],
        },
      },
      {
        test: {
          ...TIMEOUTS,
          name: 'older',
          environment: 'node',
          isolate: false,
          include: Object.keys(ON_OLDER),
          globalSetup: ['test/api/setup.ts'],
        },
      },
      {
        test: {
          ...TIMEOUTS,
          name: 'referees',
          environment: 'node',
          include: ['test/referees/*.test.ts'],
          globalSetup: ['test/api/setup.ts'],
        },
      },
      {
        test: {
          ...TIMEOUTS,
          name: 'simulation',
          environment: 'node',
          include: ['test/simulation/*.test.ts'],
          globalSetup: ['test/api/setup.ts'],
        },
      },
      {
        test: {
          ...TIMEOUTS,
          testTimeout: 3_600_000,
          name: 'scan',
          environment: 'node',
          include: ['test/scan/*.test.ts'],
          globalSetup: ['test/api/setup.ts'],
        },
      },
      {
        test: {
          ...TIMEOUTS,
          name: 'kill',
          environment: 'node',
          include: ['test/kill/*.test.ts'],
          globalSetup: ['test/kill/setup.ts'],
        },
      },
      {
        test: {
          ...TIMEOUTS,
          name: 'release',
          environment: 'node',
          include: ['test/{release,several,upgrade}/*.test.ts'],
          globalSetup: ['test/release/setup.ts'],
        },
      },
      { test: { ...TIMEOUTS, name: 'browsers', environment: 'node', include: ['test/webdriver/*.test.ts'] } },
      {
        test: {
          ...TIMEOUTS,
          name: 's3',
          environment: 'node',
          include: ['test/s3/*.test.ts'],
          globalSetup: ['test/api/setup.ts', 'test/s3/setup.ts'],
        },
      },
    ],
  },
});
