import type { Browser, BrowserContext, CDPSession, TestInfo } from '@playwright/test';
import type { Front } from '../../shared/lib/wire.ts';
import { sidewaysScroll, watch, type Faults } from './watch.ts';

/** The zone of all windows (playwright.config.ts). */
const TEST_ZONE = 'Europe/Lisbon';

/** What a test needs to open windows. */
interface Scene {
  readonly browser: Browser;
  readonly origins: Readonly<Record<Front, string>>;
  readonly faults: Faults;
  /** What windows differ by besides their front: the zone that a test wants its browser in. */
  readonly zone: string | undefined;
  /** How far the windows' clocks shall be ahead, in milliseconds, where a test moves them. */
  readonly offsetMs: () => number;
}

/** A browser's profile that is used again, with a blank page to empty it by. */
interface Kept {
  readonly key: string;
  readonly context: BrowserContext;
  readonly cleaner: CDPSession;
}

/**
 * The profiles of a worker that later tests use again: emptied of cookies and storage, so that nothing is left of anybody, while
 * the scripts that every screen needs need not be fetched and compiled anew.
 */
export class Profiles {
  readonly #free: Kept[] = [];

  /** An empty profile, kept from earlier tests or new. */
  async take(scene: Scene, front: Front): Promise<Kept> {
    const key = `${scene.origins[front]} ${scene.zone ?? ''}`;
    const at = this.#free.findIndex((kept) => kept.key === key);
    const known = this.#free.splice(at, at === -1 ? 0 : 1)[0];
    if (known !== undefined) return known;
    const context = await newProfile(scene, front);
    const cleaner = await context.newCDPSession(await context.newPage());
    return { key, context, cleaner };
  }

  /** Empties a profile and keeps it. Its windows are closed. */
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

/** Everything that outlives a page but the cache of what was fetched. */
const STORED = 'local_storage,indexeddb,cache_storage,service_workers,file_systems,shared_storage';

/** The windows that a test opened. Their clocks are faked only where a test moves them. */
export class Windows {
  movable = false;
  readonly #scene: Scene;
  readonly #profiles: Profiles;
  readonly #kept: Kept[] = [];
  readonly #own: BrowserContext[] = [];

  constructor(scene: Scene, profiles: Profiles) {
    this.#scene = scene;
    this.#profiles = profiles;
  }

  get contexts(): readonly BrowserContext[] {
    return [...this.#kept.map(({ context }) => context), ...this.#own];
  }

  /** A browser in which nobody is, and nothing is stored. */
  async enter(front: Front): Promise<BrowserContext> {
    if (this.movable) return this.open(front);
    const kept = await this.#profiles.take(this.#scene, front);
    this.#kept.push(kept);
    return this.#watched(kept.context);
  }

  /** A browser that has never been here, with nothing in its cache either; its clock can be moved. */
  async open(front: Front = 'studio'): Promise<BrowserContext> {
    const context = await newProfile(this.#scene, front);
    this.#own.push(context);
    if (this.movable) await context.clock.install({ time: Date.now() + this.#scene.offsetMs() });
    return this.#watched(context);
  }

  /** What no page may be at a test's end: wider than a phone. */
  async lookAround(): Promise<void> {
    for (const page of this.contexts.flatMap((context) => context.pages())) {
      const wide = await sidewaysScroll(page);
      if (wide !== null) this.#scene.faults.add(wide);
    }
  }

  /** Tells of a failed test what its windows show, as those who listen get it. */
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

  /** Closes all windows; their profiles are kept for later where the test went well. */
  async close(well: boolean): Promise<void> {
    const origins = Object.values(this.#scene.origins);
    await Promise.all([
      ...this.#own.map((context) => context.close()),
      ...this.#kept.map((kept) => (well ? this.#profiles.giveBack(kept, origins) : kept.context.close())),
    ]);
  }

  #watched(context: BrowserContext): BrowserContext {
    watch(context, Object.values(this.#scene.origins), this.#scene.faults);
    return context;
  }
}

async function newProfile({ browser, origins }: Scene, front: Front): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: origins[front] });
  await context.addInitScript(answerForZone, TEST_ZONE);
  return context;
}

/** The demo's people live in many zones: in this browser they have been asked already which one they want. */
function answerForZone(zone: string): void {
  try {
    if (localStorage.getItem('timezone-asked') === null) localStorage.setItem('timezone-asked', zone);
  } catch {
    // A blank page has no storage.
  }
}
