import type { Locator, Page } from '@playwright/test';
import { expect } from './expect.ts';
import { dialog } from './booking.ts';
import { checkA11y } from './screen.ts';

/** Dialogs by keyboard, on phone and desktop, in both themes. */

const SIZES = [
  { width: 375, height: 812 },
  { width: 1280, height: 800 },
];

interface Looking {
  /** Whether Tab is tried, too; not where another origin's page would take the keys. */
  readonly tabs?: boolean;
}

/** Looks at an open dialog: axe in both themes on phone and desktop, the focus in it, and Tab that stays in it. */
export async function look(page: Page, name: string, { tabs = true }: Looking = {}): Promise<void> {
  const open = dialog(page, name);
  const before = page.viewportSize();
  await expect(open).toBeVisible();
  await expect(open.getByText(/^(Loading|Asking) .*\.\.\.$/)).toHaveCount(0);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await checkA11y(page, 'panel');
  }
  if (before !== null) await page.setViewportSize(before);
  await open.evaluate(() => Object.assign(globalThis, { seen: new Set() }));
  let focus = await focusIn(open);
  if (tabs)
    while (focus === 'new') {
      await page.keyboard.press('Tab');
      focus = await focusIn(open);
    }
  expect(focus, `the focus is in ${name}`).not.toBe('outside');
}

/** Whether what has the focus is in the dialog, and whether it had it before. */
const focusIn = (open: Locator) =>
  open.evaluate((element) => {
    const { seen } = globalThis as unknown as { seen: Set<Element | null> };
    const { activeElement } = document;
    if (!element.contains(activeElement)) return 'outside';
    const isKnown = seen.has(activeElement);
    seen.add(activeElement);
    return isKnown ? 'known' : 'new';
  });

/** Closes the open dialog by Escape; the focus goes back to what had it. */
export async function escape(page: Page, to: Locator): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(to).toBeFocused();
}
