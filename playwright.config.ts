import os from 'node:os';
import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/chromium.ts';
import { PHONE } from './test/browser/phone.ts';
import { THOROUGH } from './test/thorough.ts';

// Workers load this file, too; the first process finds the browser for all.
process.env['TALKBACK_CHROMIUM'] ??= await findChromium();

/** No background activity of the browser; no sandbox, which fails as root. */
const QUIET = [
  // Two cores have other work than compiling ahead what a test may never run: a tenth less work.
  '--js-flags=--single-threaded',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Two workers for two cores, each with its own server and database; no retries. A third would only wait for the others. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  globalSetup: './test/browser/demo-studio.ts',
  workers: 2,
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  // Generous, for busy machines.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  use: {
    browserName: 'chromium',
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    locale: 'en-GB',
    timezoneId: 'Europe/Lisbon',
    // Reduced motion, so that tests need not wait for transitions.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // Traces double the time: `TRACE=1` for a single test. Failed windows are attached anyway.
    trace: process.env['TRACE'] === '1' ? 'on' : 'off',
    launchOptions: {
      executablePath: process.env['TALKBACK_CHROMIUM'],
      // Where the files of a stage are in memory there is room for what processes share: a visit costs up to a tenth less.
      ignoreDefaultArgs: os.tmpdir().startsWith('/dev/shm') ? ['--disable-dev-shm-usage'] : [],
      args: process.getuid?.() === 0 ? ['--no-sandbox', ...QUIET] : QUIET,
    },
  },
  projects: [
    // By tag: tests without one run on the desktop, with @phone at both widths. Those with @phone-only bring the phone
    // themselves (test/browser/test.ts): a project has workers of its own. A second width, and a @variant of what
    // another test walks, are for a thorough run.
    {
      name: 'desktop',
      grepInvert: THOROUGH ? [] : /@variant/,
      use: { viewport: { width: 1280, height: 800 } },
    },
    ...(THOROUGH ? [{ name: 'phone', grep: /@phone(?!-only)/, use: PHONE }] : []),
  ],
});
