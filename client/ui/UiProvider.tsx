import './theme/base.css';
import './theme/tokens.css';
import './theme/fonts.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { useNotifications } from '@mantine/notifications';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { theme, variables } from './theme/theme.ts';

/** The key that public/color-scheme.js reads before the first paint. */
const schemes = localStorageColorSchemeManager({ key: 'color-scheme' });

/** Loaded with the first toast: nothing is said before someone has done something. */
const Toasts = lazy(async () => ({ default: (await import('./Toasts.tsx')).Toasts }));

/** The theme and the place for toasts around a whole front end. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      colorSchemeManager={schemes}
      defaultColorScheme="auto"
      deduplicateInlineStyles
    >
      {children}
      <ToastsOnceNeeded />
    </MantineProvider>
  );
}

function ToastsOnceNeeded() {
  const said = useNotifications().notifications.length > 0;
  const [needed, setNeeded] = useState(said);
  if (said && !needed) setNeeded(true);
  return (
    needed && (
      <Suspense>
        <Toasts />
      </Suspense>
    )
  );
}
