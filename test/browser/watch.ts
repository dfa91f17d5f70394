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
