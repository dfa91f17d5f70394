import type { Browser, BrowserContext, CDPSession, TestInfo } from '@playwright/test';
import type { Front } from '#shared/lib/wire.ts';
import { Requests } from './requests.ts';
import { sidewaysScroll, watch, type Faults } from './watch.ts';

/** The zone of all windows (playwright.config.ts). */
const TEST_ZONE = 'Europe/Lisbon';

/** What a test needs to open windows. */
interface Scene {
  readonly browser: Browser;
  readonly origins: Readonly<Record<Front, string>>;
  readonly faults: Faults;
  /** Options of a window: its time zone. */
  readonly zone: string | undefined;
  /** Offset of the windows' clocks in milliseconds. */
  readonly offsetMs: () => number;
}

/** A reused browser profile, with a blank page to clear it. */
interface Kept {
  readonly key: string;
  readonly context: BrowserContext;
  readonly cleaner: CDPSession;
}

/** A worker's browser profiles for reuse: cookies and storage are cleared, compiled scripts stay cached. */
export class Profiles {
  readonly #free: Kept[] = [];

  /** An empty profile, reused or new. */
  async take(scene: Scene, front: Front): Promise<Kept> {
    const key = `${scene.origins[front]} ${scene.zone ?? ''}`;
    const at = this.#free.findIndex((kept) => kept.key === key);
    const known = this.#free.splice(at, at === -1 ? 0 : 1)[0];
    if (known !== undefined) return known;
    const context = await newProfile(scene, front);
    const cleaner = await context.newCDPSession(await context.newPage());
    return { key, context, cleaner };
  }

  /** Clears a profile for reuse. Its windows are closed. */
  async giveBack(kept: Kept, origins: readonly string[]): Promise<void> {
    const { context, cleaner } = kept;
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
    this.#free.push(kept);
  }
}

/** All storage but the HTTP cache. */
const STORED = 'local_storage,indexeddb,cache_storage,service_workers,file_systems,shared_storage';

/** A test's windows. Their clocks are faked only where a test moves them. */
export class Windows {
  movable = false;
  readonly #scene: Scene;
  readonly #profiles: Profiles;
  readonly #kept: Kept[] = [];
  readonly #own: BrowserContext[] = [];
  readonly #requests = new Map<BrowserContext, Requests>();

  constructor(scene: Scene, profiles: Profiles) {
    this.#scene = scene;
    this.#profiles = profiles;
  }

  get contexts(): readonly BrowserContext[] {
    return [...this.#kept.map(({ context }) => context), ...this.#own];
  }

  /** A signed-out browser without stored data. */
  async enter(front: Front): Promise<BrowserContext> {
    if (this.movable) return this.open(front);
    const kept = await this.#profiles.take(this.#scene, front);
    this.#kept.push(kept);
    return this.#watched(kept.context);
  }

  /** A browser without any cache; its clock can be moved. */
  async open(front: Front = 'studio'): Promise<BrowserContext> {
    const context = await newProfile(this.#scene, front);
    this.#own.push(context);
    if (this.movable) await context.clock.install({ time: Date.now() + this.#scene.offsetMs() });
    return this.#watched(context);
  }

  /** Does the work while no request of any window is under way. */
  async pause(work: () => Promise<void>): Promise<void> {
    const all = this.contexts.flatMap((context) => this.#requests.get(context) ?? []);
    await all.reduceRight<() => Promise<void>>((rest, requests) => () => requests.pause(rest), work)();
  }

  /** Pages that are wider than a phone at a test's end. */
  async lookAround(): Promise<void> {
    for (const page of this.contexts.flatMap((context) => context.pages())) {
      const wide = await sidewaysScroll(page);
      if (wide !== null) this.#scene.faults.add(wide);
    }
  }

  /** Attaches the accessibility tree of a failed test's windows. */
  async tell(info: TestInfo): Promise<void> {
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
  async close(well: boolean): Promise<void> {
    const origins = Object.values(this.#scene.origins);
    await Promise.all([
      ...this.#own.map((context) => context.close()),
      ...this.#kept.map((kept) => (well ? this.#profiles.giveBack(kept, origins) : kept.context.close())),
    ]);
  }

  #watched(context: BrowserContext): BrowserContext {
    watch(context, Object.values(this.#scene.origins), this.#scene.faults);
    if (this.movable) this.#requests.set(context, new Requests(context));
    return context;
  }
}

async function newProfile({ browser, origins }: Scene, front: Front): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: origins[front] });
  await context.addInitScript(answerForZone, TEST_ZONE);
  return context;
}

/** The demo's people live in many zones: mark the time zone question as answered. */
function answerForZone(zone: string): void {
  try {
    if (localStorage.getItem('timezone-asked') === null) localStorage.setItem('timezone-asked', zone);
  } catch {
    // A blank page has no storage access.
  }
}
