import { test as base, expect, type BrowserContext, type Page } from '@playwright/test';
import type { Front } from '../../shared/lib/wire.ts';
import { latestMail, type WrittenMail } from './mail.ts';
import { Stage } from './stage.ts';
import { Faults, sidewaysScroll, watch } from './watch.ts';

interface Options {
  /** true: this test begins with an untouched demo studio instead of what other tests left. */
  readonly fresh: boolean;
}

interface Rig {
  /** A window of a demo person who is signed in, on their own front, at a path (default: where they land). */
  readonly as: (email: string, path?: string) => Promise<Page>;
  /** A window of nobody, on a front. */
  readonly visit: (path: string, front?: Front) => Promise<Page>;
  /** Moves the server's clock and every window's forward together. */
  readonly moveClock: (by: Temporal.DurationLike) => Promise<void>;
  /** The latest mail to an address with this subject, once it is written. */
  readonly latestMail: (to: string, subject: string | RegExp) => Promise<WrittenMail>;
  /** The address of a front. */
  readonly origins: Readonly<Record<Front, string>>;
  readonly faults: Faults;
  readonly windows: Windows;
}

/** The windows that a test opened. Their clocks are faked only where a test moves them. */
interface Windows {
  movable: boolean;
  readonly open: (front?: Front) => Promise<BrowserContext>;
  readonly contexts: readonly BrowserContext[];
}

/** The zone of all windows (playwright.config.ts). */
const TEST_ZONE = 'Europe/Lisbon';

/** The demo's people live in many zones: in this browser they have been asked already which one they want. */
function answerForZone(zone: string): void {
  try {
    if (localStorage.getItem('timezone-asked') === null) localStorage.setItem('timezone-asked', zone);
  } catch {
    // A blank page has no storage.
  }
}

/** Playwright's test with a studio of its own, people who are signed in, and pages that must behave. */
export const test = base.extend<Rig & Options, { stage: Stage }>({
  fresh: [false, { option: true }],

  stage: [
    async ({ browserName }, use) => {
      void browserName;
      const stage = new Stage();
      await use(stage);
      await stage.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  origins: [
    async ({ stage, fresh }, use) => {
      await stage.open(fresh);
      await use(stage.server.origins);
    },
    { auto: true, timeout: 60_000 },
  ],

  faults: async ({ origins }, use) => {
    void origins;
    await use(new Faults());
  },

  windows: async ({ browser, origins, stage, faults }, use) => {
    const contexts: BrowserContext[] = [];
    const windows: Windows = {
      movable: false,
      contexts,
      async open(front = 'studio') {
        const context = await browser.newContext({ baseURL: origins[front] });
        await context.addInitScript(answerForZone, TEST_ZONE);
        if (windows.movable) await context.clock.install({ time: Date.now() + stage.offsetMs });
        watch(context, Object.values(origins), faults);
        contexts.push(context);
        return context;
      },
    };
    await use(windows);
    for (const page of contexts.flatMap((context) => context.pages())) {
      const wide = await sidewaysScroll(page);
      if (wide !== null) faults.add(wide);
    }
    await Promise.all(contexts.map((context) => context.close()));
    const unexpected = faults.unexpected();
    if (unexpected.some((fault) => fault.startsWith('5'))) unexpected.push(...stage.complaints());
    expect(unexpected, 'what no page may do').toEqual([]);
  },

  as: async ({ windows, stage, origins }, use) => {
    await use(async (email, path = '/') => {
      const { front, name, value } = await stage.signIn(email);
      const context = await windows.open(front);
      const origin = origins[front];
      await context.addCookies([{ name, value, url: origin, httpOnly: true, sameSite: 'Lax' }]);
      const page = await context.newPage();
      await page.goto(path);
      return page;
    });
  },

  visit: async ({ windows }, use) => {
    await use(async (path, front = 'studio') => {
      const context = await windows.open(front);
      const page = await context.newPage();
      await page.goto(path);
      return page;
    });
  },

  latestMail: async ({ stage, origins }, use) => {
    void origins;
    await use((to, subject) => latestMail(stage.dataDir, to, subject));
  },

  moveClock: async ({ windows, stage }, use) => {
    windows.movable = true;
    await use(async (by) => {
      const ms = Temporal.Duration.from(by).total('milliseconds');
      await stage.moveClock(ms);
      await Promise.all(windows.contexts.map((context) => context.clock.fastForward(ms)));
    });
  },
});

export { expect };
