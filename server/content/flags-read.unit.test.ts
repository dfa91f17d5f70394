import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FLAGS, LISTED_FLAGS, type FlagName } from '#shared/content/rules.ts';

const sources = globSync('{client,server}/**/*.{ts,tsx}')
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) => readFileSync(file, 'utf8'));
/** Read by name, as `useFlag('x')`, `flags['x']` or `flags.x`. */
const isRead = (name: FlagName): boolean =>
  sources.some((text) =>
    [`useFlag('${name}')`, `flags['${name}']`, `flags?.['${name}']`, `flags.${name}`].some((use) =>
      text.includes(use),
    ),
  );

test.each(Object.keys(FLAGS) as FlagName[])('%s is listed exactly while something reads it', (name) => {
  expect(LISTED_FLAGS.includes(name)).toBe(isRead(name));
});
