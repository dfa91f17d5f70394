import './base.css';
import './tokens.css';
import './fonts.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
import './mantine-variables.css';
import {
  localStorageColorSchemeManager,
  MantineContext,
  MantineThemeProvider,
  useProviderColorScheme,
} from '@mantine/core';
import { useNotifications } from '@mantine/notifications';
import { useEffect, useMemo, type ReactNode } from 'react';
import { LazyComponent } from '../layout/LazyComponent.tsx';
import { theme } from './theme.ts';
import { loadToasts } from '../overlay/toast.ts';

/** The key that public/color-scheme.js reads before the first paint. */
const schemes = localStorageColorSchemeManager({ key: 'color-scheme' });

/** What Mantine's own provider gives its components, but for styles that it would work out and add to each page. */
const SHARED = {
  getRootElement: () => document.documentElement,
  classNamesPrefix: 'mantine',
  cssVariablesSelector: ':root',
  withStaticClasses: true,
  deduplicateInlineStyles: true,
} as const;

/** Theme, toasts and error scrolling around a whole front. */
export function UiProvider({ children }: { children: ReactNode }) {
  const { colorScheme, setColorScheme, clearColorScheme } = useProviderColorScheme({
    manager: schemes,
    defaultColorScheme: 'auto',
    getRootElement: SHARED.getRootElement,
    forceColorScheme: undefined,
  });
  const shared = useMemo(
    () => ({ ...SHARED, colorScheme, setColorScheme, clearColorScheme }),
    [colorScheme, setColorScheme, clearColorScheme],
  );
  useEffect(keepErrorsInView, []);
  return (
    <MantineContext value={shared}>
      <MantineThemeProvider theme={theme}>
        {children}
        <ToastsOnceNeeded />
      </MantineThemeProvider>
    </MantineContext>
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
