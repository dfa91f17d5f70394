import { QueryClientProvider } from '@tanstack/react-query';
import { createRouter, RouterProvider, type AnyRoute } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { UiProvider } from '../ui/UiProvider.tsx';
import { FailedScreen } from './FailedScreen.tsx';
import { PendingScreen } from './PendingScreen.tsx';
import { makeQueryClient } from './query-client.ts';
import { parseSearch, stringifySearch } from './search.ts';
import { meQuery } from './session.ts';
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

/** Puts one front end on the page. Each of the three entries calls it with its own routes. */
export async function start(routeTree: AnyRoute): Promise<void> {
  if (!('Temporal' in globalThis)) await import('temporal-polyfill/global');
  const place = document.querySelector('#root');
  if (place === null) throw new Error('The page has no #root');
  const { router, queryClient } = makeRouter(routeTree);
  // Asked for at once: the guard waits for it, but not only after the code of the screen has come.
  void queryClient.prefetchQuery(meQuery);
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
