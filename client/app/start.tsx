import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { createRouter, RouterProvider, type AnyRoute, type AnyRouter } from '@tanstack/react-router';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { UiProvider } from '../ui/theme/UiProvider.tsx';
import { applyStyles, showUnstyled } from './frame/apply-styles.ts';
import { nextTask, whenReady } from './first-screen.ts';
import { removeFrameWith } from './frame/remove-frame.ts';
import { FailedScreen } from './routes/FailedScreen.tsx';
import { prefetch } from './routes/prefetch.ts';
import { PendingScreen } from './routes/PendingScreen.tsx';
import { createSignedOut } from './signed-out.ts';
import { whenNotSignedIn } from '../lib/api.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { parseSearch, stringifySearch } from '../lib/search.ts';
import { meQuery, studioQuery } from '../lib/session.ts';
import type { studioTree } from './routes/router-studio.tsx';

/** Creates the router and query cache of one front. */
function createAppRouter<Tree extends AnyRoute>(routeTree: Tree) {
  const queryClient = createQueryClient();
  const router = createRouter({
    routeTree,
    context: { queryClient },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 200,
    defaultPendingComponent: PendingScreen,
    defaultErrorComponent: FailedScreen,
    scrollRestoration: true,
    // A list and its panels share one scroll position: opening a panel never moves the list.
    getScrollRestorationKey: ({ pathname }) => pathname.split('/')[1] ?? '',
  });
  const passGuards = () => router.invalidate();
  const signedOut = createSignedOut({ queryClient, passGuards, now: () => performance.now() });
  whenNotSignedIn(() => void signedOut());
  return { router, queryClient };
}

declare module '@tanstack/react-router' {
  /** The studio's routes contain those of the partners' dashboard. */
  interface Register {
    router: ReturnType<typeof createAppRouter<typeof studioTree>>['router'];
  }
}

/** Whether somebody was signed in here, according to localStorage. */
function hasStoredPerson(): boolean {
  try {
    return localStorage.getItem('user_status') !== null;
  } catch {
    return false;
  }
}

/**
 * Fetches code and data of the address's screen before it is known who is signed in
 * (docs/decisions/0045-prefetch-before-the-login-is-known.md).
 */
function prefetchMatches({ router, queryClient }: { router: AnyRouter; queryClient: QueryClient }): void {
  const { latestLocation } = router;
  const matches = router.matchRoutes(latestLocation);
  const isOpen = matches.every(({ routeId }) => routeId !== '/signed-in');
  if (!isOpen && !hasStoredPerson()) return;
  for (const { routeId, params, search, staticData } of matches) {
    void router.loadRouteChunk(router.routesById[routeId])?.catch(() => undefined);
    if (staticData.prefetch !== undefined) prefetch(staticData.prefetch, queryClient, { params, search });
  }
}

/** Renders one front. Each entry calls it with its own routes. */
export async function start(routeTree: AnyRoute): Promise<void> {
  const target = document.querySelector('#root');
  if (target === null) throw new Error('The page has no #root');
  const frame = document.querySelector('#frame');
  removeFrameWith(target, frame);
  // Each step in a task of its own: together they would hold a phone's page for a tenth of a second.
  await nextTask();
  const styles = applyStyles(document);
  await nextTask();
  const { router, queryClient } = createAppRouter(routeTree);
  await nextTask();
  // Requested at once, because guards wait for them.
  void queryClient.prefetchQuery(meQuery);
  void queryClient.prefetchQuery(studioQuery);
  if (!('Temporal' in globalThis)) await import('temporal-polyfill/global');
  prefetchMatches({ router, queryClient });
  if (!(await styles)) return showUnstyled(target);
  await whenReady({ router, queryClient, isFramed: frame !== null });
  const root = createRoot(target);
  // In a pass that gives way: one task would hold the page for a third of a second on a phone.
  startTransition(() =>
    root.render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <UiProvider>
            <RouterProvider router={router} />
          </UiProvider>
        </QueryClientProvider>
      </StrictMode>,
    ),
  );
}
