import type { Stripe } from 'stripe';
import { test as base } from 'vitest';
import type { Sandbox } from '../../sandbox/main.ts';
import type { FixedClock } from './fixed-clock.ts';
import { testDatabase } from './database.ts';
import type { TestApp, TestOptions } from './app.ts';
import { makeStudio } from './studio.ts';
import { fileApp } from './reused.ts';

/**
 * `test` with an application on its own database for each test file. Nothing is made that no test names.
 * Other settings for a file: `test.extend('options', { scope: 'file' }, { env })`.
 */
export const test = base
  /** An empty, migrated database without an application. */
  .extend('database', { scope: 'file' }, async ({}, { onCleanup }) => {
    const database = await testDatabase();
    onCleanup(() => database.drop());
    return database;
  })
  .extend('options', { scope: 'file' }, (): TestOptions => ({}))
  .extend('app', { scope: 'file' }, async ({ options }, { onCleanup }): Promise<TestApp> => {
    const app = await fileApp(options);
    onCleanup(() => app.close());
    return app;
  })
  .extend('start', { scope: 'file' }, ({ app }): Temporal.Instant => app.start)
  /** The application's clock; restored when the test ends. */
  .extend('clock', ({ app }, { onCleanup }): FixedClock => {
    const { instant } = app.clock;
    onCleanup(() => {
      app.clock.instant = instant;
    });
    return app.clock;
  })
  .extend('studio', { scope: 'file' }, ({ app }) => makeStudio(app))
  /** The application's payment sandbox, for files with the option `sandbox`. */
  .extend('sandbox', { scope: 'file' }, ({ app }): Sandbox => {
    if (app.sandbox === null) throw new Error("needs test.extend('options', …, { sandbox: true })");
    return app.sandbox;
  })
  /** The SDK, pointed at that sandbox. */
  .extend('stripe', { scope: 'file' }, async ({ sandbox }): Promise<Stripe> => {
    const { sdk } = await import('../sandbox/sdk.ts');
    return sdk(sandbox.url);
  });
