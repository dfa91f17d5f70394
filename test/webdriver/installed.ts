import type { Driver } from './driver.ts';
import { FIREFOX_PACKAGE, hasFirefox, openFirefox } from './firefox.ts';
import { hasWebKit, openWebKit, WEBKIT_PACKAGES } from './webkit.ts';

/** Debian's packages of the browsers beside Chromium. */
export const BROWSER_PACKAGES = `${FIREFOX_PACKAGE} ${WEBKIT_PACKAGES}`;

/** A browser beside Chromium that this machine has. */
export interface InstalledBrowser {
  readonly name: string;
  readonly open: (folder: string) => Promise<Driver>;
}

/** Those that are installed; none is a possible result. */
export function installedBrowsers(): readonly InstalledBrowser[] {
  return [
    ...(hasFirefox() ? [{ name: 'Firefox', open: openFirefox }] : []),
    ...(hasWebKit() ? [{ name: 'WebKitGTK', open: openWebKit }] : []),
  ];
}
