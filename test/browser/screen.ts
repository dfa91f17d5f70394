import type { Page } from '@playwright/test';
import { THOROUGH } from '../thorough.ts';
import { expect } from './expect.ts';
import { axeViolations } from './axe.ts';
import { devtoolsOf } from './devtools.ts';
import { sidewaysScroll } from './watch.ts';

/**
 * Checks the page by axe, on a desktop in both themes, and for overflow. `panel` checks the open panel only. A quick run
 * looks at one theme, and not again at what it has seen at another width.
 */
export async function checkA11y(page: Page, part: 'page' | 'panel' = 'page'): Promise<void> {
  const root = part === 'panel' ? '[role=dialog]' : 'body';
  const themes = ['dark', 'light'] as const;
  const now = await page.locator('html').getAttribute('data-mantine-color-scheme');
  let isFirst = true;
  // Start with the current theme: rendering another one is slow.
  const sorted = themes.toSorted((one) => (one === now ? -1 : 1));
  const isInBoth = THOROUGH && (await page.evaluate(() => innerWidth)) >= DESKTOP.width;
  for (const colorScheme of isInBoth ? sorted : sorted.slice(0, 1)) {
    await page.emulateMedia({ colorScheme });
    // The theme follows the system asynchronously.
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    await endAnimations(page);
    if (!THOROUGH && (await page.evaluate(wasSeen, root))) continue;
    // Where only colors differ from the first theme, all other rules would find the same again.
    const isSame = await page.evaluate(isSameLayout);
    const rules = isSame && !isFirst ? COLOR_RULES : undefined;
    isFirst = false;
    const violations = await axeViolations(page, part === 'panel' ? root : undefined, rules);
    const found = violations.map(({ id, nodes }) => ({
      id,
      at: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary ?? ''}`),
    }));
    // A run's summary shows one line of an error.
    const brief = found.map(({ id, at }) => `${id} at ${at[0]?.split('\n').join(' ')}`).join('; ');
    expect(found, `axe on ${page.url()}, ${colorScheme}: ${brief}`).toEqual([]);
  }
  expect(await sidewaysScroll(page)).toBeNull();
}

/** A phone as playwright.config.ts has it, and the desktop. */
const PHONE = { width: 375, height: 812, deviceScaleFactor: 2, mobile: true };
const DESKTOP = { width: 1280, height: 800, deviceScaleFactor: 1, mobile: false };

/** Does the work on the desktop, then on a phone, without opening the page anew; for tests of the desktop. */
export async function atBothWidths(page: Page, work: () => Promise<void>): Promise<void> {
  await work();
  const session = await devtoolsOf(page);
  const become = async (device: typeof PHONE): Promise<void> => {
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: device.mobile });
    await session.send('Emulation.setDeviceMetricsOverride', device);
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(device.width);
    await page.waitForLoadState('networkidle');
  };
  await become(PHONE);
  await work();
  await become(DESKTOP);
}

/** `checkA11y` on the desktop and on a phone. */
export const checkA11yAtBothWidths = (page: Page, part: 'page' | 'panel' = 'page'): Promise<void> =>
  atBothWidths(page, () => checkA11y(page, part));

/** The rules of axe, among those that it runs by default, that look at colors. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Whether a call on this page has seen a part with the same elements, attributes, texts and colors, the same of them shown
 * and large: another width then only moves them. Classes and data attributes matter by what they do to these.
 */
function wasSeen(root: string): boolean {
  const looks = [...document.querySelectorAll(`:is(${root}, ${root} *):not(svg *)`)].map((element) => {
    const { color, backgroundColor, backgroundImage, opacity, fontSize, fontWeight } =
      getComputedStyle(element);
    // As contrast has it: 18 points, or 14 if bold.
    const isLarge = Number.parseFloat(fontSize) >= (Number(fontWeight) >= 700 ? 18.66 : 24);
    const isVisible = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const attributes = [...element.attributes].filter(({ name }) => !/^(class|style|data-.*)$/.test(name));
    const texts = [...element.childNodes].flatMap((node) => (node instanceof Text ? [node.data] : []));
    return [
      element.tagName,
      ...attributes.map(({ name, value }) => `${name}=${value}`),
      ...texts,
      `${isVisible} ${isLarge} ${color} ${backgroundColor} ${backgroundImage} ${opacity}`,
    ].join('\n');
  });
  const look = `${root}\n${document.title}\n${looks.join('\n')}`;
  const page = globalThis as { looks?: Set<string> };
  page.looks ??= new Set();
  const isKnown = page.looks.has(look);
  page.looks.add(look);
  return isKnown;
}

/**
 * Whether the page is as at the last call, apart from its colors: elements, attributes, texts, and where and whether each
 * is shown.
 */
function isSameLayout(): boolean {
  const shown = [...document.querySelectorAll('body, body *')].map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const visible = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const { overflowX, overflowY } = getComputedStyle(element);
    return [
      x,
      y,
      width,
      height,
      element.scrollWidth,
      element.scrollHeight,
      overflowX,
      overflowY,
      visible,
    ].join(' ');
  });
  const layout = `${document.title}\n${document.body.outerHTML}\n${shown.join('\n')}`;
  const now = globalThis as { layout?: string };
  const isSame = now.layout === layout;
  now.layout = layout;
  return isSame;
}

/** Ends all animations. Repeated, because inherited colors start their transition later. */
async function endAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (;;) {
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const ending = document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
        // Animations inside closed details never end.
        .filter(({ effect }) => effect instanceof KeyframeEffect && effect.target?.checkVisibility());
      if (ending.length === 0) return;
      for (const animation of ending) animation.finish();
    }
  });
}
