import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { observeServerTime } from '#client/lib/clock.ts';

/** What the screen has read already: query keys and data. */
type Known = readonly (readonly [key: readonly unknown[], data: unknown])[];

/** The HTML of a screen at an address of its own, with its queries answered; the server's clock is the test's. */
export async function renderScreen(Screen: () => ReactNode, known: Known = [], at = '/'): Promise<string> {
  observeServerTime(new Date().toISOString(), Date.now(), Date.now());
  const queries = new QueryClient();
  for (const [key, data] of known) queries.setQueryData(key, data);
  const routeTree = createRootRoute({ component: Screen, notFoundComponent: Screen });
  const history = createMemoryHistory({ initialEntries: [at] });
  const router = createRouter({ routeTree, history, isServer: true });
  await router.load();
  const html = renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <MantineProvider>
        <RouterProvider router={router as never} />
      </MantineProvider>
    </QueryClientProvider>,
  );
  queries.clear();
  return html;
}
