import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { sidewaysScroll } from './watch.ts';

type AxeResults = Awaited<ReturnType<AxeBuilder['analyze']>>;

/**
 * Holds what is on the page now to axe in both themes, no rule switched off, and on phones to the screen's width.
 * `panel` looks at the open panel only, where the page behind it has been looked at already.
 */
export async function checkA11y(page: Page, part: 'page' | 'panel' = 'page'): Promise<void> {
  const themes = ['dark', 'light'] as const;
  const now = await page.locator('html').getAttribute('data-mantine-color-scheme');
  // What is there is looked at first: drawing a whole screen in another theme is work.
  for (const colorScheme of themes.toSorted((one) => (one === now ? -1 : 1))) {
    await page.emulateMedia({ colorScheme });
    // The theme follows the system by a script, a moment later.
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    await stillness(page);
    const violations = await barriers(page, part === 'panel' ? '[role=dialog]' : undefined);
    const found = violations.map(({ id, nodes }) => ({
      id,
      at: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary ?? ''}`),
    }));
    expect(found, `axe on ${page.url()}, ${colorScheme}`).toEqual([]);
  }
  expect(await sidewaysScroll(page)).toBeNull();
}

/**
 * What axe's rules find on a page or a part of it. By itself axe's builder brings its script anew each time, joins the frames' results
 * in a window of their own and describes all that is well, too; that takes three times as long and finds the same.
 */
export async function barriers(page: Page, part?: string): Promise<AxeResults['violations']> {
  const there = await page.evaluate(() => 'axe' in window);
  const axe = new AxeBuilder(there ? { page, axeSource: ';' } : { page });
  axe.setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await (part === undefined ? axe : axe.include(part)).analyze();
  return violations;
}

/** Resolves once nothing fades, slides or changes colour any more: what inherits a colour begins when what it has it from is done. */
async function stillness(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (;;) {
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const ending = document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
        // What is folded away (closed details) stands still for ever in the middle of its change.
        .filter(({ effect }) => effect instanceof KeyframeEffect && effect.target?.checkVisibility());
      if (ending.length === 0) return;
      await Promise.allSettled(ending.map((animation) => animation.finished));
    }
  });
}
