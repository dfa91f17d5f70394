import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type axe from 'axe-core';
import type { Result, RunOptions } from 'axe-core';
import type { Frame, Page } from '@playwright/test';
import { devtoolsOf } from './devtools.ts';

const SOURCE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/**
 * axe's findings on a page or part of it, by all rules or these. Its 650 kB go to a page once, past Playwright's own
 * `evaluate`, which encodes them twice: half the time of a look at a small page.
 */
export async function axeViolations(
  page: Page,
  part?: string,
  rules?: readonly string[],
): Promise<readonly Result[]> {
  if (!(await isLoaded(page.mainFrame())))
    await (await devtoolsOf(page)).send('Runtime.evaluate', { expression: `${SOURCE};0`, silent: true });
  for (const frame of page.frames().slice(1))
    try {
      if (!(await isLoaded(frame))) await frame.evaluate(SOURCE);
    } catch {
      // A frame that goes away is not looked into.
    }
  const options: RunOptions = { resultTypes: ['violations'] };
  if (rules !== undefined) options.runOnly = { type: 'rule', values: [...rules] };
  return page.evaluate(run, { part, options });
}

const isLoaded = (frame: Frame): Promise<boolean> => frame.evaluate(() => 'axe' in window);

async function run(at: { part: string | undefined; options: RunOptions }): Promise<Result[]> {
  const page = globalThis as unknown as { axe: typeof axe };
  const { violations } = await page.axe.run(at.part ?? document, at.options);
  return violations;
}
