import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { createRouter, RouterProvider, type AnyRoute, type AnyRouter } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { UiProvider } from '../ui/UiProvider.tsx';
import { FailedScreen } from './FailedScreen.tsx';
import { PendingScreen } from './PendingScreen.tsx';
import { makeQueryClient } from './query-client.ts';
import { parseSearch, stringifySearch } from './search.ts';
import { meQuery, studioQuery } from './session.ts';
import type { studioTree } from './router-studio.tsx';

/** A router over one front's routes. */
function makeRouter<Tree extends AnyRoute>(routeTree: Tree) {
  const queryClient = makeQueryClient(() => {
    // Nobody is signed in any more: the guard of the present route then leads to the login.
    queryClient.setQueryData(meQuery.queryKey, null);
    void router.invalidate();
  });
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
    // A list and the panels over it share one place: opening and closing a panel never moves the list.
    getScrollRestorationKey: ({ pathname }) => pathname.split('/')[1] ?? '',
  });
  return { router, queryClient };
}

declare module '@tanstack/react-router' {
  /** The studio's routes are the most; the partners' dashboard has a part of the same. */
  interface Register {
    router: ReturnType<typeof makeRouter<typeof studioTree>>['router'];
  }
}

/** Whether somebody is signed in here, as far as this browser knows (see kept.ts). */
function knowsSomebody(): boolean {
  try {
    return localStorage.getItem('user_status') !== null;
  } catch {
    return false;
  }
}

/**
 * Has code and data of the address's screen fetched while the server is still telling who is signed in, which the guard
 * waits for. Where it leads to the login instead they were fetched in vain, so a stranger's browser does not.
 */
function fetchAhead({ router, queryClient }: { router: AnyRouter; queryClient: QueryClient }): void {
  const { latestLocation } = router;
  const matches = router.matchRoutes(latestLocation);
  const isOpen = matches.every(({ routeId }) => routeId !== '/signed-in');
  if (!isOpen && !knowsSomebody()) return;
  if (!isOpen)
    void import('./ask-first.ts').then(
      ({ askFirst }) => askFirst(queryClient, latestLocation.pathname, latestLocation.search),
      () => undefined,
    );
  for (const { routeId } of matches)
    void router.loadRouteChunk(router.routesById[routeId])?.catch(() => undefined);
}

/** Puts one front end on the page. Each of the three entries calls it with its own routes. */
export async function start(routeTree: AnyRoute): Promise<void> {
  const place = document.querySelector('#root');
  if (place === null) throw new Error('The page has no #root');
  const { router, queryClient } = makeRouter(routeTree);
  // Asked for at once: guards wait for them, but not only after the code of the screen has come.
  void queryClient.prefetchQuery(meQuery);
  void queryClient.prefetchQuery(studioQuery);
  if (!('Temporal' in globalThis)) await import('temporal-polyfill/global');
  fetchAhead({ router, queryClient });
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <UiProvider>
          <RouterProvider router={router} />
        </UiProvider>
      </QueryClientProvider>
    </StrictMode>,
  );
}
