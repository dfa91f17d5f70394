import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { sidewaysScroll } from './watch.ts';

/**
 * Holds what is on the page now to axe in both themes, no rule switched off, and on phones to the screen's width.
 * `panel` looks at the open panel only, where the page behind it has been looked at already.
 */
export async function checkA11y(page: Page, part: 'page' | 'panel' = 'page'): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    // The theme follows the system by a script, a moment later.
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    await stillness(page);
    const axe = new AxeBuilder({ page });
    const { violations } = await (part === 'panel' ? axe.include('[role=dialog]') : axe).analyze();
    const found = violations.map(({ id, nodes }) => ({
      id,
      at: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary ?? ''}`),
    }));
    expect(found, `axe on ${page.url()}, ${colorScheme}`).toEqual([]);
  }
  expect(await sidewaysScroll(page)).toBeNull();
}

/** Resolves once nothing fades, slides or changes colour any more. */
async function stillness(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
      // What is folded away (closed details) stands still for ever in the middle of its change.
      .filter(({ effect }) => effect instanceof KeyframeEffect && effect.target?.checkVisibility());
    await Promise.allSettled(ending.map((animation) => animation.finished));
  });
}
