import { MantineThemeProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { useState } from 'react';
import { meQuery, studioQuery } from '../../lib/session.ts';
import type { Drawing, Look } from './drawing.ts';
import { Nothing } from './Nothing.tsx';
import classes from './Preview.module.css';
import { stillClient } from './still-client.ts';
import { useOpenAnswers } from './use-open-answers.ts';

/** Dialogs stand within the stage, scroll with the page and take no focus. */
const THEME = {
  components: {
    ModalRoot: { defaultProps: { withinPortal: false, lockScroll: false, trapFocus: false } },
  },
};

interface StageProps {
  readonly drawing: Drawing;
  readonly look: Look;
}

/** A document's screen with a cache and an address of its own: nothing in it calls, navigates or can be pressed. */
export function Stage({ drawing, look }: StageProps) {
  const [{ client, router }] = useState(() => ({
    client: stillClient([[meQuery.queryKey, look.me], [studioQuery.queryKey, look.studio], ...drawing.known]),
    router: routerOf(drawing),
  }));
  return (
    <div ref={useOpenAnswers()} inert className={classes.stage}>
      <QueryClientProvider client={client}>
        <MantineThemeProvider inherit theme={THEME}>
          <RouterProvider router={router as never} />
        </MantineThemeProvider>
      </QueryClientProvider>
    </div>
  );
}

/** The choice of an offer reads its route's address; all else stands anywhere. */
function routerOf({ screen, at = '/' }: Drawing) {
  const component = () => screen;
  const root = createRootRoute({ notFoundComponent: component });
  const arriving = createRoute({ getParentRoute: () => root, id: 'arriving' });
  const paymentDetails = createRoute({ getParentRoute: () => arriving, path: '/payment-details', component });
  const home = createRoute({ getParentRoute: () => root, path: '/', component });
  return createRouter({
    routeTree: root.addChildren([home, arriving.addChildren([paymentDetails])]),
    history: createMemoryHistory({ initialEntries: [at] }),
    defaultErrorComponent: () => <Nothing>This cannot be shown here.</Nothing>,
  });
}
