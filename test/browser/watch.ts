import type { BrowserContext, Page } from '@playwright/test';

/** Forbidden things that pages did, as text. A test that provokes one calls `allow`. */
export class Faults {
  readonly #seen: string[] = [];
  readonly #allowed: RegExp[] = [];

  /** Expects faults like this one. */
  allow(pattern: RegExp): void {
    this.#allowed.push(pattern);
  }

  add(fault: string): void {
    this.#seen.push(fault);
  }

  /** Those that nobody expected. */
  unexpected(): string[] {
    return this.#seen.filter((fault) => !this.#allowed.some((pattern) => pattern.test(fault)));
  }
}

/** Refusals are allowed here; responses check them. */
const REFUSED = /^Failed to load resource: the server responded with a status of \d+/;

/** Collects console errors, page errors, server faults, missing files and requests to other origins. */
export function watch(context: BrowserContext, origins: readonly string[], faults: Faults): void {
  context.on('console', (message) => {
    if (message.type() === 'error' && !REFUSED.test(message.text()))
      faults.add(`console error: ${message.text()}`);
  });
  context.on('weberror', (error) => faults.add(`page error: ${error.error().message}`));
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (/^https?:$/.test(url.protocol) && !origins.includes(url.origin))
      faults.add(`request to another origin: ${request.url()}`);
  });
  context.on('response', (response) => {
    const { pathname } = new URL(response.url());
    const mayRefuse = /^\/(api|content|storage)\//.test(pathname);
    if (response.status() >= 500 || (response.status() >= 400 && !mayRefuse))
      faults.add(`${response.status()}: ${response.url()}`);
  });
}

/** Collects the page's layout shifts, apart from those after a press or a key. Runs before the page's own code. */
export function observeShifts(): void {
  const shifts: LayoutShift[] = [];
  Object.assign(globalThis, { shifts });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as LayoutShift[]) if (!entry.hadRecentInput) shifts.push(entry);
  }).observe({ type: 'layout-shift', buffered: true });
}

/** By the Layout Instability specification; absent from TypeScript's DOM. */
interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly { readonly node: Node | null }[];
}

/** How much the page has shifted since it was opened, by its parts; waits for its fonts and two frames. */
export async function layoutShift(page: Page): Promise<{ sum: number; of: string[] }> {
  return page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const { shifts } = globalThis as unknown as { shifts: readonly LayoutShift[] };
    const of = shifts.flatMap(({ value, sources }) =>
      sources.map(({ node }) => `${value.toFixed(4)} ${node?.textContent?.slice(0, 40) ?? 'removed'}`),
    );
    return { sum: shifts.reduce((sum, { value }) => sum + value, 0), of };
  });
}

/** Reports sideways overflow at a phone's width, and its cause. */
export async function sidewaysScroll(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (clientWidth > 400 || scrollWidth <= clientWidth) return null;
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    );
    const what = wide.slice(0, 3).map((element) => element.outerHTML.slice(0, 120));
    return `${location.pathname} is ${scrollWidth} px wide on a phone of ${clientWidth}: ${what.join(' | ')}`;
  });
}
