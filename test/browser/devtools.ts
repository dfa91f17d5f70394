import type { CDPSession, Page } from '@playwright/test';

/** Sessions that stay open, since their emulation ends with them. */
const sessions = new WeakMap<Page, Promise<CDPSession>>();

/** A page's DevTools session, opened once. */
export function devtoolsOf(page: Page): Promise<CDPSession> {
  const session = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, session);
  return session;
}
