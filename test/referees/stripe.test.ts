import fs from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { recording } from '../sandbox/recording.ts';
import { check } from './fixtures.ts';
import { REFEREES } from './folder.ts';

const answers: { call: string; body: unknown }[] = [];
recording.answers = answers;
afterAll(() => {
  recording.answers = null;
});

// Each registers its tests here; what they send and get is recorded.
await import('../../sandbox/stripe/conventions.test.ts');
await import('../../sandbox/stripe/payments.test.ts');
await import('../../sandbox/stripe/plan-changes.test.ts');
await import('../../sandbox/stripe/portal.test.ts');
await import('../../sandbox/stripe/renewals.test.ts');
await import('../../sandbox/stripe/webhooks.test.ts');

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
