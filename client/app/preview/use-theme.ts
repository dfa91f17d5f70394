import { useLayoutEffect } from 'react';

const ATTRIBUTE = 'data-mantine-color-scheme';

/** Holds this page to a theme, whatever the browser stores or the system says; the operator's own choice stays. */
export function useTheme(theme: string | null): void {
  useLayoutEffect(() => {
    if (theme !== 'light' && theme !== 'dark') return undefined;
    const { documentElement: root } = document;
    const hold = () => {
      if (root.getAttribute(ATTRIBUTE) !== theme) root.setAttribute(ATTRIBUTE, theme);
    };
    const observer = new MutationObserver(hold);
    observer.observe(root, { attributeFilter: [ATTRIBUTE] });
    hold();
    return () => observer.disconnect();
  }, [theme]);
}
