import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeSettings } from './settings.ts';

const page = readFileSync(new URL('../docs/operating.md', import.meta.url), 'utf8');

test.each(describeSettings())('the operating page tells what $name takes and what it is for', (row) => {
  const fallback = row.fallback === '' ? '' : `\`${row.fallback}\``;
  expect(page).toContain(`| \`${row.name}\` | ${row.takes} | ${fallback} | ${row.what} |`);
});
