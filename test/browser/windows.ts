import type { Browser, BrowserContext, CDPSession, Page, TestInfo } from '@playwright/test';
import { prebook } from '#shared/booking/calls.ts';
import type { Front } from '#shared/lib/wire.ts';
import { gateCalls } from './calls.ts';
import { Requests } from './requests.ts';
import { observeShifts, sidewaysScroll, watch, type Faults } from './watch.ts';

/** The zone of all windows (playwright.config.ts). */
const TEST_ZONE = 'Europe/Lisbon';

/** What a test needs to open windows. */
interface WindowOptions {
  readonly browser: Browser;
  readonly origins: Readonly<Record<Front, string>>;
  readonly faults: Faults;
  /** Options of a window: its time zone. */
  readonly zone: string | undefined;
  readonly isMobile: boolean;
  /** Offset of the windows' clocks in milliseconds. */
  readonly offsetMs: () => number;
  /** Called when a window asks to hold a time. */
  readonly onHold: () => void;
}

/** A reused browser profile, with a page that stays: it clears the profile, and opens its pages. */
interface Profile {
  readonly key: string;
  readonly context: BrowserContext;
  readonly page: Page;
  readonly cleaner: CDPSession;
}

/** A worker's browser profiles for reuse: cookies and storage are cleared, compiled scripts and styles stay. */
export class Profiles {
  readonly #free: Profile[] = [];

  /** An empty profile, reused or new. */
  async acquire(options: WindowOptions, front: Front): Promise<Profile> {
    const key = `${options.origins[front]} ${options.zone ?? ''} ${options.isMobile}`;
    const at = this.#free.findIndex((profile) => profile.key === key);
    const reused = this.#free.splice(at, at === -1 ? 0 : 1)[0];
    if (reused !== undefined) return reused;
    const context = await newProfile(options, front);
    const page = await context.newPage();
    await page.goto('/readyz');
    const cleaner = await context.newCDPSession(page);
    return { key, context, page, cleaner };
  }

  /** Clears a profile for reuse. Its windows are closed. */
  async release(profile: Profile, origins: readonly string[]): Promise<void> {
    const { context, cleaner } = profile;
    const [, ...pages] = context.pages();
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await Promise.all(pages.map((page) => page.close()));
    for (const event of ['console', 'weberror', 'request', 'response', 'page'] as const)
      context.removeAllListeners(event);
    await context.setOffline(false);
    await context.clearPermissions();
    await context.clearCookies();
    for (const origin of origins)
      await cleaner.send('Storage.clearDataForOrigin', { origin, storageTypes: STORED });
    this.#free.push(profile);
  }
}

/** All storage but the HTTP cache. */
const STORED = 'local_storage,indexeddb,cache_storage,service_workers,file_systems,shared_storage';

/** A test's windows. Their clocks are faked only where a test moves them. */
export class Windows {
  movable = false;
  readonly #options: WindowOptions;
  readonly #profiles: Profiles;
  readonly #profilesInUse: Profile[] = [];
  readonly #uncached: BrowserContext[] = [];
  readonly #requests = new Map<BrowserContext, Requests>();

  constructor(options: WindowOptions, profiles: Profiles) {
    this.#options = options;
    this.#profiles = profiles;
  }

  get contexts(): readonly BrowserContext[] {
    return [...this.#profilesInUse.map(({ context }) => context), ...this.#uncached];
  }

  /** A signed-out browser without stored data. */
  async open(front: Front): Promise<BrowserContext> {
    if (this.movable) return this.openUncached(front);
    const profile = await this.#profiles.acquire(this.#options, front);
    this.#profilesInUse.push(profile);
    return this.#watched(profile.context);
  }

  /** A blank page. A profile's is in the process of its pages before it, which has compiled their scripts and styles. */
  async newPage(context: BrowserContext): Promise<Page> {
    const profile = this.#profilesInUse.find((one) => one.context === context);
    if (profile === undefined) return context.newPage();
    const opened = context.waitForEvent('page');
    await profile.page.evaluate(openBlank);
    return opened;
  }

  /** A browser without any cache; its clock can be moved. */
  async openUncached(front: Front = 'studio'): Promise<BrowserContext> {
    const context = await newProfile(this.#options, front);
    this.#uncached.push(context);
    if (this.movable) {
      await context.clock.install({ time: Date.now() + this.#options.offsetMs() });
      await context.addInitScript(gateCalls);
    }
    return this.#watched(context);
  }

  /** Does the work while no request of any window is under way. */
  async pause(work: () => Promise<void>): Promise<void> {
    const all = this.contexts.flatMap((context) => this.#requests.get(context) ?? []);
    await all.reduceRight<() => Promise<void>>((rest, requests) => () => requests.pause(rest), work)();
  }

  /** Pages that are wider than a phone at a test's end. */
  async checkOverflow(): Promise<void> {
    for (const page of this.contexts.flatMap((context) => context.pages())) {
      const overflow = await sidewaysScroll(page);
      if (overflow !== null) this.#options.faults.add(overflow);
    }
  }

  /** Attaches the accessibility tree of a failed test's windows. */
  async attachSnapshots(info: TestInfo): Promise<void> {
    for (const page of this.contexts.flatMap((context) => context.pages())) {
      if (page.url() === 'about:blank') continue;
      const body = await page
        .locator('body')
        .ariaSnapshot({ timeout: 5000 })
        .catch((error: unknown) => String(error));
      await info.attach(page.url(), { body, contentType: 'text/plain' });
    }
  }

  /** Closes all windows; profiles of passed tests are reused. */
  async close(passed: boolean): Promise<void> {
    const origins = Object.values(this.#options.origins);
    await Promise.all([
      ...this.#uncached.map((context) => context.close()),
      ...this.#profilesInUse.map((profile) =>
        passed ? this.#profiles.release(profile, origins) : profile.context.close(),
      ),
    ]);
  }

  #watched(context: BrowserContext): BrowserContext {
    const { origins, faults, onHold } = this.#options;
    watch(context, Object.values(origins), faults);
    context.on('request', (request) => {
      if (request.url().endsWith(prebook.path)) onHold();
    });
    if (this.movable) this.#requests.set(context, new Requests(context));
    return context;
  }
}

async function newProfile({ browser, origins }: WindowOptions, front: Front): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: origins[front] });
  await context.addInitScript(storeZoneAnswer, TEST_ZONE);
  await context.addInitScript(observeShifts);
  return context;
}

/** Opens a page that does not know by whom. */
function openBlank(): void {
  const opened = open('about:blank');
  if (opened !== null) opened.opener = null;
}

/** The demo's people live in many zones: mark the time zone question as answered. */
function storeZoneAnswer(zone: string): void {
  try {
    if (localStorage.getItem('timezone-asked') === null) localStorage.setItem('timezone-asked', zone);
  } catch {
    // A blank page has no storage access.
  }
}
