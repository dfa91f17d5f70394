import { test as base, expect, type Page } from '@playwright/test';
import type { Front } from '#shared/lib/wire.ts';
import { latestMail, type WrittenMail } from './mail.ts';
import { Stage } from './stage.ts';
import { Faults } from './watch.ts';
import { Profiles, Windows } from './windows.ts';

interface Options {
  /** true: this test starts with a fresh demo studio. */
  readonly fresh: boolean;
}

interface BrowserFixtures {
  /** A window of a signed-in demo person on their front, at a path. */
  readonly as: (email: string, path?: string) => Promise<Page>;
  /** A signed-out window on a front. */
  readonly visit: (path: string, front?: Front) => Promise<Page>;
  /** Moves the server's clock and every window's forward together. */
  readonly moveClock: (by: Temporal.DurationLike) => Promise<void>;
  /** The latest mail to an address with this subject; waits for it. */
  readonly latestMail: (to: string, subject: string | RegExp) => Promise<WrittenMail>;
  /** The link to the kept mails that the server printed when it started. */
  readonly outboxLink: () => string;
  /** The address of a front. */
  readonly origins: Readonly<Record<Front, string>>;
  readonly faults: Faults;
  readonly windows: Windows;
}

/** Playwright's test with a studio, signed-in people, and checks of every page. */
export const test = base.extend<BrowserFixtures & Options, { stage: Stage; profiles: Profiles }>({
  fresh: [false, { option: true }],

  stage: [
    async ({ browserName }, use) => {
      void browserName;
      const stage = new Stage();
      await use(stage);
      await stage.close();
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
    async ({ stage, fresh }, use) => {
      await stage.open(fresh);
      await use(stage.server.origins);
    },
    { auto: true, timeout: 180_000 },
  ],

  faults: async ({ origins }, use) => {
    void origins;
    await use(new Faults());
  },

  windows: async ({ browser, origins, stage, faults, profiles, timezoneId }, use, info) => {
    const scene = { browser, origins, faults, zone: timezoneId, offsetMs: () => stage.offsetMs };
    const windows = new Windows(scene, profiles);
    await use(windows);
    await windows.lookAround();
    const unexpected = faults.unexpected();
    if (unexpected.some((fault) => fault.startsWith('5'))) unexpected.push(...stage.complaints());
    const well = unexpected.length === 0 && info.status === info.expectedStatus;
    if (!well) await windows.tell(info);
    await windows.close(well);
    expect(unexpected, 'what no page may do').toEqual([]);
  },

  as: async ({ windows, stage, origins }, use) => {
    await use(async (email, path = '/') => {
      const { front, name, value } = await stage.signIn(email);
      const context = await windows.enter(front);
      const origin = origins[front];
      await context.addCookies([{ name, value, url: origin, httpOnly: true, sameSite: 'Lax' }]);
      const page = await context.newPage();
      await page.goto(path);
      return page;
    });
  },

  visit: async ({ windows }, use) => {
    await use(async (path, front = 'studio') => {
      const context = await windows.enter(front);
      const page = await context.newPage();
      await page.goto(path);
      return page;
    });
  },

  latestMail: async ({ stage, origins }, use) => {
    void origins;
    await use((to, subject) => latestMail(stage.dataDir, to, subject));
  },

  outboxLink: async ({ stage, origins }, use) => {
    void origins;
    await use(() => stage.outboxLink());
  },

  moveClock: async ({ windows, stage }, use) => {
    windows.movable = true;
    await use(async (by) => {
      const ms = Temporal.Duration.from(by).total('milliseconds');
      await windows.pause(async () => {
        await stage.moveClock(ms);
        await Promise.all(windows.contexts.map((context) => context.clock.fastForward(ms)));
      });
    });
  },
});

export { expect };
