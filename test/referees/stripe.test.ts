import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { check } from './fixtures.ts';
import { REFEREES } from './folder.ts';
import { recordedOf } from './recorded.ts';

const { answers } = await recordedOf('stripe');

test("every object that was answered or told has the fields and types of Stripe's own example", () => {
  const file = fs.readFileSync(path.join(REFEREES, 'stripe/fixtures3.json'), 'utf8');
  const { resources } = JSON.parse(file) as { resources: Record<string, Record<string, unknown>> };
  const seen = new Map<string, number>();
  const found = new Set(answers.flatMap(({ body }) => check(body, resources, seen)));
  console.log(
    `${answers.length} answers and events, ${[...seen].map(([kind, count]) => `${count} ${kind}`).join(', ')}`,
  );
  expect([...found].toSorted()).toEqual([]);
  expect(seen.size).toBeGreaterThan(25);
});
