import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/chromium.ts';

// Workers read this file too; the first process finds the browser for all.
process.env['TALKBACK_CHROMIUM'] ??= await findChromium();

/** What a browser does by itself has no place in a test, and as root its sandbox has no rights to build on. */
const QUIET = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Two workers for two cores, each with a server and a database of its own; no second tries. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  globalSetup: './e2e/rig/made-studio.ts',
  workers: 2,
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  // Generous, for a machine that has other things to do: nothing waits this long where all is well.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    browserName: 'chromium',
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    locale: 'en-GB',
    timezoneId: 'Europe/Lisbon',
    // The product has no motion that a test should wait for; that it may be asked for less is part of it.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // A trace of every step takes as long as the steps: `TRACE=1` when one test is looked into. What failed windows show is told anyway.
    trace: process.env['TRACE'] === '1' ? 'on' : 'off',
    launchOptions: {
      executablePath: process.env['TALKBACK_CHROMIUM'],
      args: process.getuid?.() === 0 ? ['--no-sandbox', ...QUIET] : QUIET,
    },
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } } },
    {
      // The ways that a phone must carry are tagged; the rest would only be walked twice.
      name: 'phone',
      grep: /@phone/,
      use: { viewport: { width: 375, height: 812 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
    },
  ],
});
