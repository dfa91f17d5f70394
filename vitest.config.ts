import { defineConfig } from 'vitest/config';

/** Pure tests in one project, tests on a real database in the other; two workers for two cores. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    fileParallelism: true,
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          testTimeout: 20_000,
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
          name: 'api',
          environment: 'node',
          include: ['{server,demo}/**/*.test.ts'],
          exclude: [
            '**/*.unit.test.ts',
            'server/test/kill/**',
            'server/files/foreign/**',
            '**/node_modules/**',
          ],
          globalSetup: ['server/db/test-setup.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      { test: { name: 'kill', environment: 'node', include: ['server/test/kill/*.test.ts'] } },
      {
        test: {
          name: 's3',
          environment: 'node',
          include: ['server/files/foreign/*.test.ts'],
          globalSetup: ['server/db/test-setup.ts', 'server/files/foreign/setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
