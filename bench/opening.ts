import type { Browser } from '@playwright/test';
import type { WorkerStudio } from '#test/browser/worker-studio.ts';
import { median } from './harness.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 9);
/** From Explore to a musician's times, in milliseconds. */
const AIM = 300;

/** How long it takes from a click on a musician's card until their times stand, on a desktop; each in a new browser. */
export async function benchOpening(browser: Browser, studio: WorkerStudio): Promise<void> {
  const origin = studio.server.origins.studio;
  const { name, value } = await studio.signIn('client@demo.test');
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const context = await browser.newContext({ timezoneId: 'Europe/Lisbon' });
    await context.addCookies([{ name, value, url: origin }]);
    const page = await context.newPage();
    await page.goto(`${origin}/explore`);
    const card = page.getByRole('main').getByRole('link', { name: 'Oskar Brandt' }).first();
    await card.waitFor();
    await page.waitForLoadState('networkidle');
    // The page's own clock, so that the way to this process does not count.
    await page.evaluate(() => {
      const seen = globalThis as { clicked?: number; shown?: number };
      addEventListener('click', ({ timeStamp }) => (seen.clicked ??= timeStamp), true);
      const look = (): void => {
        const time = document.querySelector('[role=dialog] button[data-slot]');
        if (time === null) requestAnimationFrame(look);
        else requestAnimationFrame(() => (seen.shown = performance.now()));
      };
      look();
    });
    await card.click();
    await page.waitForFunction(() => (globalThis as { shown?: number }).shown !== undefined);
    times.push(
      await page.evaluate(() => {
        const { clicked = 0, shown = 0 } = globalThis as { clicked?: number; shown?: number };
        return shown - clicked;
      }),
    );
    await context.close();
  }
  console.log(
    `\nFrom Explore to a musician's times: median ${median(times).toFixed(0)} ms of ${ROUNDS} ` +
      `(${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)}; aim ${AIM})`,
  );
}
