import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';

/** How long the page's frame stands in for a screen without code or data; a page without one waits for a moment only. */
const LIMITS = { framed: 2000, bare: 200 } as const;

/** Gives way to the browser. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

interface FirstScreen {
  readonly router: AnyRouter;
  readonly queryClient: QueryClient;
  /** Whether the page shows the frame of its screen. */
  readonly isFramed: boolean;
}

/**
 * Until the address's screen can be drawn at once: its guards have passed, its code and its first data are there, or the
 * limit is over. Drawn before, it would be drawn again with each answer.
 */
export async function whenReady({ router, queryClient, isFramed }: FirstScreen): Promise<void> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), isFramed ? LIMITS.framed : LIMITS.bare);
  await Promise.race([
    // A failure is reported by the screen.
    router.load().then(() => untilFetched(queryClient, limit.signal)),
    new Promise((resolve) => limit.signal.addEventListener('abort', resolve)),
  ]);
  clearTimeout(timer);
}

/** Until nothing is being fetched. Looks in tasks of their own, because an answer may ask for more. */
function untilFetched(queryClient: QueryClient, limit: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (!limit.aborted && queryClient.isFetching() > 0) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = queryClient.getQueryCache().subscribe(() => setTimeout(look));
    setTimeout(look);
  });
}
