import type { BrowserContext, Request } from '@playwright/test';
import { holdCalls, releaseCalls } from './calls.ts';

/** How long requests may take to end before the clock moves, on a machine however busy. */
const LIMIT_MS = 30_000;
const INTERVAL_MS = 10;

/**
 * The requests of a browser that are under way, its pages' calls by their own count. Clocks move only while there are
 * none: a response from before or between the moves would make the page estimate the server's time wrongly.
 */
export class Requests {
  readonly #context: BrowserContext;
  readonly #open = new Set<Request>();
  readonly #held = new Set<Request>();

  constructor(context: BrowserContext) {
    this.#context = context;
    context.on('request', (request) => {
      // A stream of live updates never ends, and its events carry no time.
      if (request.resourceType() !== 'eventsource') this.#open.add(request);
    });
    context.on('requestfinished', (request) => this.#open.delete(request));
    context.on('requestfailed', (request) => this.#open.delete(request));
    context.on('page', (page) => page.on('close', () => this.#removePage(page)));
  }

  /** Holds back new requests, waits for those under way, does the work, and lets all go on. */
  async pause(work: () => Promise<void>): Promise<void> {
    const gate = Promise.withResolvers<void>();
    try {
      await this.#eachPage(holdCalls);
      await this.#context.route('**/*', async (route) => {
        this.#held.add(route.request());
        await gate.promise;
        await route.continue().catch(() => undefined);
      });
      await this.#settled();
      await work();
    } finally {
      gate.resolve();
      await this.#context.unroute('**/*');
      this.#held.clear();
      await this.#eachPage(releaseCalls);
    }
  }

  /** Does it in each page; one that is just led elsewhere does not answer. */
  async #eachPage(work: () => unknown): Promise<void> {
    await Promise.all(this.#context.pages().map((page) => page.evaluate(work).catch(() => undefined)));
  }

  /** Until no request is under way, also after each page has answered: what it began before may be told late. */
  async #settled(): Promise<void> {
    const deadline = performance.now() + LIMIT_MS;
    const isBusy = () => [...this.#open].some((request) => !this.#held.has(request));
    for (let answered = false; !answered || isBusy();) {
      while (isBusy()) {
        if (performance.now() > deadline)
          throw new Error(`still under way: ${[...this.#open].map((request) => request.url()).join(', ')}`);
        await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
      }
      await this.#eachPage(() => 0);
      answered = true;
    }
  }

  #removePage(page: unknown): void {
    for (const request of this.#open) if (request.frame().page() === page) this.#open.delete(request);
  }
}
