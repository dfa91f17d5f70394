import './theme/base.css';
import './theme/tokens.css';
import './theme/fonts.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { useNotifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { Later } from './Later.tsx';
import { theme, variables } from './theme/theme.ts';
import { loadToasts } from './toast.ts';

/** The key that public/color-scheme.js reads before the first paint. */
const schemes = localStorageColorSchemeManager({ key: 'color-scheme' });

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

const NO_PROPS = {};

/** Nothing is said before someone has done something. */
function ToastsOnceNeeded() {
  return <Later load={loadToasts} wanted={useNotifications().notifications.length} props={NO_PROPS} />;
}
