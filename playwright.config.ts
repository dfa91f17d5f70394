import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/chromium.ts';

// Workers read this file too; the first process finds the browser for all.
process.env['TALKBACK_CHROMIUM'] ??= await findChromium();

/** Two workers for two cores, each with a server and a database of its own; no second tries. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env['TALKBACK_CHROMIUM'],
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    },
  },
});
