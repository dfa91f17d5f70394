import { expect as playwright } from '@playwright/test';

/** How long an expectation waits unless it says otherwise; generous, for busy machines. */
const LIMIT_MS = 30_000;

/**
 * Playwright looks again after 20, 70, 170 and 270 ms, then each half second; below a limit of 2.5 s each tenth. What a
 * page shows after 300 ms it sees after 770, so a long wait is made of short ones.
 */
const SHORT_MS = 2400;

/** When `expect.poll` looks again, in milliseconds; the last one repeats. */
const INTERVALS = [20, 50, 100];

type Matcher = (...args: unknown[]) => unknown;
type Matchers = Readonly<Record<string, Matcher>>;

const short = playwright.configure({ timeout: SHORT_MS });

/** Playwright's `expect`, which sees sooner that a page is as expected. */
export const expect = new Proxy(playwright, {
  apply(target, self, [actual, message]: [unknown, string?]) {
    if (!isOfPage(actual)) return Reflect.apply(target, self, [actual, message]);
    return lookOften(Reflect.apply(short, self, [actual, message]) as unknown as Matchers);
  },
  get(target, name) {
    if (name !== 'poll') return Reflect.get(target, name) as unknown;
    const poll: typeof playwright.poll = (actual, options) => {
      const given = typeof options === 'string' ? { message: options } : options;
      return target.poll(actual, { timeout: LIMIT_MS, intervals: INTERVALS, ...given });
    };
    return poll;
  },
});

/** A page or a locator, whose matchers wait. */
const isOfPage = (actual: unknown): boolean =>
  typeof actual === 'object' && actual !== null && 'locator' in actual;

function lookOften(matchers: Matchers): Matchers {
  return new Proxy(matchers, {
    get(target, name: string) {
      const matcher = target[name];
      if (name === 'not') return lookOften(matcher as unknown as Matchers);
      if (typeof matcher !== 'function') return matcher;
      const wait: Matcher = (...args) => waitFor(matcher, args, callerOf(wait));
      return wait;
    },
  });
}

/** Waits in short pieces; an error in the end names the line that expected it. */
async function waitFor(matcher: Matcher, args: readonly unknown[], caller: string): Promise<void> {
  const last = args.at(-1);
  const given = hasTimeout(last) ? last : null;
  const deadline = performance.now() + (given?.timeout ?? LIMIT_MS);
  for (;;)
    try {
      const timeout = Math.ceil(Math.min(SHORT_MS, Math.max(1, deadline - performance.now())));
      await (given === null ? matcher(...args) : matcher(...args.slice(0, -1), { ...given, timeout }));
      return;
    } catch (error) {
      if (isTimedOut(error) && performance.now() < deadline) continue;
      if (error instanceof Error) error.stack = `${error.name}: ${error.message}\n${caller}`;
      throw error;
    }
}

const hasTimeout = (value: unknown): value is { readonly timeout: number } =>
  typeof value === 'object' && value !== null && 'timeout' in value && typeof value.timeout === 'number';

/** Whether it was not yet as expected; what can never be fails at once. */
function isTimedOut(error: unknown): boolean {
  const { matcherResult } = error as { readonly matcherResult?: { readonly timeout?: number } };
  return matcherResult?.timeout !== undefined;
}

/** The lines of a stack above a function. */
function callerOf(above: Matcher): string {
  const at: { stack?: string } = {};
  Error.captureStackTrace(at, above);
  return at.stack?.split('\n').slice(1).join('\n') ?? '';
}
