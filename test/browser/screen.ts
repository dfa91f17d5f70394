import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { sidewaysScroll } from './watch.ts';

type AxeResults = Awaited<ReturnType<AxeBuilder['analyze']>>;

/** Checks the page by axe in both themes, and on phones for overflow. `panel` checks the open panel only. */
export async function checkA11y(page: Page, part: 'page' | 'panel' = 'page'): Promise<void> {
  const themes = ['dark', 'light'] as const;
  const now = await page.locator('html').getAttribute('data-mantine-color-scheme');
  // Start with the current theme: rendering another one is slow.
  for (const colorScheme of themes.toSorted((one) => (one === now ? -1 : 1))) {
    await page.emulateMedia({ colorScheme });
    // The theme follows the system asynchronously.
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    await waitForAnimations(page);
    const violations = await axeViolations(page, part === 'panel' ? '[role=dialog]' : undefined);
    const found = violations.map(({ id, nodes }) => ({
      id,
      at: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary ?? ''}`),
    }));
    expect(found, `axe on ${page.url()}, ${colorScheme}`).toEqual([]);
  }
  expect(await sidewaysScroll(page)).toBeNull();
}

/**
 * axe's findings on a page or part of it. Faster than axe's builder, which injects its script anew and reports passes,
 * too.
 */
export async function axeViolations(page: Page, part?: string): Promise<AxeResults['violations']> {
  const isLoaded = await page.evaluate(() => 'axe' in window);
  const axe = new AxeBuilder(isLoaded ? { page, axeSource: ';' } : { page });
  axe.setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await (part === undefined ? axe : axe.include(part)).analyze();
  return violations;
}

/** Resolves when all animations have ended. Repeated, because inherited colors start their transition later. */
async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (;;) {
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const ending = document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
        // Animations inside closed details never end.
        .filter(({ effect }) => effect instanceof KeyframeEffect && effect.target?.checkVisibility());
      if (ending.length === 0) return;
      await Promise.allSettled(ending.map((animation) => animation.finished));
    }
  });
}
