import './base.css';
import './tokens.css';
import './fonts.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { useNotifications } from '@mantine/notifications';
import { useEffect, type ReactNode } from 'react';
import { LazyComponent } from '../layout/LazyComponent.tsx';
import { theme, variables } from './theme.ts';
import { loadToasts } from '../overlay/toast.ts';

/** The key that public/color-scheme.js reads before the first paint. */
const schemes = localStorageColorSchemeManager({ key: 'color-scheme' });

/** Theme, toasts and error scrolling around a whole front. */
export function UiProvider({ children }: { children: ReactNode }) {
  useEffect(keepErrorsInView, []);
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

const FIRST = { capture: true, once: true };

/** Loaded at the first press: no form has an error before it. Returns its end. */
function keepErrorsInView(): () => void {
  let end: (() => void) | null | undefined;
  const load = async (press: Event) => {
    // Without it errors are read where they stand.
    const code = await import('../form/errors-in-view.ts').catch(() => null);
    if (end === undefined) end = code?.keepErrorsInView(document, press);
  };
  const begin = (press: Event) => void load(press);
  addEventListener('pointerdown', begin, FIRST);
  addEventListener('keydown', begin, FIRST);
  return () => {
    end?.();
    end = null;
  };
}

const NO_PROPS = {};

/** No toast can appear before an action. */
function ToastsOnceNeeded() {
  return (
    <LazyComponent load={loadToasts} enabled={useNotifications().notifications.length} props={NO_PROPS} />
  );
}
