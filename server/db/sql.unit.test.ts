import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const files = ['migrations', 'views'].flatMap((folder) =>
  readdirSync(new URL(`${folder}/`, import.meta.url))
    .filter((name) => name.endsWith('.sql'))
    .map((name) => `${folder}/${name}`),
);
const CLOCK =
  /\b(?:now|clock_timestamp|statement_timestamp|transaction_timestamp)\s*\(|\b(?:current|local)_?(?:timestamp|time|date)\b/i;

test.each(files)('%s reads no clock: now is always an argument', (name) => {
  const text = readFileSync(new URL(name, import.meta.url), 'utf8').replaceAll(/--.*/g, '');
  expect(text.length).toBeGreaterThan(0);
  expect(CLOCK.exec(text)?.[0]).toBeUndefined();
});
