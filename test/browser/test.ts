import { test as base, type Page, type TestInfo } from '@playwright/test';
import type { Front } from '#shared/lib/wire.ts';
import { expect } from './expect.ts';
import { latestMail, type WrittenMail } from './mail.ts';
import { PHONE } from './phone.ts';
import { sandboxOf } from './payments.ts';
import { WorkerStudio } from './worker-studio.ts';
import { Faults } from './watch.ts';
import { Profiles, Windows } from './windows.ts';

interface Options {
  /** true: this test starts with a fresh demo studio. */
  readonly fresh: boolean;
}

interface BrowserFixtures {
  /** A window of a signed-in demo person on their front, at a path; null: still blank, for who prepares it first. */
  readonly as: (email: string, path?: string | null) => Promise<Page>;
  /** A signed-out window on a front, at a path or still blank. */
  readonly visit: (path: string | null, front?: Front) => Promise<Page>;
  /** Moves the server's clock and every window's forward together. */
  readonly moveClock: (by: Temporal.DurationLike) => Promise<void>;
  /** Moves a customer's time at the payment provider forward by days, and the studio's with it. */
  readonly passTime: (email: string, days: number) => Promise<void>;
  /** The latest mail to an address with this subject; waits for it. */
  readonly latestMail: (to: string, subject: string | RegExp) => Promise<WrittenMail>;
  /** The link to the stored mails that the server printed when it started. */
  readonly outboxLink: () => string;
  /** The address of a front. */
  readonly origins: Readonly<Record<Front, string>>;
  readonly faults: Faults;
  readonly windows: Windows;
}

/** What a phone alone shows. */
const isPhoneOnly = ({ tags }: TestInfo): boolean => tags.includes('@phone-only');

/** Playwright's test with a studio, signed-in people, and checks of every page. */
export const test = base.extend<BrowserFixtures & Options, { studio: WorkerStudio; profiles: Profiles }>({
  fresh: [false, { option: true }],

  viewport: async ({ viewport }, use, info) => use(isPhoneOnly(info) ? PHONE.viewport : viewport),
  isMobile: async ({ isMobile }, use, info) => use(isPhoneOnly(info) || isMobile),
  hasTouch: async ({ hasTouch }, use, info) => use(isPhoneOnly(info) || hasTouch),
  deviceScaleFactor: async ({ deviceScaleFactor }, use, info) =>
    use(isPhoneOnly(info) ? PHONE.deviceScaleFactor : deviceScaleFactor),

  studio: [
    async ({ browserName }, use) => {
      void browserName;
      const studio = new WorkerStudio();
      await use(studio);
      await studio.close();
    },
    { scope: 'worker', timeout: 180_000 },
  ],

  profiles: [
    async ({ browserName }, use) => {
      void browserName;
      await use(new Profiles());
    },
    { scope: 'worker' },
  ],

  origins: [
    async ({ studio, fresh }, use) => {
      await studio.start(fresh);
      await use(studio.server.origins);
    },
    { auto: true, timeout: 180_000 },
  ],

  faults: async ({ origins }, use) => {
    void origins;
    await use(new Faults());
  },

  windows: async ({ browser, origins, studio, faults, profiles, timezoneId, isMobile }, use, info) => {
    const device = { zone: timezoneId, isMobile };
    const ports = { offsetMs: () => studio.offsetMs, onHold: () => studio.mayHoldTime() };
    const options = { browser, origins, faults, ...device, ...ports };
    const windows = new Windows(options, profiles);
    await use(windows);
    await windows.checkOverflow();
    const unexpected = faults.unexpected();
    if (unexpected.some((fault) => fault.startsWith('5'))) unexpected.push(...studio.loggedErrors());
    const passed = unexpected.length === 0 && info.status === info.expectedStatus;
    if (!passed) await windows.attachSnapshots(info);
    await windows.close(passed);
    expect(unexpected, 'what no page may do').toEqual([]);
  },

  as: async ({ windows, studio, origins }, use) => {
    await use(async (email, path = '/') => {
      const { front, name, value } = await studio.signIn(email);
      const context = await windows.open(front);
      const origin = origins[front];
      await context.addCookies([{ name, value, url: origin, httpOnly: true, sameSite: 'Lax' }]);
      const page = await windows.newPage(context);
      if (path !== null) await page.goto(path);
      return page;
    });
  },

  visit: async ({ windows }, use) => {
    await use(async (path, front = 'studio') => {
      const context = await windows.open(front);
      const page = await windows.newPage(context);
      if (path !== null) await page.goto(path);
      return page;
    });
  },

  latestMail: async ({ studio, origins }, use) => {
    void origins;
    await use((to, subject) => latestMail(studio.dataDir, to, subject));
  },

  outboxLink: async ({ studio, origins }, use) => {
    void origins;
    await use(() => studio.outboxLink());
  },

  moveClock: async ({ windows, studio }, use) => {
    windows.movable = true;
    await use(async (by) => {
      const ms = Temporal.Duration.from(by).total('milliseconds');
      await windows.pause(async () => {
        await studio.moveClock(ms);
        await Promise.all(windows.contexts.map((context) => context.clock.fastForward(ms)));
      });
    });
  },

  passTime: async ({ moveClock, studio }, use) => {
    await use(async (email, days) => {
      await moveClock({ hours: days * 24 });
      // To an instant: at PayPal a person's time goes with the sandbox's own, which has moved already.
      const now = Math.floor((Date.now() + studio.offsetMs) / 1000);
      await sandboxOf(studio).travel(email, `@${now}`);
    });
  },
});

export { expect };
